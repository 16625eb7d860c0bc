/*
 * site_advice.h: what is wrong with a site's wishes taken together, under the config that the
 * command was given: what can't be, and whom it would shut out.
 */
#ifndef CLI_SITE_ADVICE_H
#define CLI_SITE_ADVICE_H

#include "server/config/config.h"
#include "store/records/records.h"

/* Why a site can't have these wishes; NULL where it can. */
const char *site_advice_find_fault(const struct config *config, const struct records_site *site);

/* Tells on stderr whom they shut out, and what is not as it seems. */
void site_advice_warn(const struct config *config, const struct records_site *site);

/* Tells on stderr what a wish for strength leaves to who can't see: it is said when it is set. */
void site_advice_tell_strength(const struct config *config, const struct records_site *site);

#endif
