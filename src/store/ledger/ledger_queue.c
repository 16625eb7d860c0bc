#include "store/ledger/ledger_queue.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"

#define BATCH_MAX      1024
#define AGAIN_EVERY_MS 1000 /* what has failed is tried again */
#define HANGS_MS       8000 /* longer than any back end waits for others */
#define LEAVES_MS      8500 /* when a caller leaves it is known to hang */

#define WORDS_MAX 16

static const struct ledger_trouble TROUBLES[] = {
#define LEDGER_PROBLEM(name, is_away, text) {LEDGER_PROBLEM_##name, text},
#include "store/ledger/ledger_problem.def"
#undef LEDGER_PROBLEM
};

struct ledger_queue {
    const struct ledger_backend *backend;
    struct ledger_store *store;
    struct write_queue *batch;
    _Atomic(const struct ledger_trouble *) trouble;
    _Atomic uint64_t since_us; /* when the back end began to write; 0: it does not */
    /* What the store has said, each text once: others read them at any time. */
    struct {
        struct ledger_trouble trouble;
        char text[LEDGER_SAID_MAX];
    } words[WORDS_MAX];
    size_t word_count;
};

/* A request in the queue. Its caller may leave while the back end is at it, so it is freed by
 * whichever of the two comes last. */
struct held {
    struct ledger_request request; /* first: the back end knows no more of it */
    char key[LEDGER_KEY_MAX];
    uint8_t owner[LEDGER_OWNER_BYTES];
    sem_t done;
    atomic_bool is_written; /* set before that */
    atomic_uint owners;
};

static struct held *hold(const struct ledger_request *request)
{
    struct held *held = malloc(sizeof *held);
    if (held == NULL)
        return NULL;
    held->request = *request;
    if (request->key.length > 0) {
        memcpy(held->key, request->key.at, request->key.length);
        held->request.key.at = held->key;
    }
    if (request->owner != NULL)
        held->request.owner = memcpy(held->owner, request->owner, sizeof held->owner);
    sem_init(&held->done, 0, 0);
    atomic_init(&held->is_written, false);
    atomic_init(&held->owners, 2);
    return held;
}

static void let_go(struct held *held)
{
    if (atomic_fetch_sub(&held->owners, 1) > 1)
        return;
    sem_destroy(&held->done);
    free(held);
}

static void tell(struct held *held, bool is_written)
{
    atomic_store(&held->is_written, is_written);
    sem_post(&held->done);
    let_go(held);
}

static const struct ledger_trouble *find_trouble(struct ledger_queue *queue,
                                                 enum ledger_problem problem)
{
    if (problem != LEDGER_PROBLEM_STORE)
        return &TROUBLES[problem];
    for (size_t i = 0; i < queue->word_count; i++)
        if (strcmp(queue->words[i].text, queue->store->said) == 0)
            return &queue->words[i].trouble;
    if (queue->word_count == WORDS_MAX)
        return &TROUBLES[problem];
    size_t added = queue->word_count++;
    memcpy(queue->words[added].text, queue->store->said, sizeof queue->words[added].text);
    queue->words[added].trouble = (struct ledger_trouble){problem, queue->words[added].text};
    return &queue->words[added].trouble;
}

static uint64_t write_requests(struct write_queue *batch, void *context, void *first, size_t count)
{
    struct ledger_queue *queue = context;
    struct held *held = first;
    (void)batch, (void)count;
    atomic_store(&queue->since_us, tes_clock_steady_us());
    enum ledger_problem problem = queue->backend->write(queue->store, first);
    bool is_written = problem == LEDGER_PROBLEM_NONE;
    atomic_store(&queue->since_us, 0);
    atomic_store(&queue->trouble, find_trouble(queue, problem));
    while (held != NULL) {
        /* Once told, its memory may be gone. */
        struct held *next = held->request.item.next;
        tell(held, is_written);
        held = next;
    }
    if (is_written && queue->backend->tidy != NULL)
        queue->backend->tidy(queue->store);
    unsigned wait_ms = is_written ? queue->backend->write_every_ms : AGAIN_EVERY_MS;
    return tes_clock_steady_us() + (uint64_t)wait_ms * 1000;
}

struct ledger_queue *ledger_queue_start(const struct ledger_backend *backend,
                                        struct ledger_store *store)
{
    struct ledger_queue *queue = calloc(1, sizeof *queue);
    if (queue == NULL)
        return NULL;
    queue->backend = backend;
    queue->store = store;
    atomic_init(&queue->trouble, &TROUBLES[LEDGER_PROBLEM_NONE]);
    queue->batch = write_queue_start(&(struct write_queue_settings){
        .work = write_requests,
        .context = queue,
        .batch_max = BATCH_MAX,
        .first_due_us = tes_clock_steady_us() + (uint64_t)backend->write_every_ms * 1000,
    });
    if (queue->batch == NULL) {
        free(queue);
        return NULL;
    }
    return queue;
}

/* Waits until it is done, or `until_us`; takes over what came of it. */
static bool wait_for(struct held *held, uint64_t until_us, struct ledger_request *request)
{
    bool is_written = tes_thread_sleep(&held->done, until_us) && atomic_load(&held->is_written);
    if (is_written)
        request->result = held->request.result;
    let_go(held);
    return is_written;
}

/* What is written into the caller's memory, the caller has to wait for. */
static bool may_be_left(const struct ledger_request *request)
{
    return request->verb == LEDGER_SPEND || request->verb == LEDGER_FIND ||
           request->verb == LEDGER_LOOK;
}

bool ledger_queue_ask(struct ledger_queue *queue, struct ledger_request *requests, size_t count)
{
    struct held *held[LEDGER_QUEUE_ASK_MAX];
    uint64_t until_us = tes_clock_steady_us() + (uint64_t)LEAVES_MS * 1000;
    bool all = count <= LEDGER_QUEUE_ASK_MAX;
    size_t asked = 0;
    for (; all && asked < count; asked++) {
        held[asked] = hold(&requests[asked]);
        if (held[asked] == NULL) {
            all = false;
            break;
        }
        (void)write_queue_add(queue->batch, held[asked]); /* this queue takes any number */
    }
    for (size_t i = 0; i < asked; i++)
        all = wait_for(held[i], may_be_left(&requests[i]) ? until_us : TES_THREAD_NEVER,
                       &requests[i]) &&
              all;
    return all;
}

bool ledger_queue_hangs(const struct ledger_queue *queue)
{
    uint64_t since_us = atomic_load(&queue->since_us);
    return since_us != 0 && tes_clock_steady_us() > since_us + (uint64_t)HANGS_MS * 1000;
}

struct ledger_trouble ledger_queue_trouble(const struct ledger_queue *queue)
{
    return ledger_queue_hangs(queue) ? TROUBLES[LEDGER_PROBLEM_HANGS]
                                     : *atomic_load(&queue->trouble);
}

bool ledger_problem_is_away(enum ledger_problem problem)
{
    static const bool IS_AWAY[] = {
#define LEDGER_PROBLEM(name, is_away, text) is_away,
#include "store/ledger/ledger_problem.def"
#undef LEDGER_PROBLEM
    };
    return IS_AWAY[problem];
}

const char *ledger_problem_text(enum ledger_problem problem)
{
    return TROUBLES[problem].text;
}

void ledger_queue_stop(struct ledger_queue *queue)
{
    if (queue == NULL)
        return;
    write_queue_stop(queue->batch);
    free(queue);
}
