/*
 * metrics.h: counters, gauges and histograms, and their Prometheus text. metrics.def has a row for
 * each; what is counted, written and documented all comes from there.
 *
 * Counting takes no lock and any thread may do it: each processor has cells of its own, which are
 * added up when the text is written. A figure that is being counted at that moment may or may not
 * be in it; none is lost.
 */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include "base/buf.h"

#define METRICS_ROUTES_MAX 64

/* Room that metrics_write() and metrics_write_markdown() need at most. */
#define METRICS_TEXT_MAX (192 << 10)

enum metrics_id {
#define METRICS_ROW(id, ...) METRICS_##id,
#include "server/metrics/metrics.def"
#undef METRICS_ROW
    METRICS_COUNT
};

/* The labels whose values stand here: id, name, list of values. Kinds, verdicts, budgets and routes
 * have tables of their own. */
#define METRICS_LABELS(X)                                                                          \
    X(VERIFICATION, "result", METRICS_VERIFICATION_VALUES)                                         \
    X(AUTHENTICATION, "result", METRICS_AUTHENTICATION_VALUES)                                     \
    X(FAIL_OPEN, "what", METRICS_FAIL_OPEN_VALUES)                                                 \
    X(GATE, "result", METRICS_GATE_VALUES)                                                         \
    X(STATUS, "status", METRICS_STATUS_VALUES)                                                     \
    X(SPEECH, "why", METRICS_SPEECH_VALUES)                                                        \
    X(STORE, "store", METRICS_STORE_VALUES)                                                        \
    X(DROP, "why", METRICS_DROP_VALUES)                                                            \
    X(REVIEW, "state", METRICS_REVIEW_VALUES)                                                      \
    X(WEBHOOK, "result", METRICS_WEBHOOK_VALUES)                                                   \
    X(ARCHIVE, "result", METRICS_ARCHIVE_VALUES)                                                   \
    X(TERMS, "terms", METRICS_TERMS_VALUES)                                                        \
    X(NODE, "what", METRICS_NODE_VALUES)

#define METRICS_VERIFICATION_VALUES(X)                                                             \
    X(VERIFICATION_SUCCESS, "success")                                                             \
    X(VERIFICATION_INVALID_SECRET, "invalid-secret")                                               \
    X(VERIFICATION_INVALID_RESPONSE, "invalid-response")                                           \
    X(VERIFICATION_DUPLICATE, "duplicate")                                                         \
    X(VERIFICATION_EXPIRED, "expired")                                                             \
    X(VERIFICATION_BAD_REQUEST, "bad-request")                                                     \
    X(VERIFICATION_NOT_ACCEPTED, "not-accepted")                                                   \
    X(VERIFICATION_UNAVAILABLE, "unavailable")

/* In the order of enum fail_open_what. */
#define METRICS_FAIL_OPEN_VALUES(X) X(FAIL_OPEN_ANSWER, "answer") X(FAIL_OPEN_VERIFY, "verify")

#define METRICS_AUTHENTICATION_VALUES(X)                                                           \
    X(AUTHENTICATION_HUMAN, "human")                                                               \
    X(AUTHENTICATION_CHALLENGE, "challenge")                                                       \
    X(AUTHENTICATION_REFUSED, "refused")                                                           \
    X(AUTHENTICATION_UNKNOWN, "unknown")                                                           \
    X(AUTHENTICATION_BAD_REQUEST, "bad-request")                                                   \
    X(AUTHENTICATION_UNAVAILABLE, "unavailable")

#define METRICS_TERMS_VALUES(X)                                                                    \
    X(TERMS_PLAIN, "plain") X(TERMS_WORK, "work") X(TERMS_ROUNDS, "rounds")

#define METRICS_GATE_VALUES(X)                                                                     \
    X(GATE_PASS, "pass") X(GATE_CHALLENGE, "challenge") X(GATE_BLOCK, "block")

/* Why nothing was read: too many wanted it at once, or the program failed. */
#define METRICS_SPEECH_VALUES(X) X(SPEECH_BUSY, "busy") X(SPEECH_FAILED, "failed")

/* In the order of enum records_drop. */
#define METRICS_DROP_VALUES(X)                                                                     \
    X(DROP_QUEUE, "queue") X(DROP_NETWORK, "network") X(DROP_ROOM, "room")

/* In the order of enum records_review_state. */
#define METRICS_REVIEW_VALUES(X)                                                                   \
    X(REVIEW_WAITING, "waiting")                                                                   \
    X(REVIEW_APPROVED, "approved") X(REVIEW_REJECTED, "rejected") X(REVIEW_EXPIRED, "expired")

#define METRICS_WEBHOOK_VALUES(X)                                                                  \
    X(WEBHOOK_SENT, "sent") X(WEBHOOK_FAILED, "failed") X(WEBHOOK_DROPPED, "dropped")

/* In the order of enum archive_result. */
#define METRICS_ARCHIVE_VALUES(X)                                                                  \
    X(ARCHIVE_STORED, "stored")                                                                    \
    X(ARCHIVE_QUEUE, "queue") X(ARCHIVE_ROOM, "room") X(ARCHIVE_FAILED, "failed")

/* What is looked after while the server runs (tick.c). */
#define METRICS_STORE_VALUES(X)                                                                    \
    X(STORE_LEDGER, "ledger")                                                                      \
    X(STORE_RECORDS, "records")                                                                    \
    X(STORE_SITES, "sites")                                                                        \
    X(STORE_BANS, "bans")                                                                          \
    X(STORE_KEYS, "keys")                                                                          \
    X(STORE_HISTORY, "history") X(STORE_REVIEWS, "reviews") X(STORE_NODES, "nodes")

/* What nodes on one ledger may differ in, in the order of node_watch.c. */
#define METRICS_NODE_VALUES(X)                                                                     \
    X(NODE_KEYS, "keys")                                                                           \
    X(NODE_WAITING, "waiting") X(NODE_CLOCK, "clock") X(NODE_SETTINGS, "settings")

/* In the order of the first digit: status / 100 - 1 is the index. */
#define METRICS_STATUS_VALUES(X)                                                                   \
    X(STATUS_1XX, "1xx")                                                                           \
    X(STATUS_2XX, "2xx") X(STATUS_3XX, "3xx") X(STATUS_4XX, "4xx") X(STATUS_5XX, "5xx")

/* METRICS_GATE_PASS and the others: each list is numbered from 0, for metrics_count_label(). */
#define METRICS_VALUE_ENUM(id, text) METRICS_##id,
#define METRICS_LABEL_ENUM(id, name, VALUES)                                                       \
    enum { VALUES(METRICS_VALUE_ENUM) METRICS_##id##_COUNT };
METRICS_LABELS(METRICS_LABEL_ENUM)
#undef METRICS_LABEL_ENUM
#undef METRICS_VALUE_ENUM

struct metrics;

/* Texts must outlive the metrics. */
struct metrics_options {
    const char *version;
    const char *const *routes; /* what the label of METRICS_REQUEST_DURATION counts, from 0 */
    size_t route_count;        /* at most METRICS_ROUTES_MAX */
};

/* All at zero. NULL where there are too many routes or memory is out. */
struct metrics *metrics_new(const struct metrics_options *options);
void metrics_free(struct metrics *metrics);

/* Adds one to a counter without a label. */
void metrics_count(struct metrics *metrics, enum metrics_id id);

/* Adds one to the label's value of that index: METRICS_GATE_PASS, a verdict, the number of a kind
 * or of a route. An index that is none counts nothing. */
void metrics_count_label(struct metrics *metrics, enum metrics_id id, size_t index);

/* Adds an observation to a histogram; `index` is 0 where there is no label. */
void metrics_observe_us(struct metrics *metrics, enum metrics_id id, size_t index,
                        uint64_t elapsed_us);

/* Sets a gauge, or a counter that is counted elsewhere; SECONDS are given in microseconds. */
void metrics_set(struct metrics *metrics, enum metrics_id id, uint64_t value);
void metrics_set_label(struct metrics *metrics, enum metrics_id id, size_t index, uint64_t value);

/* Sets what is known of the process (memory, threads, ...); before metrics_write(). */
void metrics_set_process(struct metrics *metrics);

/* Writes all of it in Prometheus's text format, version 0.0.4. */
void metrics_write(const struct metrics *metrics, struct tes_buf *buf);

/* Writes docs/metrics.md. */
void metrics_write_markdown(struct tes_buf *buf);

#endif
