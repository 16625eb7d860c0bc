/*
 * The program gets everything on its standard input, in the form of its config file: a command line
 * can be read by everybody on the machine.
 */
#include "extras/alerts/webhook.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/codec.h"
#include "base/secret.h"
#include "os/clock.h"
#include "server/log/log.h"
#include "store/db/backoff.h"
#include "store/db/write_queue.h"

#define MAC_BYTES    32
#define PAUSE_MAX_MS 600000
#define START_MS     500 /* for the program to start and end, past the time that a post may take */

struct webhook {
    struct config_holder *config;
    struct metrics *metrics;
    struct helper *helper;
    struct write_queue *queue;
    atomic_bool is_stopping;
    unsigned lost; /* the thread's alone, until it has ended */
};

struct post {
    struct write_queue_item item;
    size_t length;
    char body[];
};

bool webhook_can_post(const struct config *config, struct tes_error *error)
{
    bool is_good = strcmp(config->monitoring_webhook_url, CONFIG_OFF) == 0 ||
                   strcmp(config->monitoring_webhook_secret, CONFIG_OFF) != 0;
    if (!is_good)
        tes_error_set(error, "monitoring.webhook.url: posts are signed, and "
                             "monitoring.webhook.secret is not set: nothing is posted");
    return is_good;
}

/* False: nothing is to be posted, or there is no such program. */
static bool find_program(const struct config *config, char path[PATH_MAX])
{
    return strcmp(config->monitoring_webhook_program, CONFIG_OFF) != 0 &&
           program_find(config->monitoring_webhook_program, path);
}

bool webhook_has_program(const struct config *config)
{
    char path[PATH_MAX];
    return strcmp(config->monitoring_webhook_url, CONFIG_OFF) == 0 || find_program(config, path);
}

/* "t=SECONDS,v1=HEX" */
static bool write_signature(struct tes_buf *buf, const char *secret, struct tes_slice body)
{
    char memory[WEBHOOK_BODY_MAX + 32];
    uint8_t mac[MAC_BYTES];
    unsigned length = 0;
    struct tes_buf message = tes_buf_on(memory, sizeof memory);
    int64_t now_s = (int64_t)(tes_clock_wall_ms() / 1000);

    tes_buf_number(&message, now_s);
    tes_buf_char(&message, '.');
    tes_buf_slice(&message, body);
    if (message.failed || HMAC(EVP_sha256(), secret, (int)strlen(secret), (const uint8_t *)memory,
                               message.length, mac, &length) == NULL)
        return false;
    tes_buf_text(buf, "t=");
    tes_buf_number(buf, now_s);
    tes_buf_text(buf, ",v1=");
    tes_hex_encode(buf, mac, length);
    return length == MAC_BYTES;
}

/* A value between quotes, as the program's config takes it. Addresses and JSON have no control
 * characters. */
static void write_quoted(struct tes_buf *buf, struct tes_slice text)
{
    tes_buf_char(buf, '"');
    for (size_t i = 0; i < text.length; i++) {
        if (text.at[i] == '"' || text.at[i] == '\\')
            tes_buf_char(buf, '\\');
        tes_buf_char(buf, text.at[i]);
    }
    tes_buf_text(buf, "\"\n");
}

/* What is asked of the program: one request to that address as it stands, no other protocol, no
 * redirect, and of the reply the status alone. */
static bool write_order(struct tes_buf *buf, const struct config *config, struct tes_slice body)
{
    tes_buf_text(buf, "url = ");
    write_quoted(buf, tes_slice_of(config->monitoring_webhook_url));
    tes_buf_text(buf, "globoff\n"
                      "proto = \"=http,https\"\n"
                      "max-redirs = 0\n"
                      "silent\n"
                      "output = \"/dev/null\"\n"
                      "max-filesize = 1000000\n"
                      "write-out = \"%{http_code}\"\n"
                      "user-agent = \"Tessera\"\n"
                      "header = \"Content-Type: application/json\"\n"
                      "header = \"Expect:\"\n"
                      "max-time = ");
    tes_buf_thousandths(buf, config->monitoring_webhook_timeout_ms);
    tes_buf_text(buf, "\nheader = \"Tessera-Signature: ");
    if (!write_signature(buf, config->monitoring_webhook_secret, body))
        return false;
    tes_buf_text(buf, "\"\ndata-raw = ");
    write_quoted(buf, body);
    return !buf->failed;
}

/* One try. NULL, or why it failed; `why` is room for that. */
static const char *try_once(struct webhook *webhook, const struct config *config,
                            struct tes_slice body, char why[32])
{
    /* Without the first, it would read a file of the user's. */
    char *const arguments[] = {"curl", "--disable", "--config", "-", NULL};
    char path[PATH_MAX], order_text[PIPE_BUF], status[16];
    struct tes_buf order_buf = tes_buf_on(order_text, sizeof order_text);
    struct tes_buf output = tes_buf_on(status, sizeof status);
    const char *trouble = NULL;

    if (!find_program(config, path))
        return "there is no program to post with";
    if (!write_order(&order_buf, config, body))
        trouble = "it does not fit the program's input";
    struct program_order order = {path, arguments, tes_buf_done(&order_buf),
                                  config->monitoring_webhook_timeout_ms + START_MS};
    if (trouble == NULL &&
        helper_run(webhook->helper, &order, &webhook->is_stopping, &output) != TES_OK)
        trouble = "no answer";
    tes_wipe(order_text, sizeof order_text);
    if (trouble == NULL && !(output.length == 3 && status[0] == '2')) {
        snprintf(why, 32, "status %.*s", (int)output.length, status);
        trouble = why;
    }
    return trouble;
}

/* Tries until it is taken. The config may change meanwhile: each try takes what is in force. */
static void deliver(struct webhook *webhook, struct write_queue *queue, struct tes_slice body)
{
    for (unsigned attempt = 1;; attempt++) {
        const struct config *config = config_holder_get(webhook->config);
        char why[32];
        bool is_off = strcmp(config->monitoring_webhook_url, CONFIG_OFF) == 0 ||
                      strcmp(config->monitoring_webhook_secret, CONFIG_OFF) == 0;
        const char *trouble = is_off ? "it was turned off" : try_once(webhook, config, body, why);
        bool is_last = is_off || attempt >= config->monitoring_webhook_attempts;
        unsigned pause_ms = backoff_ms(attempt, config->monitoring_webhook_pause_ms, PAUSE_MAX_MS);
        config_holder_put(config);
        if (trouble == NULL) {
            metrics_count_label(webhook->metrics, METRICS_WEBHOOK, METRICS_WEBHOOK_SENT);
            return;
        }
        if (!is_last && write_queue_pause(queue, pause_ms))
            continue;
        metrics_count_label(webhook->metrics, METRICS_WEBHOOK, METRICS_WEBHOOK_FAILED);
        if (is_last)
            log_event(LOG_WARN, "an alert was not posted", log_text("why", trouble));
        webhook->lost += !is_last;
        return;
    }
}

static uint64_t work(struct write_queue *batch, void *context, void *first, size_t count)
{
    struct webhook *webhook = context;
    struct post *post = first;

    (void)count;
    if (post == NULL)
        return TES_THREAD_NEVER;
    if (write_queue_is_stopping(batch))
        webhook->lost++;
    else
        deliver(webhook, batch, (struct tes_slice){post->body, post->length});
    free(post);
    return TES_THREAD_NEVER;
}

struct webhook *webhook_start(struct config_holder *config, struct metrics *metrics,
                              struct helper *helper)
{
    struct webhook *webhook = calloc(1, sizeof *webhook);
    if (webhook == NULL)
        return NULL;
    *webhook = (struct webhook){.config = config, .metrics = metrics, .helper = helper};
    webhook->queue =
        write_queue_start(&(struct write_queue_settings){.work = work,
                                                         .context = webhook,
                                                         .batch_max = 1,
                                                         .queue_max = WEBHOOK_QUEUE_MAX,
                                                         .first_due_us = TES_THREAD_NEVER});
    if (webhook->queue != NULL)
        return webhook;
    free(webhook);
    return NULL;
}

void webhook_post(struct webhook *webhook, struct tes_slice body)
{
    struct post *post = body.length <= WEBHOOK_BODY_MAX ? malloc(sizeof *post + body.length) : NULL;
    if (post != NULL) {
        post->length = body.length;
        memcpy(post->body, body.at, body.length);
    }
    if (post != NULL && write_queue_add(webhook->queue, post))
        return;
    free(post);
    metrics_count_label(webhook->metrics, METRICS_WEBHOOK, METRICS_WEBHOOK_DROPPED);
}

void webhook_stop(struct webhook *webhook)
{
    if (webhook == NULL)
        return;
    atomic_store(&webhook->is_stopping, true);
    write_queue_stop(webhook->queue);
    if (webhook->lost > 0)
        log_event(LOG_WARN, "alerts were not posted before the end",
                  log_number("alerts", webhook->lost));
    free(webhook);
}
