/*
 * auth.h: what the adapters share in filling in their results.
 */
#ifndef TES_AUTH_H
#define TES_AUTH_H

#include "base/json.h"

/* Fills in what an adapter says; `is_human` follows. */
void tes_auth_say(struct tes_auth_result *result, const char *method, enum tes_auth_state state,
                  double confidence);

/* Writes a fraction between 0 and 1 with up to four decimals. */
void tes_auth_json_fraction(struct tes_json *json, const char *name, double fraction);

#endif
