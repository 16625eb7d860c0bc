/*
 * admin.h: who may call what lies under /v1/admin/.
 */
#ifndef API_ADMIN_H
#define API_ADMIN_H

#include "server/app/app.h"

/* Whether the request carries the admin's bearer token. */
bool admin_may(const struct visit *visit);

/* Reads the admin's token from the data folder, or makes it at first start (mode 0600), and keeps
 * its hash. On failure a message for people is in `error`. */
TES_MUST_CHECK bool admin_load(struct app *app, const char *data, struct tes_error *error);

#endif
