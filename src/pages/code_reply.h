/*
 * code_reply.h: the replies that hand out a short code: made first, shown at an address of its own,
 * and shown again.
 */
#ifndef PAGES_CODE_REPLY_H
#define PAGES_CODE_REPLY_H

#include "pages/scriptless.h"

/* Makes a code for what was solved just now, and sends the visitor to it. Waits for the records. */
void code_reply_first(struct visit *visit, const struct scriptless *page, struct tes_claims *pass);

/* Shows the code that the page's address has; false where it has none. */
TES_MUST_CHECK bool code_reply_again(struct visit *visit, const struct scriptless *page);

/* Shows a code for a pass with these claims, times included. Waits for the records. */
void code_reply_show(struct visit *visit, const struct tes_claims *pass);

#endif
