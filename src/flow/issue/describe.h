/*
 * describe.h: a challenge as the API hands it out, by POST /v1/challenge and, where a further round
 * follows, by POST /v1/answer.
 */
#ifndef FLOW_DESCRIBE_H
#define FLOW_DESCRIBE_H

#include "flow/issue/issue.h"
#include "server/app/reply.h"

/* Writes the members of a challenge, and what is offered with it, into the open object;
 * `is_constrained`: the device says that its owner does not see or point well. Adds the header of
 * --truth. */
void describe_challenge(struct visit *visit, struct reply_json *body,
                        const struct issue_order *order, const struct issued *issued,
                        bool is_constrained);

#endif
