#include "challenge/select.h"

static const struct tes_select *select_of(const struct tes_challenge *challenge)
{
    return (const struct tes_select *)challenge->detail;
}

static void write_cell(struct tes_buf *text, bool *is_first, unsigned cell)
{
    if (!*is_first)
        tes_buf_char(text, ',');
    *is_first = false;
    tes_buf_number(text, cell);
}

enum tes_status tes_select_normalise(const struct tes_challenge *challenge, struct tes_slice answer,
                                     struct tes_buf *text)
{
    bool is_selected[TES_SELECT_CELLS] = {false}, is_first = true;
    uint64_t cell;
    struct tes_slice rest = answer.length > 0 ? answer : (struct tes_slice){NULL, 0};
    while (rest.at != NULL) {
        struct tes_slice word = tes_slice_trim(tes_slice_cut(&rest, ','));
        if (!tes_slice_number(word, challenge->view.count - 1, &cell) || is_selected[cell])
            return TES_BAD_ANSWER;
        is_selected[cell] = true;
    }
    for (unsigned i = 0; i < challenge->view.count; i++)
        if (is_selected[i])
            write_cell(text, &is_first, i);
    return TES_OK;
}

bool tes_select_is_complete(const struct tes_challenge *challenge, struct tes_slice answer)
{
    unsigned count = answer.length > 0 ? 1 : 0;
    for (size_t i = 0; i < answer.length; i++)
        count += answer.at[i] == ',';
    return count >= challenge->view.select_min && count <= challenge->view.select_max;
}

void tes_select_answer(const struct tes_challenge *challenge, struct tes_buf *text)
{
    const struct tes_select *select = select_of(challenge);
    bool is_first = true;
    for (unsigned i = 0; i < select->count; i++)
        write_cell(text, &is_first, select->cells[i]);
}

void tes_select_describe_view(const struct tes_challenge *challenge, struct tes_json *json)
{
    (void)challenge; /* the cells are the options */
    tes_json_null(json, "options");
}

void tes_select_describe_correct(const struct tes_challenge *challenge, struct tes_json *json)
{
    const struct tes_select *select = select_of(challenge);
    for (unsigned i = 0; i < select->count; i++)
        tes_json_number(json, NULL, select->cells[i]);
}

void tes_select_publish(struct tes_challenge *challenge, struct tes_view view)
{
    challenge->view = view;
    challenge->params[0] = TES_SELECT_GENERATION;
    challenge->params_length = 1;
}

bool tes_select_options_from_params(struct tes_slice params, struct tes_options *options)
{
    (void)options; /* there is nothing to choose */
    return params.length == 1 && params.at[0] == TES_SELECT_GENERATION;
}

struct tes_view tes_select_view(unsigned columns, unsigned rows, unsigned side, unsigned count)
{
    return (struct tes_view){
        .width = columns * side,
        .height = rows * side,
        .columns = columns,
        .rows = rows,
        .count = columns * rows,
        .select_min = count,
        .select_max = count,
        .cells = {0, 0, columns * side, rows * side},
    };
}
