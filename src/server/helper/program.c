/*
 * No shell, no fork(): posix_spawn() is safe among threads and does not copy the server's memory.
 * The program leads a process group of its own, which is killed in the end however it went.
 */
#include "server/helper/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "os/clock.h"

enum {
    CHUNK = 16384,        /* bytes that are read at once */
    PAUSE_NS = 500 * 1000 /* between looks at whether it has ended */
};

/* Whatever the server's variables are: those of the program are these. */
static char *const ENVIRONMENT[] = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8", NULL};

static bool is_program(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && access(path, X_OK) == 0;
}

/* Writes what stands in front, a slash where there is something, and the name. */
static bool join(struct tes_slice folder, const char *program, char path[PATH_MAX])
{
    struct tes_buf text = tes_buf_on(path, PATH_MAX);
    tes_buf_slice(&text, folder);
    if (folder.length > 0)
        tes_buf_char(&text, '/');
    tes_buf_text(&text, program);
    size_t length;
    return tes_buf_finish(&text, &length) == TES_OK && is_program(path);
}

bool program_find(const char *program, char path[PATH_MAX])
{
    struct tes_slice name = tes_slice_of(program), folders = tes_slice_of(getenv("PATH"));
    struct tes_slice rest = name;
    tes_slice_cut(&rest, '/');
    if (rest.at != NULL || name.length == 0) /* a relative path would depend on where we are */
        return name.length > 0 && name.at[0] == '/' &&
               join((struct tes_slice){"", 0}, program, path);
    while (folders.at != NULL) {
        struct tes_slice folder = tes_slice_cut(&folders, ':');
        if (folder.length > 0 && folder.at[0] == '/' && join(folder, program, path))
            return true;
    }
    return false;
}

/* The ends of both pipes; -1 where one is closed. */
struct pipes {
    int input_read, input_write, output_read, output_write;
};

static void close_end(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

static void close_pipes(struct pipes *pipes)
{
    close_end(&pipes->input_read);
    close_end(&pipes->input_write);
    close_end(&pipes->output_read);
    close_end(&pipes->output_write);
}

/* Where the server was started without its standard descriptors, a pipe gets their numbers, and
 * the program's would be laid over each other. */
static bool lift(int *end)
{
    if (*end > STDERR_FILENO)
        return true;
    int lifted = fcntl(*end, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(*end);
    *end = lifted;
    return lifted >= 0;
}

static bool open_pipe(int *read_end, int *write_end)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    *read_end = ends[0];
    *write_end = ends[1];
    return lift(read_end) && lift(write_end);
}

/* The input is in the pipe before anybody reads it: so short a text never blocks, and since we hold
 * the other end as well, there is no SIGPIPE. */
static bool fill(struct pipes *pipes, struct tes_slice input)
{
    ssize_t written = write(pipes->input_write, input.at, input.length);
    close_end(&pipes->input_write);
    return written >= 0 && (size_t)written == input.length;
}

static bool open_pipes(struct pipes *pipes, struct tes_slice input)
{
    return open_pipe(&pipes->input_read, &pipes->input_write) && fill(pipes, input) &&
           open_pipe(&pipes->output_read, &pipes->output_write) &&
           fcntl(pipes->output_read, F_SETFL, O_NONBLOCK) == 0;
}

/* Nothing of ours but the two pipes. */
static bool set_descriptors(posix_spawn_file_actions_t *actions, const struct pipes *pipes)
{
    return posix_spawn_file_actions_adddup2(actions, pipes->input_read, STDIN_FILENO) == 0 &&
           posix_spawn_file_actions_adddup2(actions, pipes->output_write, STDOUT_FILENO) == 0 &&
           posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) ==
               0 &&
           posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1) == 0;
}

/* The server's threads block signals and it ignores some; the program should end at each. */
static bool set_signals(posix_spawnattr_t *attributes)
{
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    return posix_spawnattr_setsigmask(attributes, &none) == 0 &&
           posix_spawnattr_setsigdefault(attributes, &all) == 0 &&
           posix_spawnattr_setpgroup(attributes, 0) == 0 &&
           posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                                    POSIX_SPAWN_SETPGROUP) == 0;
}

static bool start(const char *path, char *const *arguments, const struct pipes *pipes,
                  pid_t *process)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    bool is_started = false;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    if (posix_spawnattr_init(&attributes) == 0) {
        is_started = set_descriptors(&actions, pipes) && set_signals(&attributes) &&
                     posix_spawn(process, path, &actions, &attributes, arguments, ENVIRONMENT) == 0;
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return is_started;
}

/* 0 when the time is over. */
static int left_ms(uint64_t ends_at_us)
{
    uint64_t now_us = tes_clock_steady_us();
    return now_us >= ends_at_us ? 0 : (int)((ends_at_us - now_us + 999) / 1000);
}

static bool is_passing(int error)
{
    return error == EAGAIN || error == EINTR;
}

static enum tes_status take_output(int from, int asker, uint64_t ends_at_us, struct tes_buf *output)
{
    char chunk[CHUNK];
    for (int left; (left = left_ms(ends_at_us)) > 0;) {
        struct pollfd wanted[] = {{.fd = from, .events = POLLIN}, {.fd = asker}};
        if (poll(wanted, sizeof wanted / sizeof wanted[0], left) < 0 && !is_passing(errno))
            return TES_FAILED;
        if ((wanted[1].revents & POLLHUP) != 0)
            return TES_FAILED;
        ssize_t length = read(from, chunk, sizeof chunk);
        if (length == 0)
            return TES_OK;
        if (length < 0 && !is_passing(errno))
            return TES_FAILED;
        if (length > 0)
            tes_buf_append(output, chunk, (size_t)length);
        if (output->failed)
            return TES_TOO_SMALL;
    }
    return TES_FAILED;
}

/* Looks without taking its status away: until that is done, its number is nobody else's. */
static bool has_ended(pid_t process)
{
    siginfo_t about = {.si_pid = 0};
    return waitid(P_PID, (id_t)process, &about, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           about.si_pid == process;
}

/* It closed its output, so it is about to end. */
static void wait_for_end(pid_t process, uint64_t ends_at_us)
{
    static const struct timespec PAUSE = {0, PAUSE_NS};
    while (!has_ended(process) && left_ms(ends_at_us) > 0)
        nanosleep(&PAUSE, NULL);
}

/* Kills what is left of it. Whether it had ended well by itself. */
static bool finish(pid_t process)
{
    int status;
    pid_t ended;
    kill(-process, SIGKILL);
    do
        ended = waitpid(process, &status, 0);
    while (ended < 0 && errno == EINTR);
    return ended == process && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

enum tes_status program_run(const struct program_order *order, int asker, struct tes_buf *output)
{
    struct pipes pipes = {-1, -1, -1, -1};
    uint64_t ends_at_us = tes_clock_steady_us() + (uint64_t)order->deadline_ms * 1000;
    enum tes_status status = TES_FAILED;
    pid_t process;
    if (order->input.length > PIPE_BUF)
        return TES_BAD_ARGUMENT;
    if (open_pipes(&pipes, order->input) &&
        start(order->path, order->arguments, &pipes, &process)) {
        close_end(&pipes.input_read);
        close_end(&pipes.output_write); /* or its end would never be seen */
        status = take_output(pipes.output_read, asker, ends_at_us, output);
        if (status == TES_OK)
            wait_for_end(process, ends_at_us);
        bool is_good = finish(process);
        if (status == TES_OK && !is_good)
            status = TES_FAILED;
    }
    close_pipes(&pipes);
    return status;
}
