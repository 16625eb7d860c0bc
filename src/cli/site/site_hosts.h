/* site_hosts.h: the option of `tessera site` that names the hosts of a site's pages. */
#ifndef CLI_SITE_HOSTS_H
#define CLI_SITE_HOSTS_H

#include "cli/cli.h"
#include "store/records/records.h"

#define SITE_HOSTS_OPTION "--hostname"

/* The one name that is a list of every host. */
#define SITE_HOSTS_ANY "any"

/* What is wrong with the hosts that were given; NULL where nothing is. The text is good until the
 * next call. */
const char *site_hosts_find_fault(const struct cli_call *call);

/* Takes over what was given in place of what the site has, or leaves that where nothing was. */
void site_hosts_take(const struct cli_call *call, struct records_site *site);

#endif
