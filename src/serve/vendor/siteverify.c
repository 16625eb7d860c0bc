#include "serve/vendor/siteverify.h"

#include "base/clock.h"
#include "serve/app/reply.h"
#include "serve/vendor/parameters.h"

static const unsigned LABELS[REDEMPTION_COUNT] = {
#define REDEMPTION(name, code, label, status, message) METRICS_VERIFICATION_##label,
#include "serve/challenge/redeem.def"
#undef REDEMPTION
};

/* What was redeemed, and where. */
struct told {
    struct visit *visit;
    const struct redeemed *redeemed;
};

/* ---------------------------------------------------------------- writing */

static void write_moment(struct reply_json *body, const struct told *told)
{
    enum { MS_AT = 19, MS_LENGTH = 4 }; /* "2026-11-15T04:05:06" is before ".789" and "Z" */
    char text[32];
    struct tes_buf moment = tes_buf_on(text, sizeof text);
    tes_clock_write(&moment, told->redeemed->claims.issued_at_ms);
    if (moment.length > MS_AT + MS_LENGTH) {
        text[MS_AT] = text[MS_AT + MS_LENGTH];
        moment.length -= MS_LENGTH;
    }
    tes_json_string(&body->json, "challenge_ts", tes_buf_done(&moment));
}

static void write_moment_ms(struct reply_json *body, const struct told *told)
{
    reply_json_moment(body, "challenge_ts", told->redeemed->claims.issued_at_ms);
}

/* The page's. Who asks for a challenge and names no page is on none but this server's. */
static void write_hostname(struct reply_json *body, const struct told *told)
{
    struct tes_slice host = told->redeemed->claims.hostname;
    if (host.length == 0)
        host = http_host(http_request_header(told->visit->request, TES_SLICE("host")));
    if (host.length == 0) /* HTTP/1.0 */
        host = TES_SLICE("localhost");
    tes_json_string(&body->json, "hostname", host);
}

static void write_credit(struct reply_json *body, const struct told *told)
{
    (void)told;
    tes_json_bool(&body->json, "credit", false); /* nobody is paid for answers here */
}

static void write_sitekey(struct reply_json *body, const struct told *told)
{
    tes_json_string(&body->json, "sitekey", told->redeemed->claims.site);
}

static void write_error_codes(struct reply_json *body, const struct told *told)
{
    (void)told;
    tes_json_open(&body->json, "error-codes", '[');
    tes_json_close(&body->json, ']');
}

static void write_action(struct reply_json *body, const struct told *told)
{
    tes_json_string(&body->json, "action", told->redeemed->claims.action);
}

static void write_cdata(struct reply_json *body, const struct told *told)
{
    tes_json_string(&body->json, "cdata", told->redeemed->claims.cdata);
}

static void (*const WRITERS[])(struct reply_json *body, const struct told *told) = {
    [CONTRACT_MOMENT] = write_moment,     [CONTRACT_MOMENT_MS] = write_moment_ms,
    [CONTRACT_HOSTNAME] = write_hostname, [CONTRACT_CREDIT] = write_credit,
    [CONTRACT_SITEKEY] = write_sitekey,   [CONTRACT_ERROR_CODES] = write_error_codes,
    [CONTRACT_ACTION] = write_action,     [CONTRACT_CDATA] = write_cdata,
};

static void write_failure(struct reply_json *body, const struct contract *contract,
                          enum redemption result)
{
    tes_json_bool(&body->json, "success", false);
    tes_json_open(&body->json, "error-codes", '[');
    tes_json_string(&body->json, NULL, tes_slice_of(contract->codes[result]));
    tes_json_close(&body->json, ']');
}

static void write_success(struct reply_json *body, const struct contract *contract,
                          const struct told *told)
{
    tes_json_bool(&body->json, "success", true);
    for (const enum contract_field *field = contract->fields; *field != CONTRACT_END; field++)
        WRITERS[*field](body, told);
}

/* ----------------------------------------------------------------- asking */

enum redemption siteverify_site(struct visit *visit, const struct tes_fields *fields,
                                char sitekey[RECORDS_SITEKEY_MAX + 1])
{
    struct tes_slice secret;
    uint8_t hash[RECORDS_HASH_BYTES];
    sitekey[0] = '\0';
    if (!tes_fields_text(fields, TES_SLICE("secret"), RECORDS_SECRET_MAX, &secret))
        return REDEMPTION_INVALID_SECRET;
    if (secret.length == 0)
        return REDEMPTION_MISSING_SECRET;
    if (!sites_hash(secret, hash))
        return REDEMPTION_UNAVAILABLE;
    return sites_find_secret(visit->app->sites, hash, sitekey) ? REDEMPTION_SUCCESS
                                                               : REDEMPTION_INVALID_SECRET;
}

/* Whether the sitekey that was sent, if any was, is the secret's. */
static bool is_own_sitekey(const struct tes_fields *fields, const char *sitekey)
{
    struct tes_slice sent;
    return tes_fields_text(fields, TES_SLICE("sitekey"), RECORDS_SITEKEY_MAX, &sent) &&
           (sent.length == 0 || tes_slice_equal(sent, tes_slice_of(sitekey)));
}

static enum redemption redeem(struct visit *visit, const struct contract *contract,
                              struct redeemed *redeemed)
{
    struct tes_fields fields;
    struct tes_slice response;
    char sitekey[RECORDS_SITEKEY_MAX + 1];
    enum tes_status status = parameters_read(visit->request, &fields);
    if (status != TES_OK)
        return status == TES_NO_MEMORY ? REDEMPTION_UNAVAILABLE : REDEMPTION_BAD_REQUEST;
    enum redemption result = siteverify_site(visit, &fields, sitekey);
    if (result != REDEMPTION_SUCCESS)
        return result;
    if (contract->has_sitekey && !is_own_sitekey(&fields, sitekey))
        return REDEMPTION_WRONG_SITEKEY;
    if (!tes_fields_text(&fields, TES_SLICE("response"), contract->response_max, &response))
        return REDEMPTION_INVALID_RESPONSE;
    return redeem_accepted(visit, tes_slice_of(sitekey), response, redeemed);
}

void siteverify(struct visit *visit, enum contract_name name)
{
    const struct contract *contract = &CONTRACTS[name];
    struct redeemed redeemed;
    struct reply_json body;
    enum redemption result = redeem(visit, contract, &redeemed);
    metrics_count_label(visit->app->metrics, METRICS_VERIFICATIONS, LABELS[result]);
    reply_json_start(&body, visit->request->arena);
    if (result == REDEMPTION_SUCCESS)
        write_success(&body, contract, &(struct told){visit, &redeemed});
    else
        write_failure(&body, contract, result);
    reply_json_end(&body, visit->reply, 200);
}

bool siteverify_refuse(const struct http_request *request, struct http_reply *reply)
{
    const struct contract *contract = contract_of_path(request->path);
    struct reply_json body;
    bool is_ours = reply->status >= 500 && reply->status != 501;
    /* The method, or the length. What the parser refuses is not known to be a request for this. */
    bool is_theirs = reply->status == 405 || reply->status == 413;
    if (contract == NULL || (!is_ours && !is_theirs))
        return false;
    reply_json_start(&body, request->arena);
    write_failure(&body, contract, is_ours ? REDEMPTION_UNAVAILABLE : REDEMPTION_BAD_REQUEST);
    reply_json_end(&body, reply, 200);
    return true;
}
