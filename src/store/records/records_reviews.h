/*
 * records_reviews.h: visitors who wait for a person to let them in. Every call may block.
 */
#ifndef STORE_RECORDS_REVIEWS_H
#define STORE_RECORDS_REVIEWS_H

#include "store/records/records.h"

#define RECORDS_REVIEW_ID_MAX 32
#define RECORDS_REVIEW_STATES(X)                                                                   \
    X(WAITING, "waiting")                                                                          \
    X(APPROVED, "approved")                                                                        \
    X(REJECTED, "rejected")                                                                        \
    X(EXPIRED, "expired") /* nobody decided in time */

enum records_review_state {
#define RECORDS_REVIEW_ENUM(name, text) RECORDS_REVIEW_##name,
    RECORDS_REVIEW_STATES(RECORDS_REVIEW_ENUM)
#undef RECORDS_REVIEW_ENUM
        RECORDS_REVIEW_STATE_COUNT
};

/* The texts of a review and how many bytes of each are kept: where somebody waits, why, and what
 * they were asked and answered last. Nothing says who they are. */
#define RECORDS_REVIEW_TEXTS(X)                                                                    \
    X(review_id, RECORDS_REVIEW_ID_MAX) /* that the visitor can quote */                           \
    X(site, RECORDS_SITEKEY_MAX)                                                                   \
    X(hostname, RECORDS_HOSTNAME_MAX)                                                              \
    X(reason, 31)                                                                                  \
    X(difficulty, 15)                                                                              \
    X(question_type, 32)                                                                           \
    X(question_text, 256)                                                                          \
    X(user_answer, 64)

struct records_review {
#define RECORDS_REVIEW_MEMBER(name, most) char name[(most) + 1];
    RECORDS_REVIEW_TEXTS(RECORDS_REVIEW_MEMBER)
#undef RECORDS_REVIEW_MEMBER
    enum records_review_state state;
    uint64_t created_at_ms, decided_at_ms;
};

/* "waiting", "approved", "rejected", "expired". */
const char *records_review_state_name(enum records_review_state state);

/* How many may wait: a site always has so many places of its own, and all sites share the others.
 */
struct records_review_room {
    unsigned of_site;  /* of each site */
    unsigned of_all;   /* past so many that wait, a site has no more than its own */
    unsigned of_queue; /* past so many that wait, none has any */
};

/* Adds one that waits. RECORDS_EXISTS: that id is taken, or there is no place for its site. */
TES_MUST_CHECK enum records_result records_review_add(struct records *records,
                                                      const struct records_review *review,
                                                      const struct records_review_room *room);
TES_MUST_CHECK enum records_result records_review_find(struct records *records, const char *id,
                                                       struct records_review *review);

/* RECORDS_EXISTS: it was decided before, or has expired. */
TES_MUST_CHECK enum records_result records_review_decide(struct records *records, const char *id,
                                                         enum records_review_state state);

/* Calls `each` for those that wait, the oldest first; with `decided_too`, for all. Ends early where
 * it returns false. `each` must not call back into the records. */
TES_MUST_CHECK enum records_result
records_review_list(struct records *records, bool decided_too,
                    bool (*each)(void *context, const struct records_review *review),
                    void *context);

#endif
