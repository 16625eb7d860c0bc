/* "The table turns. Which object is then behind the cube?": every seed. */
#include "table_checks.h"

enum { ANSWERS, REFERENCES, SIDES, TURNS, TALLIES, NOTHING = TES_SOLID_COUNT, SEED_SOLIDS = 3 };

static const double BEHIND = 0.12;     /* of one of the two, at least, that overlaps the other */
static const double NOT_BEHIND = 0.06; /* and at most, of others */

/* From above, along the line from the camera through the reference: the answer stands on it, close
 * behind, and no other solid comes near it beyond the reference. S3D-12 */
static void check_lane(const struct tes_question_asked *question, const struct look *look,
                       unsigned reference, unsigned answer)
{
    const struct look_body *front = &look->bodies[reference];
    struct tes_vector way = look_sum(front->at, look->eye, -1);
    double far = hypot(way.x, way.y);
    for (unsigned i = TABLE_FIRST; i < question->scene.count; i++) {
        struct tes_vector other = look_sum(look->bodies[i].at, look->eye, -1);
        double along = (other.x * way.x + other.y * way.y) / far;
        double aside = fabs(other.x * way.y - other.y * way.x) / far;
        double sizes = look->bodies[i].size + front->size;
        unsigned solid = question->scene.things[i].solid;
        if (i == reference || along < far)
            HOLDS(solid != answer);
        else if (solid == answer)
            HOLDS(aside < 0.35 * sizes && along - far < sizes + 1.2);
        else
            HOLDS(aside > sizes);
    }
}

/* How much of one of two solids overlaps the other, as one sees them after the turn: a large one
 * and a small one are behind one another as much as two alike. */
static double overlap(const struct look *look, unsigned front, unsigned back, unsigned side)
{
    struct look_share of_front = look_at(look, front, side, LOOK_LEADS),
                      of_back = look_at(look, back, side, LOOK_SEEN);
    HOLDS(of_front.rays > 0 && of_back.rays > 0);
    double leads = (double)of_front.leads_to[back] / of_front.rays;
    /* What is not seen of the back one is behind some other; only the front one may be that. */
    double hidden = 1 - (double)of_back.seen / of_back.rays;
    return fmax(leads, leads > 0 ? hidden : 0);
}

/* S3D-12: after the turn, the reference hides some of the answer, and of nothing else. */
static void check_hidden(const struct tes_question_asked *question, const struct look *look,
                         unsigned reference, unsigned answer)
{
    enum { FEW = 8, MANY = 40 };
    struct look_share share = look_at(look, reference, FEW, LOOK_LEADS);
    for (unsigned i = TABLE_FIRST; i < question->scene.count; i++) {
        if (i == reference)
            continue;
        if (question->scene.things[i].solid == answer) {
            bool is_clear = overlap(look, reference, i, FEW) > BEHIND + 0.15;
            HOLDS(is_clear || overlap(look, reference, i, MANY) > BEHIND);
        } else if (share.leads_to[i] > 0) {
            struct look_share more = look_at(look, reference, MANY, LOOK_LEADS);
            HOLDS(more.leads_to[i] < NOT_BEHIND * more.rays);
        }
    }
}

/* How often the solid that is closest to the reference is the answer: a rule that turns nothing. */
static struct {
    unsigned right, all;
} closest;

static void try_closest(const struct tes_question_asked *question, const struct look *look,
                        unsigned reference, unsigned answer)
{
    const struct tes_vector from = look->bodies[reference].at;
    double least = 1e9;
    unsigned solid = NOTHING;
    for (unsigned i = TABLE_FIRST; i < question->scene.count; i++) {
        struct tes_vector way = look_sum(look->bodies[i].at, from, -1);
        double away = hypot(way.x, way.y);
        if (i != reference && away < least) {
            least = away;
            solid = question->scene.things[i].solid;
        }
    }
    closest.right += solid == answer;
    closest.all++;
}

static void check(const struct tes_question_asked *question, enum tes_difficulty level,
                  struct tally *tallies)
{
    const unsigned solid_count = seeds_now.row->has_seed_levels ? SEED_SOLIDS : TES_SOLID_COUNT;
    struct look look;
    unsigned answer = seeds_answer(question), reference = TABLE_FIRST;
    unsigned solids = table_check_solids(question, solid_count) & ~(1U << question->reference);
    table_check_options(question, solids | 1U << NOTHING); /* all but the reference, and nothing */
    table_check_shown(question, &look);
    table_check_arrow(question, &look);
    while (question->scene.things[reference].solid != question->reference)
        reference++;
    HOLDS(question->reference != TES_SOLID_RING); /* which is too low to hide anything */
    struct look_from after = table_view(question, table_anticlockwise(question));
    look_start(&question->scene, &after, &look);
    check_lane(question, &look, reference, answer);
    check_hidden(question, &look, reference, answer);
    try_closest(question, &look, reference, answer);
    seeds_tally(&tallies[ANSWERS], answer);
    seeds_tally(&tallies[REFERENCES], question->reference);
    seeds_tally(&tallies[SIDES], question->is_clockwise);
    seeds_tally(&tallies[TURNS], table_turn_row(question, level));
}

static void check_level(enum tes_difficulty level, bool has_seed_levels)
{
    /* Every option is right as often as the others: one time in six, or in three. A ring, which
     * comes last, is an option always, any other solid four times in five. */
    static const double shares[2][NOTHING + 1] = {
        {2 / 15.0, 2 / 15.0, 2 / 15.0, 2 / 15.0, 2 / 15.0, 1 / 6.0, 1 / 6.0},
        {8 / 75.0, 8 / 75.0, 8 / 75.0, 8 / 75.0, 8 / 75.0, 2 / 15.0, 1 / 3.0}};
    const struct seeds_row row = {
        &tes_question_behind, TES_QUESTION_behind, level, true, has_seed_levels, 0};
    struct tally tallies[TALLIES] = {
        [ANSWERS] = {.what = "answers", .kinds = NOTHING + 1, .shares = shares[has_seed_levels]},
        [REFERENCES] = {.what = "references", .kinds = TES_SOLID_RING},
        [SIDES] = {.what = "which way round", .kinds = 2},
        [TURNS] = {.what = "how far", .kinds = table_turns(level)},
    };
    closest.right = closest.all = 0;
    seeds_check_all(&row, check, tallies, TALLIES);
    /* With three objects there are two to choose from. */
    assert_in_range(closest.right * 100, 0, closest.all * (has_seed_levels ? 60 : 35));
}

/* S3D-2, S3D-4, S3D-9, S3D-12 */
static void medium(void **state)
{
    (void)state;
    check_level(TES_MEDIUM, false);
}

/* S3D-2, S3D-4, S3D-10, S3D-12 */
static void hard(void **state)
{
    (void)state;
    check_level(TES_HARD, false);
}

/* S3D-9: the seed's own level, three objects */
static void medium_of_the_seed(void **state)
{
    (void)state;
    check_level(TES_MEDIUM, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(medium),
        cmocka_unit_test(hard),
        cmocka_unit_test(medium_of_the_seed),
    };
    return cmocka_run_group_tests_name("which object is behind another", tests, NULL, NULL);
}
