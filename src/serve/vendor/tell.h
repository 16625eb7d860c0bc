/*
 * tell.h: what a site's server is told, in the form that a contract has for it.
 */
#ifndef SERVE_TELL_H
#define SERVE_TELL_H

#include "serve/vendor/contract.h"

void tell_success(const struct contract *contract, struct visit *visit,
                  const struct redeemed *redeemed);

void tell_failure(const struct contract *contract, enum redemption result, struct tes_arena *arena,
                  struct http_reply *reply);

#endif
