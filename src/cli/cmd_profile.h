/*
 * cmd_profile.h: how a user did at each site that vouches for them, and which level they get there.
 */
#ifndef CLI_CMD_PROFILE_H
#define CLI_CMD_PROFILE_H

#include "server/config/config.h"
#include "store/records/records_users.h"

struct profile_row {
    const char *site; /* its name */
    struct records_profile profile;
    const char *recommended; /* "easy", "medium" or "hard" */
};

/* Calls `each` for every site that knows the user, by name; ends early where it returns false.
 * False where the store, or memory, failed. */
TES_MUST_CHECK bool profile_each(struct records *records, const struct config *config,
                                 const char *user,
                                 bool (*each)(void *context, const struct profile_row *row),
                                 void *context);

#endif
