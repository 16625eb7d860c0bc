/* What the vendors have on their servers for those of sites: a handler for each row of
 * api/vendor/contract.h, and checksiteconfig. */
#include "api/vendor/site_config.h"
#include "api/vendor/siteverify.h"
#include "server/app/handlers.h"

void handle_recaptcha_siteverify(struct visit *visit)
{
    siteverify(visit, CONTRACT_RECAPTCHA);
}

void handle_hcaptcha_siteverify(struct visit *visit)
{
    siteverify(visit, CONTRACT_HCAPTCHA);
}

void handle_turnstile_siteverify(struct visit *visit)
{
    siteverify(visit, CONTRACT_TURNSTILE);
}

void handle_mcaptcha_siteverify(struct visit *visit)
{
    siteverify(visit, CONTRACT_MCAPTCHA);
}

void handle_cap_siteverify(struct visit *visit)
{
    siteverify(visit, CONTRACT_CAP);
}

void handle_hcaptcha_site_config(struct visit *visit)
{
    site_config(visit);
}
