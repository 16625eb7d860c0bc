/*
 * routes.h: which handler answers what. routes.def has the table; this is the application's side of
 * http/server.h.
 */
#ifndef SERVE_ROUTES_H
#define SERVE_ROUTES_H

#include "serve/app/app.h"

/* Every handler of routes.def: handle_NAME(visit). It fills in visit->reply. */
#define ROUTE(method, path, match, handler, body_max, where, flags, uses)                          \
    void handle_##handler(struct visit *visit);
#include "serve/routes.def"
#undef ROUTE

/* The callbacks, with `app` as their context. */
struct http_app routes_app(struct app *app);

/* The names of the routes for metrics, "GET /v1/image/"; NULL ends the list. */
const char *const *routes_names(void);

/* Writes docs/routes.md. */
void routes_write_markdown(struct tes_buf *buf);

/* Writes docs/allowlist.md. */
void routes_write_allowlist(struct tes_buf *buf);

#endif
