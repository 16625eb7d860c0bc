#include "flow/work.h"

#include <string.h>

#include "base/codec.h"
#include "base/secret.h"
#include "crypto/mac.h"
#include "crypto/work/blake2b.h"
#include "os/clock.h"
#include "server/app/budget.h"

enum { SEED_BYTES = TES_PROOF_SEED_CHARS / 2, SECRET_BYTES = 4 };

/* How far an answer has come, in request->note. */
enum { WORK_NEW, WORK_TO_CHECK, WORK_GOOD, WORK_BAD };

_Static_assert(TES_BASE64_LENGTH((1 << (TES_PROOF_WORK_MAX - 1)) * TES_PROOF_TAG_BYTES) <=
                   WORK_TEXT_MAX,
               "the most work there is can be told");

/* One of the texts that belong to a key. The label keeps them apart from each other, and the keyed
 * hash from all else that is made from the key: the challenge itself above all. */
static void derive(const uint8_t key[TES_KEY_BYTES], struct tes_slice label, uint8_t *to,
                   size_t length)
{
    struct tes_blake2b hash;
    tes_blake2b_start(&hash, length, (struct tes_slice){(const char *)key, TES_KEY_BYTES});
    tes_blake2b_add(&hash, label.at, label.length);
    tes_blake2b_end(&hash, to);
    tes_wipe(&hash, sizeof hash);
}

void work_derive(const uint8_t key[TES_KEY_BYTES], struct work_task *task)
{
    uint8_t seed[SEED_BYTES], secret[SECRET_BYTES];
    struct tes_buf text = tes_buf_on(task->seed, sizeof task->seed);
    derive(key, TES_SLICE("tessera work: seed"), seed, sizeof seed);
    derive(key, TES_SLICE("tessera work: place"), secret, sizeof secret);
    tes_hex_encode(&text, seed, sizeof seed);
    task->seed[TES_PROOF_SEED_CHARS] = '\0';
    task->secret = tes_mac_get_u32(secret);
}

void work_write(struct tes_json *json, const struct tes_claims *claims,
                const struct work_task *task)
{
    if (claims->work == 0) {
        tes_json_null(json, "work");
        return;
    }
    tes_json_open(json, "work", '{');
    tes_json_string(json, "algorithm", TES_SLICE("argon2id"));
    tes_json_number(json, "memoryKiB", TES_PROOF_MEMORY_KIB);
    tes_json_string(json, "seed", (struct tes_slice){task->seed, TES_PROOF_SEED_CHARS});
    tes_json_number(json, "evaluations", tes_proof_evaluations((unsigned)claims->work));
    tes_json_close(json, '}');
}

/* ---------------------------------------------------------------------- checking */

/* Which tag is looked at: their number is a power of two, so that each is as likely. */
static uint32_t place_of(unsigned work, const struct work_task *task)
{
    return task->secret & (tes_proof_evaluations(work) - 1);
}

bool work_read(struct tes_slice text, unsigned work, const struct work_task *task,
               uint8_t tag[TES_PROOF_TAG_BYTES])
{
    uint8_t tags[((size_t)1 << (TES_PROOF_WORK_MAX - 1)) * TES_PROOF_TAG_BYTES];
    size_t length, wanted = (size_t)tes_proof_evaluations(work) * TES_PROOF_TAG_BYTES;
    if (wanted == 0 || text.length != TES_BASE64_LENGTH(wanted) ||
        !tes_base64_decode(text, tags, sizeof tags, &length) || length != wanted)
        return false;
    memcpy(tag, tags + (size_t)place_of(work, task) * TES_PROOF_TAG_BYTES, TES_PROOF_TAG_BYTES);
    return true;
}

/* On a drawer: makes the tag again. What that takes is charged whatever comes of it. */
static enum outcome check(struct visit *visit, unsigned work, const struct work_task *task,
                          const uint8_t told[TES_PROOF_TAG_BYTES])
{
    uint8_t tag[TES_PROOF_TAG_BYTES];
    if (!budget_has(visit, BUDGET_WORK) || !budget_has(visit, BUDGET_WORK_ALL))
        return OUTCOME_OVER_BUDGET;
    uint64_t started_us = tes_clock_thread_us();
    uint8_t *memory = visit_canvas(visit, TES_PROOF_SIZE);
    if (memory == NULL || tes_proof_tag((struct tes_slice){task->seed, TES_PROOF_SEED_CHARS},
                                        place_of(work, task), memory, tag) != TES_OK)
        return OUTCOME_UNAVAILABLE;
    uint64_t took_us = tes_clock_thread_us() - started_us;
    budget_charge(visit, BUDGET_WORK, (took_us + 999) / 1000);
    budget_charge(visit, BUDGET_WORK_ALL, (took_us + 999) / 1000);
    metrics_observe_us(visit->app->metrics, METRICS_WORK_DURATION, 0, took_us);
    bool is_good = tes_equal_constant_time(tag, told, sizeof tag);
    visit_hop(visit, HTTP_ON_WAITERS, is_good ? WORK_GOOD : WORK_BAD);
    return OUTCOME_UNAVAILABLE;
}

bool work_is_under_way(const struct visit *visit)
{
    return visit->request->note != WORK_NEW;
}

enum outcome work_judge(struct visit *visit, const struct tes_claims *claims,
                        const struct work_task *task, struct tes_slice text)
{
    uint8_t tag[TES_PROOF_TAG_BYTES];
    if (claims->work == 0)
        return OUTCOME_OK;
    if (text.length == 0)
        return OUTCOME_WORK_MISSING;
    if (claims->work > TES_PROOF_WORK_MAX || !work_read(text, (unsigned)claims->work, task, tag))
        return OUTCOME_BAD_WORK;
    switch (visit->request->note) {
    case WORK_GOOD:
        return OUTCOME_OK;
    case WORK_BAD:
        return OUTCOME_BAD_WORK;
    case WORK_TO_CHECK:
        return check(visit, (unsigned)claims->work, task, tag);
    default:
        visit_hop(visit, HTTP_ON_DRAWERS, WORK_TO_CHECK);
        return OUTCOME_UNAVAILABLE;
    }
}

/* --------------------------------------------------------------------------- pow */

enum { TIME_LIMIT_S = 90 };

bool work_is_claimed(const struct tes_claims *claims)
{
    return tes_slice_equal(claims->kind, TES_SLICE(WORK_NAME));
}

unsigned work_of_pow(struct visit *visit)
{
    unsigned work = visit->config->challenge_pow_work;
    for (uint64_t had = budget_used(visit, BUDGET_POW); had > 0; had /= 2)
        work++;
    return work < TES_PROOF_WORK_MAX ? work : TES_PROOF_WORK_MAX;
}

void work_make(struct tes_challenge *challenge)
{
    memset(challenge, 0, sizeof *challenge);
    challenge->kind = &work_kind;
    challenge->difficulty = TES_MEDIUM;
    challenge->time_limit_s = work_kind.time_limit_s;
}

enum tes_status work_make_claimed(const struct tes_claims *claims, struct tes_challenge *challenge)
{
    /* Without any work it would be a pass for nothing. */
    if (claims->work == 0 || claims->params.length > 0)
        return TES_STALE;
    work_make(challenge);
    return TES_OK;
}

/* There is no question, and so no answer. */
static enum tes_status normalise(const struct tes_challenge *challenge, struct tes_slice answer,
                                 struct tes_buf *text)
{
    (void)challenge;
    (void)text;
    return answer.length == 0 ? TES_OK : TES_BAD_ANSWER;
}

static void answer_nothing(const struct tes_challenge *challenge, struct tes_buf *text)
{
    (void)challenge;
    (void)text;
}

static void describe_nothing(const struct tes_challenge *challenge, struct tes_json *json)
{
    (void)challenge;
    (void)json;
}

static unsigned guess_percent(const struct tes_challenge *challenge)
{
    (void)challenge;
    return 0;
}

static struct tes_instruction ask(const struct tes_challenge *challenge)
{
    (void)challenge;
    return (struct tes_instruction){.key = "way-pow-title"};
}

static void describe_view(const struct tes_challenge *challenge, struct tes_json *json)
{
    (void)challenge;
    tes_json_null(json, "options");
}

const struct tes_kind work_kind = {
    .name = WORK_NAME,
    .title = "Proof of work",
    .time_limit_s = TIME_LIMIT_S,
    .normalise = normalise,
    .answer = answer_nothing,
    .guess_percent = guess_percent,
    .ask = ask,
    .describe_view = describe_view,
    .describe_truth = describe_nothing,
    .describe_correct = describe_nothing,
};
