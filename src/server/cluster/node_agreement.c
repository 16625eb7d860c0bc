#include "server/cluster/node_agreement.h"

#include <string.h>

static bool has_key(const struct node *node, uint32_t key)
{
    for (size_t i = 0; i < node->key_count; i++)
        if (node->keys[i] == key)
            return true;
    return false;
}

bool node_agreement_share_key(const struct node *a, const struct node *b)
{
    for (size_t i = 0; i < a->key_count; i++)
        if (has_key(b, a->keys[i]))
            return true;
    return false;
}

/* Marks who is on the side of the node at `of`: those that share a key with it, those that share
 * one with these, and so on. Each round reaches at least one more, or is the last. */
static void find_side(const struct nodes *nodes, size_t of, bool side[NODES_MAX])
{
    bool grows = true;
    memset(side, 0, NODES_MAX * sizeof *side);
    side[of] = true;
    while (grows) {
        grows = false;
        for (size_t i = 0; i < nodes->count; i++)
            for (size_t j = 0; !side[i] && j < nodes->count; j++) {
                side[i] = side[j] && node_agreement_share_key(&nodes->items[i], &nodes->items[j]);
                grows = grows || side[i];
            }
    }
}

/* Whether `a` was there before `b`. Who has just come was not. */
static bool is_earlier(const struct node *a, const struct node *b)
{
    uint64_t a_ms = a->since_ms > 0 ? a->since_ms : UINT64_MAX;
    uint64_t b_ms = b->since_ms > 0 ? b->since_ms : UINT64_MAX;
    return a_ms != b_ms ? a_ms < b_ms : strcmp(a->id, b->id) < 0;
}

static bool is_heard(const struct node *node)
{
    return node->is_read && node->age_ms <= NODES_QUIET_MS;
}

struct side {
    size_t count;
    const struct node *first; /* who came first of them */
};

static struct side measure(const struct nodes *nodes, const bool side[NODES_MAX])
{
    struct side measured = {0, NULL};
    for (size_t i = 0; i < nodes->count; i++) {
        if (!side[i] || !is_heard(&nodes->items[i]))
            continue;
        measured.count++;
        if (measured.first == NULL || is_earlier(&nodes->items[i], measured.first))
            measured.first = &nodes->items[i];
    }
    return measured;
}

static bool is_stronger(const struct side *a, const struct side *b)
{
    if (a->first == NULL || b->first == NULL) /* nobody was heard of just now */
        return a->first != NULL;
    return a->count != b->count ? a->count > b->count : is_earlier(a->first, b->first);
}

static void judge_keys(const struct nodes *nodes, size_t self, struct nodes_findings *findings)
{
    bool ours[NODES_MAX], theirs[NODES_MAX];
    find_side(nodes, self, ours);
    struct side we = measure(nodes, ours);
    for (size_t i = 0; i < nodes->count; i++) {
        if (ours[i] || !is_heard(&nodes->items[i]))
            continue;
        find_side(nodes, i, theirs);
        struct side they = measure(nodes, theirs);
        bool is_right = is_stronger(&they, &we);
        if (findings->stranger == NODES_NONE || (is_right && !findings->is_stray))
            findings->stranger = i;
        findings->is_stray = findings->is_stray || is_right;
    }
    for (size_t i = nodes->count; i > 0; i--) {
        const struct node *me = &nodes->items[self], *other = &nodes->items[i - 1];
        if (ours[i - 1] && is_heard(other) && other->config != me->config &&
            strcmp(other->version, me->version) == 0)
            findings->differs = i - 1;
    }
}

static uint64_t distance(int64_t a, int64_t b)
{
    return a > b ? (uint64_t)(a - b) : (uint64_t)(b - a);
}

/* The store's clock is one among the others: where most nodes agree with each other, it is the one
 * that is wrong, and nobody is served by turning all of them off. */
static enum nodes_clock judge_clock(const struct nodes *nodes, size_t self, uint64_t uncertain_ms)
{
    int64_t ahead_ms = nodes->items[self].ahead_ms;
    uint64_t off_ms = distance(ahead_ms, 0);
    size_t agree = 1, clocks = 2; /* ours and the store's */
    off_ms = off_ms > uncertain_ms ? off_ms - uncertain_ms : 0;
    if (off_ms <= NODES_CLOCK_WRONG_MS)
        return off_ms > NODES_CLOCK_OFF_MS ? NODES_CLOCK_OFF : NODES_CLOCK_RIGHT;
    for (size_t i = 0; i < nodes->count; i++) {
        const struct node *node = &nodes->items[i];
        if (i == self || !is_heard(node) || node->since_ms == 0)
            continue;
        clocks++;
        agree += distance(node->ahead_ms, ahead_ms) <= NODES_CLOCK_WRONG_MS;
    }
    return agree * 2 > clocks ? NODES_CLOCK_OFF : NODES_CLOCK_WRONG;
}

void node_agreement_judge(const struct nodes *nodes, size_t self, uint64_t uncertain_ms,
                          struct nodes_findings *findings)
{
    *findings = (struct nodes_findings){.stranger = NODES_NONE, .differs = NODES_NONE};
    judge_keys(nodes, self, findings);
    findings->clock = judge_clock(nodes, self, uncertain_ms);
}

size_t node_agreement_lacking(const struct nodes *nodes, size_t self, uint32_t key, size_t from)
{
    bool ours[NODES_MAX];
    find_side(nodes, self, ours);
    for (size_t i = from; i < nodes->count; i++)
        if (ours[i] && !has_key(&nodes->items[i], key))
            return i;
    return NODES_NONE;
}

uint64_t node_agreement_claims(const struct nodes *nodes)
{
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < nodes->count; i++) /* one that can't be read has 0 */
        if (nodes->items[i].claims < least)
            least = nodes->items[i].claims;
    return nodes->count > 0 ? least : 0;
}
