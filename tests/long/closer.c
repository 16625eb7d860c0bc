/* closer PORT THREADS: clients that send two requests and are gone before the replies, until
 * SIGTERM comes; prints how many. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define THREADS_MAX 32

static struct sockaddr_in server;
static atomic_bool is_over;

static void *close_often(void *argument)
{
    static const char requests[] = "GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n"
                                   "GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n";
    unsigned long *count = argument;
    while (!atomic_load(&is_over)) {
        int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connect(fd, (const struct sockaddr *)&server, sizeof server) == 0 &&
            send(fd, requests, sizeof requests - 1, MSG_NOSIGNAL) > 0)
            ++*count;
        else
            usleep(5000);
        close(fd);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS_MAX];
    unsigned long counts[THREADS_MAX] = {0}, sum = 0;
    if (argc != 3)
        return 2;
    unsigned count = (unsigned)strtoul(argv[2], NULL, 10);
    server = (struct sockaddr_in){.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)strtoul(argv[1], NULL, 10)),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (count > THREADS_MAX)
        count = THREADS_MAX;
    sigset_t ending;
    sigemptyset(&ending);
    sigaddset(&ending, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &ending, NULL);
    for (unsigned i = 0; i < count; i++)
        if (pthread_create(&threads[i], NULL, close_often, &counts[i]) != 0)
            return 1;
    sigwait(&ending, &(int){0});
    atomic_store(&is_over, true);
    for (unsigned i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
        sum += counts[i];
    }
    printf("%lu\n", sum);
    return 0;
}
