/* tessera health: asks the server of a config how it is. For probes of containers and for scripts,
 * where no HTTP client is installed. */
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "os/clock.h"

enum {
    PATIENCE_S = 3, /* for each step, and twice that in all */
    REPLY_MAX = 16384
};

/* A server that listens on every address is asked on this machine's own. */
static const char *host_of(const struct config_address *address)
{
    struct tes_address ip;
    static const struct tes_address NOWHERE = {.length = 0};
    if (!tes_address_read(tes_slice_of(address->host), &ip) ||
        memcmp(ip.bytes, NOWHERE.bytes, ip.length) != 0)
        return address->host;
    return ip.length == 4 ? "127.0.0.1" : "::1";
}

static int connect_to(const struct config_address *address)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    const struct timeval patience = {.tv_sec = PATIENCE_S};
    struct addrinfo *found = NULL;
    int failure = getaddrinfo(host_of(address), address->port, &hints, &found);
    if (failure != 0)
        return -1;
    int to = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (to >= 0 && (setsockopt(to, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) != 0 ||
                    setsockopt(to, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) != 0 ||
                    connect(to, found->ai_addr, found->ai_addrlen) != 0)) {
        close(to);
        to = -1;
    }
    freeaddrinfo(found);
    return to;
}

/* Takes the reply until its end, within the time and the size; NULL, or what is wrong. */
static const char *take_reply(int from, struct tes_buf *reply)
{
    uint64_t end_us = tes_clock_steady_us() + (uint64_t)2 * PATIENCE_S * 1000 * 1000;
    char chunk[1024];
    for (;;) {
        ssize_t got = recv(from, chunk, sizeof chunk, 0);
        if (got == 0)
            return NULL;
        if (got < 0 && errno != EINTR)
            return "it does not answer";
        if (got > 0)
            tes_buf_append(reply, chunk, (size_t)got);
        if (reply->failed || tes_clock_steady_us() > end_us)
            return "it does not come to an end";
    }
}

/* What stands behind the head; tells whether the status was 200. */
static bool read_reply(struct tes_slice reply, struct tes_slice *body)
{
    static const struct tes_slice GOOD = TES_SLICE_INIT("HTTP/1.1 200 ");
    const char *end = memmem(reply.at, reply.length, "\r\n\r\n", 4);
    *body = (struct tes_slice){NULL, 0};
    if (end == NULL)
        return false;
    *body = (struct tes_slice){end + 4, reply.length - (size_t)(end + 4 - reply.at)};
    return tes_slice_starts(reply, GOOD);
}

/* The exit status. What the server says is shown with question marks for control characters. */
static int show(struct tes_slice reply)
{
    struct tes_slice body;
    bool is_good = read_reply(reply, &body);
    for (size_t i = 0; i < body.length; i++)
        putchar((unsigned char)body.at[i] < ' ' && body.at[i] != '\n' ? '?' : body.at[i]);
    if (body.at == NULL)
        return cli_fail("health: it does not answer as Tessera does");
    return is_good ? CLI_DONE : CLI_FAILED;
}

static int ask(const struct config_address *address, const char *path)
{
    static char memory[REPLY_MAX];
    char request[512];
    struct tes_buf reply = tes_buf_on(memory, sizeof memory);
    int server = connect_to(address);
    if (server < 0)
        return cli_fail("health: nobody listens there");
    int length = snprintf(request, sizeof request,
                          "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", path);
    const char *wrong = send(server, request, (size_t)length, MSG_NOSIGNAL) == length
                            ? take_reply(server, &reply)
                            : "it does not listen to what is asked";
    close(server);
    if (wrong == NULL)
        return show(tes_buf_done(&reply));
    char message[64];
    snprintf(message, sizeof message, "health: %s", wrong);
    return cli_fail(message);
}

static int run_health(const struct cli_call *call)
{
    struct config config;
    struct config_address address;
    struct tes_error error = {.text = ""};
    const char *listen = cli_value(call, "--listen");
    if (!cli_config(call, &config))
        return CLI_FAILED;
    bool is_good =
        (listen == NULL || config_set(&config, "listen", tes_slice_of(listen), &error)) &&
        config_address_read(tes_slice_of(config.listen), &address);
    config_free(&config);
    if (!is_good)
        return cli_wrong(call, error.text);
    if (strcmp(address.port, "0") == 0)
        return cli_wrong(call, "port 0 is none that a server can be asked on");
    return ask(&address, cli_given(call, "--ready") ? "/readyz" : "/healthz");
}

const struct cli_command cli_health = {
    .name = "health",
    .arguments = "",
    .summary = "Asks the running server whether it is alive; status 0 where it is, 1 where not.",
    .options = {CLI_CONFIG_OPTION,
                {"--listen", "HOST:PORT", "where it listens, in place of the config's", 1},
                {"--ready", NULL, "ask whether it is ready for visitors, and why not", 1}},
    .run = run_health,
};
