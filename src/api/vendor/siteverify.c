#include "api/vendor/siteverify.h"

#include "api/vendor/idempotency.h"
#include "api/vendor/parameters.h"
#include "api/vendor/tell.h"
#include "api/vendor/test_keys.h"
#include "server/app/outcome_rows.h"

/* One request, while it is looked at. */
struct asked {
    struct visit *visit;
    const struct contract *contract;
    struct tes_fields fields;
    struct tes_slice response;
    const struct test_key *key; /* of the secret; NULL for a real one */
};

/* ------------------------------------------------------------- whose it is */

static enum outcome read_secret(const struct tes_fields *fields, struct tes_slice *secret)
{
    if (!tes_fields_text(fields, TES_SLICE("secret"), RECORDS_SECRET_MAX, secret))
        return OUTCOME_INVALID_SECRET;
    return secret->length == 0 ? OUTCOME_MISSING_SECRET : OUTCOME_OK;
}

enum outcome siteverify_site(struct visit *visit, const struct tes_fields *fields,
                             char sitekey[RECORDS_SITEKEY_MAX + 1])
{
    struct tes_slice secret;
    uint8_t hash[RECORDS_HASH_BYTES];
    enum outcome result = read_secret(fields, &secret);
    if (result != OUTCOME_OK)
        return result;
    if (!sites_hash(secret, hash))
        return OUTCOME_UNAVAILABLE;
    return sites_find_secret(visit->app->sites, hash, sitekey) ? OUTCOME_OK
                                                               : OUTCOME_INVALID_SECRET;
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

/* Once; or again with the same result, for who has an idempotency key. */
static enum outcome redeem_once(struct asked *asked, struct tes_slice sitekey,
                                struct redeemed *redeemed)
{
    if (!asked->contract->has_idempotency)
        return redeem_accepted(asked->visit, sitekey, asked->response, redeemed);
    return idempotency_redeem(asked->visit, &asked->fields, sitekey, asked->response, redeemed);
}

static enum outcome redeem_real(struct asked *asked, struct redeemed *redeemed)
{
    char sitekey[RECORDS_SITEKEY_MAX + 1];
    enum outcome result = siteverify_site(asked->visit, &asked->fields, sitekey);
    if (result != OUTCOME_OK)
        return refuse_secret(asked, result);
    result = check_sitekey(asked, tes_slice_of(sitekey));
    if (result != OUTCOME_OK)
        return result;
    if (!read_response(asked))
        return OUTCOME_INVALID;
    if (test_key_is_dummy(asked->visit, asked->contract, asked->response))
        return OUTCOME_NOT_DUMMY;
    return redeem_once(asked, tes_slice_of(sitekey), redeemed);
}

static enum outcome redeem(struct asked *asked, struct redeemed *redeemed)
{
    struct tes_slice secret;
    enum tes_status status = parameters_read(asked->visit->request, &asked->fields);
    if (status != TES_OK)
        return status == TES_NO_MEMORY ? OUTCOME_UNAVAILABLE : OUTCOME_BAD_REQUEST;
    enum outcome result = read_secret(&asked->fields, &secret);
    if (result != OUTCOME_OK)
        return refuse_secret(asked, result);
    asked->key = test_key_of_secret(asked->visit, asked->contract, secret);
    return asked->key != NULL ? redeem_test(asked, redeemed) : redeem_real(asked, redeemed);
}

void siteverify(struct visit *visit, enum contract_name name)
{
    struct asked asked = {.visit = visit, .contract = &contract_rows[name]};
    struct redeemed redeemed;
    enum outcome result = redeem(&asked, &redeemed);
    if (visit->is_hopping)
        return;
    metrics_count_label(visit->app->metrics, METRICS_VERIFICATIONS,
                        outcome_rows[result].redeemed.label);
    if (result == OUTCOME_OK)
        tell_success(asked.contract, visit, &redeemed, asked.key != NULL);
    else
        tell_failure(asked.contract, result, asked.key != NULL, visit->request->arena,
                     visit->reply);
}

bool siteverify_refuse(const struct http_request *request, struct http_reply *reply)
{
    const struct contract *contract = contract_of_path(request->path);
    bool is_ours = reply->status == 500 || reply->status == 503;
    /* The method, or the length. What the parser refuses is not known to be a request for this. */
    bool is_theirs = reply->status == 405 || reply->status == 413;
    if (contract == NULL || (!is_ours && !is_theirs))
        return false;
    tell_failure(contract, is_ours ? OUTCOME_UNAVAILABLE : OUTCOME_BAD_REQUEST, false,
                 request->arena, reply);
    return true;
}
