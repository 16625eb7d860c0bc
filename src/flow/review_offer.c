#include "flow/review_offer.h"

bool review_is_configured(const struct config *config)
{
    return config->accessibility_fallback_enabled &&
           config->accessibility_fallback_method == CONFIG_HUMAN_REVIEW;
}

bool review_is_offered(struct visit *visit, struct tes_slice site)
{
    struct sites_wishes wishes;
    return review_is_configured(visit->config) &&
           (site.length == 0 || sites_wishes(visit->app->sites, site, &wishes));
}
