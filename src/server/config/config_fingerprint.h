/*
 * config_fingerprint.h: a number for the settings that should be the same on all servers that share
 * a ledger: a visitor who is sent from one to another is treated the same there.
 */
#ifndef SERVER_CONFIG_FINGERPRINT_H
#define SERVER_CONFIG_FINGERPRINT_H

#include "server/config/config.h"

/* The same number for the same settings, within one build; it tells nothing of them, and what may
 * be secret is not in it. */
uint64_t config_fingerprint(const struct config *config);

/* Whether a key is one of those. */
bool config_fingerprint_has(const struct config_row *row);

#endif
