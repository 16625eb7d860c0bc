/*
 * tell.h: what a site's server is told, in the form that a contract has for it.
 */
#ifndef API_TELL_H
#define API_TELL_H

#include "api/vendor/contract.h"

/* `is_test`: whether a vendor's test secret was asked with, which some vendors tell. */
void tell_success(const struct contract *contract, struct visit *visit,
                  const struct redeemed *redeemed, bool is_test);

void tell_failure(const struct contract *contract, enum outcome result, bool is_test,
                  struct tes_arena *arena, struct http_reply *reply);

#endif
