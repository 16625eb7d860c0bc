#include "api/vendor/tell.h"

#include "os/clock.h"
#include "server/app/reply.h"

/* What is told as the host of a page that its browser does not name: what browsers say of an origin
 * that has none, such as a sandboxed frame's. Never this server's, which may be the site's own. */
static const struct tes_slice NO_HOST = TES_SLICE_INIT("null");

static void write_moment(struct reply_json *body, const struct redeemed *redeemed)
{
    enum { MS_AT = 19, MS_LENGTH = 4 }; /* "2026-11-15T04:05:06" is before ".789" and "Z" */
    char text[32];
    struct tes_buf moment = tes_buf_on(text, sizeof text);
    tes_clock_write(&moment, redeemed->claims.issued_at_ms);
    if (moment.length > MS_AT + MS_LENGTH) {
        text[MS_AT] = text[MS_AT + MS_LENGTH];
        moment.length -= MS_LENGTH;
    }
    tes_json_string(&body->json, "challenge_ts", tes_buf_done(&moment));
}

static void write_moment_ms(struct reply_json *body, const struct redeemed *redeemed)
{
    reply_json_moment(body, "challenge_ts", redeemed->claims.issued_at_ms);
}

static void write_hostname(struct reply_json *body, const struct redeemed *redeemed)
{
    struct tes_slice host = redeemed->claims.hostname;
    tes_json_string(&body->json, "hostname", host.length > 0 ? host : NO_HOST);
}

static void write_credit(struct reply_json *body, const struct redeemed *redeemed)
{
    (void)redeemed;
    tes_json_bool(&body->json, "credit", false); /* nobody is paid for answers here */
}

static void write_sitekey(struct reply_json *body, const struct redeemed *redeemed)
{
    tes_json_string(&body->json, "sitekey", redeemed->claims.site);
}

static void write_error_codes(struct reply_json *body, const struct redeemed *redeemed)
{
    (void)redeemed;
    tes_json_open(&body->json, "error-codes", '[');
    tes_json_close(&body->json, ']');
}

static void write_action(struct reply_json *body, const struct redeemed *redeemed)
{
    tes_json_string(&body->json, "action", redeemed->claims.action);
}

static void write_cdata(struct reply_json *body, const struct redeemed *redeemed)
{
    tes_json_string(&body->json, "cdata", redeemed->claims.cdata);
}

/* Sites refuse this where they are live: the answer of a test secret is worth nothing. */
static void write_tested(struct reply_json *body, const struct redeemed *redeemed)
{
    (void)redeemed;
    tes_json_open(&body->json, "metadata", '{');
    tes_json_bool(&body->json, "result_with_testing_key", true);
    tes_json_close(&body->json, '}');
}

static void write_reason(struct reply_json *body, const struct redeemed *redeemed)
{
    if (redeemed->claims.alternative.length == 0)
        return;
    tes_json_open(&body->json, "score_reason", '[');
    tes_json_string(&body->json, NULL, redeemed->claims.alternative);
    tes_json_close(&body->json, ']');
}

static void write_metadata(struct reply_json *body, const struct redeemed *redeemed)
{
    if (redeemed->claims.alternative.length == 0)
        return;
    tes_json_open(&body->json, "metadata", '{');
    tes_json_string(&body->json, "alternative", redeemed->claims.alternative);
    tes_json_close(&body->json, '}');
}

static void (*const WRITERS[])(struct reply_json *body, const struct redeemed *redeemed) = {
    [CONTRACT_MOMENT] = write_moment,     [CONTRACT_MOMENT_MS] = write_moment_ms,
    [CONTRACT_HOSTNAME] = write_hostname, [CONTRACT_CREDIT] = write_credit,
    [CONTRACT_SITEKEY] = write_sitekey,   [CONTRACT_ERROR_CODES] = write_error_codes,
    [CONTRACT_ACTION] = write_action,     [CONTRACT_CDATA] = write_cdata,
    [CONTRACT_TESTED] = write_tested,     [CONTRACT_REASON] = write_reason,
    [CONTRACT_METADATA] = write_metadata,
};

static void write_nothing(struct reply_json *body, const char *code)
{
    (void)body;
    (void)code;
}

static void write_error(struct reply_json *body, const char *code)
{
    tes_json_string(&body->json, "error", tes_slice_of(code));
}

static void write_code(struct reply_json *body, const char *code)
{
    tes_json_open(&body->json, "error-codes", '[');
    tes_json_string(&body->json, NULL, tes_slice_of(code));
    tes_json_close(&body->json, ']');
}

/* What is told to who asks with a test secret; NULL where that is what everybody is told. */
static const enum contract_field *test_fields(const struct contract *contract, bool is_test)
{
    return is_test && contract->test_fields[0] != CONTRACT_END ? contract->test_fields : NULL;
}

void tell_failure(const struct contract *contract, enum outcome result, bool is_test,
                  struct tes_arena *arena, struct http_reply *reply)
{
    static void (*const FAILURES[])(struct reply_json * body, const char *code) = {
        [CONTRACT_TELLS_CODES] = write_code,
        [CONTRACT_TELLS_ERROR] = write_error,
        [CONTRACT_TELLS_NOTHING] = write_nothing,
    };
    struct reply_json body;
    unsigned status = contract->outcomes[result].status;
    reply_json_start(&body, arena);
    tes_json_bool(&body.json, contract->good, false);
    FAILURES[contract->failure](&body, contract->outcomes[result].code);
    if (test_fields(contract, is_test) != NULL)
        write_tested(&body, NULL);
    reply_json_end(&body, reply, status != 0 ? status : 200);
}

void tell_success(const struct contract *contract, struct visit *visit,
                  const struct redeemed *redeemed, bool is_test)
{
    struct reply_json body;
    const enum contract_field *field = test_fields(contract, is_test);
    /* Three contracts have no member for it, and all clients accept a header that they don't know.
     */
    if (!is_test && redeemed->claims.alternative.length > 0)
        http_reply_header(visit->reply, "Tessera-Alternative", redeemed->claims.alternative);
    reply_json_start(&body, visit->request->arena);
    tes_json_bool(&body.json, contract->good, true);
    for (field = field != NULL ? field : contract->fields; *field != CONTRACT_END; field++)
        WRITERS[*field](&body, redeemed);
    reply_json_end(&body, visit->reply, 200);
}
