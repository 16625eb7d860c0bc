/*
 * start: milliseconds from fork and exec of a server to the line that says it listens:
 * `start TIMES PROGRAM ARGUMENT...`. The server is ended with SIGTERM each time.
 */
#include <err.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TIMES_MAX  1000
#define PATIENCE_S 30 /* for all of one start: SIGALRM ends us, and the server with us */

static double now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static pid_t spawn(char **command, int output[2])
{
    if (pipe(output) != 0)
        err(1, "pipe");
    pid_t pid = fork();
    if (pid < 0)
        err(1, "fork");
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(output[1], STDOUT_FILENO);
        close(output[0]);
        close(output[1]);
        execv(command[0], command);
        err(127, "%s", command[0]);
    }
    close(output[1]);
    return pid;
}

static void await_line(FILE *lines)
{
    static const char ready[] = "listening on ";
    char line[512];
    while (fgets(line, sizeof line, lines) != NULL)
        if (strncmp(line, ready, sizeof ready - 1) == 0)
            return;
    errx(1, "the server ended before it listened");
}

static double start_once(char **command)
{
    int output[2];
    alarm(PATIENCE_S);
    double before_ms = now_ms();
    pid_t pid = spawn(command, output);
    FILE *lines = fdopen(output[0], "r");
    if (lines == NULL)
        err(1, "fdopen");
    await_line(lines);
    double elapsed_ms = now_ms() - before_ms;
    kill(pid, SIGTERM);
    int status;
    if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        errx(1, "the server did not end well");
    fclose(lines);
    return elapsed_ms;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    static double elapsed_ms[TIMES_MAX];
    int times = argc > 2 ? atoi(argv[1]) : 0;
    if (times < 1 || times > TIMES_MAX) {
        fputs("usage: start TIMES PROGRAM ARGUMENT...\n", stderr);
        return 2;
    }
    for (int i = 0; i < times; i++)
        elapsed_ms[i] = start_once(argv + 2);
    qsort(elapsed_ms, (size_t)times, sizeof elapsed_ms[0], compare);
    printf("{\"median_ms\":%.3f,\"min_ms\":%.3f,\"max_ms\":%.3f}\n", elapsed_ms[times / 2],
           elapsed_ms[0], elapsed_ms[times - 1]);
    return 0;
}
