/*
 * siteverify.h: answers a site's server that redeems a response in the words of a vendor. Always
 * 200 and JSON, whatever is wrong: clients take anything else for a broken connection.
 */
#ifndef SERVE_SITEVERIFY_H
#define SERVE_SITEVERIFY_H

#include "base/fields.h"
#include "serve/vendor/contract.h"

void siteverify(struct visit *visit, enum contract_name name);

/* Writes the reply to a request that no handler sees, for a reason that has this status; false,
 * with nothing written, where the path is no vendor's or a client knows what to do with the status.
 */
TES_MUST_CHECK bool siteverify_refuse(const struct http_request *request, struct http_reply *reply);

/* What is asked of every contract: whose secret it is, and then what the response is worth to that
 * site. `sitekey` is the secret's site, and empty where there is none. */
TES_MUST_CHECK enum redemption siteverify_site(struct visit *visit, const struct tes_fields *fields,
                                               char sitekey[RECORDS_SITEKEY_MAX + 1]);

#endif
