#include "serve/challenge/lot.h"

#include "core/kinds.h"
#include "decide/strength.h"
#include "serve/challenge/issue.h"
#include "token/lot.h"

/* The site /48 and the /24: what one customer of a provider has, at least. */
enum { IPV4_BITS = 24, IPV6_BITS = 48 };

#define WINDOW_MS ((uint64_t)LOT_WINDOW_S * 1000)

struct choice {
    struct tes_slice kinds[TES_KIND_COUNT];
    size_t count;
};

/* The enabled types that may be picked; with `weak_too`, all that are enabled. */
static struct choice choice_of(const struct config *config, enum tes_difficulty difficulty,
                               bool weak_too)
{
    struct choice choice = {.count = 0};
    for (size_t i = 0; i < config->challenge_types.count; i++) {
        struct tes_slice kind = tes_slice_of(config->challenge_types.items[i]);
        if (issue_is_shown(config, kind) &&
            (weak_too || strength_is_picked(tes_kind_find(kind), difficulty)))
            choice.kinds[choice.count++] = kind;
    }
    return choice;
}

bool lot_has_weak_only(const struct config *config)
{
    return choice_of(config, (enum tes_difficulty)config->challenge_default_difficulty, false)
               .count == 0;
}

enum { NUMBER_BYTES = 8 };

/* The same on every machine. */
static struct tes_slice write_number(uint8_t bytes[NUMBER_BYTES], uint64_t number)
{
    for (unsigned i = 0; i < NUMBER_BYTES; i++)
        bytes[i] = (uint8_t)(number >> (8 * i));
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
    if (tes_lot(visit->sealer, start, sizeof start / sizeof start[0], &offset) != TES_OK)
        return false;
    uint64_t window = (visit->now_ms + offset % WINDOW_MS) / WINDOW_MS;
    struct tes_slice when = write_number(window_bytes, window);
    const struct tes_slice type[] = {purpose, site, network, when};
    return tes_lot(visit->sealer, type, sizeof type / sizeof type[0], number) == TES_OK;
}

/* What is picked from for a visitor who may not choose; `difficulty` 0: medium. */
static struct choice choice_for(const struct visit *visit, enum tes_difficulty difficulty)
{
    struct choice choice =
        choice_of(visit->config, difficulty != 0 ? difficulty : TES_MEDIUM, false);
    return choice.count > 0 ? choice : choice_of(visit->config, difficulty, true);
}

bool lot_pick(struct visit *visit, struct tes_slice site, enum tes_difficulty difficulty,
              bool is_free, struct tes_slice *kind)
{
    uint64_t number;
    struct choice choice = choice_for(visit, difficulty);
    *kind = (struct tes_slice){NULL, 0};
    if (choice.count == 0)
        return true;
    if (!(is_free ? visit_random(visit, &number, sizeof number)
                  : pick_number(visit, TES_SLICE("type"), site, &number)))
        return false;
    *kind = choice.kinds[number % choice.count];
    return true;
}

/* Leaves those that are another than this one and pass no more programs. */
static void keep_others(struct choice *choice, struct tes_slice than,
                        enum tes_difficulty difficulty)
{
    unsigned most = strength_passed_percent(tes_kind_find(than), difficulty);
    size_t kept = 0;
    for (size_t i = 0; i < choice->count; i++)
        if (!tes_slice_equal(choice->kinds[i], than) &&
            strength_passed_percent(tes_kind_find(choice->kinds[i]), difficulty) <= most)
            choice->kinds[kept++] = choice->kinds[i];
    choice->count = kept;
}

bool lot_pick_other(struct visit *visit, struct tes_slice site, enum tes_difficulty difficulty,
                    struct tes_slice *kind)
{
    uint64_t number;
    if (difficulty == 0)
        difficulty = TES_MEDIUM;
    struct choice choice = choice_of(visit->config, difficulty, false);
    if (!lot_pick(visit, site, difficulty, false, kind))
        return false;
    if (kind->length == 0)
        return true;
    keep_others(&choice, *kind, difficulty);
    *kind = (struct tes_slice){NULL, 0};
    if (choice.count == 0)
        return true;
    if (!pick_number(visit, TES_SLICE("other"), site, &number))
        return false;
    *kind = choice.kinds[number % choice.count];
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

bool lot_pick_round(struct visit *visit, struct tes_slice site, enum tes_difficulty difficulty,
                    const struct lot_round *round, struct tes_slice *kind)
{
    char purpose[] = "round 0";
    uint64_t number;
    struct choice choice = choice_for(visit, difficulty);
    *kind = (struct tes_slice){NULL, 0};
    if (choice.count == 0)
        return true;
    leave_out(&choice, round->than);
    purpose[sizeof purpose - 2] = (char)('0' + round->number % 10);
    if (!pick_number(visit, tes_slice_of(purpose), site, &number))
        return false;
    *kind = choice.kinds[number % choice.count];
    return true;
}
