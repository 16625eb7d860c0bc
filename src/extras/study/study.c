#include "extras/study/study.h"

#include <string.h>

#include "base/bytes.h"
#include "base/codec.h"
#include "challenge/kind.h"
#include "challenge/random.h"

/* "RUN INDEX PRACTISED FLAGS" as hexadecimal bytes: what a token carries as its session. */
#define PLACE_BYTES (STUDY_RUN_BYTES + 1 + 4 + 1)

enum { IS_PRACTICE = 1, WANTS_NO_MOTION = 2 };

struct cell {
    struct tes_slice kind;
    enum tes_difficulty level;
};

static unsigned list_cells(const struct config *config, bool wants_no_motion,
                           struct cell cells[STUDY_CELLS_MAX])
{
    unsigned count = 0;
    for (size_t i = 0; i < config->challenge_types.count; i++) {
        struct tes_slice kind = tes_slice_of(config->challenge_types.items[i]);
        if (!issue_is_shown(config, kind) ||
            (wants_no_motion && (tes_kind_find(kind)->takes & TES_TAKES_MOTION) != 0))
            continue;
        for (unsigned level = TES_EASY; level <= TES_HARD && count < STUDY_CELLS_MAX; level++)
            cells[count++] = (struct cell){kind, (enum tes_difficulty)level};
    }
    return count;
}

unsigned study_run_length(const struct study *study, const struct config *config,
                          const struct study_place *place)
{
    struct cell cells[STUDY_CELLS_MAX];
    unsigned count = list_cells(config, place->wants_no_motion, cells);
    return count < study->settings.per_person ? count : study->settings.per_person;
}

/* The run's order of all cells: the same each time. */
static void order_cells(const struct study_place *place, unsigned count,
                        uint8_t order[STUDY_CELLS_MAX])
{
    uint8_t key[TES_KEY_BYTES] = {0};
    struct tes_random random;
    memcpy(key, place->run, sizeof place->run);
    for (unsigned i = 0; i < count; i++)
        order[i] = (uint8_t)i;
    tes_random_start(&random, key);
    tes_random_shuffle(&random, order, count);
    tes_random_end(&random);
}

static struct tes_slice seal_place(struct visit *visit, const struct study_place *place)
{
    uint8_t bytes[PLACE_BYTES];
    memcpy(bytes, place->run, STUDY_RUN_BYTES);
    bytes[STUDY_RUN_BYTES] = (uint8_t)place->index;
    tes_bytes_put(bytes + STUDY_RUN_BYTES + 1, place->practised, 4);
    bytes[PLACE_BYTES - 1] = (uint8_t)((place->is_practice ? IS_PRACTICE : 0) |
                                       (place->wants_no_motion ? WANTS_NO_MOTION : 0));
    struct tes_buf text = tes_arena_buf(visit->request->arena, 2 * PLACE_BYTES + 1);
    tes_hex_encode(&text, bytes, sizeof bytes);
    return text.failed ? (struct tes_slice){NULL, 0} : tes_buf_done(&text);
}

bool study_place_of(const struct tes_claims *claims, struct study_place *place)
{
    uint8_t bytes[PLACE_BYTES];
    if (!tes_slice_equal(claims->site, TES_SLICE(STUDY_SITE)) ||
        !tes_hex_decode(claims->session, bytes, sizeof bytes))
        return false;
    memcpy(place->run, bytes, STUDY_RUN_BYTES);
    place->index = bytes[STUDY_RUN_BYTES];
    const uint8_t *practised = bytes + STUDY_RUN_BYTES + 1;
    place->practised = (uint32_t)tes_bytes_take(&practised, 4);
    place->is_practice = (bytes[PLACE_BYTES - 1] & IS_PRACTICE) != 0;
    place->wants_no_motion = (bytes[PLACE_BYTES - 1] & WANTS_NO_MOTION) != 0;
    return true;
}

static uint32_t bit_of(const struct tes_kind *kind)
{
    return UINT32_C(1) << tes_kind_number(kind) % 32;
}

void study_go_on(struct study_place *place, const struct tes_challenge *challenge)
{
    place->practised |= bit_of(challenge->kind);
    if (!place->is_practice)
        place->index++;
}

static bool issue_cell(struct visit *visit, struct study_place *place, const struct cell *cell,
                       struct issued *issued)
{
    place->is_practice = (place->practised & bit_of(tes_kind_find(cell->kind))) == 0;
    struct issue_order order = {
        .entry = ISSUE_ENTRY_STUDY,
        .kind = cell->kind,
        .difficulty = place->is_practice ? TES_EASY : cell->level,
        .is_still = place->wants_no_motion,
        .site = TES_SLICE(STUDY_SITE),
        .session = seal_place(visit, place),
    };
    return order.session.at != NULL && issue_challenge(visit, &order, issued) == ISSUE_DONE;
}

bool study_issue(struct visit *visit, struct study_place *place, struct issued *issued,
                 bool *has_failed)
{
    struct cell cells[STUDY_CELLS_MAX];
    uint8_t order[STUDY_CELLS_MAX];
    unsigned count = list_cells(visit->config, place->wants_no_motion, cells);
    bool is_over = place->index >= study_run_length(visit->app->study, visit->config, place);
    order_cells(place, count, order);
    *has_failed = !is_over && !issue_cell(visit, place, &cells[order[place->index]], issued);
    return !is_over && !*has_failed;
}
