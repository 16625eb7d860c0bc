/*
 * cognition.h: what ways to a pass ask of the mind: the rows of cognition.def, which a login goes
 * by (accept.h).
 */
#ifndef POLICY_COGNITION_H
#define POLICY_COGNITION_H

#include "challenge/kind.h"

enum cognition { COGNITION_NOTHING, COGNITION_RECOGNITION, COGNITION_TEST };

struct cognition_row {
    const char *name; /* of a kind, "pow" or "review" */
    enum cognition asks;
    const char *reason;
};

/* Row by row, in the table's order; NULL from the first number on that is none. */
const struct cognition_row *cognition_row(size_t number);

/* What the way of that name asks; of one that has no row: COGNITION_TEST. */
enum cognition cognition_of(struct tes_slice name);

#endif
