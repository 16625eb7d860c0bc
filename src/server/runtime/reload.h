/*
 * reload.h: takes over a config file that was changed, and says what that changed.
 */
#ifndef SERVER_RELOAD_H
#define SERVER_RELOAD_H

#include "server/app/app.h"
#include "server/runtime/server.h"

/* Reads all sources again. A file that is bad, or seems to be cut, changes nothing. Each key that
 * changes is logged with what it was and what it is now. `written` is what the file looked like
 * when it was taken last, and afterwards what it looks like now, if it was taken. */
void reload_config(struct app *app, const struct server_options *options,
                   struct config_file *written);

#endif
