/* strength_page.h: the table of challenge/strength.h as a page of docs/. */
#ifndef CLI_STRENGTH_PAGE_H
#define CLI_STRENGTH_PAGE_H

#include "base/buf.h"

void strength_write_markdown(struct tes_buf *buf);

#endif
