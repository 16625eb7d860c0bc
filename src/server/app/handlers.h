/*
 * handlers.h: the handlers that routes.def names. server/runtime/routes.c calls them.
 */
#ifndef SERVER_HANDLERS_H
#define SERVER_HANDLERS_H

#include "server/app/app.h"

/* Every handler of routes.def: handle_NAME(visit). It fills in visit->reply. */
#define ROUTE(method, path, match, handler, body_max, where, flags, uses)                          \
    void handle_##handler(struct visit *visit);
#include "server/app/routes.def"
#undef ROUTE

#endif
