/*
 * suspect.h: gathers what policy/escalation/suspicion.h looks at, and counts what it finds.
 */
#ifndef FLOW_SUSPECT_H
#define FLOW_SUSPECT_H

#include "flow/answer/judge.h"

/* The rules that hold for an answer that was right or wrong, as bits; to be asked once for each
 * answer. For whoever looks at the history: no verdict depends on it. */
unsigned suspect_answer(struct visit *visit, const struct judged *judged);

#endif
