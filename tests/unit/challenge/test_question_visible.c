/* "The table turns and you look from lower. How many objects are then fully visible?": every seed.
 */
#include "table_checks.h"

enum { SLACK_EACH = 8 }; /* of so many seeds, one is looked at from four more places */

enum { ANSWERS, SIDES, TURNS, TILTS, TALLIES };

/* Any degree between: 37 and a tilt of 25 are among them. */
enum { TURN_LEAST = 20, TURN_MOST = 60, TILT_LEAST = 15, TILT_MOST = 25 };

/* Of a solid that is not fully visible, at least: rays here count area, those of the question count
 * outlines as well. */
static const double HIDDEN = 0.24;

/* A view that somebody may take for the one that is asked about: off by so many degrees. */
struct misjudged {
    double turn, tilt;
    double hidden; /* of a solid that is not fully visible, at least */
};
static const struct misjudged RIGHTLY = {0, 0, HIDDEN};

/* The camera after it came down around what it looks at, as far from it as before. */
static struct look_from tilted(const struct tes_question_asked *question,
                               const struct misjudged *off)
{
    struct look_from view = table_view(question, table_anticlockwise(question) + off->turn);
    struct tes_vector away = look_sum(view.eye, view.target, -1);
    double far = sqrt(look_dot(away, away)), level = hypot(away.x, away.y);
    double above = atan2(away.z, level) + look_radians(question->tilt + off->tilt);
    view.eye.x = view.target.x + away.x / level * far * cos(above);
    view.eye.y = view.target.y + away.y / level * far * cos(above);
    view.eye.z = view.target.z + far * sin(above);
    return view;
}

/* S3D-13: as many solids are wholly seen as the answer says, and each of the others is plainly
 * hidden in part. */
static unsigned count_whole(const struct tes_question_asked *question, const struct misjudged *off,
                            struct look *look)
{
    const struct look_from view = tilted(question, off);
    unsigned whole = 0;
    look_start(&question->scene, &view, look);
    for (unsigned i = TABLE_FIRST; i < question->scene.count; i++) {
        bool is_whole = look_is_whole(look, i);
        HOLDS(is_whole ||
              look_share_seen(look, i, 1 - off->hidden, off->hidden) <= 1 - off->hidden);
        whole += is_whole;
    }
    return whole;
}

/* No answer hangs on a narrow overlap: who takes the turn for ten degrees more or less, or the eye
 * for five higher or lower, counts the same. */
static void check_slack(const struct tes_question_asked *question, struct look *look)
{
    static const struct misjudged OFF[] = {
        {10, 0, 0.04}, {-10, 0, 0.04}, {0, 5, 0.04}, {0, -5, 0.04}};
    for (size_t i = 0; i < sizeof OFF / sizeof OFF[0]; i++)
        HOLDS(count_whole(question, &OFF[i], look) == seeds_answer(question));
}

static unsigned wanted_solids(const struct seeds_row *row)
{
    return row->solid_count != 0 ? row->solid_count : TES_SOLID_COUNT;
}

static void check(const struct tes_question_asked *question, enum tes_difficulty level,
                  struct tally *tallies)
{
    struct look look;
    unsigned answer = seeds_answer(question), solids = question->scene.count - TABLE_FIRST;
    (void)level;
    table_check_options(question, (2U << solids) - 2); /* from one to all */
    table_check_solids(question, wanted_solids(seeds_now.row));
    table_check_shown(question, &look);
    HOLDS(count_whole(question, &RIGHTLY, &look) == answer);
    if (seeds_now.seed % SLACK_EACH == 0)
        check_slack(question, &look);
    HOLDS(question->degrees >= TURN_LEAST && question->degrees <= TURN_MOST);
    HOLDS(question->tilt <= -TILT_LEAST && question->tilt >= -TILT_MOST);
    seeds_tally(&tallies[ANSWERS], answer - 1);
    seeds_tally(&tallies[SIDES], question->is_clockwise);
    seeds_tally(&tallies[TURNS], (unsigned)(question->degrees - TURN_LEAST));
    seeds_tally(&tallies[TILTS], (unsigned)(-question->tilt - TILT_LEAST));
}

static void check_count(uint8_t solid_count)
{
    const struct seeds_row row = {
        &tes_question_visible, TES_QUESTION_visible, TES_HARD, true, false, solid_count};
    struct tally tallies[TALLIES] = {
        [ANSWERS] = {.what = "answers", .kinds = wanted_solids(&row)},
        [SIDES] = {.what = "which way round", .kinds = 2},
        [TURNS] = {.what = "how far", .kinds = TURN_MOST - TURN_LEAST + 1},
        [TILTS] = {.what = "how much lower", .kinds = TILT_MOST - TILT_LEAST + 1},
    };
    seeds_check_all(&row, check, tallies, TALLIES);
}

/* S3D-2, S3D-4, S3D-10, S3D-13 */
static void hard(void **state)
{
    (void)state;
    check_count(0);
}

/* S3D-10, S3D-13: the seed's own level has five to seven objects. */
static void hard_with_five(void **state)
{
    (void)state;
    check_count(5);
}

static void hard_with_seven(void **state)
{
    (void)state;
    check_count(7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hard),
        cmocka_unit_test(hard_with_five),
        cmocka_unit_test(hard_with_seven),
    };
    return cmocka_run_group_tests_name("how many objects are fully visible", tests, NULL, NULL);
}
