/*
 * record.h: what records, bindings and `tessera generate` tell of a challenge, under the names of
 * the table `spatial_challenges`. tessera.h has the functions for each name.
 */
#ifndef TES_RECORD_H
#define TES_RECORD_H

#include "challenge/kind.h"

/* Writes question_type, question_text, rotation_angle, occlusion_enabled and options; with `truth`
 * correct_answer and objects, too. rotation_angle is null where nothing turns. Beside the members
 * of tes_kind_describe_all(), `options` is left out where that has written some. */
void tes_record_describe(const struct tes_challenge *challenge, bool truth, struct tes_json *json);

/* Writes an answer in the form of tes_normalise(), with the words of `options` in place of their
 * numbers. Answers are the same text where they are the same answer, also of a visitor and of
 * tes_answer(). */
void tes_record_answer(const struct tes_challenge *challenge, struct tes_slice normal,
                       struct tes_buf *text);

#endif
