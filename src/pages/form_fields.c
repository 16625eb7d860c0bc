#include "pages/form_fields.h"

#include "challenge/types/puzzle.h"
#include "server/app/app.h"

#define CHOSEN_MAX 128

static bool is_output(struct tes_slice text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.at[i] < '0' || text.at[i] > '2')
            return false;
    return text.length == TES_PUZZLE_CELLS;
}

/* Two moves, by their names. Whether these are in this challenge's legend is seen when its token is
 * open. */
static enum outcome read_moves(struct visit *visit, struct tes_slice first, struct tes_slice second,
                               struct tes_slice *answer)
{
    unsigned transform;
    if (!tes_puzzle_transform_find(first, &transform) ||
        !tes_puzzle_transform_find(second, &transform))
        return OUTCOME_BAD_ANSWER;
    struct tes_buf pair = tes_arena_buf(visit->request->arena, (size_t)2 * CHOSEN_MAX + 1);
    tes_buf_slice(&pair, first);
    tes_buf_char(&pair, ',');
    tes_buf_slice(&pair, second);
    *answer = tes_buf_done(&pair);
    return pair.failed ? OUTCOME_UNAVAILABLE : OUTCOME_OK;
}

/* Of a cell that is ticked, as in "cell-7". */
#define TICKED "cell-"

static struct tes_slice after_ticked(struct tes_slice name)
{
    size_t length = sizeof TICKED - 1;
    return (struct tes_slice){name.at + length, name.length - length};
}

/* The numbers of the cells that are ticked. False where there are none. */
static bool read_ticked(struct visit *visit, const struct tes_fields *fields,
                        struct tes_slice *answer)
{
    struct tes_buf list = tes_arena_buf(visit->request->arena, CHOSEN_MAX);
    for (size_t i = 0; i < fields->count; i++) {
        struct tes_slice name = fields->items[i].name;
        if (!tes_slice_starts(name, TES_SLICE(TICKED)))
            continue;
        if (list.length > 0)
            tes_buf_char(&list, ',');
        tes_buf_slice(&list, after_ticked(name));
    }
    *answer = tes_buf_done(&list);
    return list.length > 0 && !list.failed;
}

enum outcome form_fields_answer(struct visit *visit, const struct tes_fields *fields,
                                struct tes_slice *answer)
{
    struct tes_slice output, first, second, cell;
    if (!tes_fields_text(fields, TES_SLICE("output"), CHOSEN_MAX, &output) ||
        !tes_fields_text(fields, TES_SLICE("first"), CHOSEN_MAX, &first) ||
        !tes_fields_text(fields, TES_SLICE("second"), CHOSEN_MAX, &second) ||
        !tes_fields_text(fields, TES_SLICE("cell"), CHOSEN_MAX, &cell))
        return OUTCOME_BAD_ANSWER;
    bool has_moves = first.at != NULL || second.at != NULL;
    *answer = cell;
    if (cell.at != NULL)
        return output.at == NULL && !has_moves ? OUTCOME_OK : OUTCOME_BAD_ANSWER;
    if (output.at == NULL && !has_moves)
        return read_ticked(visit, fields, answer) ? OUTCOME_OK : OUTCOME_BAD_ANSWER;
    *answer = output;
    if (output.at != NULL)
        return !has_moves && is_output(output) ? OUTCOME_OK : OUTCOME_BAD_ANSWER;
    return read_moves(visit, first, second, answer);
}

/* ---------------------------------------------------------------- what was chosen */

static void choose_cell(struct picture_chosen *chosen, struct tes_slice digits)
{
    uint64_t cell;
    chosen->count++;
    if (tes_slice_number(digits, PICTURE_CELLS_MAX - 1, &cell))
        chosen->cells[cell] = true;
}

bool form_fields_chosen(const struct tes_fields *fields, struct form_chosen *chosen)
{
    *chosen = (struct form_chosen){.cells = {.count = 0}};
    for (size_t i = 0; i < fields->count; i++) {
        const struct tes_field *field = &fields->items[i];
        if (tes_slice_equal(field->name, TES_SLICE("cell")))
            choose_cell(&chosen->cells, field->value);
        else if (tes_slice_starts(field->name, TES_SLICE(TICKED)))
            choose_cell(&chosen->cells, after_ticked(field->name));
    }
    return tes_fields_text(fields, TES_SLICE("first"), CHOSEN_MAX, &chosen->first) &&
           tes_fields_text(fields, TES_SLICE("second"), CHOSEN_MAX, &chosen->second);
}

bool form_fields_lack_moves(const struct tes_fields *fields)
{
    struct form_chosen chosen;
    unsigned transform;
    return tes_fields_find(fields, TES_SLICE("moves")) != NULL &&
           tes_fields_find(fields, TES_SLICE("output")) == NULL &&
           form_fields_chosen(fields, &chosen) &&
           (chosen.first.length == 0 || chosen.second.length == 0) &&
           (chosen.first.length == 0 || tes_puzzle_transform_find(chosen.first, &transform)) &&
           (chosen.second.length == 0 || tes_puzzle_transform_find(chosen.second, &transform));
}
