/*
 * node_text.h: what a server says of itself to those that share its ledger, as JSON:
 *
 *     {"name":"web1","version":"0.1.0","keys":[305419896],"config":"0011223344556677",
 *      "since":1790000000000,"ahead":12,"behind":0,"alarms":[3],"claims":57}
 *
 * It is read from a store that others write to, so it is taken for nothing that was not checked.
 */
#ifndef SERVER_NODE_TEXT_H
#define SERVER_NODE_TEXT_H

#include "base/buf.h"

#define NODE_ID_MAX      32
#define NODE_NAME_MAX    64
#define NODE_VERSION_MAX 32
#define NODE_KEYS_MAX    8
#define NODE_ALARMS_MAX  8
#define NODE_TEXT_MAX    512
#define NODE_AHEAD_MAX   ((int64_t)1 << 50) /* of the milliseconds that a clock can be off */

struct node {
    char id[NODE_ID_MAX + 1]; /* of this one process; not in the text */
    char name[NODE_NAME_MAX + 1], version[NODE_VERSION_MAX + 1];
    uint32_t
        keys[NODE_KEYS_MAX]; /* ids of those that it can open; the first is the one that signs */
    size_t key_count;
    uint64_t config;   /* a hash of those settings that should be the same everywhere */
    uint64_t since_ms; /* when it first came, by the store's clock; 0: just now */
    int64_t ahead_ms;  /* its clock, compared with the store's; negative: behind */
    uint32_t alarms[NODE_ALARMS_MAX]; /* that it has raised (flow/alarms.h) */
    size_t alarm_count;
    uint64_t
        claims; /* the highest tag of src/crypto/claims.def that it reads; 0: it does not say */
    uint64_t age_ms; /* since it said so; not in the text */
    bool is_read;    /* false: what it says can't be read, and nothing is known of it */
};

/* Writes the text. */
void node_text_write(const struct node *node, struct tes_buf *buf);

/* Reads it. False where it is not of this form: then the node is empty. Further names, which a
 * later release may add, are let be. */
TES_MUST_CHECK bool node_text_read(struct tes_slice text, struct node *node);

/* Makes a name that a node can have of any text, cut to `size` with its NUL: what is no letter,
 * digit, dot or dash is a dash. */
void node_text_name(struct tes_slice text, char *name, size_t size);

#endif
