/*
 * Two buffers: lines are added to one while the thread writes the other; then they change places.
 * Invariant: `untold` are the lost lines that no notice has told of; they come behind those in
 * `filling`, which had no room for them, or are older, where writing failed.
 */
#include "server/log/log_writer.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "os/clock.h"
#include "os/thread.h"
#include "server/log/log.h"

#define BUFFER_BYTES 32768
#define FLUSH_MS     500

enum state { DIRECT, QUEUED, STOPPING, GIVEN_UP };

struct lines {
    size_t length;
    char bytes[BUFFER_BYTES];
};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed, idle;
    enum state state;
    bool is_writing;
    struct lines buffers[2], *filling;
    uint64_t untold;
    log_writer_notice *notice;
    pthread_t thread;
} writer = {.lock = PTHREAD_MUTEX_INITIALIZER, .filling = &writer.buffers[0]};

static atomic_ullong lost_ever;

static bool write_whole(struct tes_slice line)
{
    while (line.length > 0) {
        ssize_t written = write(STDERR_FILENO, line.at, line.length);
        if (written > 0) {
            line.at += written;
            line.length -= (size_t)written;
        } else if (written < 0 && errno == EAGAIN) {
            /* Somebody who shares stderr with us made it so. */
            struct pollfd room = {.fd = STDERR_FILENO, .events = POLLOUT};
            (void)poll(&room, 1, -1);
        } else if (written < 0 && errno != EINTR) {
            return false;
        }
    }
    return true;
}

/* Writes a buffer line by line; how many of them failed. */
static uint64_t write_lines(const struct lines *lines)
{
    struct tes_slice rest = {lines->bytes, lines->length};
    uint64_t failed = 0;
    while (rest.length > 0) {
        const char *end = memchr(rest.at, '\n', rest.length);
        size_t length = end != NULL ? (size_t)(end - rest.at) + 1 : rest.length;
        failed += !write_whole((struct tes_slice){rest.at, length});
        rest.at += length;
        rest.length -= length;
    }
    return failed;
}

/* Tells of lost lines; how many are untold after it. */
static uint64_t tell(uint64_t untold)
{
    char line[LOG_LINE_MAX];
    if (untold == 0)
        return 0;
    size_t length = writer.notice(line, untold);
    return write_whole((struct tes_slice){line, length}) ? 0 : untold;
}

/* Writes what waits, the lock held but for the writing. */
static void write_what_waits(void)
{
    struct lines *full = writer.filling;
    uint64_t untold = writer.untold;
    writer.filling = full == &writer.buffers[0] ? &writer.buffers[1] : &writer.buffers[0];
    writer.untold = 0;
    writer.is_writing = true;
    pthread_mutex_unlock(&writer.lock);
    uint64_t failed = write_lines(full);
    atomic_fetch_add(&lost_ever, failed);
    untold = tell(untold + failed);
    pthread_mutex_lock(&writer.lock);
    full->length = 0;
    writer.untold += untold;
    writer.is_writing = false;
    pthread_cond_broadcast(&writer.idle);
}

static void *write_until_stopped(void *context)
{
    (void)context;
    pthread_mutex_lock(&writer.lock);
    for (;;) {
        if (writer.filling->length > 0)
            write_what_waits();
        else if (writer.state == QUEUED)
            pthread_cond_wait(&writer.changed, &writer.lock);
        else
            break;
    }
    pthread_mutex_unlock(&writer.lock);
    return NULL;
}

bool log_writer_start(log_writer_notice *notice)
{
    if (writer.state != DIRECT)
        return false;
    tes_thread_condition(&writer.changed);
    tes_thread_condition(&writer.idle);
    writer.notice = notice;
    writer.state = QUEUED;
    if (!tes_thread_start(&writer.thread, write_until_stopped, NULL))
        writer.state = DIRECT;
    return writer.state == QUEUED;
}

/* Waits until nothing waits, the lock held; false where that takes too long. */
static bool wait_for_idle(void)
{
    uint64_t until_us = tes_clock_steady_us() + (uint64_t)FLUSH_MS * 1000;
    bool in_time = true;
    while (in_time && (writer.is_writing || writer.filling->length > 0))
        in_time = tes_thread_wait(&writer.idle, &writer.lock, until_us);
    return !writer.is_writing && writer.filling->length == 0;
}

void log_writer_flush(void)
{
    pthread_mutex_lock(&writer.lock);
    if (writer.state == QUEUED)
        (void)wait_for_idle();
    pthread_mutex_unlock(&writer.lock);
}

bool log_writer_stop(void)
{
    pthread_mutex_lock(&writer.lock);
    if (writer.state != QUEUED) {
        bool is_direct = writer.state == DIRECT;
        pthread_mutex_unlock(&writer.lock);
        return is_direct;
    }
    writer.state = STOPPING;
    pthread_cond_signal(&writer.changed);
    bool is_done = wait_for_idle();
    writer.state = is_done ? DIRECT : GIVEN_UP;
    pthread_mutex_unlock(&writer.lock);
    if (is_done) {
        pthread_join(writer.thread, NULL);
        pthread_cond_destroy(&writer.changed);
        pthread_cond_destroy(&writer.idle);
    } else {
        pthread_detach(writer.thread);
    }
    return is_done;
}

void log_writer_add(struct tes_slice line)
{
    pthread_mutex_lock(&writer.lock);
    bool is_direct = writer.state == DIRECT;
    struct lines *lines = writer.filling;
    if (is_direct) {
        /* Nobody could be told of a failure. */
    } else if (writer.state != GIVEN_UP && line.length <= BUFFER_BYTES - lines->length) {
        memcpy(lines->bytes + lines->length, line.at, line.length);
        lines->length += line.length;
        pthread_cond_signal(&writer.changed);
    } else {
        writer.untold++;
        atomic_fetch_add(&lost_ever, 1);
    }
    pthread_mutex_unlock(&writer.lock);
    if (is_direct)
        (void)write_whole(line);
}

uint64_t log_writer_lost(void)
{
    return atomic_load(&lost_ever);
}
