/* site_show.h: what `tessera site` prints of a site. */
#ifndef CLI_SITE_SHOW_H
#define CLI_SITE_SHOW_H

#include "server/config/config.h"
#include "store/records/records.h"

/* Everything but the secrets, which nobody can read back; beside what the site leaves to the
 * config, what that says now. */
void site_show_print(const struct records_site *site, const struct config *config);

/* Says on stderr for how long the secret before is good, once there is a new one. */
void site_show_tell_overlap(const struct records_site *site, uint64_t overlap_s);

#endif
