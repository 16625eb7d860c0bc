#include "server/app/request_log.h"

#include <stdio.h>

#include "os/clock.h"
#include "server/log/log.h"

#define SECOND_US   ((uint64_t)1000 * 1000)
#define FIELDS_MOST 5

void request_log_init(struct request_log *log, const struct config *config)
{
    *log = (struct request_log){.second = 0};
    pthread_mutex_init(&log->lock, NULL);
    request_log_set(log, config);
}

void request_log_end(struct request_log *log)
{
    pthread_mutex_destroy(&log->lock);
}

void request_log_set(struct request_log *log, const struct config *config)
{
    atomic_store(&log->slow_ms, config->log_slow_ms);
    atomic_store(&log->lines_max, config->log_requests_max);
    atomic_store(&log->logged, config->log_requests);
}

/* Of several lines of that header none can be believed. */
bool request_log_trace(const void *context, struct log_trace *trace)
{
    const struct http_request *request = context;
    struct tes_slice header = {NULL, 0};
    size_t count = 0;
    for (size_t i = 0; i < request->field_count; i++)
        if (tes_slice_equal(request->fields[i].name, TES_SLICE("traceparent"))) {
            header = request->fields[i].value;
            count++;
        }
    return count == 1 && log_trace_read(header, trace);
}

/* Takes one of this second's lines; `left_out` is then what was not written before. */
static bool take_line(struct request_log *log, uint64_t *left_out)
{
    uint64_t second = tes_clock_steady_us() / SECOND_US;
    pthread_mutex_lock(&log->lock);
    if (log->second != second)
        log->written = 0;
    log->second = second;
    bool is_taken = log->written < atomic_load(&log->lines_max);
    log->written += is_taken;
    *left_out = log->left_out;
    log->left_out = is_taken ? 0 : log->left_out + 1;
    pthread_mutex_unlock(&log->lock);
    return is_taken;
}

void request_log_note(struct request_log *log, const struct http_request *request,
                      const char *route, unsigned status, uint64_t elapsed_us)
{
    unsigned logged = atomic_load_explicit(&log->logged, memory_order_relaxed);
    char ms[32];
    uint64_t left_out;
    if (logged == CONFIG_LOGGED_OFF)
        return;
    bool is_failed = status >= 500;
    bool is_slow = elapsed_us >= (uint64_t)atomic_load(&log->slow_ms) * 1000;
    if ((logged == CONFIG_LOGGED_ERRORS && !is_failed && !is_slow) || !take_line(log, &left_out))
        return;
    snprintf(ms, sizeof ms, "%llu.%03u", (unsigned long long)(elapsed_us / 1000),
             (unsigned)(elapsed_us % 1000));
    const struct log_field fields[FIELDS_MOST] = {
        log_text("method", route != NULL ? http_method_name(request->method) : "-"),
        log_text("route", route != NULL ? route : "-"),
        log_number("status", status),
        log_text("ms", ms),
        log_number("left_out", left_out),
    };
    if (route != NULL) /* then its head was read whole */
        log_belongs(request_log_trace, request);
    log_fields(is_failed ? LOG_WARN : LOG_INFO, "request", fields,
               left_out > 0 ? FIELDS_MOST : FIELDS_MOST - 1);
    log_belongs(NULL, NULL);
}
