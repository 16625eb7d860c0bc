#include "api/vendor/siteverify.h"

#include "api/vendor/idempotency.h"
#include "api/vendor/parameters.h"
#include "api/vendor/tell.h"
#include "api/vendor/test_keys.h"

static const unsigned LABELS[REDEMPTION_COUNT] = {
#define REDEMPTION(name, code, label, status, message) METRICS_VERIFICATION_##label,
#include "flow/answer/redeem.def"
#undef REDEMPTION
};

/* One request, until it is answered. */
struct asked {
    struct visit *visit;
    const struct contract *contract;
    struct tes_fields fields;
    struct tes_slice response;
    const struct test_key *key;            /* of the secret; NULL for a real one */
    char sitekey[RECORDS_SITEKEY_MAX + 1]; /* of a real one */
};

/* ------------------------------------------------------------- whose it is */

static enum redemption read_secret(const struct tes_fields *fields, struct tes_slice *secret)
{
    if (!tes_fields_text(fields, TES_SLICE("secret"), RECORDS_SECRET_MAX, secret))
        return REDEMPTION_INVALID_SECRET;
    return secret->length == 0 ? REDEMPTION_MISSING_SECRET : REDEMPTION_SUCCESS;
}

enum redemption siteverify_site(struct visit *visit, const struct tes_fields *fields,
                                char sitekey[RECORDS_SITEKEY_MAX + 1])
{
    struct tes_slice secret;
    uint8_t hash[RECORDS_HASH_BYTES];
    enum redemption result = read_secret(fields, &secret);
    if (result != REDEMPTION_SUCCESS)
        return result;
    if (!sites_hash(secret, hash))
        return REDEMPTION_UNAVAILABLE;
    return sites_find_secret(visit->app->sites, hash, sitekey) ? REDEMPTION_SUCCESS
                                                               : REDEMPTION_INVALID_SECRET;
}

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
    struct tes_slice sent, anywhere = {NULL, 0};
    return asked->contract->sitekey_is == CONTRACT_PATH && read_sitekey(asked, &sent) &&
           sites_check(asked->visit->app->sites, sent, anywhere) == SITES_UNKNOWN;
}

/* Whether the site key that was sent is the secret's. */
static enum redemption check_sitekey(const struct asked *asked, struct tes_slice own)
{
    struct tes_slice sent;
    bool may_be_absent = asked->contract->sitekey_is <= CONTRACT_MAY_NAME;
    if (!read_sitekey(asked, &sent))
        return REDEMPTION_UNKNOWN_SITEKEY;
    if (tes_slice_equal(sent, own) || (sent.length == 0 && may_be_absent))
        return REDEMPTION_SUCCESS;
    return is_path_unknown(asked) ? REDEMPTION_UNKNOWN_SITEKEY : REDEMPTION_WRONG_SITEKEY;
}

/* A secret that is none says nothing of the site key. */
static enum redemption refuse_secret(const struct asked *asked, enum redemption result)
{
    return result == REDEMPTION_INVALID_SECRET && is_path_unknown(asked)
               ? REDEMPTION_UNKNOWN_SITEKEY
               : result;
}

/* -------------------------------------------------------- what it is worth */

static bool read_response(struct asked *asked)
{
    return tes_fields_text(&asked->fields, asked->contract->response, asked->contract->response_max,
                           &asked->response);
}

static enum redemption redeem_test(struct asked *asked, struct redeemed *redeemed)
{
    enum redemption result = check_sitekey(asked, asked->key->sitekey);
    if (result != REDEMPTION_SUCCESS)
        return result;
    return read_response(asked)
               ? test_key_redeem(asked->visit, asked->key, asked->response, redeemed)
               : REDEMPTION_INVALID_RESPONSE;
}

/* Whether a real secret's response is to be redeemed. */
static enum redemption check_real(struct asked *asked)
{
    enum redemption result = siteverify_site(asked->visit, &asked->fields, asked->sitekey);
    if (result != REDEMPTION_SUCCESS)
        return refuse_secret(asked, result);
    result = check_sitekey(asked, tes_slice_of(asked->sitekey));
    if (result != REDEMPTION_SUCCESS)
        return result;
    if (!read_response(asked))
        return REDEMPTION_INVALID_RESPONSE;
    return test_key_is_dummy(asked->visit, asked->contract, asked->response) ? REDEMPTION_NOT_DUMMY
                                                                             : REDEMPTION_SUCCESS;
}

static void reply_redeemed(const struct asked *asked, enum redemption result,
                           const struct redeemed *redeemed)
{
    struct visit *visit = asked->visit;
    bool is_test = asked->key != NULL;
    metrics_count_label(visit->app->metrics, METRICS_VERIFICATIONS, LABELS[result]);
    if (result == REDEMPTION_SUCCESS)
        tell_success(asked->contract, visit, redeemed, is_test);
    else
        tell_failure(asked->contract, result, is_test, visit->request->arena, visit->reply);
}

/* Once; or again with the same result, for who has an idempotency key. */
static void redeem_real(struct visit *visit, void *state)
{
    const struct asked *asked = state;
    struct tes_slice sitekey = tes_slice_of(asked->sitekey);
    struct redeemed redeemed;
    enum redemption result =
        asked->contract->has_idempotency
            ? idempotency_redeem(visit, &asked->fields, sitekey, asked->response, &redeemed)
            : redeem_accepted(visit, sitekey, asked->response, &redeemed);
    reply_redeemed(asked, result, &redeemed);
}

/* Reads the request up to its secret, and whose that is. */
static enum redemption read_asked(struct asked *asked)
{
    struct tes_slice secret;
    enum tes_status status = parameters_read(asked->visit->request, &asked->fields);
    if (status != TES_OK)
        return status == TES_NO_MEMORY ? REDEMPTION_UNAVAILABLE : REDEMPTION_BAD_REQUEST;
    enum redemption result = read_secret(&asked->fields, &secret);
    if (result != REDEMPTION_SUCCESS)
        return refuse_secret(asked, result);
    asked->key = test_key_of_secret(asked->visit, asked->contract, secret);
    return REDEMPTION_SUCCESS;
}

void siteverify(struct visit *visit, enum contract_name name)
{
    struct redeemed redeemed;
    struct asked *asked = tes_arena_alloc(visit->request->arena, sizeof *asked);
    if (asked == NULL) {
        tell_failure(&contract_rows[name], REDEMPTION_UNAVAILABLE, false, visit->request->arena,
                     visit->reply);
        return;
    }
    *asked = (struct asked){.visit = visit, .contract = &contract_rows[name]};
    enum redemption result = read_asked(asked);
    if (result == REDEMPTION_SUCCESS)
        result = asked->key != NULL ? redeem_test(asked, &redeemed) : check_real(asked);
    if (result == REDEMPTION_SUCCESS && asked->key == NULL)
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
    tell_failure(contract, is_ours ? REDEMPTION_UNAVAILABLE : REDEMPTION_BAD_REQUEST, false,
                 request->arena, reply);
    return true;
}
