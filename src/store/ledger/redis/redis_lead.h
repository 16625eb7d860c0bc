/*
 * redis_lead.h: by how much the clock of the node that is ahead the most is ahead of the Redis's.
 * Tokens say by the clocks of nodes when they were issued; so where the moment from which on the
 * ledger knows moves, it moves past the quickest of them. Nodes tell each other in the Redis, and
 * remember what they have heard, as the Redis may forget it.
 */
#ifndef STORE_REDIS_LEAD_H
#define STORE_REDIS_LEAD_H

#include "store/db/redis/redis_link.h"

struct redis_lead {
    uint64_t own_ms;    /* of this node, at most */
    uint64_t others_ms; /* of all, as last heard */
    uint64_t best_ms;   /* the least that was seen in the time since... */
    uint64_t since_us;
};

/* Takes in that our clock was ahead by `ahead_ms` or less: the journey of the reply is in it. */
void redis_lead_take(struct redis_lead *lead, int64_t ahead_ms, uint64_t now_us);

uint64_t redis_lead_most_ms(const struct redis_lead *lead);

/* Asks what all have told, within a batch of commands; and the same after telling ours, for the
 * time that a token lives. Each has its counterpart that hears. */
void redis_lead_ask(struct redis_link *link, const char *key, uint64_t now_ms);
void redis_lead_tell(struct redis_link *link, const char *key, const struct redis_lead *lead,
                     uint64_t now_ms);
TES_MUST_CHECK bool redis_lead_hear(struct redis_link *link, struct redis_lead *lead);
TES_MUST_CHECK bool redis_lead_hear_told(struct redis_link *link, struct redis_lead *lead);

#endif
