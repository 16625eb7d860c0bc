#include "flow/issue/type_select.h"

#include <stdio.h>

#include "base/bytes.h"
#include "challenge/kinds.h"
#include "crypto/keyed_number.h"
#include "flow/accepts.h"

/* The site /48 and the /24: what one customer of a provider has, at least. */
enum { IPV4_BITS = 24, IPV6_BITS = 48 };

#define WINDOW_MS ((uint64_t)TYPE_SELECT_WINDOW_S * 1000)

struct choice {
    struct tes_slice kinds[TES_KIND_COUNT];
    size_t count;
};

/* What is looked for. */
struct wish {
    const struct accept *accept;
    enum tes_difficulty level;
    bool is_still;
    enum { STRONG, STOPS_SCRIPTS, ANY } least;
};

static bool fits(const struct wish *wish, const struct tes_kind *kind)
{
    if ((wish->is_still && (kind->takes & TES_TAKES_MOTION) != 0) ||
        !accept_allows(wish->accept, kind))
        return false;
    switch (wish->least) {
    case STRONG:
        return accept_asks(wish->accept, kind, wish->level) &&
               tes_strength_stops_scripts(tes_slice_of(kind->name), wish->level);
    case STOPS_SCRIPTS:
        return tes_strength_stops_scripts(tes_slice_of(kind->name), wish->level);
    case ANY:
        break;
    }
    return accept_asks(wish->accept, kind, wish->level);
}

static struct choice choose(const struct config *config, const struct wish *wish)
{
    struct choice choice = {.count = 0};
    for (size_t i = 0; i < config->challenge_types.count; i++) {
        struct tes_slice kind = tes_slice_of(config->challenge_types.items[i]);
        if (issue_is_shown(config, kind) && fits(wish, tes_kind_find(kind)))
            choice.kinds[choice.count++] = kind;
    }
    return choice;
}

/* The types that the site asks. If neither the site nor the config lists types, those that simple
 * scripts pass each time come only if there are no others. */
static struct choice choose_asked(const struct config *config, const struct accept *accept,
                                  enum tes_difficulty level, bool is_still)
{
    bool is_listed = accept->is_listed || config->challenge_types.count < TES_KIND_COUNT;
    struct wish wish = {accept, level, is_still, is_listed ? ANY : STRONG};
    struct choice choice = choose(config, &wish);
    wish.least = ANY;
    return choice.count > 0 ? choice : choose(config, &wish);
}

bool type_select_has_any(const struct config *config, const struct accept *accept,
                         enum tes_difficulty level)
{
    return choose_asked(config, accept, level, false).count > 0;
}

static struct choice choose_still_of(const struct config *config, const struct accept *asked,
                                     enum tes_difficulty level)
{
    struct accept accept = *asked;
    accept.least = TES_STRENGTH_FRICTION;
    struct choice choice = choose_asked(config, &accept, level, true);
    const struct wish any = {&accept, level, true, STOPS_SCRIPTS};
    /* The site's types may all move, or be missing in challenge.types: then others are asked. */
    return choice.count > 0 ? choice : choose(config, &any);
}

bool type_select_can_issue(const struct config *config, const struct accept *accept,
                           enum tes_difficulty level)
{
    return type_select_has_any(config, accept, level) ||
           (config->challenge_alternatives && accept_offers(accept, ALTERNATIVE_STILL_NUMBER) &&
            choose_still_of(config, accept, level).count > 0);
}

static enum tes_difficulty default_level(const struct config *config)
{
    return (enum tes_difficulty)config->challenge_default_difficulty;
}

bool type_select_is_weak(const struct config *config)
{
    const struct accept accept = accepts_by(config, NULL);
    return !type_select_has_any(config, &accept, default_level(config));
}

bool type_select_check(const struct config *config, struct tes_error *error)
{
    const struct accept accept = accepts_by(config, NULL);
    if (type_select_can_issue(config, &accept, default_level(config)))
        return true;
    return tes_error_set(
        error,
        "challenge.types: visitors would get no challenge: none of these types is %s at %s, as "
        "challenge.strength and challenge.default_difficulty say, and the alternative "
        "\"still\" is not offered (challenge.accepts, challenge.alternatives)",
        tes_strength_class_name(accept.least), tes_difficulty_name(default_level(config)));
}

void type_select_write_weak(const struct config *config, struct tes_buf *names)
{
    const struct accept accept = accepts_by(config, NULL);
    const size_t count = config->challenge_types.count;
    for (size_t i = 0; count < TES_KIND_COUNT && i < count; i++) {
        const char *name = config->challenge_types.items[i];
        if (accept_asks(&accept, tes_kind_find(tes_slice_of(name)),
                        (enum tes_difficulty)config->challenge_default_difficulty))
            continue;
        tes_buf_text(names, names->length > 0 ? ", " : "");
        tes_buf_text(names, name);
    }
}

enum { NUMBER_BYTES = 8 };

/* The same on every machine. */
static struct tes_slice write_number(uint8_t bytes[NUMBER_BYTES], uint64_t number)
{
    tes_bytes_put(bytes, number, NUMBER_BYTES);
    return (struct tes_slice){(const char *)bytes, NUMBER_BYTES};
}

/* The number that a network has at this site for a while, for that purpose. */
static bool pick_number(struct visit *visit, struct tes_slice purpose, struct tes_slice site,
                        uint64_t *number)
{
    uint8_t network_bytes[NUMBER_BYTES], window_bytes[NUMBER_BYTES];
    struct tes_slice network =
        write_number(network_bytes, tes_address_network(&visit->client, IPV4_BITS, IPV6_BITS));
    const struct tes_slice start[] = {TES_SLICE("start"), site, network};
    uint64_t offset;
    if (tes_keyed_number(visit->sealer, start, sizeof start / sizeof start[0], &offset) != TES_OK)
        return false;
    uint64_t window = (visit->now_ms + offset % WINDOW_MS) / WINDOW_MS;
    struct tes_slice when = write_number(window_bytes, window);
    const struct tes_slice type[] = {purpose, site, network, when};
    return tes_keyed_number(visit->sealer, type, sizeof type / sizeof type[0], number) == TES_OK;
}

static enum tes_difficulty level_of(const struct issue_order *order)
{
    return order->difficulty != 0 ? order->difficulty : TES_MEDIUM;
}

/* Picks one of them; none where there is none. */
static bool pick(struct visit *visit, const struct choice *choice, struct tes_slice purpose,
                 struct issue_order *order)
{
    uint64_t number;
    if (choice->count == 0)
        return true;
    if (!(order->may_choose ? visit_challenge_random(visit, &number, sizeof number)
                            : pick_number(visit, purpose, order->site, &number)))
        return false;
    order->kind = choice->kinds[number % choice->count];
    return true;
}

/* Leaves those that are another than this one; all where there is no other. */
static void leave_out(struct choice *choice, struct tes_slice than)
{
    size_t kept = 0;
    for (size_t i = 0; i < choice->count && choice->count > 1; i++)
        if (!tes_slice_equal(choice->kinds[i], than))
            choice->kinds[kept++] = choice->kinds[i];
    if (kept > 0)
        choice->count = kept;
}

bool type_select(struct visit *visit, struct issue_order *order)
{
    const struct accept accept = accepts_of(visit);
    struct choice choice = choose_asked(visit->config, &accept, level_of(order), order->is_still);
    char round[] = "round 0";
    order->is_picked = true;
    if (order->chain.round == 0)
        return pick(visit, &choice, TES_SLICE("type"), order);
    leave_out(&choice, order->chain.than);
    round[sizeof round - 2] = (char)('0' + order->chain.round % 10);
    return pick(visit, &choice, tes_slice_of(round), order);
}

static struct choice choose_still(const struct visit *visit, enum tes_difficulty level)
{
    const struct accept accept = accepts_of(visit);
    return choose_still_of(visit->config, &accept, level);
}

bool type_select_still(struct visit *visit, struct issue_order *order)
{
    struct choice choice = choose_still(visit, level_of(order));
    return pick(visit, &choice, TES_SLICE("still"), order);
}

bool type_select_has_still(const struct visit *visit)
{
    return choose_still(visit, TES_MEDIUM).count > 0;
}

static const struct tes_strength *strength_of(struct tes_slice kind, enum tes_difficulty level)
{
    return tes_strength_find(kind, (struct tes_slice){NULL, 0}, level);
}

/* Leaves those that are another than this one and no weaker. */
static void keep_others(struct choice *choice, struct tes_slice than, enum tes_difficulty level)
{
    size_t kept = 0;
    for (size_t i = 0; i < choice->count; i++)
        if (!tes_slice_equal(choice->kinds[i], than) &&
            !tes_strength_is_weaker(strength_of(choice->kinds[i], level), strength_of(than, level)))
            choice->kinds[kept++] = choice->kinds[i];
    choice->count = kept;
}

bool type_select_other(struct visit *visit, struct issue_order *order)
{
    const struct accept accept = accepts_of(visit);
    struct choice choice = choose_asked(visit->config, &accept, level_of(order), order->is_still);
    struct issue_order first = *order;
    first.may_choose = false;
    if (!type_select(visit, &first))
        return false;
    keep_others(&choice, first.kind, level_of(order));
    return pick(visit, &choice, TES_SLICE("other"), order);
}
