/*
 * node_agreement.h: what follows from who else is there, for a server that shares its ledger with
 * others: which of its keys all of them can open, and so may sign; whether it, or somebody else,
 * has the wrong keys, clock or settings. Pure: it is told who is there, and by what clocks.
 *
 * One stray server must not be able to take the others out of use: whoever is not with most of them
 * is the one that is wrong, and where two sides are as many, the one that came later.
 */
#ifndef SERVER_NODE_AGREEMENT_H
#define SERVER_NODE_AGREEMENT_H

#include "server/cluster/node_text.h"

#define NODES_MAX  64
#define NODES_NONE NODES_MAX

/* A clock that is off by so much is worth a word: answers may count as too fast, or as too late. */
#define NODES_CLOCK_OFF_MS 5000
/* And with this much, half of the time that the shortest challenge has, no visitor should come. */
#define NODES_CLOCK_WRONG_MS 30000

/* Who has not been heard of for longer may still come back, and holds keys back until the ledger
 * forgets it; but it has no say any more in who is wrong. */
#define NODES_QUIET_MS 10000

struct nodes {
    struct node items[NODES_MAX];
    size_t count;
};

enum nodes_clock { NODES_CLOCK_RIGHT, NODES_CLOCK_OFF, NODES_CLOCK_WRONG };

struct nodes_findings {
    /* One that can't open what we seal, nor we what it seals, or NODES_NONE. */
    size_t stranger;
    bool is_stray; /* then it is we who are wrong */
    /* One of our version and keys with other settings, or NODES_NONE. */
    size_t differs;
    enum nodes_clock clock;
};

/* Finds out what is wrong, for the node at the place `self`, whose clock was compared with the
 * store's up to `uncertain_ms`. */
void node_agreement_judge(const struct nodes *nodes, size_t self, uint64_t uncertain_ms,
                          struct nodes_findings *findings);

/* A node that shares keys with `self`, directly or through others, and that can't open this one:
 * the first at `from` or behind, or NODES_NONE. A key that there is such a node for must not sign.
 */
size_t node_agreement_lacking(const struct nodes *nodes, size_t self, uint32_t key, size_t from);

/* The highest tag of claims that all of them read; 0 where one of them does not say. */
uint64_t node_agreement_claims(const struct nodes *nodes);

/* Whether what a node seals can be opened by the other one, and the reverse, some day: they have a
 * key in common. */
bool node_agreement_share_key(const struct node *a, const struct node *b);

#endif
