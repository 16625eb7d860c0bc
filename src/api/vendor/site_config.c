/* hCaptcha's /checksiteconfig, by which a site's settings page looks whether its key is good on its
 * host. */
#include "api/vendor/parameters.h"
#include "flow/answer/test_keys.h"
#include "server/app/handlers.h"
#include "server/app/reply.h"

/* NULL where the key is good there. */
static const char *find_error(struct visit *visit)
{
    static const char *const ERRORS[] = {
        [SITES_KNOWN] = NULL,
        [SITES_UNKNOWN] = "invalid-sitekey",
        [SITES_WRONG_HOST] = "invalid-host",
    };
    struct tes_fields fields;
    struct tes_slice sitekey, host;
    if (parameters_read(visit->request, &fields) != TES_OK)
        return "bad-request";
    if (!tes_fields_text(&fields, TES_SLICE("sitekey"), TEST_KEYS_SITEKEY_MAX, &sitekey))
        return "invalid-sitekey";
    if (sitekey.length == 0)
        return "missing-sitekey";
    if (test_key_of_site(visit, sitekey) != NULL)
        return NULL;
    if (!tes_fields_text(&fields, TES_SLICE("host"), RECORDS_HOSTNAME_MAX, &host))
        return "invalid-host";
    return ERRORS[sites_check(visit_find_site(visit, sitekey), http_host(host))];
}

void handle_site_config(struct visit *visit)
{
    struct reply_json body;
    const char *error = find_error(visit);
    reply_json_start(&body, visit->request->arena);
    tes_json_bool(&body.json, "pass", error == NULL);
    if (error != NULL) {
        tes_json_string(&body.json, "error", tes_slice_of(error));
    } else {
        /* What is paid for there, and nothing here. */
        tes_json_open(&body.json, "features", '{');
        tes_json_close(&body.json, '}');
    }
    reply_json_end(&body, visit->reply, 200);
}
