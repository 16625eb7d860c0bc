/* POST /v1/review: a visitor asks for a person, and how that stands. GET /v1/admin/reviews and POST
 * /v1/admin/reviews/ID/approve, .../reject: for those persons. */
#include "flow/answer/review.h"
#include "server/app/handlers.h"
#include "server/app/reply.h"
#include "server/log/log.h"

#define LISTED_MAX 50                   /* the oldest ones: who decides takes these first */
#define LIST_BYTES ((size_t)512 * 1024) /* room for so many, whatever is in them */

static void write_review(struct visit *visit, struct reply_json *body, const struct review *review)
{
    struct tes_slice response = {NULL, 0};
    tes_json_string(&body->json, "id", tes_slice_of(review->id));
    tes_json_string(&body->json, "state", tes_slice_of(records_review_state_name(review->state)));
    tes_json_string(&body->json, "token", review->token);
    if (review->state != RECORDS_REVIEW_APPROVED)
        return;
    response = review_response(visit, review);
    body->buf.failed = body->buf.failed || response.at == NULL;
    tes_json_string(&body->json, "response", response);
    reply_lifetime(visit, review_pass_expires_ms(visit, review));
}

void handle_api_review(struct visit *visit)
{
    static const enum api_error ERRORS[] = {
        [REVIEW_REFUSED] = API_ERROR_NO_REVIEW,
        [REVIEW_OVER_BUDGET] = API_ERROR_BUDGET,
        [REVIEW_FULL] = API_ERROR_REVIEWS_FULL,
        [REVIEW_FAILED] = API_ERROR_UNAVAILABLE,
    };
    struct tes_fields fields;
    struct tes_slice token;
    struct review review;
    struct reply_json body;
    if (!reply_reads_json(visit, &fields))
        return;
    if (!tes_fields_text(&fields, TES_SLICE("token"), TES_TOKEN_MAX, &token) || token.at == NULL) {
        reply_refuse(visit, API_ERROR_BAD_FIELD);
        return;
    }
    enum review_result result = review_ask(visit, REVIEW_API, token, &review);
    if (result != REVIEW_DONE) {
        reply_refuse(visit, ERRORS[result]);
        return;
    }
    reply_json_start(&body, visit->request->arena);
    write_review(visit, &body, &review);
    reply_json_end(&body, visit->reply, 200);
}

/* ----------------------------------------------------------------- admin */

struct listing {
    const struct visit *visit;
    struct tes_json *json;
    unsigned waiting;
};

static bool list_review(void *context, const struct records_review *row)
{
    struct listing *listing = context;
    const struct config *config = listing->visit->config;
    if (review_is_over(config, row, listing->visit->now_ms))
        return true;
    if (listing->waiting++ < LISTED_MAX) {
        tes_json_open(listing->json, NULL, '{');
        review_describe(config, row, listing->json);
        tes_json_close(listing->json, '}');
    }
    return true;
}

static bool list_reviews(struct visit *visit, struct listing *listing)
{
    struct records *records = visit->app->records;
    if (!visit_may_wait(visit))
        return false;
    bool done = !records_is_lost(records) &&
                records_review_list(records, false, list_review, listing) == RECORDS_OK;
    visit_has_waited(visit);
    return done;
}

void handle_admin_reviews(struct visit *visit)
{
    struct reply_json body;
    struct listing listing = {visit, &body.json, 0};
    reply_json_start_sized(&body, visit->request->arena, LIST_BYTES);
    tes_json_open(&body.json, "reviews", '[');
    if (!list_reviews(visit, &listing)) {
        reply_refuse(visit, API_ERROR_UNAVAILABLE);
        return;
    }
    tes_json_close(&body.json, ']');
    tes_json_number(&body.json, "waiting", listing.waiting);
    reply_json_end(&body, visit->reply, 200);
}

static const struct {
    struct tes_slice verb;
    enum records_review_state state;
} VERBS[] = {
    {TES_SLICE_INIT("approve"), RECORDS_REVIEW_APPROVED},
    {TES_SLICE_INIT("reject"), RECORDS_REVIEW_REJECTED},
};

/* Reads "/v1/admin/reviews/ID/VERB". */
static bool read_path(struct tes_slice path, char id[REVIEW_ID_CHARS + 1],
                      enum records_review_state *state)
{
    const struct tes_slice folder = TES_SLICE("/v1/admin/reviews/");
    struct tes_slice verb = {path.at + folder.length, path.length - folder.length};
    struct tes_slice name = tes_slice_cut(&verb, '/');
    for (size_t i = 0; i < sizeof VERBS / sizeof VERBS[0]; i++) {
        *state = VERBS[i].state;
        if (tes_slice_equal(verb, VERBS[i].verb))
            return review_id_read(name, id);
    }
    return false;
}

void handle_admin_review_decide(struct visit *visit)
{
    static const enum api_error ERRORS[] = {
        [RECORDS_EXISTS] = API_ERROR_REVIEW_DECIDED,
        [RECORDS_ABSENT] = API_ERROR_NOT_FOUND,
        [RECORDS_FAILED] = API_ERROR_UNAVAILABLE,
    };
    char id[REVIEW_ID_CHARS + 1];
    enum records_review_state state;
    struct reply_json body;
    if (!read_path(visit->request->path, id, &state)) {
        reply_refuse(visit, API_ERROR_NOT_FOUND);
        return;
    }
    if (!visit_may_wait(visit)) {
        reply_refuse(visit, API_ERROR_UNAVAILABLE);
        return;
    }
    enum records_result result =
        review_decide(visit->app->records, visit->config, id, state, visit->now_ms);
    visit_has_waited(visit);
    if (result != RECORDS_OK) {
        reply_refuse(visit, ERRORS[result]);
        return;
    }
    log_event(LOG_INFO, "a review was decided by the admin", log_text("id", id),
              log_text("state", records_review_state_name(state)));
    reply_json_start(&body, visit->request->arena);
    tes_json_string(&body.json, "id", tes_slice_of(id));
    tes_json_string(&body.json, "state", tes_slice_of(records_review_state_name(state)));
    reply_json_end(&body, visit->reply, 200);
}
