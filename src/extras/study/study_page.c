/* A study with volunteers: its page, the beginning of a run, and each answer. */
#include <string.h>

#include "challenge/kind.h"
#include "extras/study/study.h"
#include "flow/answer/judge.h"
#include "pages/html/page.h"
#include "server/app/handlers.h"
#include "server/app/reply.h"

#define DAY_S 86400

/* A page's clock may run a little faster than ours. */
#define CLOCKS_APART_MS 2000

void handle_study_page(struct visit *visit)
{
    struct tes_buf html = tes_arena_buf(visit->request->arena, PAGE_MAX);
    const struct page page = {.template_path = "pages/study.html",
                              .title = TES_SLICE("A study: which pictures are easy for people?")};
    if (page_write(&html, &page) != TES_OK)
        html.failed = true;
    reply_page(visit->reply, 200, &html, NULL);
}

/* ------------------------------------------------------------------ items */

static void describe_item(struct visit *visit, const struct study_place *place,
                          const struct issued *issued, struct tes_json *json)
{
    tes_json_open(json, "item", '{');
    tes_json_number(json, "number", place->index + 1);
    tes_json_bool(json, "practice", place->is_practice);
    tes_json_string(json, "token", issued->token);
    tes_json_open(json, "challenge", '{');
    tes_kind_describe(&issued->challenge, &(struct tes_kind_told){.src = issued->media}, json);
    tes_json_close(json, '}');
    tes_json_close(json, '}');
    reply_truth(visit, &issued->challenge);
}

/* Adds the next item, or null at the end of the run; false where a refusal has been written. */
static bool add_item(struct visit *visit, struct study_place *place, struct reply_json *body)
{
    struct issued issued;
    bool has_failed;
    tes_json_number(&body->json, "total",
                    study_run_length(visit->app->study, visit->config, place));
    if (study_issue(visit, place, &issued, &has_failed)) {
        describe_item(visit, place, &issued, &body->json);
    } else if (has_failed) {
        reply_refuse(visit, API_ERROR_UNAVAILABLE);
        return false;
    } else {
        tes_json_null(&body->json, "item");
        (void)study_results_note_run(&visit->app->study->results, true);
    }
    return true;
}

/* ------------------------------------------------------------------ begin */

/* Whether this network may begin one more run today; false where a refusal has been written. */
static bool may_begin(struct visit *visit)
{
    struct study *study = visit->app->study;
    char memory[TES_ADDRESS_BUCKET_MAX + 16];
    struct tes_buf key = tes_buf_on(memory, sizeof memory);
    uint64_t runs = 0;
    tes_buf_text(&key, "study ");
    tes_buf_slice(&key, visit->bucket);
    if (study_results_are_full(&study->results)) {
        reply_refuse(visit, API_ERROR_STUDY_FULL);
        return false;
    }
    if (key.failed ||
        !counters_add(visit->app->counters, tes_buf_done(&key), visit->now_ms, DAY_S, &runs)) {
        reply_refuse(visit, API_ERROR_UNAVAILABLE);
        return false;
    }
    if (runs > study->settings.runs_per_network) {
        reply_retry_after(visit->reply, counters_seconds_left(visit->now_ms, DAY_S));
        reply_refuse(visit, API_ERROR_BUDGET);
        return false;
    }
    return true;
}

void handle_study_begin(struct visit *visit)
{
    struct tes_fields fields;
    struct tes_slice motion;
    struct study_place place = {0};
    struct reply_json body;
    if (!reply_reads_json(visit, &fields))
        return;
    if (!tes_fields_text(&fields, TES_SLICE("motion"), 16, &motion) ||
        (motion.length > 0 && !tes_slice_equal(motion, TES_SLICE("reduce")))) {
        reply_refuse(visit, API_ERROR_BAD_FIELD);
        return;
    }
    if (!may_begin(visit))
        return;
    place.wants_no_motion = motion.length > 0;
    if (!visit_challenge_random(visit, place.run, sizeof place.run) ||
        study_results_note_run(&visit->app->study->results, false) != STUDY_APPENDED) {
        reply_refuse(visit, API_ERROR_UNAVAILABLE);
        return;
    }
    reply_json_start(&body, visit->request->arena);
    if (add_item(visit, &place, &body))
        reply_json_end(&body, visit->reply, 200);
}

/* ----------------------------------------------------------------- answer */

/* What a page sends with an item. */
struct sent {
    struct tes_slice token, answer, skip;
    unsigned input, screen, skipped; /* of enum study_outcome */
    uint32_t ms[1];
    size_t ms_count; /* 0: the page does not know */
};

/* As an array of one number: what is read there is bounded. */
static bool read_sent(const struct tes_fields *fields, struct sent *sent)
{
    struct tes_slice input, screen;
    if (!tes_fields_text(fields, TES_SLICE("token"), SIZE_MAX, &sent->token) ||
        sent->token.at == NULL ||
        !tes_fields_text(fields, TES_SLICE("answer"), TES_ANSWER_MAX, &sent->answer) ||
        !tes_fields_text(fields, TES_SLICE("skip"), STUDY_NAME_MAX, &sent->skip) ||
        !tes_fields_text(fields, TES_SLICE("input"), STUDY_NAME_MAX, &input) ||
        !tes_fields_text(fields, TES_SLICE("screen"), STUDY_NAME_MAX, &screen) ||
        !tes_fields_numbers(fields, TES_SLICE("ms"), STUDY_MS_MOST, sent->ms, 1, &sent->ms_count))
        return false;
    if ((sent->answer.at == NULL) == (sent->skip.at == NULL) || /* one of them */
        !study_word(study_inputs, input, &sent->input) ||
        !study_word(study_screens, screen, &sent->screen))
        return false;
    return sent->skip.at == NULL || (study_word(study_outcomes, sent->skip, &sent->skipped) &&
                                     sent->skipped >= STUDY_UNSEEN);
}

/* A page that lies about its time, or whose clock does, is not believed. */
static int32_t believe_ms(const struct visit *visit, const struct judged *judged,
                          const struct sent *sent)
{
    if (sent->ms_count == 0 || sent->ms[0] > judge_elapsed_ms(visit, judged) + CLOCKS_APART_MS)
        return STUDY_MS_UNKNOWN;
    return (int32_t)sent->ms[0];
}

static void copy_name(char to[STUDY_NAME_MAX + 1], const char *name)
{
    size_t length = strnlen(name, STUDY_NAME_MAX);
    memcpy(to, name, length);
    to[length] = '\0';
}

static enum study_append keep(struct visit *visit, const struct judged *judged,
                              const struct sent *sent, enum study_outcome outcome)
{
    struct study_result result = {
        .level = (enum study_level)(judged->challenge.difficulty - TES_EASY),
        .outcome = outcome,
        .input = (enum study_input)sent->input,
        .screen = (enum study_screen)sent->screen,
        .ms = outcome <= STUDY_WRONG ? believe_ms(visit, judged, sent) : STUDY_MS_UNKNOWN,
    };
    copy_name(result.type, judged->challenge.kind->name);
    copy_name(result.question, tes_record_of(&judged->challenge).question_type);
    return study_results_append(&visit->app->study->results, &result);
}

/* Opens the item, and sees whether the answer has a form; false where a refusal has been written.
 * No time is over here: nobody is hurried. */
static bool open_item(struct visit *visit, const struct sent *sent, struct judged *judged,
                      struct study_place *place)
{
    judged->entry = ISSUE_ENTRY_STUDY;
    judged->only_kind = (struct tes_slice){NULL, 0};
    enum outcome verdict = judge_open(visit, sent->token, true, judged);
    if (verdict == OUTCOME_OK && !study_place_of(&judged->claims, place))
        verdict = OUTCOME_INVALID;
    if (verdict == OUTCOME_OK && sent->skip.at == NULL &&
        tes_normalise(&judged->challenge, sent->answer.at, sent->answer.length, judged->normal,
                      sizeof judged->normal, &judged->normal_length) != TES_OK)
        verdict = OUTCOME_BAD_ANSWER;
    if (verdict == OUTCOME_OK && study_results_are_full(&visit->app->study->results)) {
        reply_refuse(visit, API_ERROR_STUDY_FULL);
        return false;
    }
    if (verdict == OUTCOME_OK)
        verdict = judge_spend(visit, judged); /* once: a page that sends it again adds nothing */
    if (verdict != OUTCOME_OK && !reply_verdict_error(visit, verdict))
        reply_refuse(visit, API_ERROR_STUDY_ITEM);
    return verdict == OUTCOME_OK;
}

/* Only where it was practice is anybody told whether they were right. */
static void describe_practice(const struct judged *judged, enum study_outcome outcome,
                              struct tes_json *json)
{
    tes_json_open(json, "practice", '{');
    tes_json_bool(json, "right", outcome == STUDY_RIGHT);
    tes_json_open(json, "correct", '[');
    judged->challenge.kind->describe_correct(&judged->challenge, json);
    tes_json_close(json, ']');
    tes_json_close(json, '}');
}

static void reply_next(struct visit *visit, const struct judged *judged, struct study_place *place,
                       enum study_outcome outcome)
{
    struct reply_json body;
    reply_json_start(&body, visit->request->arena);
    if (place->is_practice)
        describe_practice(judged, outcome, &body.json);
    else
        tes_json_null(&body.json, "practice");
    if (outcome == STUDY_STOPPED) {
        tes_json_null(&body.json, "item");
    } else {
        study_go_on(place, &judged->challenge);
        if (!add_item(visit, place, &body))
            return;
    }
    reply_json_end(&body, visit->reply, 200);
}

void handle_study_answer(struct visit *visit)
{
    struct tes_fields fields;
    struct sent sent;
    struct judged judged;
    struct study_place place;
    if (!reply_reads_json(visit, &fields))
        return;
    if (!read_sent(&fields, &sent)) {
        reply_refuse(visit, API_ERROR_BAD_FIELD);
        return;
    }
    if (!open_item(visit, &sent, &judged, &place))
        return;
    enum study_outcome outcome =
        sent.skip.at != NULL ? (enum study_outcome)sent.skipped
        : tes_verify(&judged.challenge, judged.normal, judged.normal_length) == TES_OK
            ? STUDY_RIGHT
            : STUDY_WRONG;
    if (!place.is_practice && keep(visit, &judged, &sent, outcome) != STUDY_APPENDED) {
        reply_refuse(visit, API_ERROR_UNAVAILABLE);
        return;
    }
    reply_next(visit, &judged, &place, outcome);
}
