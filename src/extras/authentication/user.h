/*
 * user.h: what the authentication port keeps of a user between requests, in the records: how they
 * write, how many requests there were, and the challenge that is due.
 */
#ifndef EXTRAS_USER_H
#define EXTRAS_USER_H

#include "server/app/app.h"
#include "store/records/records_users.h"

#define AUTH_USER_BYTES 40 /* the requests and what is due, as bytes, at most */

/* Requests of a user, and what is due. Zeroed: a new user. */
struct auth_due {
    uint32_t requests; /* since the last that was due */
    bool is_due;       /* a challenge is still to be passed */
    enum tes_difficulty order_difficulty;
    uint64_t order_issued_at_ms; /* 0: none was ordered */
    uint8_t order_id[TES_ID_BYTES];
};

struct auth_user {
    struct records_user key;
    bool has_style, has_due; /* whether these could be read; zeroed where they could not */
    struct tes_style_profile style;
    struct auth_due due;
};

/* Nobody else of this process changes what is kept of this user until they are let go. Requests of
 * one user wait for each other, and for the store; now and then, for another user's. Another
 * process on the same records may still write at the same time: then the later one counts, and
 * what the earlier one has learned or counted is lost. */
void auth_user_hold(struct app *app, const struct auth_user *user);
void auth_user_let_go(struct app *app, const struct auth_user *user);

/* Reads what is wanted; `key` is there. */
void auth_user_read_style(struct app *app, struct auth_user *user);
void auth_user_read_due(struct app *app, struct auth_user *user);

/* Keeps it. False where the store did not take it. */
TES_MUST_CHECK bool auth_user_keep_style(struct app *app, const struct auth_user *user);
TES_MUST_CHECK bool auth_user_keep_due(struct app *app, const struct auth_user *user);

/* The form of `due` as bytes. Reading is strict: false, and a new user, for whatever writing can't
 * have made. */
struct tes_slice user_due_write(const struct auth_due *due, uint8_t bytes[AUTH_USER_BYTES]);
bool user_due_read(struct tes_slice bytes, struct auth_due *due);

#endif
