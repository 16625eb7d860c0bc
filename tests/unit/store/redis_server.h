/*
 * redis_server.h: a Redis of the test's own, from Debian's package: its files in a folder that goes
 * with the test, behind a Unix socket, and no port unless it is asked for.
 */
#ifndef TEST_STORE_REDIS_SERVER_H
#define TEST_STORE_REDIS_SERVER_H

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scratch.h"

#define REDIS_PROGRAM   "/usr/bin/redis-server"
#define REDIS_WORDS_MAX 40

struct redis_test {
    struct scratch scratch;
    char socket[96];
    pid_t pid;                         /* 0: it does not run */
    pid_t owner;                       /* the process that ends it */
    const char *more[REDIS_WORDS_MAX]; /* its settings beside the usual, as words; NULL ends them */
};

static inline pid_t redis_spawn(const struct redis_test *redis)
{
    const char *words[REDIS_WORDS_MAX + 16] = {
        REDIS_PROGRAM,       "--port", "0", "--unixsocket", redis->socket, "--dir",
        redis->scratch.base, "--save", "",  "--appendonly", "no"};
    size_t count = 11;
    for (size_t i = 0; redis->more[i] != NULL; i++)
        words[count++] = redis->more[i];
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int log = open("/dev/null", O_WRONLY);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    execv(words[0], (char *const *)words);
    _exit(127);
}

static inline int redis_connect(const struct redis_test *redis)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    snprintf(to.sun_path, sizeof to.sun_path, "%s", redis->socket);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Says one line to it, as anybody could over its socket, and gives the first bytes of the answer.
 */
static inline const char *redis_says(const struct redis_test *redis, const char *line)
{
    static char answer[4096];
    int fd = redis_connect(redis);
    ssize_t length = -1;
    answer[0] = '\0';
    if (fd < 0)
        return answer;
    char text[512];
    int size = snprintf(text, sizeof text, "%s\r\n", line);
    /* It may be ending, or close the connections of its clients: that is no answer, and no signal.
     */
    if (send(fd, text, (size_t)size, MSG_NOSIGNAL) == size)
        length = read(fd, answer, sizeof answer - 1);
    answer[length > 0 ? length : 0] = '\0';
    close(fd);
    return answer;
}

/* Starts it on the files that are there, and waits for it. */
static inline void redis_up(struct redis_test *redis)
{
    redis->pid = redis_spawn(redis);
    PATIENCE_UNTIL(strncmp(redis_says(redis, "PING"), "+PONG", 5) == 0 ||
                   strncmp(redis_says(redis, "PING"), "-NOAUTH", 7) == 0);
    if (strncmp(redis_says(redis, "PING"), "+PONG", 5) != 0 &&
        strncmp(redis_says(redis, "PING"), "-NOAUTH", 7) != 0) {
        fprintf(stderr, "Redis does not start: is it there? tools/setup test\n");
        abort();
    }
}

/* Ends it, and waits until it is gone. */
static inline void redis_down(struct redis_test *redis, int signal)
{
    int status;
    if (redis->pid == 0)
        return;
    kill(redis->pid, signal);
    kill(redis->pid, SIGCONT);
    waitpid(redis->pid, &status, 0);
    redis->pid = 0;
}

/* Makes one, with settings beside the usual; NULL ends them. */
static inline void redis_make(struct redis_test *redis, ...)
{
    va_list more;
    size_t count = 0;
    *redis = (struct redis_test){.owner = getpid(), .scratch = scratch_new()};
    snprintf(redis->socket, sizeof redis->socket, "%s/redis.sock", redis->scratch.base);
    va_start(more, redis);
    while (count + 1 < REDIS_WORDS_MAX && (redis->more[count] = va_arg(more, const char *)) != NULL)
        count++;
    va_end(more);
    redis_up(redis);
}

/* A port that nobody has, below those that the system hands out by itself. */
static inline unsigned redis_free_port(void)
{
    static unsigned last;
    for (unsigned tries = 0; tries < 200; tries++) {
        last = (last == 0 ? (unsigned)getpid() : last) * 7919 + 131;
        unsigned port = 20000 + last % 12000;
        struct sockaddr_in at = {.sin_family = AF_INET,
                                 .sin_port = htons((uint16_t)port),
                                 .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
        int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        bool is_free = bind(fd, (struct sockaddr *)&at, sizeof at) == 0;
        close(fd);
        if (is_free)
            return port;
    }
    abort();
}

/* Has it listen on a port of this machine, too, by that setting ("port", "tls-port"). */
static inline void redis_listen(const struct redis_test *redis, const char *setting, char port[8])
{
    for (unsigned tries = 0; tries < 20; tries++) {
        char line[64];
        snprintf(port, 8, "%u", redis_free_port());
        snprintf(line, sizeof line, "CONFIG SET %s %s", setting, port);
        if (redis_says(redis, line)[0] == '+')
            return;
    }
    abort();
}

static inline void redis_remove(struct redis_test *redis)
{
    if (redis->owner != getpid())
        return;
    redis_down(redis, SIGKILL);
    scratch_remove(&redis->scratch);
    redis->owner = 0;
}

#endif
