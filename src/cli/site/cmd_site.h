/* cmd_site.h: the options of `tessera site`, what is wrong with them, and what it prints of a site.
 */
#ifndef CMD_SITE_H
#define CMD_SITE_H

#include "cli/cli.h"
#include "server/config/config.h"
#include "store/records/records.h"

/* ------------------------------------------- the hosts of a site's pages */

#define SITE_HOSTS_OPTION "--hostname"

/* The one name that is a list of every host. */
#define SITE_HOSTS_ANY "any"

/* What is wrong with the hosts that were given; NULL where nothing is. The text is good until the
 * next call. */
const char *site_hosts_find_fault(const struct cli_call *call);

/* Takes over what was given in place of what the site has, or leaves that where nothing was. */
void site_hosts_take(const struct cli_call *call, struct records_site *site);

/* -------------------------------------------- what a site asks and takes */

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

/* ----------------------------- what can't be, and whom it would shut out */

/* Why a site can't have these wishes; NULL where it can. */
const char *site_advice_find_fault(const struct config *config, const struct records_site *site);

/* Tells on stderr whom they shut out, and what is not as it seems. */
void site_advice_warn(const struct config *config, const struct records_site *site);

/* Tells on stderr what a wish for strength leaves to who can't see: it is said when it is set. */
void site_advice_tell_strength(const struct config *config, const struct records_site *site);

/* ------------------------------------------------------- what is printed */

/* Everything but the secrets, which nobody can read back; beside what the site leaves to the
 * config, what that says now. */
void site_show_print(const struct records_site *site, const struct config *config);

/* Says on stderr for how long the secret before is good, once there is a new one. */
void site_show_tell_overlap(const struct records_site *site, uint64_t overlap_s);

#endif
