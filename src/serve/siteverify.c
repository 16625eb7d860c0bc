/* What the vendors have on their servers for those of sites: a handler for each row of
 * serve/vendor/contract.h, and checksiteconfig. */
#include "serve/vendor/siteverify.h"
#include "serve/routes.h"
#include "serve/vendor/site_config.h"

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
