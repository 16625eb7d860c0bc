#include "store/db/redis/redis_link.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "store/db/redis/redis_tls.h"
#include "store/db/resolve.h"

#define OUT_FIRST       ((size_t)64 * 1024)
#define OUT_MAX         ((size_t)16 * 1024 * 1024)
#define READ_BYTES      ((size_t)16 * 1024)
#define WORDS_MAX       16
#define USER_TIMEOUT_MS 10000 /* a peer that acknowledges nothing for so long is gone */
#define NO_ANSWER       "it does not answer"
#define NO_TLS          "it does not answer in TLS: is this its port for TLS?"
#define BROKEN          "the connection broke"
#define BROKEN_TLS      BROKEN "; does it want a client's certificate (options cert and key)?"

/* ------------------------------------------------------------------ memory */

static bool grow(struct tes_buf *buf, size_t size_wanted)
{
    size_t size = buf->size;
    while (size < size_wanted)
        size *= 2;
    char *at = realloc(buf->at, size);
    if (at == NULL)
        return false;
    buf->at = at;
    buf->size = size;
    return true;
}

bool redis_link_start(struct redis_link *link, const struct redis_library *hiredis)
{
    *link = (struct redis_link){.hiredis = hiredis, .fd = -1};
    link->out = (struct tes_buf){.at = malloc(OUT_FIRST), .grow = grow, .ceiling = OUT_MAX};
    link->out.size = link->out.at != NULL ? OUT_FIRST : 0;
    return link->out.at != NULL;
}

void redis_link_free(struct redis_link *link)
{
    redis_link_close(link);
    free(link->out.at);
    link->out.at = NULL;
}

void redis_link_close(struct redis_link *link)
{
    redis_tls_free(link->tls);
    link->tls = NULL;
    redis_replies_free(link->replies);
    link->replies = NULL;
    if (link->fd >= 0)
        close(link->fd);
    link->fd = -1;
    link->out.length = link->sent = 0;
    link->out.failed = false;
}

bool redis_link_fail(struct redis_link *link, const char *why)
{
    if (link->why == NULL)
        link->why = why;
    redis_link_close(link);
    return false;
}

/* -------------------------------------------------------------- connecting */

static bool connect_one(struct redis_link *link, const struct sockaddr *to, socklen_t length,
                        uint64_t until_us)
{
    static const int yes = 1, user_timeout_ms = USER_TIMEOUT_MS;
    int problem = 0;
    socklen_t problem_length = sizeof problem;
    link->fd = socket(to->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (link->fd < 0)
        return false;
    if (to->sa_family != AF_UNIX) {
        (void)setsockopt(link->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        (void)setsockopt(link->fd, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes);
        (void)setsockopt(link->fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &user_timeout_ms,
                         sizeof user_timeout_ms);
    }
    if (connect(link->fd, to, length) == 0)
        return true;
    if (errno == EINPROGRESS && deadline_wait(until_us, link->fd, POLLOUT) &&
        getsockopt(link->fd, SOL_SOCKET, SO_ERROR, &problem, &problem_length) == 0 && problem == 0)
        return true;
    close(link->fd);
    link->fd = -1;
    return false;
}

static bool connect_socket(struct redis_link *link, const char *path)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length >= sizeof to.sun_path)
        return false;
    memcpy(to.sun_path, path, length + 1);
    return connect_one(link, (const struct sockaddr *)&to, sizeof to, link->until_us);
}

/* Each of a name's addresses has its part of the time. */
static bool connect_host(struct redis_link *link, const struct redis_host *host)
{
    struct resolve_addresses found;
    if (!resolve_name(host->name, host->port, deadline_left_ms(link->until_us), &found)) {
        link->why = "its name can't be resolved";
        return false;
    }
    for (size_t i = 0; i < found.count; i++)
        if (connect_one(link, (const struct sockaddr *)&found.at[i].address, found.at[i].length,
                        deadline_share(link->until_us, found.count - i)))
            return true;
    return false;
}

static bool shake_hands(struct redis_link *link, const struct redis_address *address,
                        const struct redis_host *host)
{
    short events;
    const char *why = NULL;
    link->tls = redis_tls_new(link->fd, address, host, &why);
    if (link->tls == NULL)
        return redis_link_fail(link, why);
    while ((events = redis_tls_shake_hands(link->tls, &why)) != 0)
        if (why != NULL || !deadline_wait(link->until_us, link->fd, events))
            return redis_link_fail(link, why != NULL ? why : NO_TLS);
    return true;
}

bool redis_link_connect(struct redis_link *link, const struct redis_address *address,
                        const struct redis_host *host)
{
    redis_link_close(link);
    link->why = NULL;
    bool is_there = host == NULL ? connect_socket(link, address->socket) : connect_host(link, host);
    if (!is_there)
        return redis_link_fail(link, deadline_left_ms(link->until_us) > 0
                                         ? "it can't be reached: no server is there"
                                         : NO_ANSWER);
    link->replies = redis_replies_new(link->hiredis);
    if (link->replies == NULL)
        return redis_link_fail(link, "out of memory");
    return !address->is_tls || shake_hands(link, address, host);
}

bool redis_link_is_stale(struct redis_link *link)
{
    char byte;
    short events;
    if (link->fd >= 0 && deadline_is_quiet(link->fd))
        return false;
    /* TLS has words of its own, which nobody asked for. */
    return link->fd < 0 || link->tls == NULL ||
           redis_tls_read(link->tls, &byte, sizeof byte, &events) != 0;
}

/* ---------------------------------------------------------------- commands */

void redis_link_add(struct redis_link *link, const struct tes_slice *words, size_t count)
{
    const char *at[WORDS_MAX];
    size_t lengths[WORDS_MAX];
    char *command = NULL;
    for (size_t i = 0; i < count && i < WORDS_MAX; i++) {
        at[i] = words[i].at;
        lengths[i] = words[i].length;
    }
    int length = count <= WORDS_MAX
                     ? link->hiredis->FormatCommandArgv(&command, (int)count, at, lengths)
                     : -1;
    if (length < 0) {
        link->out.failed = true;
        return;
    }
    tes_buf_append(&link->out, command, (size_t)length);
    link->hiredis->FreeCommand(command);
}

void redis_link_say_words(struct redis_link *link, const char *const *words)
{
    struct tes_slice slices[WORDS_MAX] = {{NULL, 0}};
    size_t count = 0;
    while (count < WORDS_MAX && words[count] != NULL) {
        slices[count] = tes_slice_of(words[count]);
        count++;
    }
    redis_link_add(link, slices, count);
}

/* Bytes that were read or written; 0: it must be waited for `*events` first; -1: it is broken. */
static ssize_t transfer(struct redis_link *link, bool is_write, char *bytes, size_t length,
                        short *events)
{
    ssize_t done;
    *events = is_write ? POLLOUT : POLLIN;
    if (link->tls != NULL)
        return is_write ? redis_tls_write(link->tls, bytes, length, events)
                        : redis_tls_read(link->tls, bytes, length, events);
    do
        done = is_write ? send(link->fd, bytes, length, MSG_NOSIGNAL)
                        : recv(link->fd, bytes, length, 0);
    while (done < 0 && errno == EINTR);
    if (done > 0)
        return done;
    return done < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? 0 : -1;
}

/* Sends as much as goes; `*events` is what to wait for, or 0 where all is sent. */
static bool flush(struct redis_link *link, short *events)
{
    *events = 0;
    while (link->sent < link->out.length) {
        ssize_t done =
            transfer(link, true, link->out.at + link->sent, link->out.length - link->sent, events);
        if (done <= 0)
            return done == 0;
        link->sent += (size_t)done;
    }
    link->out.length = link->sent = 0;
    *events = 0;
    return true;
}

/* Takes in what has come; `*events` is what to wait for, or 0 where something came. */
static const char *take_in(struct redis_link *link, const char *broken, short *events)
{
    char bytes[READ_BYTES];
    ssize_t length = transfer(link, false, bytes, sizeof bytes, events);
    if (length <= 0)
        return length == 0 ? NULL : broken;
    *events = 0;
    return redis_replies_feed(link->replies, bytes, (size_t)length)
               ? NULL
               : "it says more than it was asked for";
}

const struct redis_reply *redis_link_next(struct redis_link *link)
{
    const struct redis_reply *reply = NULL;
    short to_send, to_read;
    const char *broken = link->tls != NULL ? BROKEN_TLS : BROKEN;
    const char *why = link->fd < 0 ? BROKEN : link->out.failed ? "out of memory" : NULL;
    while (why == NULL) {
        if (!redis_replies_next(link->replies, &reply))
            why = "what it says is not what a Redis says";
        if (why != NULL || reply != NULL)
            break;
        why = flush(link, &to_send) ? take_in(link, broken, &to_read) : broken;
        if (why == NULL && to_read != 0 &&
            !deadline_wait(link->until_us, link->fd, to_send | to_read))
            why = NO_ANSWER;
    }
    if (why != NULL)
        redis_link_fail(link, why);
    return why == NULL ? reply : NULL;
}

static const char *meaning_of(struct tes_slice error)
{
    static const struct {
        const char *word, *text;
    } ERRORS[] = {
#define REDIS_ERROR(word, text) {word, text},
#include "store/db/redis/redis_errors.def"
#undef REDIS_ERROR
    };
    struct tes_slice word = tes_slice_cut(&error, ' ');
    for (size_t i = 0; i < sizeof ERRORS / sizeof ERRORS[0]; i++)
        if (tes_slice_equal(word, tes_slice_of(ERRORS[i].word)))
            return ERRORS[i].text;
    return "it refuses a command";
}

bool redis_link_refuse(struct redis_link *link, const struct redis_reply *error)
{
    return redis_link_fail(link, meaning_of(error->text));
}

const struct redis_reply *redis_link_good(struct redis_link *link)
{
    const struct redis_reply *reply = redis_link_next(link);
    if (reply == NULL || reply->type != REDIS_IS_ERROR)
        return reply;
    (void)redis_link_refuse(link, reply);
    return NULL;
}
