/*
 * history.h: what the records are told of a challenge: that it was handed out, and how it was
 * answered. Nobody waits for it, and no verdict depends on it.
 */
#ifndef SERVE_HISTORY_H
#define SERVE_HISTORY_H

#include "serve/challenge/issue.h"
#include "serve/challenge/judge.h"

void history_presented(struct visit *visit, const struct issue_order *order,
                       const struct issued *issued);

void history_answered(struct visit *visit, const struct judged *judged, bool is_correct,
                      bool is_suspicious);

#endif
