/*
 * A request is one packet, with the socket for its answer attached; the answer is a head and the
 * program's output. Both ends are this program, so numbers travel as they lie in memory.
 */
#include "server/helper/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/secret.h"
#include "os/clock.h"

enum {
    CHANNEL = STDERR_FILENO + 1, /* the helper's descriptor, behind the standard ones */
    ARGUMENTS_MAX = 32,
    PACKET_MAX = PATH_MAX + PIPE_BUF + 4096,
    OUTPUT_MAX = 16 * 1024 * 1024,
    PATIENCE_MS = 1000, /* past the deadline, for a machine that is busy */
    LOOK_MS = 100,      /* how often to look whether an order is cancelled */
};

struct request_head {
    uint32_t deadline_ms, output_max, input_length, argument_count;
};

struct answer_head {
    uint32_t status, length;
};

/* A descriptor on its way to another process. */
union attached {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(sizeof(int))];
};

/* ------------------------------------------------------------- the helper */

/* The server's variables may hold its secrets. Wiped where they lie: /proc shows that memory. */
static void forget_variables(void)
{
    for (char **variable = environ; variable != NULL && *variable != NULL; variable++)
        memset(*variable, 0, strlen(*variable));
    (void)clearenv();
}

/* Nothing of the server's but the channel. */
static bool let_go(int channel)
{
    if (dup2(channel, CHANNEL) < 0)
        return false;
    int nowhere = open("/dev/null", O_RDWR);
    if (nowhere < 0)
        return false;
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        if (dup2(nowhere, i) < 0)
            return false;
    return close_range(CHANNEL + 1, ~0U, 0) == 0;
}

/* Signals for the server's group, or for all of a service, are the server's to heed: it may still
 * have texts to read when it is told to end. */
static void ignore_signals(void)
{
    static const int IGNORED[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE};
    sigset_t none;
    for (size_t i = 0; i < sizeof IGNORED / sizeof IGNORED[0]; i++)
        signal(IGNORED[i], SIG_IGN);
    signal(SIGCHLD, SIG_IGN); /* nobody asks how its children ended */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Steps over one string; NULL where it has no end. */
static char *next_string(char **at, const char *end)
{
    char *string = *at;
    char *nul = memchr(string, '\0', (size_t)(end - string));
    if (nul == NULL)
        return NULL;
    *at = nul + 1;
    return string;
}

struct request {
    struct request_head head;
    struct program_order order;
    char *arguments[ARGUMENTS_MAX + 1];
};

static bool read_request(char *packet, size_t length, struct request *request)
{
    char *at = packet + sizeof request->head, *end = packet + length;
    if (length < sizeof request->head)
        return false;
    memcpy(&request->head, packet, sizeof request->head);
    if (request->head.argument_count > ARGUMENTS_MAX || request->head.output_max > OUTPUT_MAX)
        return false;
    request->order.path = next_string(&at, end);
    bool is_good = request->order.path != NULL;
    for (uint32_t i = 0; is_good && i < request->head.argument_count; i++)
        is_good = (request->arguments[i] = next_string(&at, end)) != NULL;
    request->arguments[request->head.argument_count] = NULL;
    request->order.arguments = request->arguments;
    request->order.input = (struct tes_slice){at, request->head.input_length};
    request->order.deadline_ms = request->head.deadline_ms;
    return is_good && (size_t)(end - at) == request->head.input_length;
}

static bool send_all(int to, const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length > 0) {
        ssize_t sent = send(to, at, length, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR)
            return false;
        if (sent > 0) {
            at += sent;
            length -= (size_t)sent;
        }
    }
    return true;
}

/* In a process of its own. Without an answer its socket just ends, which says enough. */
_Noreturn static void answer(char *packet, size_t length, int to)
{
    struct request request;
    close(CHANNEL);
    signal(SIGCHLD, SIG_DFL);
    if (!read_request(packet, length, &request))
        _exit(1);
    char *memory = malloc(request.head.output_max + 1);
    if (memory == NULL)
        _exit(1);
    struct tes_buf output = tes_buf_on(memory, request.head.output_max);
    enum tes_status status = program_run(&request.order, to, &output);
    struct answer_head head = {(uint32_t)status,
                               status == TES_OK ? (uint32_t)output.length : UINT32_C(0)};
    bool is_sent = send_all(to, &head, sizeof head) && send_all(to, memory, head.length);
    _exit(is_sent ? 0 : 1);
}

/* One packet; -1 when the server is gone. */
static ssize_t receive(char *packet, int *attached_fd)
{
    union attached attached = {.bytes = {0}};
    struct iovec part = {packet, PACKET_MAX};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = attached.bytes,
                             .msg_controllen = sizeof attached.bytes};
    ssize_t length = recvmsg(CHANNEL, &message, MSG_CMSG_CLOEXEC);
    if (length < 0 && errno == EINTR)
        return 0;
    const struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    if (length > 0 && head != NULL && head->cmsg_type == SCM_RIGHTS)
        memcpy(attached_fd, CMSG_DATA(head), sizeof *attached_fd);
    return length > 0 ? length : -1;
}

_Noreturn static void help(void)
{
    char packet[PACKET_MAX];
    for (;;) {
        int to = -1;
        ssize_t length = receive(packet, &to);
        if (length < 0)
            _exit(0);
        if (length > 0 && to >= 0 && fork() == 0)
            answer(packet, (size_t)length, to);
        if (length > 0) /* what is asked for may not concern the next one */
            tes_wipe(packet, (size_t)length);
        if (to >= 0)
            close(to);
    }
}

_Noreturn static void become_helper(int channel, pid_t server)
{
    (void)prctl(PR_SET_NAME, "tessera-helper");
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)setsid();
    ignore_signals();
    forget_variables();
    if (getppid() != server || !let_go(channel))
        _exit(1);
    help();
}

/* ------------------------------------------------------------- the server */

/* Away from the numbers of the standard descriptors, where those are missing. */
static bool open_pair(int type, int ends[2])
{
    int pair[2];
    if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        ends[i] = fcntl(pair[i], F_DUPFD_CLOEXEC, CHANNEL);
        close(pair[i]);
    }
    if (ends[0] >= 0 && ends[1] >= 0)
        return true;
    for (unsigned i = 0; i < 2; i++)
        if (ends[i] >= 0)
            close(ends[i]);
    return false;
}

bool helper_start(struct helper *helper)
{
    int ends[2];
    pid_t server = getpid();
    helper->channel = -1;
    helper->process = -1;
    atomic_init(&helper->is_gone, false);
    if (!open_pair(SOCK_SEQPACKET, ends))
        return false;
    helper->process = fork();
    if (helper->process == 0)
        become_helper(ends[1], server);
    close(ends[1]);
    if (helper->process < 0) {
        close(ends[0]);
        return false;
    }
    helper->channel = ends[0];
    return true;
}

bool helper_is_there(const struct helper *helper)
{
    return helper->channel >= 0 && !atomic_load_explicit(&helper->is_gone, memory_order_relaxed);
}

static struct tes_slice write_request(char *packet, const struct program_order *order,
                                      size_t output_max)
{
    struct request_head head = {.deadline_ms = order->deadline_ms,
                                .output_max = (uint32_t)output_max,
                                .input_length = (uint32_t)order->input.length};
    struct tes_buf buf = tes_buf_on(packet, PACKET_MAX);
    char *start = tes_buf_extend(&buf, sizeof head);
    tes_buf_append(&buf, order->path, strlen(order->path) + 1);
    for (; order->arguments[head.argument_count] != NULL; head.argument_count++)
        tes_buf_append(&buf, order->arguments[head.argument_count],
                       strlen(order->arguments[head.argument_count]) + 1);
    tes_buf_slice(&buf, order->input);
    memcpy(start, &head, sizeof head);
    return head.argument_count <= ARGUMENTS_MAX ? tes_buf_done(&buf) : (struct tes_slice){NULL, 0};
}

/* Never waits: a helper that does not take what is sent has no room for it, or is gone. */
static bool ask(struct helper *helper, struct tes_slice packet, int answer_end)
{
    union attached attached = {.bytes = {0}};
    struct iovec part = {(void *)(uintptr_t)packet.at, packet.length};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = attached.bytes,
                             .msg_controllen = sizeof attached.bytes};
    attached.head = (struct cmsghdr){
        .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof answer_end)};
    memcpy(CMSG_DATA(&attached.head), &answer_end, sizeof answer_end);
    if (sendmsg(helper->channel, &message, MSG_NOSIGNAL | MSG_DONTWAIT) >= 0)
        return true;
    if (errno == EPIPE || errno == ECONNRESET)
        atomic_store(&helper->is_gone, true);
    return false;
}

/* How long an answer is waited for. */
struct patience {
    uint64_t ends_at_us;
    const atomic_bool *is_cancelled; /* NULL: it never is */
};

/* Milliseconds to wait before looking again; 0: no more. */
static int patience_left(const struct patience *patience)
{
    uint64_t now_us = tes_clock_steady_us();
    bool can_be_cancelled = patience->is_cancelled != NULL;
    if (now_us >= patience->ends_at_us || (can_be_cancelled && atomic_load(patience->is_cancelled)))
        return 0;
    uint64_t left_ms = (patience->ends_at_us - now_us) / 1000 + 1;
    return can_be_cancelled && left_ms > LOOK_MS ? LOOK_MS : (int)left_ms;
}

/* Reads exactly so much, in time. */
static bool take(int from, char *at, size_t length, const struct patience *patience)
{
    while (length > 0) {
        struct pollfd wanted = {.fd = from, .events = POLLIN};
        int left_ms = patience_left(patience);
        if (left_ms == 0 || (poll(&wanted, 1, left_ms) < 0 && errno != EINTR))
            return false;
        ssize_t got = recv(from, at, length, MSG_DONTWAIT);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
            return false;
        if (got > 0) {
            at += got;
            length -= (size_t)got;
        }
    }
    return true;
}

static enum tes_status take_answer(int from, const struct patience *patience,
                                   struct tes_buf *output)
{
    struct answer_head head;
    if (!take(from, (char *)&head, sizeof head, patience))
        return TES_FAILED;
    if (head.status != TES_OK)
        return (enum tes_status)head.status;
    size_t before = output->length;
    char *at = tes_buf_extend(output, head.length);
    if (at == NULL)
        return TES_TOO_SMALL;
    if (take(from, at, head.length, patience))
        return TES_OK;
    output->length = before;
    return TES_FAILED;
}

enum tes_status helper_run(struct helper *helper, const struct program_order *order,
                           const atomic_bool *is_cancelled, struct tes_buf *output)
{
    char packet[PACKET_MAX];
    int ends[2];
    struct patience patience = {
        tes_clock_steady_us() + (uint64_t)(order->deadline_ms + PATIENCE_MS) * 1000, is_cancelled};
    enum tes_status status = TES_FAILED;
    if (order->input.length > PIPE_BUF)
        return TES_BAD_ARGUMENT;
    struct tes_slice request = write_request(packet, order, output->size - output->length);
    if (request.length == 0)
        return TES_BAD_ARGUMENT;
    if (helper_is_there(helper) && open_pair(SOCK_STREAM, ends)) {
        bool is_asked = ask(helper, request, ends[1]);
        close(ends[1]); /* or its end would never be seen */
        if (is_asked)
            status = take_answer(ends[0], &patience, output);
        close(ends[0]);
    }
    tes_wipe(packet, request.length);
    return status;
}

void helper_end(struct helper *helper)
{
    if (helper->channel < 0)
        return;
    close(helper->channel);
    helper->channel = -1;
    kill(helper->process, SIGKILL); /* it may have been stopped */
    while (waitpid(helper->process, NULL, 0) < 0 && errno == EINTR)
        continue;
}
