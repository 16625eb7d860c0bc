#include "http/sending.h"

#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "http/loop.h"

#define SENDING_MAX_US ((uint64_t)600 * 1000 * 1000) /* for one reply, however steady */
#define STOPPING_US    ((uint64_t)1500 * 1000)       /* likewise, once the loop stops */

static ssize_t send_parts(struct http_conn *conn)
{
    struct http_exchange *exchange = conn->exchange;
    char *at = exchange->output.at + exchange->output_sent;
    size_t length = exchange->output.length - exchange->output_sent;
    if (exchange->rest.length == 0)
        return send(conn->fd, at, length, MSG_NOSIGNAL);
    struct iovec parts[2] = {{at, length},
                             {(void *)(uintptr_t)exchange->rest.at, exchange->rest.length}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    return sendmsg(conn->fd, &message, MSG_NOSIGNAL);
}

static void count_sent(struct http_conn *conn, size_t sent)
{
    struct http_exchange *exchange = conn->exchange;
    conn->sent += sent;
    size_t of_output = exchange->output.length - exchange->output_sent;
    if (of_output > sent)
        of_output = sent;
    exchange->output_sent += of_output;
    if (exchange->rest.length > 0) {
        exchange->rest.at += sent - of_output;
        exchange->rest.length -= sent - of_output;
    }
}

bool http_sending_some(struct http_conn *conn)
{
    ssize_t sent = send_parts(conn);
    if (sent >= 0)
        count_sent(conn, (size_t)sent);
    return sent >= 0;
}

/* What the client has acknowledged. The kernel takes a lot at once and then nothing for long, so
 * that what it takes does not tell how the client does. */
static uint64_t count_taken(const struct http_conn *conn)
{
    int waiting = 0;
    if (ioctl(conn->fd, SIOCOUTQ, &waiting) != 0 || waiting < 0)
        return conn->sent;
    return conn->sent - (uint64_t)waiting;
}

void http_sending_begin(struct http_conn *conn)
{
    http_loop_enter(conn, HTTP_CONN_SENDING);
    conn->sending_since_us = conn->since_us;
    conn->taken = count_taken(conn);
}

/* However steady the client takes it: one that is slow on purpose must not hold up every stop. */
static bool is_over(const struct http_conn *conn)
{
    const struct http_loop *loop = conn->loop;
    return loop->now_us - conn->sending_since_us >= SENDING_MAX_US ||
           (loop->is_stopping && loop->now_us - loop->stopping_since_us >= STOPPING_US);
}

bool http_sending_goes_on(struct http_conn *conn)
{
    uint64_t now_us = conn->loop->now_us, taken = count_taken(conn);
    uint64_t wanted =
        conn->loop->shared->settings.send_rate_min * (now_us - conn->since_us) / 1000000;
    if (taken - conn->taken < (wanted > 0 ? wanted : 1) || is_over(conn))
        return false;
    conn->taken = taken;
    http_loop_enter(conn, HTTP_CONN_SENDING);
    return true;
}
