/*
 * study.h: what volunteers are shown: each type at each level once at most, in an order that is
 * picked for each run, and before the first of a type one to practise with. The server keeps
 * nothing of a run: where it stands is sealed into the token of the item that is shown, and the
 * next item comes in exchange for that token, once. So nobody gives more answers than a run has.
 */
#ifndef EXTRAS_STUDY_H
#define EXTRAS_STUDY_H

#include "extras/study/results.h"
#include "flow/issue/issue.h"

#define STUDY_SITE      "study" /* the site key of its items: no site's, and nobody redeems them */
#define STUDY_RUN_BYTES 16
#define STUDY_CELLS_MAX 96 /* types times levels */

struct study_settings {
    unsigned per_person;       /* items of a run at most */
    unsigned runs_per_network; /* that may begin in a day */
    unsigned max_mb;           /* of the file */
};

struct study {
    struct study_settings settings;
    struct study_results results;
};

/* Where a run stands. */
struct study_place {
    uint8_t run[STUDY_RUN_BYTES];
    unsigned index;       /* of the item, in the run's order */
    uint32_t practised;   /* types that were practised with, a bit each */
    bool is_practice;     /* this item is for practice: nothing of it is kept */
    bool wants_no_motion; /* nothing that moves is shown */
};

/* How many items this run has: fewer for whoever wants no motion, where a type only moves. */
unsigned study_run_length(const struct study *study, const struct config *config,
                          const struct study_place *place);

/* Hands out the item of this place, and says whether it is for practice. False at the end of the
 * run, and with `*has_failed` where it could not be made. */
TES_MUST_CHECK bool study_issue(struct visit *visit, struct study_place *place,
                                struct issued *issued, bool *has_failed);

/* Where the run of an opened token stands; false where it is no item of a study. */
TES_MUST_CHECK bool study_place_of(const struct tes_claims *claims, struct study_place *place);

/* Goes on behind the item of this place. */
void study_go_on(struct study_place *place, const struct tes_challenge *challenge);

#endif
