/* site_policy.h: the options of `tessera site` that say what a site asks and takes. */
#ifndef CLI_SITE_POLICY_H
#define CLI_SITE_POLICY_H

#include "cli/cli.h"
#include "store/records/records.h"

/* Leaves it to the config. */
#define SITE_WISHES_DEFAULT "default"

/* What is wrong with the options; NULL where nothing is. */
const char *site_wishes_find_fault(const struct cli_call *call);

/* Bits for the options that were given. */
enum {
    SITE_WISHES_WITH_SET = 1, /* one that goes with set alone */
    SITE_WISHES_WITH_ADD = 2, /* one that goes with add as well */
    SITE_WISHES_ASKED = 4,    /* one that says what is asked or offered */
};
unsigned site_wishes_given(const struct cli_call *call);

/* Takes over what was given, and leaves the rest. */
void site_wishes_take(const struct cli_call *call, struct records_wishes *wishes);

#endif
