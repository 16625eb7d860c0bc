/*
 * load_answer.h: from a challenge that was handed out with --truth to the request that solves it,
 * and from its pass to the request that redeems it.
 */
#ifndef LOAD_ANSWER_H
#define LOAD_ANSWER_H

#include <stdio.h>

#include "load_reply.h"

/* Writes the body of the POST /v1/answer that is right for this reply, as a line. Ends the program
 * with a message where the reply has no token or no Tessera-Truth. */
void load_answer_write(FILE *file, const struct load_reply *reply);

/* Writes the form of the siteverify that redeems the pass of this reply, as a line. Ends the
 * program with a message where the reply has none. */
void load_answer_write_pass(FILE *file, const struct load_reply *reply, const char *secret);

#endif
