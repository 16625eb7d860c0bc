/*
 * siteverify.h: redeems a response for a site's server, in the words of a vendor (contract.h).
 */
#ifndef API_SITEVERIFY_H
#define API_SITEVERIFY_H

#include "api/vendor/contract.h"
#include "base/fields.h"

void siteverify(struct visit *visit, enum contract_name name);

/* Writes the reply to a request that no handler sees, for a reason that has the reply's status.
 * Clients of most contracts take anything but 200 for a broken connection. False, with nothing
 * written, where the path is none of theirs, or it is not known that this was asked. */
TES_MUST_CHECK bool siteverify_refuse(const struct http_request *request, struct http_reply *reply);

/* Whose secret the fields have: OUTCOME_OK, with the site's key. */
TES_MUST_CHECK enum outcome siteverify_site(struct visit *visit, const struct tes_fields *fields,
                                            char sitekey[RECORDS_SITEKEY_MAX + 1]);

#endif
