/*
 * notify.h: tells the service manager how we are, by the protocol of systemd's Type=notify. Where
 * nobody asked for it (NOTIFY_SOCKET is not set), nothing happens.
 */
#ifndef SERVER_NOTIFY_H
#define SERVER_NOTIFY_H

#include <stdbool.h>

#define NOTIFY_READY     "READY=1"
#define NOTIFY_RELOADING "RELOADING=1"
#define NOTIFY_STOPPING  "STOPPING=1"

/* Whether the manager took it; waits for it for a second at most. Nothing depends on it but what
 * the manager believes. */
bool notify_manager(const char *state);

#endif
