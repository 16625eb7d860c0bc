/*
 * One human among 99 things, in 10 x 10 cells. It is a woman 55 times in a hundred, has any of the
 * 16 emotions, and may be anywhere. Above the easy level, some of the things look a little human.
 */
#include "challenge/kinds.h"
#include "challenge/sprites.h"

enum { COLUMNS = 10, ROWS = 10, SQUARES = COLUMNS * ROWS, SIDE = 80, TIME_LIMIT_S = 90 };
enum { FEMALE_PERCENT = 55 };

_Static_assert(SQUARES <= TES_SPRITES_MAX && SQUARES <= TES_SELECT_CELLS, "they fit");

static const uint8_t DECOYS[] = {[TES_EASY] = 0, [TES_MEDIUM] = 5, [TES_HARD] = 12};

static struct tes_sprite pick_human(struct tes_random *random)
{
    bool is_female = tes_random_below(random, 100) < FEMALE_PERCENT;
    uint32_t emotion = tes_random_below(random, TES_EMOTION_COUNT);
    return (struct tes_sprite){is_female ? TES_SHEET_FEMALE : TES_SHEET_MALE, (uint8_t)emotion};
}

/* One of the items from `first` to `end` - 1. The same item may be picked again. */
static struct tes_sprite pick_item(struct tes_random *random, unsigned first, unsigned end)
{
    uint32_t item = first + tes_random_below(random, end - first);
    return (struct tes_sprite){TES_SHEET_ITEM, (uint8_t)item};
}

static enum tes_status generate(struct tes_random *random, const struct tes_options *options,
                                struct tes_challenge *challenge)
{
    struct tes_sprites *sprites = tes_sprites_start(random, SQUARES, challenge);
    uint8_t order[SQUARES];
    unsigned decoys = DECOYS[options->difficulty];
    for (unsigned i = 0; i < SQUARES; i++)
        order[i] = (uint8_t)i;
    tes_random_shuffle(random, order, SQUARES);
    sprites->cells[order[0]] = pick_human(random);
    for (unsigned i = 1; i <= decoys; i++)
        sprites->cells[order[i]] = pick_item(random, TES_ITEM_FIRST_DECOY, TES_ITEM_COUNT);
    for (unsigned i = 1 + decoys; i < SQUARES; i++)
        sprites->cells[order[i]] = pick_item(random, 0, TES_ITEM_FIRST_DECOY);
    sprites->select = (struct tes_select){1, {order[0]}};
    tes_select_publish(challenge, tes_select_view(COLUMNS, ROWS, SIDE, 1));
    return TES_OK;
}

static struct tes_instruction ask(const struct tes_challenge *challenge)
{
    (void)challenge;
    return (struct tes_instruction){.key = "ask-human"};
}

static unsigned guess_percent(const struct tes_challenge *challenge)
{
    (void)challenge;
    return 1;
}

const struct tes_kind tes_kind_human = {
    .name = "human",
    .title = "Human",
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
