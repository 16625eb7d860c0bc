/*
 * records_users.h: what is kept of one user of one site: how they did, and what other parts know of
 * them. Every call may block. A user is named by site (its sitekey) and name: a site can't touch
 * another's users.
 */
#ifndef STORE_RECORDS_USERS_H
#define STORE_RECORDS_USERS_H

#include "store/records/records.h"

#define RECORDS_STATE_MAX      65536 /* bytes of one state */
#define RECORDS_STATE_NAME_MAX 32

enum records_level { RECORDS_EASY, RECORDS_MEDIUM, RECORDS_HARD, RECORDS_LEVEL_COUNT };

struct records_user {
    const char *site, *name; /* texts of UTF-8, at most RECORDS_SITEKEY_MAX, RECORDS_USER_MAX */
};

/* A row of spatial_user_profiles: answers of a user for whom the site vouches, and the level that
 * was recommended last. */
struct records_profile {
    uint64_t completed[RECORDS_LEVEL_COUNT], passed[RECORDS_LEVEL_COUNT];
    enum records_level level;                 /* RECORDS_LEVEL_COUNT: none was recommended yet */
    uint64_t before_completed, before_passed; /* at that level, when it was recommended */
};

/* "easy" to "hard"; RECORDS_LEVEL_COUNT where it is none of them, or NULL. */
enum records_level records_level_find(const char *name);

/* RECORDS_ABSENT where nothing is known of the user. */
TES_MUST_CHECK enum records_result records_profile_read(struct records *records,
                                                        const struct records_user *user,
                                                        struct records_profile *profile);

/* Bytes that a part of the server keeps of a user, under a name of its own. RECORDS_ABSENT where
 * there are none; RECORDS_FAILED also where they are longer than `size`. */
TES_MUST_CHECK enum records_result records_state_read(struct records *records,
                                                      const struct records_user *user,
                                                      const char *name, void *bytes, size_t size,
                                                      size_t *length);

/* Replaces them. Two writers at once: the later one wins. */
TES_MUST_CHECK enum records_result records_state_write(struct records *records,
                                                       const struct records_user *user,
                                                       const char *name, struct tes_slice bytes);

#endif
