/*
 * routes.h: which handler answers what. routes.def has the table; this is the application's side of
 * http/http_server.h.
 */
#ifndef SERVER_ROUTES_H
#define SERVER_ROUTES_H

#include "server/app/app.h"

/* The callbacks, with `app` as their context. */
struct http_app routes_app(struct app *app);

/* The names of the routes for metrics, "GET /v1/image/"; NULL ends the list. */
const char *const *routes_names(void);

/* Writes docs/routes.md. */
void routes_write_markdown(struct tes_buf *buf);

/* Writes docs/allowlist.md. */
void routes_write_allowlist(struct tes_buf *buf);

#endif
