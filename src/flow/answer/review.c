#include "flow/answer/review.h"

#include <string.h>

#include "base/ascii.h"
#include "base/secret.h"
#include "base/utf8.h"
#include "challenge/kind.h"
#include "flow/issue/issue.h"
#include "flow/work.h"
#include "os/clock.h"
#include "server/app/budget.h"
#include "server/app/sites.h"
#include "server/words/words.h"

/* Without what is taken for something else: I and 1, O and 0. */
static const char ALPHABET[] = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

enum {
    ID_BITS = 40,
    CHAR_BITS = 5,
    HALF = 4,       /* characters before and after the dash */
    CONFIDENCE = 50 /* nobody has measured whom people let in */
};

#define COUNTER 0xFD /* where a budget's number stands in the keys of its counters */
_Static_assert(BUDGET_COUNT < COUNTER, "no budget has the same keys");

/* One network of a level may hold 1 / SHARES of the queue. */
static const unsigned SHARES[BUDGET_LEVEL_COUNT] = {
    [BUDGET_LEVEL_MIDDLE] = 16, [BUDGET_LEVEL_WIDE] = 8};

/* ------------------------------------------------------------------- ids */

static void write_id(const uint8_t bytes[TES_ID_BYTES], char id[REVIEW_ID_CHARS + 1])
{
    uint64_t number = 0;
    for (unsigned i = 0; i < ID_BITS / 8; i++)
        number = number << 8 | bytes[i];
    for (unsigned i = 0; i < 2 * HALF; i++) {
        if (i == HALF)
            *id++ = '-';
        *id++ = ALPHABET[number >> (ID_BITS - CHAR_BITS * (i + 1)) & 31];
    }
    *id = '\0';
}

bool review_id_read(struct tes_slice text, char id[REVIEW_ID_CHARS + 1])
{
    struct tes_buf buf = tes_buf_on(id, REVIEW_ID_CHARS + 1);
    unsigned count = 0;
    for (size_t i = 0; i < text.length; i++) {
        char c = tes_ascii_is_alpha(text.at[i]) ? (char)(text.at[i] & ~0x20) : text.at[i];
        if (c == '-' && count == HALF)
            continue;
        if (c == '\0' || strchr(ALPHABET, c) == NULL || count == 2 * HALF)
            return false;
        if (count++ == HALF)
            tes_buf_char(&buf, '-');
        tes_buf_char(&buf, c);
    }
    return count == 2 * HALF && tes_buf_finish(&buf, NULL) == TES_OK;
}

/* ---------------------------------------------------------------- tokens */

static uint64_t lifetime_ms(const struct config *config)
{
    return (uint64_t)config->accessibility_review_lifetime_s * 1000;
}

struct tes_slice review_ticket(struct visit *visit, const struct judged *judged,
                               enum fallback_reason reason)
{
    struct tes_claims ticket = judged->claims;
    if (!review_is_offered(visit, ticket.site))
        return (struct tes_slice){NULL, 0};
    ticket.reason = fallback_name(reason);
    ticket.answer = (struct tes_slice){judged->normal, judged->normal_length};
    if (ticket.answer.length > sizeof((struct records_review *)NULL)->user_answer - 1)
        ticket.answer.length = sizeof((struct records_review *)NULL)->user_answer - 1;
    ticket.expires_at_ms = visit->now_ms + lifetime_ms(visit->config);
    return issue_token(visit, TES_PURPOSE_REVIEW, &ticket);
}

/* A token of a review says so, and no more of the challenge than whose it was. */
static struct tes_slice seal_review(struct visit *visit, const struct review *review,
                                    uint64_t created_at_ms)
{
    struct tes_claims claims = review->claims;
    claims.kind = TES_SLICE(REVIEW_NAME);
    claims.alternative = TES_SLICE(REVIEW_NAME);
    claims.issued_at_ms = created_at_ms;
    claims.not_before_ms = 0;
    claims.expires_at_ms = created_at_ms + lifetime_ms(visit->config);
    claims.answer = claims.params = (struct tes_slice){NULL, 0};
    claims.extensions = 0;
    claims.key_id = 0;
    memset(claims.seed, 0, sizeof claims.seed);
    return issue_token(visit, TES_PURPOSE_REVIEW, &claims);
}

static bool is_review(const struct tes_claims *claims)
{
    return tes_slice_equal(claims->kind, TES_SLICE(REVIEW_NAME));
}

static bool is_asked_at(const struct tes_claims *claims, enum review_entry entry)
{
    if (entry == REVIEW_API)
        return issue_is_for(claims, ISSUE_ENTRY_API);
    return issue_is_for(claims, ISSUE_ENTRY_FORM) || issue_is_for(claims, ISSUE_ENTRY_GATE);
}

/* Opens what a review may be asked for with: a ticket, a challenge's token however old it is by
 * its own time, or the token of a review. */
static enum review_result open_token(struct visit *visit, enum review_entry entry,
                                     struct tes_slice token, struct review *review)
{
    struct tes_claims *claims = &review->claims;
    enum tes_status status =
        tes_open(visit->sealer, TES_PURPOSE_REVIEW, token.at, token.length, review->plain, claims);
    bool is_challenge = status == TES_FORGED;
    if (is_challenge)
        status = tes_open(visit->sealer, TES_PURPOSE_CHALLENGE, token.at, token.length,
                          review->plain, claims);
    if (status != TES_OK)
        return status == TES_FORGED ? REVIEW_REFUSED : REVIEW_FAILED;
    if (!tes_slice_equal(claims->ip_bucket, visit->bucket) || !is_asked_at(claims, entry))
        return REVIEW_REFUSED;
    review->is_challenge = is_challenge;
    uint64_t last_ms =
        is_challenge ? claims->issued_at_ms + lifetime_ms(visit->config) : claims->expires_at_ms;
    if (!is_review(claims) && visit->now_ms >= last_ms)
        return REVIEW_REFUSED;
    write_id(claims->id, review->id);
    budget_of_site(visit, claims->site);
    return budget_take(visit, BUDGET_REVIEW_STATUS) ? REVIEW_DONE : REVIEW_OVER_BUDGET;
}

/* ---------------------------------------------------------------- asking */

/* Copies a text, cut to its room between two characters; what is no text, or a control, ends it. */
static void copy_text(char *to, size_t size, struct tes_slice from)
{
    struct tes_slice rest = from;
    size_t length = 0;
    for (size_t step; (step = tes_utf8_step(rest)) > 0 && length + step < size; length += step) {
        if (tes_utf8_is_control((struct tes_slice){rest.at, step}))
            break;
        rest = (struct tes_slice){rest.at + step, rest.length - step};
    }
    if (length > 0)
        memcpy(to, from.at, length);
    to[length] = '\0';
}

/* What was asked: the sentence, made from the challenge again; nothing where that can't be. */
static void write_question(struct visit *visit, const struct tes_claims *claims,
                           struct records_review *row)
{
    uint8_t key[TES_KEY_BYTES];
    struct tes_challenge challenge;
    char memory[TES_INSTRUCTIONS_MAX];
    struct tes_buf question = tes_buf_on(memory, sizeof memory);
    if (visit_challenge_key(visit, claims, key) != TES_OK)
        return;
    enum tes_status status = work_is_claimed(claims)
                                 ? work_make_claimed(claims, &challenge)
                                 : tes_generate_claimed(claims, key, &challenge);
    tes_wipe(key, sizeof key);
    if (status != TES_OK)
        return;
    const struct tes_instruction_words english = words_ask(words_all);
    tes_kind_instructions(&challenge, &english, &question);
    copy_text(row->question_text, sizeof row->question_text, tes_buf_done(&question));
    const char *difficulty = tes_difficulty_name(challenge.difficulty);
    copy_text(row->difficulty, sizeof row->difficulty, tes_slice_of(difficulty));
}

static struct tes_slice reason_of(struct visit *visit, const struct tes_claims *claims)
{
    struct fallback_who who = fallback_who_claimed(claims);
    enum fallback_reason due = fallback_due(visit, &who);
    if (claims->reason.length > 0)
        return claims->reason;
    return fallback_name(due != FALLBACK_NONE ? due : FALLBACK_ASKED);
}

/* One network, however wide, holds no more than its share of the queue. The queue knows no
 * networks, so that what is counted is who asked within the time that a review lasts. */
static bool take_share(struct visit *visit, int64_t amount)
{
    static const enum budget_level LEVELS[] = {BUDGET_LEVEL_MIDDLE, BUDGET_LEVEL_WIDE};
    struct counters_row rows[sizeof LEVELS / sizeof *LEVELS];
    if (!visit->config->budget_enabled)
        return true;
    const unsigned most = visit->config->accessibility_review_queue_max;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned share = most / SHARES[LEVELS[i]];
        if (share == 0)
            share = 1;
        rows[i] = (struct counters_row){
            .key = {budget_network(&visit->client, LEVELS[i]),
                    (uint64_t)COUNTER << 16 | visit->client.length << 8 | LEVELS[i]},
            .limit = amount > 0 ? share : UINT64_MAX}; /* nothing keeps it from giving back */
    }
    struct counters_order order = {.rows = rows,
                                   .count = sizeof rows / sizeof *rows,
                                   .window_s = visit->config->accessibility_review_lifetime_s,
                                   .amount = amount,
                                   .now_ms = visit->now_ms};
    return counters_take(visit->app->counters, &order) == COUNTERS_TAKEN;
}

/* Half of the queue is divided among the sites, the gate being one; the other half is for those
 * that need more. So the only site has all of it, and of many none can fill it. Of more sites than
 * that half has places, each has one as long as there is any. */
static struct records_review_room room_of_sites(struct visit *visit)
{
    const unsigned most = visit->config->accessibility_review_queue_max;
    const size_t others = sites_open(visit->app->sites, false).all;
    const size_t share = most / 2 / (others + 1);
    const size_t of_site = share > 0 ? share : 1;
    const size_t of_others = others < most / 2 / of_site ? of_site * others : most / 2;
    return (struct records_review_room){
        .of_site = (unsigned)of_site, .of_all = most - (unsigned)of_others, .of_queue = most};
}

/* A review costs as much as a wrong answer: a ticket comes from one, and a challenge that is still
 * open is used up here, at the same charge. */
static enum review_result use_challenge_up(struct visit *visit, struct tes_slice token)
{
    struct judged judged = {.entry = ISSUE_ENTRY_ANY}; /* open_token() has checked it */
    enum outcome verdict = judge_open(visit, token, true, &judged);
    if (verdict == OUTCOME_OK)
        verdict = judge_give_up(visit, &judged);
    switch (verdict) {
    case OUTCOME_OK:
    case OUTCOME_REPLAYED:
    case OUTCOME_EXPIRED:
        return REVIEW_DONE;
    case OUTCOME_OVER_BUDGET:
        return REVIEW_OVER_BUDGET;
    case OUTCOME_UNAVAILABLE:
        return REVIEW_FAILED;
    default:
        return REVIEW_REFUSED;
    }
}

static enum review_result put_into_queue(struct visit *visit, const struct records_review *row)
{
    static const enum review_result RESULTS[] = {[RECORDS_OK] = REVIEW_DONE,
                                                 [RECORDS_EXISTS] = REVIEW_FULL,
                                                 [RECORDS_ABSENT] = REVIEW_FAILED,
                                                 [RECORDS_FAILED] = REVIEW_FAILED};
    const struct records_review_room room = room_of_sites(visit);
    return RESULTS[records_review_add(visit->app->records, row, &room)];
}

/* No user, session or address: the token has them, and who decides needs none. */
static enum review_result add(struct visit *visit, struct tes_slice token, struct review *review)
{
    const struct tes_claims *claims = &review->claims;
    struct records_review row = {.created_at_ms = visit->now_ms};
    copy_text(row.review_id, sizeof row.review_id, tes_slice_of(review->id));
    copy_text(row.site, sizeof row.site,
              claims->site.length > 0 ? claims->site : TES_SLICE(REVIEW_GATE));
    copy_text(row.hostname, sizeof row.hostname, claims->hostname);
    copy_text(row.reason, sizeof row.reason, reason_of(visit, claims));
    copy_text(row.question_type, sizeof row.question_type, claims->kind);
    copy_text(row.user_answer, sizeof row.user_answer, claims->answer);
    write_question(visit, claims, &row);
    if (!budget_take(visit, BUDGET_REVIEW))
        return REVIEW_OVER_BUDGET;
    if (!take_share(visit, 1))
        return REVIEW_FULL;
    enum review_result result = review->is_challenge ? use_challenge_up(visit, token) : REVIEW_DONE;
    if (result == REVIEW_DONE)
        result = put_into_queue(visit, &row);
    if (result != REVIEW_DONE) {
        (void)take_share(visit, -1);
        return result;
    }
    metrics_count_label(visit->app->metrics, METRICS_REVIEWS, RECORDS_REVIEW_WAITING);
    review->state = RECORDS_REVIEW_WAITING;
    review->token = seal_review(visit, review, visit->now_ms);
    return review->token.at != NULL ? REVIEW_DONE : REVIEW_FAILED;
}

/* How it stands at this moment: the watch (server/watch/review_watch.h) comes for those whose time
 * is over somewhat later. */
static enum records_review_state state_of(const struct visit *visit, const struct review *review,
                                          const struct records_review *row)
{
    uint64_t expires_at_ms = UINT64_MAX;
    if (row->state == RECORDS_REVIEW_APPROVED)
        expires_at_ms = review_pass_expires_ms(visit, review);
    else if (row->state == RECORDS_REVIEW_WAITING)
        expires_at_ms = is_review(&review->claims)
                            ? review->claims.expires_at_ms
                            : row->created_at_ms + lifetime_ms(visit->config);
    return visit->now_ms < expires_at_ms ? row->state : RECORDS_REVIEW_EXPIRED;
}

/* Finds an opened one in the queue; a review that is not there any more is over. `*is_there` is
 * false where nobody has asked for it yet. */
static enum review_result find(struct visit *visit, struct tes_slice token, struct review *review,
                               bool *is_there)
{
    struct records_review row;
    bool is_asked = is_review(&review->claims);
    struct tes_slice site =
        review->claims.site.length > 0 ? review->claims.site : TES_SLICE(REVIEW_GATE);
    if (records_is_lost(visit->app->records))
        return REVIEW_FAILED;
    enum records_result found = records_review_find(visit->app->records, review->id, &row);
    *is_there = found == RECORDS_OK || is_asked;
    review->state = RECORDS_REVIEW_EXPIRED;
    review->token = token;
    if (found == RECORDS_ABSENT)
        return REVIEW_DONE;
    if (found != RECORDS_OK)
        return REVIEW_FAILED;
    if (!tes_slice_equal(tes_slice_of(row.site), site))
        return REVIEW_REFUSED;
    review->decided_at_ms = row.decided_at_ms;
    review->state = state_of(visit, review, &row);
    if (review->state == RECORDS_REVIEW_APPROVED) { /* a pass, as others are */
        struct fallback_who who = fallback_who_claimed(&review->claims);
        fallback_note(visit, &who, FALLBACK_PASSED, false);
    }
    if (!is_asked)
        review->token = seal_review(visit, review, row.created_at_ms);
    return review->token.at != NULL ? REVIEW_DONE : REVIEW_FAILED;
}

enum review_result review_look(struct visit *visit, enum review_entry entry, struct tes_slice token,
                               struct review *review)
{
    bool is_there = false;
    enum review_result result = open_token(visit, entry, token, review);
    if (result != REVIEW_DONE)
        return result;
    if (!visit_may_wait(visit))
        return REVIEW_FAILED;
    result = find(visit, token, review, &is_there);
    visit_has_waited(visit);
    return result == REVIEW_DONE && !is_there ? REVIEW_REFUSED : result;
}

enum review_result review_ask(struct visit *visit, enum review_entry entry, struct tes_slice token,
                              struct review *review)
{
    bool is_there = false;
    enum review_result result = open_token(visit, entry, token, review);
    if (result != REVIEW_DONE)
        return result;
    if (!is_review(&review->claims) && !review_is_offered(visit, review->claims.site))
        return REVIEW_REFUSED;
    if (!visit_may_wait(visit))
        return REVIEW_FAILED;
    result = find(visit, token, review, &is_there);
    if (result == REVIEW_DONE && !is_there)
        result = add(visit, token, review);
    /* A button that was pressed twice asks twice at once: then the other one has added it. */
    if (result == REVIEW_FULL && find(visit, token, review, &is_there) == REVIEW_DONE && is_there)
        result = REVIEW_DONE;
    visit_has_waited(visit);
    return result;
}

/* ------------------------------------------------------------------ pass */

uint64_t review_pass_expires_ms(const struct visit *visit, const struct review *review)
{
    return review->decided_at_ms + (uint64_t)visit->config->accessibility_review_pass_s * 1000;
}

uint64_t review_last_ms(const struct tes_claims *claims)
{
    uint64_t most_s = config_rows[CONFIG_INDEX_accessibility_review_pass_s].maximum;
    return is_review(claims) ? claims->issued_at_ms + most_s * 1000 : 0;
}

/* Each time with the same id and moment, so that the ledger takes all of them for one. */
struct tes_claims review_pass(const struct visit *visit, const struct review *review)
{
    struct tes_claims pass = review->claims;
    uint64_t asked_at_ms = pass.issued_at_ms;
    /* A person's time to decide: none at all would be suspicious. */
    pass.response_ms =
        review->decided_at_ms > asked_at_ms ? review->decided_at_ms - asked_at_ms : 1;
    pass.kind = pass.alternative = TES_SLICE(REVIEW_NAME);
    pass.issued_at_ms = review->decided_at_ms;
    pass.not_before_ms = 0;
    pass.expires_at_ms = review_pass_expires_ms(visit, review);
    pass.confidence = CONFIDENCE;
    pass.strength = TES_STRENGTH_FRICTION;
    pass.answer = pass.reason = pass.params = pass.return_path = (struct tes_slice){NULL, 0};
    pass.key_id = 0;
    pass.entry = ISSUE_ENTRY_NONE;
    memset(pass.seed, 0, sizeof pass.seed);
    return pass;
}

struct tes_slice review_response(struct visit *visit, const struct review *review)
{
    struct tes_claims pass = review_pass(visit, review);
    return issue_token(visit, TES_PURPOSE_RESPONSE, &pass);
}

enum outcome review_spend(struct visit *visit, const struct review *review)
{
    struct tes_claims pass = review_pass(visit, review);
    return spend_token(visit, SPEND_RESPONSE, &pass, review_last_ms(&pass));
}

/* ------------------------------------------------------- for who decides */

bool review_is_over(const struct config *config, const struct records_review *row, uint64_t now_ms)
{
    return now_ms >= row->created_at_ms + lifetime_ms(config);
}

enum records_result review_decide(struct records *records, const struct config *config,
                                  const char *id, enum records_review_state state, uint64_t now_ms)
{
    struct records_review row;
    if (records_is_lost(records))
        return RECORDS_FAILED;
    enum records_result found = records_review_find(records, id, &row);
    if (found != RECORDS_OK)
        return found;
    if (row.state == RECORDS_REVIEW_EXPIRED ||
        (row.state == RECORDS_REVIEW_WAITING && review_is_over(config, &row, now_ms)))
        return RECORDS_ABSENT;
    return records_review_decide(records, id, state);
}

static void write_moment(struct tes_json *json, const char *name, uint64_t wall_ms)
{
    char text[32];
    struct tes_buf moment = tes_buf_on(text, sizeof text);
    tes_clock_write(&moment, wall_ms);
    tes_json_string(json, name, tes_buf_done(&moment));
}

void review_describe(const struct config *config, const struct records_review *row,
                     struct tes_json *json)
{
    tes_json_string(json, "id", tes_slice_of(row->review_id));
    tes_json_string(json, "state", tes_slice_of(records_review_state_name(row->state)));
    tes_json_string(json, "site", tes_slice_of(row->site));
    tes_json_string(json, "hostname", tes_slice_of(row->hostname));
    tes_json_string(json, "reason", tes_slice_of(row->reason));
    tes_json_string(json, "type", tes_slice_of(row->question_type));
    tes_json_string(json, "difficulty", tes_slice_of(row->difficulty));
    tes_json_string(json, "question", tes_slice_of(row->question_text));
    tes_json_string(json, "answer", tes_slice_of(row->user_answer));
    write_moment(json, "createdAt", row->created_at_ms);
    write_moment(json, "expiresAt", row->created_at_ms + lifetime_ms(config));
}
