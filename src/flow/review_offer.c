#include "flow/review_offer.h"

bool review_is_configured(const struct config *config)
{
    return config->accessibility_fallback_enabled &&
           config->accessibility_fallback_method == CONFIG_HUMAN_REVIEW;
}

bool review_is_offered(const struct visit *visit)
{
    enum sites_state state = visit->site->state;
    return review_is_configured(visit->config) &&
           (state == SITES_NOT_NAMED || state == SITES_FOUND);
}
