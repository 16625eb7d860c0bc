/* "The table turns and you look from lower. How many objects are then fully visible?": every seed.
 */
#include "table_checks.h"

enum { ANSWERS, SIDES, TURNS, TILTS, TALLIES };

enum { TURN_STEP = 5, TURN_LEAST = 20, TURN_MOST = 60, TILT_LEAST = 15, TILT_KINDS = 3 };

static const double HIDDEN = 0.14; /* of a solid that is not fully visible, at least */

/* The camera after it came down around what it looks at, as far from it as before. */
static struct look_from tilted(const struct tes_question_asked *question)
{
    struct look_from view = table_view(question, table_anticlockwise(question));
    struct tes_vector away = look_sum(view.eye, view.target, -1);
    double far = sqrt(look_dot(away, away)), level = hypot(away.x, away.y);
    double above = atan2(away.z, level) + look_radians(question->tilt);
    view.eye.x = view.target.x + away.x / level * far * cos(above);
    view.eye.y = view.target.y + away.y / level * far * cos(above);
    view.eye.z = view.target.z + far * sin(above);
    return view;
}

/* S3D-13: as many solids are wholly seen as the answer says, and each of the others is plainly
 * hidden in part. */
static unsigned count_whole(const struct tes_question_asked *question, struct look *look)
{
    const struct look_from view = tilted(question);
    unsigned whole = 0;
    look_start(&question->scene, &view, look);
    for (unsigned i = TABLE_FIRST; i < question->scene.count; i++) {
        bool is_whole = look_is_whole(look, i);
        HOLDS(is_whole || look_share_seen(look, i, 1 - HIDDEN, HIDDEN) <= 1 - HIDDEN);
        whole += is_whole;
    }
    return whole;
}

static void check(const struct tes_question_asked *question, enum tes_difficulty level,
                  struct tally *tallies)
{
    struct look look;
    unsigned answer = seeds_answer(question);
    (void)level;
    table_check_options(question, 0x7E); /* one to six */
    table_check_solids(question, TES_SOLID_COUNT);
    table_check_shown(question, &look);
    HOLDS(count_whole(question, &look) == answer);
    HOLDS(question->degrees >= TURN_LEAST && question->degrees <= TURN_MOST);
    HOLDS(question->degrees % TURN_STEP == 0 && question->tilt % TURN_STEP == 0);
    HOLDS(question->tilt <= -TILT_LEAST);
    seeds_tally(&tallies[ANSWERS], answer - 1);
    seeds_tally(&tallies[SIDES], question->is_clockwise);
    seeds_tally(&tallies[TURNS], (unsigned)(question->degrees - TURN_LEAST) / TURN_STEP);
    seeds_tally(&tallies[TILTS], (unsigned)(-question->tilt - TILT_LEAST) / TURN_STEP);
}

/* S3D-2, S3D-4, S3D-10, S3D-13 */
static void hard(void **state)
{
    const struct seeds_row row = {&tes_question_visible, TES_QUESTION_visible, TES_HARD, true,
                                  false};
    struct tally tallies[TALLIES] = {
        [ANSWERS] = {.what = "answers", .kinds = TES_SOLID_COUNT},
        [SIDES] = {.what = "which way round", .kinds = 2},
        [TURNS] = {.what = "how far", .kinds = (TURN_MOST - TURN_LEAST) / TURN_STEP + 1},
        [TILTS] = {.what = "how much lower", .kinds = TILT_KINDS},
    };
    (void)state;
    seeds_check_all(&row, check, tallies, TALLIES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hard),
    };
    return cmocka_run_group_tests_name("how many objects are fully visible", tests, NULL, NULL);
}
