/*
 * unnamed_proxy.h: tells the operator of a proxy that trusted_proxies does not name. All visitors
 * behind it count as one network, and nothing else shows that.
 */
#ifndef SERVER_UNNAMED_PROXY_H
#define SERVER_UNNAMED_PROXY_H

#include "server/app/app.h"

/* Looks at a request whose client was found in that way, and logs one warning for each config that
 * was put in force. Any thread. */
void unnamed_proxy_look(struct app *app, const struct http_request *request, enum app_client how,
                        const struct tes_address *client);

#endif
