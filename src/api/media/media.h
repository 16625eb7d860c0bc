/*
 * media.h: what a challenge shows or says, as the reply to whoever holds the right to fetch it:
 * made when it is asked for, or still held from the last time.
 */
#ifndef API_MEDIA_H
#define API_MEDIA_H

#include "server/app/app.h"

enum media_outcome {
    MEDIA_MADE,
    MEDIA_NONE,        /* 404: no such right, or nothing of that sort to this challenge */
    MEDIA_OVER_BUDGET, /* 429 */
    MEDIA_FAILED,      /* 503: it may be there another time */
};

/* What a status of the library comes to here. None of them speaks of budgets. */
enum media_outcome media_outcome_of(enum tes_status status);

/* Makes it, in the request's arena. The claims are those of the right to fetch it. */
typedef enum media_outcome media_maker(struct visit *visit, const struct tes_claims *claims,
                                       const struct tes_challenge *challenge,
                                       struct tes_slice *made);

struct media {
    struct tes_slice prefix;  /* of the path; the token follows */
    const char *type;         /* "image/png" */
    struct tes_slice variant; /* what else it depends on, beside the challenge; may be empty. Static
                                 or in the request's arena */
    enum http_where where;    /* the threads that make it */
    media_maker *make;
};

/* For the loop. Replies with it or the part of it that is asked for, or with a refusal. A visitor
 * without the right to it is refused at once, and takes no place in the queue of those who have it.
 */
void media_reply(struct visit *visit, const struct media *media);

#endif
