/*
 * Ten predators in random order: 3 of the 16 that are safe to approach and 7 of the 16 that are
 * not. Every species occurs as both, so that the species tells nothing.
 */
#include "challenge/kinds.h"
#include "challenge/sprites.h"

enum { SPRITES = 10, SAFE = 3, COLUMNS = 5, ROWS = 2, SIDE = 160, TIME_LIMIT_S = 75 };

_Static_assert(SAFE <= TES_SELECT_MAX && SPRITES <= TES_SPRITES_MAX, "they fit");

/* Picks `count` different sprites of a sheet. */
static void pick_some(struct tes_random *random, enum tes_sheet sheet, struct tes_sprite *sprites,
                      unsigned count)
{
    uint8_t order[TES_SHEET_SPRITES];
    for (unsigned i = 0; i < TES_SHEET_SPRITES; i++)
        order[i] = (uint8_t)i;
    tes_random_shuffle(random, order, TES_SHEET_SPRITES);
    for (unsigned i = 0; i < count; i++)
        sprites[i] = (struct tes_sprite){(uint8_t)sheet, order[i]};
}

static enum tes_status generate(struct tes_random *random, const struct tes_options *options,
                                struct tes_challenge *challenge)
{
    struct tes_sprites *sprites = tes_sprites_start(random, SPRITES, challenge);
    struct tes_sprite picked[SPRITES];
    uint8_t order[SPRITES];
    (void)options;
    pick_some(random, TES_SHEET_SAFE, picked, SAFE);
    pick_some(random, TES_SHEET_PREDATOR, picked + SAFE, SPRITES - SAFE);
    for (unsigned i = 0; i < SPRITES; i++)
        order[i] = (uint8_t)i;
    tes_random_shuffle(random, order, SPRITES);
    for (unsigned i = 0; i < SPRITES; i++) {
        sprites->cells[i] = picked[order[i]];
        if (sprites->cells[i].sheet == TES_SHEET_SAFE)
            sprites->select.cells[sprites->select.count++] = (uint8_t)i;
    }
    tes_select_publish(challenge, tes_select_view(COLUMNS, ROWS, SIDE, SAFE));
    return TES_OK;
}

static struct tes_instruction ask(const struct tes_challenge *challenge)
{
    (void)challenge;
    return (struct tes_instruction){.key = "ask-predator"};
}

static unsigned guess_percent(const struct tes_challenge *challenge)
{
    (void)challenge;
    return 1; /* of 120 */
}

const struct tes_kind tes_kind_predator = {
    .name = "predator",
    .title = "Predators",
    .time_limit_s = TIME_LIMIT_S,
    .generate = generate,
    .options_from_params = tes_select_options_from_params,
    .normalise = tes_select_normalise,
    .is_complete = tes_select_is_complete,
    .answer = tes_select_answer,
    .guess_percent = guess_percent,
    .ask = ask,
    .describe_view = tes_select_describe_view,
    .describe_truth = tes_sprites_describe_truth,
    .describe_objects = tes_sprites_describe_objects,
    .describe_correct = tes_select_describe_correct,
};
