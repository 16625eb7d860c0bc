/* strength.h: the table of core/strength.h as a page of docs/. */
#ifndef CLI_STRENGTH_H
#define CLI_STRENGTH_H

#include "base/buf.h"

void strength_write_markdown(struct tes_buf *buf);

#endif
