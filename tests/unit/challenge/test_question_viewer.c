/* "Which object does the figure see furthest to its left?": every seed. */
#include "table_checks.h"

enum { ANSWERS, SIDES, TALLIES };

static const double EYES = 1.5;       /* of the figure, above the ground */
static const double HEAD = 1.3;       /* its middle, as it is drawn, */
static const double HEAD_SIZE = 0.27; /* and its radius */
static const double ASIDE = 0.25;     /* from the answer to the next, to the side */
static const double SIGHT = 60;       /* degrees to each side that it sees */
static const double SEEN = 0.45;      /* of each solid by it; the question asks for 0.55 */
static const double AWAY_COSINE =
    0.9397; /* it stands 20 degrees around from the camera, at least */

/* Degrees from the answer to the next. */
static const double MARGINS[] = {[TES_MEDIUM] = 10, [TES_HARD] = 8};

/* Where the figure sees each, and which one furthest to the side that is asked for. */
static unsigned furthest(const struct tes_question_asked *question, double *margin)
{
    struct tes_vector spot = question->spot;
    double best = -1e9, next = -1e9;
    unsigned solid = TES_SOLID_COUNT;
    for (unsigned i = TABLE_FIRST; i < question->scene.count; i++) {
        const struct tes_thing *thing = &question->scene.things[i];
        double x = thing->at.x - spot.x, y = thing->at.y - spot.y;
        /* Positive to the left of the way to the middle. */
        double left = atan2(spot.y * x - spot.x * y, -spot.x * x - spot.y * y) / look_radians(1);
        double bearing = question->is_clockwise ? -left : left;
        HOLDS(fabs(bearing) < SIGHT);
        next = bearing > best ? best : fmax(next, bearing);
        solid = bearing > best ? thing->solid : solid;
        best = fmax(best, bearing);
    }
    *margin = best - next;
    return solid;
}

/* Which one is furthest to that side in steps rather than degrees: the same one, for whoever takes
 * the question so. */
static unsigned furthest_aside(const struct tes_question_asked *question, double *margin)
{
    struct tes_vector spot = question->spot;
    double best = -1e9, next = -1e9, length = hypot(spot.x, spot.y);
    unsigned solid = TES_SOLID_COUNT;
    for (unsigned i = TABLE_FIRST; i < question->scene.count; i++) {
        const struct tes_thing *thing = &question->scene.things[i];
        double left = (spot.y * thing->at.x - spot.x * thing->at.y) / length;
        double aside = question->is_clockwise ? -left : left;
        next = aside > best ? best : fmax(next, aside);
        solid = aside > best ? thing->solid : solid;
        best = fmax(best, aside);
    }
    *margin = best - next;
    return solid;
}

/* It looks at the middle, from well away of the camera's side, and is seen from its foot to the
 * middle of its head. */
static void check_figure(const struct tes_question_asked *question, struct look *look)
{
    struct tes_vector spot = question->spot, eye = question->scene.camera.eye;
    double length = hypot(spot.x, spot.y), turn = look_radians(question->spot_turn);
    double cosine = (spot.x * eye.x + spot.y * eye.y) / (length * hypot(eye.x, eye.y));
    HOLDS(cosine <= AWAY_COSINE + 1e-9);
    HOLDS(fabs(spot.x - length * sin(turn)) < 1e-9 && fabs(spot.y + length * cos(turn)) < 1e-9);
    for (double height = 0; height < HEAD + 0.01; height += HEAD / 3) {
        struct tes_vector seen = look_see(look, (struct tes_vector){spot.x, spot.y, height});
        HOLDS(fabs(seen.x) < TABLE_ASPECT && fabs(seen.y) < 1);
        HOLDS(look_reaches(look, eye, (struct tes_vector){spot.x, spot.y, height}));
    }
    struct tes_vector head = look_see(look, (struct tes_vector){spot.x, spot.y, HEAD});
    double size = HEAD_SIZE / (look_see(look, spot).z * look->tangent);
    HOLDS(fabs(head.x) + size < TABLE_ASPECT && head.y + size < 1);
}

/* The figure sees something of each solid. */
static void check_seeing(const struct tes_question_asked *question, struct look *look)
{
    struct look_from figure = {0, question->spot, {0, 0, EYES}, 2 * SIGHT};
    figure.eye.z = EYES;
    look_start(&question->scene, &figure, look);
    for (unsigned i = TABLE_FIRST; i < question->scene.count; i++)
        HOLDS(look_share_seen(look, i, SEEN, 0.15) > SEEN);
}

static void check(const struct tes_question_asked *question, enum tes_difficulty level,
                  struct tally *tallies)
{
    struct look look;
    double margin;
    unsigned answer = seeds_answer(question);
    table_check_options(question, table_check_solids(question, TES_SOLID_COUNT));
    table_check_shown(question, &look);
    HOLDS(question->degrees == 0 && question->tilt == 0);
    HOLDS(furthest(question, &margin) == answer);
    HOLDS(margin >= MARGINS[level] - 1e-9);
    HOLDS(furthest_aside(question, &margin) == answer);
    HOLDS(margin >= ASIDE - 1e-9);
    check_figure(question, &look);
    check_seeing(question, &look);
    seeds_tally(&tallies[ANSWERS], answer);
    seeds_tally(&tallies[SIDES], question->is_clockwise);
}

static void check_level(enum tes_difficulty level)
{
    const struct seeds_row row = {&tes_question_viewer, TES_QUESTION_viewer, level, true, false, 0};
    struct tally tallies[TALLIES] = {
        [ANSWERS] = {.what = "answers", .kinds = TES_SOLID_COUNT},
        [SIDES] = {.what = "left or right", .kinds = 2},
    };
    seeds_check_all(&row, check, tallies, TALLIES);
}

/* S3D-2, S3D-4 */
int main(void)
{
    return seeds_main("what the figure sees", TES_MEDIUM, check_level, NULL);
}
