/*
 * issue.h: hands out a challenge. A challenge is its token: the server keeps nothing of it until an
 * answer comes.
 */
#ifndef FLOW_ISSUE_H
#define FLOW_ISSUE_H

#include "flow/work.h"
#include "policy/escalation/rounds.h"

/* What a further round carries on (policy/escalation/rounds.h). */
struct issue_chain {
    unsigned round;        /* 0: it is the first, and the rest is not set */
    struct tes_slice id;   /* of the first */
    struct tes_slice than; /* the kind of the round before, whose place another may take */
    struct rounds shown;
};

enum { ISSUE_ACTION_MAX = 32 }; /* characters, as Turnstile has it */

/* The entry point that accepts the answer to a challenge. It is sealed into the token, so that an
 * answer elsewhere can't avoid what this entry point demands: work, a minimum time, a wait, the
 * code budget. Tokens contain the numbers: they never change. */
enum issue_entry {
    ISSUE_ENTRY_NONE = 0,  /* sealed by an earlier release, or while one shares the tokens */
    ISSUE_ENTRY_API = 1,   /* POST /v1/answer, and /v1/reveal and /v1/review */
    ISSUE_ENTRY_FORM = 2,  /* the page without JavaScript for a site's form: /challenge */
    ISSUE_ENTRY_GATE = 3,  /* the gate's page: /challenge/puzzle */
    ISSUE_ENTRY_STUDY = 4, /* POST /study/answer */
    ISSUE_ENTRY_ANY = 255, /* never sealed: for what leaves the entry point as it is */
};

/* Whether visitors without JavaScript use this entry point: they wait in place of work. */
bool issue_is_page(enum issue_entry entry);

/* Whether this entry point accepts a token with these claims. A token without an entry point is
 * accepted at the gate if it names no site, and elsewhere if it names one. */
TES_MUST_CHECK bool issue_is_for(const struct tes_claims *claims, enum issue_entry entry);

struct issue_order {
    enum issue_entry entry;         /* required */
    bool may_choose;                /* then what they did not choose is chosen anew each time */
    struct tes_slice kind;          /* empty: one that the site asks, by lot */
    bool is_picked;                 /* the kind was, by lot: further rounds may have another */
    struct tes_slice alternative;   /* that was asked for, "puzzle"; may be empty */
    enum tes_difficulty difficulty; /* 0: medium */
    bool is_still;                  /* nothing that moves */
    bool is_heard;                  /* told in words, and read aloud; by a kind that can be */
    bool is_work;                   /* work of the device in place of a kind (work.h) */
    unsigned work_least;            /* that it asks for, whatever the terms are */
    struct tes_slice language;      /* of the visitor, "de" or "de-AT"; may be empty */
    unsigned submit_after_ms;       /* an earlier answer is too fast */
    struct tes_slice site, hostname, user, session, action, cdata;
    bool is_user_proven;    /* the site vouches for `user` */
    struct tes_slice order; /* what it was ordered by (order.h); may be empty */
    uint64_t attempts, order_expires_at_ms;
    struct terms terms; /* rounds and work that are asked for */
    struct issue_chain chain;
    uint64_t started_at_ms; /* of the first round; 0: this is the first */
    unsigned work_done;     /* in the rounds before: asked for again only where it is more */
    bool is_unproven;       /* a round before was answered while the ledger was away */
};

struct issued {
    struct tes_challenge challenge;
    struct tes_claims claims;
    struct tes_slice token; /* in the request's arena */
    struct work_task task;  /* of its work, where its claims ask for some */
    struct tes_slice media; /* path of the picture or of what is read aloud, likewise */
};

enum issue_result { ISSUE_DONE, ISSUE_UNKNOWN_KIND, ISSUE_USED_UP, ISSUE_FAILED };

/* Whether that kind is one of the enabled ones. */
bool issue_is_enabled(const struct config *config, struct tes_slice kind);

/* Whether that kind is enabled and can be shown: some kinds need a renderer. */
bool issue_is_shown(const struct config *config, struct tes_slice kind);

/* The renderer for kinds that need one: the best that this build has and the config allows. */
enum tes_renderer issue_renderer(const struct config *config);

/* Generates and seals. Texts of the order must outlive `issued`. Counts the challenge as served. */
TES_MUST_CHECK enum issue_result
issue_challenge(struct visit *visit, const struct issue_order *order, struct issued *issued);

/* Gives an opened challenge its time once more: later expiry in `claims`, and a new token for the
 * same challenge. ISSUE_USED_UP where that has been done as often as the config allows. */
TES_MUST_CHECK enum issue_result issue_extend(struct visit *visit, unsigned time_limit_s,
                                              struct tes_claims *claims, struct tes_slice *token);

/* How often these claims may still be extended. */
unsigned issue_extensions_left(const struct visit *visit, const struct tes_claims *claims);

/* When the last token that any config allows for this challenge has expired: until then the ledger
 * has to remember it. */
uint64_t issue_last_expiry_ms(const struct tes_claims *claims, unsigned time_limit_s);

/* The path of a challenge's picture, or of what is read aloud; a NULL `at` where that failed. */
struct tes_slice issue_media(struct visit *visit, const struct tes_claims *claims,
                             const struct tes_challenge *challenge);

/* Seals claims with a fresh nonce into the request's arena; a NULL `at` where that failed. */
struct tes_slice issue_token(struct visit *visit, enum tes_purpose purpose,
                             const struct tes_claims *claims);

/* Makes up the id of claims that are to be spent or told apart. */
TES_MUST_CHECK bool issue_id(struct visit *visit, struct tes_claims *claims);

/* A ticket for the challenge page, good for this address bucket; `return_path` may be empty. */
struct tes_slice issue_ticket(struct visit *visit, struct tes_slice return_path);

#endif
