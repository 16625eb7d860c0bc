/*
 * app.h: what the running server is made of, and what a handler gets: one `struct visit` per
 * request.
 */
#ifndef SERVER_APP_H
#define SERVER_APP_H

#include <pthread.h>
#include <stdatomic.h>

#include "crypto/keys.h"
#include "extras/alerts/alerts.h"
#include "extras/archive/archive.h"
#include "http/http_server.h"
#include "server/app/bans.h"
#include "server/app/limiter.h"
#include "server/app/request_log.h"
#include "server/app/signing_keys.h"
#include "server/app/sites.h"
#include "server/assets/sheets.h"
#include "server/config/config_holder.h"
#include "server/health/health_lines.h"
#include "server/helper/helper.h"
#include "server/metrics/metrics.h"
#include "store/counters/counters.h"
#include "store/ledger/ledger.h"
#include "store/ledger/settle.h"
#include "store/records/records.h"

#define VISIT_RANDOM_BYTES 96
#define APP_USER_LOCKS     64

/* The text of /metrics as it was last written. */
struct metrics_page {
    pthread_mutex_t lock; /* guards all */
    char *text;           /* NULL: was never written */
    size_t length;
    uint64_t second;         /* of the steady clock: the one that `written` counts in */
    unsigned written;        /* times in that second */
    uint64_t process_due_us; /* when the kernel may be asked about this process again */
};

/* What belongs to one thread that runs handlers. */
struct app_thread {
    struct tes_sealer *sealer;
    unsigned keys_version; /* of the keys that the sealer was made from */
    uint8_t *canvas;       /* memory to draw in, kept from picture to picture */
    size_t canvas_size;
};

struct app {
    struct config_holder *config;
    pthread_mutex_t config_lock; /* held by whoever changes the config */
    struct metrics *metrics;
    struct ledger *ledger;
    struct counters *counters; /* of budgets */
    struct settle *settle;     /* NULL: they are not shared */
    atomic_uint hanging;       /* looks at stores that do not come back (store_watch.h) */
    struct health_lines health;
    struct fail_open *fail_open; /* what is let through while the ledger is away */
    struct records *records;
    pthread_mutex_t user_locks[APP_USER_LOCKS]; /* of what is kept of users (auth/user.h) */
    struct limiter record_waits;                /* requests that wait for the records */
    struct sites *sites;
    struct bans *bans;
    struct alerts *alerts;
    struct profiles *profiles; /* reads them where nobody may wait for long */
    struct pictures *pictures;
    struct archive *archive;     /* of drawn pictures; NULL: they are not archived */
    struct answer_timing *paces; /* of answers, by network */
    struct alarms *alarms;       /* of sites */
    struct sheets sheets;
    struct http_server *server;

    pthread_mutex_t keys_lock; /* guards the next four */
    struct tes_keys keys;
    uint32_t key_ids[TES_KEYS_MAX]; /* newest first */
    size_t key_signer;              /* which of them signs */
    struct app_keys_agreed agreed;  /* which of them all servers have */
    atomic_bool has_told_of_proxy;  /* since the config was put in force (unnamed_proxy.h) */
    atomic_uint keys_version;
    _Atomic uint64_t keys_read_at_us; /* 0: they do not come from elsewhere */
    bool has_nodes;                   /* others may be on this ledger, and can be met there */
    struct node_watch *nodes;         /* NULL: there are none, or not so far */
    _Atomic uint64_t claims_agreed;   /* the highest tag that all of them read; 0: not known */
    bool are_keys_new;                /* made at this start */

    struct app_thread *threads;
    unsigned thread_count;

    struct metrics_page metrics_page;
    struct request_log request_log;
    bool has_speech;                        /* whether there is a program that reads aloud */
    struct helper *helper;                  /* that starts it */
    struct limiter speech_runs;             /* programs that read aloud, at once */
    _Atomic uint64_t speech_warning_due_us; /* when the next failure may be logged */
    uint8_t admin_token_hash[32];
    struct study *study; /* NULL: this server has sites and visitors; else volunteers alone */
    bool truth;          /* tests only: replies carry the answer */
    bool is_seeded;      /* tests only: challenges follow from the next two */
    uint64_t seed;
    _Atomic uint64_t seeded_draws; /* how many times challenge bytes were drawn */
    atomic_uint handlers_run;      /* tests only: /healthz says how many */
};

struct visit;

/* A part of the work on a request, with what the part before has left it in the request's arena. */
typedef void visit_step(struct visit *visit, void *state);

/* One request, with what every handler needs. It lies in the request's arena, and all of it ends
 * with the request. */
/* How the address of a client is known. */
enum app_client {
    APP_CLIENT_PEER, /* the socket's other end, which is no trusted proxy */
    APP_CLIENT_TOLD, /* who trusted proxies say that it is, or a proxy itself where none says so */
    APP_CLIENT_UNTOLD, /* a proxy that names a client in a form that can't be read */
};

struct visit {
    struct http_continuation next; /* first: how the HTTP server comes back to it (routes.c) */
    visit_step *step;              /* what is to be done then, with that state */
    void *state;
    enum http_where where; /* the threads it runs on */
    struct app *app;
    struct http_request *request;
    struct http_reply *reply;
    const struct config *config;
    struct app_thread *thread; /* that it runs on */
    struct tes_sealer *sealer;
    uint64_t now_ms;
    struct tes_address client; /* behind trusted proxies: who they say it is */
    enum app_client how;       /* that is known */
    struct tes_address payer;  /* whose budgets it is charged to: the client's, mostly */
    struct tes_slice bucket;   /* of the client's address */
    bool https;
    const struct site *site;        /* that it is about; never NULL. See visit_set_site() */
    const struct sites_list *sites; /* where that was looked up; NULL: nowhere so far */
    unsigned site_lookups;          /* how often; tests look at it */
    uint32_t budget_site;           /* which site's budgets it is charged to (budget.h) */
    bool is_junk;           /* no valid token or key has been seen in it so far (budget.h) */
    bool is_over_budget;    /* whatever the handler replies, it is refused */
    unsigned over_window_s; /* how long the budget lasts that refused it */
    char bucket_text[TES_ADDRESS_BUCKET_MAX + 1];
    uint8_t random[VISIT_RANDOM_BYTES];
    size_t random_left;
};

/* Whether all servers on this ledger read tokens with that claim (crypto/claims.h), as far as
 * servers can meet there. */
bool app_all_read(const struct app *app, unsigned claim);

/* Random bytes for this visit. One call of the kernel serves a whole visit, and no byte is kept
 * for the next one: a virtual machine that is restored from a snapshot must not use one twice. */
TES_MUST_CHECK bool visit_random(struct visit *visit, void *memory, size_t size);

/* Random bytes that decide which challenge is shown. A server for tests (`is_seeded`) derives them
 * from its seed and a counter; ids, nonces and keys never come from here. */
TES_MUST_CHECK bool visit_challenge_random(struct visit *visit, void *memory, size_t size);

/* The key that a challenge is generated with (tes_challenge_key()). On a server for tests it
 * follows from the challenge's seed alone, since the secret and the id differ in every run. */
TES_MUST_CHECK enum tes_status visit_challenge_key(struct visit *visit,
                                                   const struct tes_claims *claims,
                                                   uint8_t key[TES_KEY_BYTES]);

/* Opens the stores, loads the keys and binds, as the config says; starts no thread that handles
 * requests. `helper` stays the caller's. On false, why is logged and nothing is left open. */
TES_MUST_CHECK bool app_open(struct app *app, const struct config *config, struct helper *helper);

/* Whether budgets can be shared as the config says; false with a message for people. */
TES_MUST_CHECK bool app_can_share(const struct config *config, struct tes_error *error);

/* Warns in the log of settings that are valid but weaken the server. */
void app_warn(const struct config *config);

/* After http_server_stop(), or in place of http_server_start(). */
void app_close(struct app *app);

/* Whether the visit comes from whom `metrics.allow` names. Whoever comes through a proxy that is
 * not trusted, or that can't say whom it serves, may be anybody. */
bool visit_is_inside(const struct visit *visit);

/* Starts a visit on the loop: config snapshot, client's address. visit_bind() is due, and
 * visit_end() at its end. */
void visit_start(struct visit *visit, struct app *app, struct http_request *request,
                 struct http_reply *reply);
void visit_end(struct visit *visit);

/* From now on the visit is about that site: it is charged to the site's budgets, and all that the
 * site says is read from visit->site, which stays as it is until the visit ends, whatever the
 * records say by then. To be called as soon as the site is known: from a token, once that is open.
 * Looks nothing up where it is the same site as before. */
void visit_set_site(struct visit *visit, struct tes_slice sitekey);

/* The same by the hash of the site's secret; false where that belongs to no site. */
TES_MUST_CHECK bool visit_set_site_of(struct visit *visit, const uint8_t hash[RECORDS_HASH_BYTES]);

/* Another site than the visit's, in the same snapshot. The demo's is none. */
const struct site *visit_find_site(struct visit *visit, struct tes_slice sitekey);

/* Each thread that goes on with a visit begins with this: its own sealer and canvas, and the time.
 * False where there is no sealer to be had; then a 503 is due. */
TES_MUST_CHECK bool visit_bind(struct visit *visit);

/* Has these threads go on with `step`: the caller returns at once, and touches the visit no more.
 * On these threads already, it is done before this returns. Budgets, tokens and whatever else has
 * been seen to stay as they are: nothing is done twice. */
void visit_go_on(struct visit *visit, enum http_where where, visit_step *step, void *state);

/* Whether the client's network is banned; counts that as a refusal. */
TES_MUST_CHECK bool visit_is_banned(struct visit *visit);

/* Memory of this thread's to draw or to compute in, aligned for vectors, kept from one request to
 * the next: pages that are fresh from the kernel would cost half as much again as the drawing. NULL
 * where there is none. */
uint8_t *visit_canvas(struct visit *visit, size_t size);

/* Whether a waiter may ask the records now, which may hang: half of the waiters are left to what
 * does not need them. Where it is true, visit_has_waited() is called afterwards. */
TES_MUST_CHECK bool visit_may_wait(struct visit *visit);
void visit_has_waited(struct visit *visit);

/* Whether the address is a trusted proxy's, or this machine's own, where only a proxy or the
 * operator can be. `context` is the app. */
bool app_trusts(void *context, const struct tes_address *peer);

#endif
