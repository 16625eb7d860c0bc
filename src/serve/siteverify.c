/* The vendors' siteverify: a handler for each row of serve/vendor/contract.h. */
#include "serve/vendor/siteverify.h"
#include "serve/routes.h"

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
