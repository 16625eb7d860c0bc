/*
 * media.h: what a challenge shows or says, as the reply to whoever holds the right to fetch it:
 * made when it is asked for, or still held from the last time.
 */
#ifndef SERVE_MEDIA_H
#define SERVE_MEDIA_H

#include "serve/app.h"

/* Makes it, in the request's arena. The claims are those of the right to fetch it. TES_EXHAUSTED
 * where the visitor's budget is used up. */
typedef enum tes_status media_maker(struct visit *visit, const struct tes_claims *claims,
                                    const struct tes_challenge *challenge, struct tes_slice *made);

struct media {
    struct tes_slice prefix;  /* of the path; the token follows */
    const char *type;         /* "image/png" */
    struct tes_slice variant; /* what else it depends on, beside the challenge; may be empty */
    media_maker *make;
};

/* Replies with it or the part of it that is asked for, or with a refusal. */
void media_reply(struct visit *visit, const struct media *media);

#endif
