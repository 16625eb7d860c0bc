/*
 * cable.c: a network cable between two namespaces, made of two tun devices, with packets from the
 * far end held up for as long as it is told: `cable NAME PID` makes the device NAME here and
 * "cable" where process PID is. It says "ready"; each line on stdin is a number of milliseconds. It
 * ends with its stdin, and the devices with it.
 *
 * The kernel can do this (netem), but not every kernel that tests run on was built with it.
 */
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { PACKET_MAX = 2048, HELD_MAX = 16384 };

struct packet {
    long long due_ms;
    ssize_t length;
    char bytes[PACKET_MAX];
};

static struct packet held[HELD_MAX]; /* a ring: what came from the far end, in order */
static unsigned first, count;

static long long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int open_device(const char *name)
{
    struct ifreq request;
    int device = open("/dev/net/tun", O_RDWR | O_CLOEXEC | O_NONBLOCK);
    memset(&request, 0, sizeof request);
    request.ifr_flags = IFF_TUN | IFF_NO_PI;
    strncpy(request.ifr_name, name, IFNAMSIZ - 1);
    if (device < 0 || ioctl(device, TUNSETIFF, &request) != 0) {
        perror("cable: /dev/net/tun");
        exit(1);
    }
    return device;
}

static void enter(const char *pid)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%s/ns/net", pid);
    int space = open(path, O_RDONLY | O_CLOEXEC);
    if (space < 0 || setns(space, CLONE_NEWNET) != 0) {
        perror("cable: setns");
        exit(1);
    }
}

static void take(int far, long long delay_ms)
{
    while (count < HELD_MAX) { /* what does not fit waits in the device, and is dropped there */
        struct packet *packet = &held[(first + count) % HELD_MAX];
        packet->length = read(far, packet->bytes, sizeof packet->bytes);
        if (packet->length <= 0)
            return;
        packet->due_ms = now_ms() + delay_ms;
        count++;
    }
}

/* A device that is not up yet takes nothing: the packet is lost, as on any cable. */
static void send_on(int device, const char *bytes, size_t length)
{
    ssize_t written = write(device, bytes, length);
    (void)written;
}

static void hand_over(int near)
{
    while (count > 0 && held[first].due_ms <= now_ms()) {
        send_on(near, held[first].bytes, (size_t)held[first].length);
        first = (first + 1) % HELD_MAX;
        count--;
    }
}

static void carry(int near, int far)
{
    char bytes[PACKET_MAX];
    ssize_t length;
    while ((length = read(near, bytes, sizeof bytes)) > 0)
        send_on(far, bytes, (size_t)length);
}

int main(int argc, char **argv)
{
    char line[32];
    long long delay_ms = 0;
    if (argc != 3)
        return 2;
    int near = open_device(argv[1]);
    enter(argv[2]);
    int far = open_device("cable");
    puts("ready");
    fflush(stdout);
    struct pollfd polled[] = {{near, POLLIN, 0}, {far, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    for (;;) {
        long long left = count > 0 ? held[first].due_ms - now_ms() : 1000;
        poll(polled, 3, left < 0 ? 0 : (int)left);
        if (polled[2].revents != 0) {
            ssize_t length = read(STDIN_FILENO, line, sizeof line - 1);
            if (length <= 0)
                return 0;
            line[length] = '\0';
            delay_ms = atoll(line);
            for (unsigned i = 0; i < count; i++) /* what is held may not be overtaken */
                held[(first + i) % HELD_MAX].due_ms = now_ms();
        }
        take(far, delay_ms);
        hand_over(near);
        carry(near, far);
    }
}
