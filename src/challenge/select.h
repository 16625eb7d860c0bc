/*
 * select.h: what is the same for every kind whose answer is which cells of the picture are right,
 * counted from 0, row by row. Such a kind's detail begins with a `struct tes_select`.
 */
#ifndef TES_SELECT_H
#define TES_SELECT_H

#include "challenge/kind.h"

#define TES_SELECT_CELLS 100 /* most cells of a picture */
#define TES_SELECT_MAX   3   /* most cells that are right */

/* Goes up when a kind makes another challenge of the same key than the release before did: open
 * challenges of that one then count as expired, and not as wrong. */
#define TES_SELECT_GENERATION 1

struct tes_select {
    uint8_t count;
    uint8_t cells[TES_SELECT_MAX]; /* ascending */
};

/* Members of a kind's row. An answer is a list of different cells, "4, 1,7", in any order and of
 * any length; none at all is an answer, too, and a wrong one. */
enum tes_status tes_select_normalise(const struct tes_challenge *challenge, struct tes_slice answer,
                                     struct tes_buf *text);
bool tes_select_is_complete(const struct tes_challenge *challenge, struct tes_slice answer);
void tes_select_answer(const struct tes_challenge *challenge, struct tes_buf *text);
void tes_select_describe_view(const struct tes_challenge *challenge, struct tes_json *json);
void tes_select_describe_correct(const struct tes_challenge *challenge, struct tes_json *json);

/* Makes the view and the params of a challenge. A token keeps nothing but TES_SELECT_GENERATION:
 * the difficulty makes the same challenge again, as long as the generator is the same. */
void tes_select_publish(struct tes_challenge *challenge, struct tes_view view);
bool tes_select_options_from_params(struct tes_slice params, struct tes_options *options);

/* A picture of columns x rows cells, `side` pixels each, of which `count` are to be selected. */
struct tes_view tes_select_view(unsigned columns, unsigned rows, unsigned side, unsigned count);

#endif
