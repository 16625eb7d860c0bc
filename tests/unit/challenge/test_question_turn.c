/* "The table turns. Which object is then furthest to the right?": every seed. */
#include "table_checks.h"

enum { ANSWERS, SIDES, TURNS, TALLIES, SEED_SOLIDS = 2 };

static const double MARGIN = 0.2;  /* of half the picture's width, from the answer to the next */
static const double MISJUDGED = 8; /* degrees that one may be off and still be right */

/* The solid whose middle is furthest to the right after a turn, and by how much. S3D-11 */
static unsigned furthest(const struct tes_question_asked *question, const struct look *look,
                         double turn, double *margin)
{
    double best = -1e9, next = -1e9, sine = sin(look_radians(turn)),
           cosine = cos(look_radians(turn));
    unsigned solid = TES_SOLID_COUNT;
    for (unsigned i = TABLE_FIRST; i < question->scene.count; i++) {
        const struct tes_thing *thing = &question->scene.things[i];
        struct tes_vector middle = look_turned(thing->at, sine, cosine);
        middle.z += thing->height / 2;
        double x = look_see(look, middle).x;
        next = x > best ? best : fmax(next, x);
        solid = x > best ? thing->solid : solid;
        best = fmax(best, x);
    }
    *margin = best - next;
    return solid;
}

/* S3D-8: nothing hides any of another, however close it is looked at. */
static void check_open(const struct tes_question_asked *question, double turn, struct look *look)
{
    const struct look_from view = table_view(question, turn);
    look_start(&question->scene, &view, look);
    for (unsigned i = TABLE_FIRST; i < question->scene.count; i++)
        HOLDS(look_is_whole(look, i));
}

static void check(const struct tes_question_asked *question, enum tes_difficulty level,
                  struct tally *tallies)
{
    const unsigned solid_count = seeds_now.row->has_seed_levels ? SEED_SOLIDS : TES_SOLID_COUNT;
    struct look look;
    double turn = table_anticlockwise(question), margin;
    unsigned answer = seeds_answer(question);
    table_check_options(question, table_check_solids(question, solid_count));
    table_check_shown(question, &look);
    HOLDS(furthest(question, &look, turn, &margin) == answer);
    HOLDS(margin >= MARGIN * TABLE_ASPECT - 1e-9);
    HOLDS(furthest(question, &look, turn + MISJUDGED, &margin) == answer);
    HOLDS(furthest(question, &look, turn - MISJUDGED, &margin) == answer);
    if (level == TES_EASY) {
        check_open(question, 0, &look);
        check_open(question, turn, &look);
    }
    const struct look_from shown = table_view(question, 0);
    look_start(&question->scene, &shown, &look);
    table_check_arrow(question, &look);
    seeds_tally(&tallies[ANSWERS], answer);
    seeds_tally(&tallies[SIDES], question->is_clockwise);
    seeds_tally(&tallies[TURNS], table_turn_row(question, level));
}

static void check_level(enum tes_difficulty level, bool has_seed_levels)
{
    const struct seeds_row row = {
        &tes_question_turn, TES_QUESTION_turn, level, true, has_seed_levels, 0};
    struct tally tallies[TALLIES] = {
        [ANSWERS] = {.what = "answers", .kinds = TES_SOLID_COUNT},
        [SIDES] = {.what = "which way round", .kinds = 2},
        [TURNS] = {.what = "how far", .kinds = table_turns(level)},
    };
    seeds_check_all(&row, check, tallies, TALLIES);
}

/* S3D-2, S3D-4, S3D-8, S3D-11 */
static void easy(void **state)
{
    (void)state;
    check_level(TES_EASY, false);
}

/* S3D-2, S3D-4, S3D-9, S3D-11 */
static void medium(void **state)
{
    (void)state;
    check_level(TES_MEDIUM, false);
}

/* S3D-2, S3D-4, S3D-10, S3D-11 */
static void hard(void **state)
{
    (void)state;
    check_level(TES_HARD, false);
}

/* S3D-8: the seed's own level, two objects */
static void easy_of_the_seed(void **state)
{
    (void)state;
    check_level(TES_EASY, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(easy),
        cmocka_unit_test(medium),
        cmocka_unit_test(hard),
        cmocka_unit_test(easy_of_the_seed),
    };
    return cmocka_run_group_tests_name("which object is furthest to the right", tests, NULL, NULL);
}
