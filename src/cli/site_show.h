/* site_show.h: what `tessera site` prints of a site. */
#ifndef CLI_SITE_SHOW_H
#define CLI_SITE_SHOW_H

#include "store/records.h"

/* Everything but the secrets, which nobody can read back. */
void site_show_print(const struct records_site *site);

/* Says on stderr for how long the secret before is good, once there is a new one. */
void site_show_tell_overlap(const struct records_site *site, uint64_t overlap_s);

#endif
