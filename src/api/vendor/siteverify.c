#include "api/vendor/siteverify.h"

#include <string.h>

#include "api/vendor/parameters.h"
#include "flow/answer/redeem_request.h"
#include "os/clock.h"
#include "server/app/handlers.h"
#include "server/app/outcome_rows.h"
#include "server/app/reply.h"

/* One request, until it is answered. */
struct asked {
    struct visit *visit;
    const struct contract *contract;
    struct tes_fields fields;
    struct tes_slice response;
    const struct test_key *key; /* of the secret; NULL for a real one */
};

static enum vendor vendor_of(const struct contract *contract)
{
    return (enum vendor)(contract - contract_rows);
}

/* ------------------------------------------------------------- whose it is */

/* The site key that was sent, empty where none was; false where it is none. */
static bool read_sitekey(const struct asked *asked, struct tes_slice *sitekey)
{
    const struct contract *contract = asked->contract;
    struct tes_slice path = asked->visit->request->path;
    *sitekey = (struct tes_slice){NULL, 0};
    if (contract->sitekey_is == CONTRACT_NO_SITEKEY)
        return true;
    if (contract->sitekey_is != CONTRACT_PATH)
        return tes_fields_text(&asked->fields, contract->sitekey, TEST_KEYS_SITEKEY_MAX, sitekey);
    tes_slice_cut(&path, '/');
    *sitekey = tes_slice_cut(&path, '/');
    return true;
}

/* Cap tells whether there is a site of the key in its path, whatever the secret. */
static bool is_path_unknown(const struct asked *asked)
{
    struct tes_slice sent;
    return asked->contract->sitekey_is == CONTRACT_PATH && read_sitekey(asked, &sent) &&
           visit_find_site(asked->visit, sent)->state != SITES_FOUND;
}

/* Whether the site key that was sent is the secret's. */
static enum outcome check_sitekey(const struct asked *asked, struct tes_slice own)
{
    struct tes_slice sent;
    bool may_be_absent = asked->contract->sitekey_is <= CONTRACT_MAY_NAME;
    if (!read_sitekey(asked, &sent))
        return OUTCOME_UNKNOWN_SITEKEY;
    if (tes_slice_equal(sent, own) || (sent.length == 0 && may_be_absent))
        return OUTCOME_OK;
    return is_path_unknown(asked) ? OUTCOME_UNKNOWN_SITEKEY : OUTCOME_WRONG_SITEKEY;
}

/* A secret that is none says nothing of the site key. */
static enum outcome refuse_secret(const struct asked *asked, enum outcome result)
{
    return result == OUTCOME_INVALID_SECRET && is_path_unknown(asked) ? OUTCOME_UNKNOWN_SITEKEY
                                                                      : result;
}

/* -------------------------------------------------------- what it is worth */

static bool read_response(struct asked *asked)
{
    return tes_fields_text(&asked->fields, asked->contract->response, asked->contract->response_max,
                           &asked->response);
}

static enum outcome redeem_test(struct asked *asked, struct redeemed *redeemed)
{
    enum outcome result = check_sitekey(asked, asked->key->sitekey);
    if (result != OUTCOME_OK)
        return result;
    return read_response(asked)
               ? test_key_redeem(asked->visit, asked->key, asked->response, redeemed)
               : OUTCOME_INVALID;
}

/* Whether a real secret's response is to be redeemed. */
static enum outcome check_real(struct asked *asked)
{
    enum outcome result = redeem_request_site(asked->visit, &asked->fields);
    if (result != OUTCOME_OK)
        return refuse_secret(asked, result);
    result = check_sitekey(asked, tes_slice_of(asked->visit->site->record.sitekey));
    if (result != OUTCOME_OK)
        return result;
    if (!read_response(asked))
        return OUTCOME_INVALID;
    return test_key_is_dummy(asked->visit, vendor_of(asked->contract), asked->response)
               ? OUTCOME_NOT_DUMMY
               : OUTCOME_OK;
}

/* Reads the request up to its secret, and whose that is. */
static enum outcome read_asked(struct asked *asked)
{
    struct tes_slice secret;
    enum tes_status status = parameters_read(asked->visit->request, &asked->fields);
    if (status != TES_OK)
        return status == TES_NO_MEMORY ? OUTCOME_UNAVAILABLE : OUTCOME_BAD_REQUEST;
    enum outcome result = redeem_request_secret(&asked->fields, &secret);
    if (result != OUTCOME_OK)
        return refuse_secret(asked, result);
    asked->key = test_key_of_secret(asked->visit, vendor_of(asked->contract), secret);
    return OUTCOME_OK;
}

/* ------------------------------------------------------------ what is told */

/* The hostname that is reported if the browser named none, as in a sandboxed frame. Browsers write
 * it so in Origin. It is never this server's name, which may be the site's own. */
static const struct tes_slice NO_HOST = TES_SLICE_INIT("null");

static void write_moment_to_second(struct reply_json *body, uint64_t ms)
{
    enum { MS_AT = 19, MS_LENGTH = 4 }; /* "2026-11-15T04:05:06" is before ".789" and "Z" */
    char text[32];
    struct tes_buf moment = tes_buf_on(text, sizeof text);
    tes_clock_write(&moment, ms);
    if (moment.length > MS_AT + MS_LENGTH) {
        text[MS_AT] = text[MS_AT + MS_LENGTH];
        moment.length -= MS_LENGTH;
    }
    tes_json_string(&body->json, "challenge_ts", tes_buf_done(&moment));
}

/* An array with that text, or empty for NULL. */
static void write_array(struct tes_json *json, const char *name, const struct tes_slice *text)
{
    tes_json_open(json, name, '[');
    if (text != NULL)
        tes_json_string(json, NULL, *text);
    tes_json_close(json, ']');
}

/* Sites refuse this where they are live: the answer of a test secret is worth nothing. */
static void write_tested(struct tes_json *json)
{
    tes_json_open(json, "metadata", '{');
    tes_json_bool(json, "result_with_testing_key", true);
    tes_json_close(json, '}');
}

static void write_field(struct reply_json *body, enum contract_field field,
                        const struct tes_claims *claims)
{
    struct tes_json *json = &body->json;
    bool was_alternative = claims->alternative.length > 0;
    switch (field) {
    case CONTRACT_END:
        break;
    case CONTRACT_MOMENT:
        write_moment_to_second(body, claims->issued_at_ms);
        break;
    case CONTRACT_MOMENT_MS:
        reply_json_moment(body, "challenge_ts", claims->issued_at_ms);
        break;
    case CONTRACT_HOSTNAME:
        tes_json_string(json, "hostname", claims->hostname.length > 0 ? claims->hostname : NO_HOST);
        break;
    case CONTRACT_CREDIT:
        tes_json_bool(json, "credit", false); /* nobody is paid for answers here */
        break;
    case CONTRACT_SITEKEY:
        tes_json_string(json, "sitekey", claims->site);
        break;
    case CONTRACT_ERROR_CODES:
        write_array(json, "error-codes", NULL);
        break;
    case CONTRACT_ACTION:
        tes_json_string(json, "action", claims->action);
        break;
    case CONTRACT_CDATA:
        tes_json_string(json, "cdata", claims->cdata);
        break;
    case CONTRACT_TESTED:
        write_tested(json);
        break;
    case CONTRACT_REASON:
        if (was_alternative)
            write_array(json, "score_reason", &claims->alternative);
        break;
    case CONTRACT_METADATA:
        if (!was_alternative)
            break;
        tes_json_open(json, "metadata", '{');
        tes_json_string(json, "alternative", claims->alternative);
        tes_json_close(json, '}');
        break;
    }
}

/* The members of a reply to a test secret; NULL if they are the usual ones. */
static const enum contract_field *test_fields(const struct contract *contract, bool is_test)
{
    return is_test && contract->test_fields[0] != CONTRACT_END ? contract->test_fields : NULL;
}

static void reply_failure(const struct contract *contract, enum outcome result, bool is_test,
                          struct tes_arena *arena, struct http_reply *reply)
{
    struct reply_json body;
    unsigned status = contract->outcomes[result].status;
    const char *code = contract->outcomes[result].code;
    reply_json_start(&body, arena);
    tes_json_bool(&body.json, contract->good, false);
    if (contract->failure == CONTRACT_TELLS_CODES)
        write_array(&body.json, "error-codes", &(struct tes_slice){code, strlen(code)});
    else if (contract->failure == CONTRACT_TELLS_ERROR)
        tes_json_string(&body.json, "error", tes_slice_of(code));
    if (test_fields(contract, is_test) != NULL)
        write_tested(&body.json);
    reply_json_end(&body, reply, status != 0 ? status : 200);
}

static void reply_success(struct visit *visit, const struct contract *contract,
                          const struct tes_claims *claims, bool is_test)
{
    struct reply_json body;
    const enum contract_field *field = test_fields(contract, is_test);
    /* Three contracts have no member for it, and all clients accept a header that they don't know.
     */
    if (!is_test && claims->alternative.length > 0)
        http_reply_header(visit->reply, "Tessera-Alternative", claims->alternative);
    reply_json_start(&body, visit->request->arena);
    tes_json_bool(&body.json, contract->good, true);
    for (field = field != NULL ? field : contract->fields; *field != CONTRACT_END; field++)
        write_field(&body, *field, claims);
    reply_json_end(&body, visit->reply, 200);
}

static void reply_redeemed(const struct asked *asked, enum outcome result,
                           const struct redeemed *redeemed)
{
    struct visit *visit = asked->visit;
    bool is_test = asked->key != NULL;
    metrics_count_label(visit->app->metrics, METRICS_VERIFICATIONS,
                        outcome_rows[result].redeemed.label);
    if (result == OUTCOME_OK)
        reply_success(visit, asked->contract, &redeemed->claims, is_test);
    else
        reply_failure(asked->contract, result, is_test, visit->request->arena, visit->reply);
}

/* Once; or again with the same result, for who has an idempotency key. */
static void redeem_real(struct visit *visit, void *state)
{
    const struct asked *asked = state;
    const struct tes_slice sitekey = tes_slice_of(visit->site->record.sitekey);
    struct redeemed redeemed;
    enum outcome result =
        asked->contract->has_idempotency
            ? redeem_request_response(visit, &asked->fields, sitekey, asked->response, &redeemed)
            : redeem_accepted(visit, sitekey, asked->response, &redeemed);
    reply_redeemed(asked, result, &redeemed);
}

void handle_siteverify(struct visit *visit)
{
    const struct contract *fixed = contract_of_path(visit->request->path);
    const struct contract *contract = fixed != NULL ? fixed : &contract_rows[VENDOR_CAP];
    struct redeemed redeemed;
    redeemed.claims = (struct tes_claims){.issued_at_ms = 0}; /* of what fails */
    struct asked *asked = tes_arena_alloc(visit->request->arena, sizeof *asked);
    if (asked == NULL) {
        reply_failure(contract, OUTCOME_UNAVAILABLE, false, visit->request->arena, visit->reply);
        return;
    }
    *asked = (struct asked){.visit = visit, .contract = contract};
    enum outcome result = read_asked(asked);
    if (result == OUTCOME_OK)
        result = asked->key != NULL ? redeem_test(asked, &redeemed) : check_real(asked);
    if (result == OUTCOME_OK && asked->key == NULL)
        redeem_go_on(visit, asked->response, redeem_real, asked);
    else
        reply_redeemed(asked, result, &redeemed);
}

bool siteverify_refuse(const struct http_request *request, struct http_reply *reply)
{
    const struct contract *contract = contract_of_path(request->path);
    bool is_ours = reply->status == 500 || reply->status == 503;
    /* The method, or the length. What the parser refuses is not known to be a request for this. */
    bool is_theirs = reply->status == 405 || reply->status == 413;
    if (contract == NULL || (!is_ours && !is_theirs))
        return false;
    reply_failure(contract, is_ours ? OUTCOME_UNAVAILABLE : OUTCOME_BAD_REQUEST, false,
                  request->arena, reply);
    return true;
}
