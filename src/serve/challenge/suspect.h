/*
 * suspect.h: gathers what decide/suspicion.h looks at, and counts what it finds.
 */
#ifndef SERVE_SUSPECT_H
#define SERVE_SUSPECT_H

#include "serve/challenge/judge.h"

/* The rules that hold for an answer that was right or wrong, as bits; to be asked once for each
 * answer. For whoever looks at the history: no verdict depends on it. */
unsigned suspect_answer(struct visit *visit, const struct judged *judged);

#endif
