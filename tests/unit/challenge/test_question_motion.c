/* "The ball rolls straight on under the roof. At which gate does it come out?": every seed. */
#include "question_seeds.h"

#include <math.h>

#include "challenge/scene/questions/question_views.h"

enum { GATES_OUT, LEANS, TALLIES, GATES = TES_MOTION_GATES, POINTS_MAX = 4 };

static const double SIGHT_STEP_S = 0.02; /* between looks at the ball */
static const double PAUSE_S = TES_MOTION_PAUSE_MS / 1000.0;

/* ------------------------------------------------------------------- boxes */

/* A box that stands upright: the building, or the board. */
struct box {
    struct tes_vector middle;
    double along_x, along_y; /* where its length points */
    double half_length, half_width, half_height;
};

/* The blocks stand side by side, from one end of the building to the other. */
static struct box building_of(const struct tes_scene *scene)
{
    const struct tes_thing *first = &scene->things[0];
    double size = first->size;
    for (unsigned i = 0; i < TES_MOTION_BLOCKS; i++) {
        const struct tes_thing *block = &scene->things[i];
        HOLDS(block->solid == TES_SOLID_CUBE && block->turn == 0 && block->size == size);
        HOLDS(block->height == first->height && block->at.y == 0 && block->at.z == 0);
        HOLDS(fabs(block->at.x - (2.0 * i + 1 - TES_MOTION_BLOCKS) * size) < 1e-9);
    }
    return (struct box){{0, 0, first->height / 2}, 1,    0,
                        TES_MOTION_BLOCKS * size,  size, first->height / 2};
}

/* A row of cubes. */
static struct box board_of(const struct tes_thing *thing)
{
    double half = thing->size / 2, from_end = half * (thing->cube_count - 1);
    HOLDS(thing->solid == TES_SOLID_POLYCUBE && thing->axes[0].z == 0 && thing->axes[2].z == 1);
    for (unsigned i = 0; i < thing->cube_count; i++)
        HOLDS((unsigned)thing->cubes[i][0] == i && thing->cubes[i][1] == 0 &&
              thing->cubes[i][2] == 0);
    return (struct box){
        .middle = {thing->at.x + from_end * thing->axes[0].x,
                   thing->at.y + from_end * thing->axes[0].y, thing->at.z},
        .along_x = thing->axes[0].x,
        .along_y = thing->axes[0].y,
        .half_length = half * thing->cube_count,
        .half_width = half,
        .half_height = half,
    };
}

/* In the axes of a box. */
static struct tes_vector own_axes(const struct box *box, struct tes_vector a)
{
    return (struct tes_vector){a.x * box->along_x + a.y * box->along_y,
                               a.y * box->along_x - a.x * box->along_y, a.z};
}

static double outside(double place, double half)
{
    return place > half ? place - half : place < -half ? place + half : 0;
}

/* How far a point is from a box, seen from above, and the way there. */
static double apart(const struct box *box, struct tes_vector point, double way[2])
{
    struct tes_vector own =
        own_axes(box, (struct tes_vector){point.x - box->middle.x, point.y - box->middle.y, 0});
    double x = outside(own.x, box->half_length), y = outside(own.y, box->half_width);
    way[0] = x * box->along_x - y * box->along_y;
    way[1] = x * box->along_y + y * box->along_x;
    return hypot(x, y);
}

/* Whether a box stands between two points. */
static bool is_between(const struct box *box, struct tes_vector from, struct tes_vector to)
{
    struct tes_vector start =
        own_axes(box, (struct tes_vector){from.x - box->middle.x, from.y - box->middle.y,
                                          from.z - box->middle.z});
    struct tes_vector way =
        own_axes(box, (struct tes_vector){to.x - from.x, to.y - from.y, to.z - from.z});
    const double starts[3] = {start.x, start.y, start.z}, ways[3] = {way.x, way.y, way.z};
    const double halves[3] = {box->half_length, box->half_width, box->half_height};
    double enter = 0, leave = 1 - 1e-4;
    for (unsigned axis = 0; axis < 3; axis++) {
        double a = (-halves[axis] - starts[axis]) / ways[axis];
        double b = (halves[axis] - starts[axis]) / ways[axis];
        enter = fmax(enter, fmin(a, b));
        leave = fmin(leave, fmax(a, b));
    }
    return enter < leave;
}

/* -------------------------------------------------------------------- roll */

struct table {
    struct box building, board;
    bool has_board;
    struct tes_vector eye;
};

/* Where the ball rolls, from how it starts: straight on to the board, off it as off a mirror, and
 * on to the front. It knows neither the bounce nor the gate. */
struct roll {
    unsigned count;
    struct tes_vector points[POINTS_MAX];
    double speed;
};

static void add_point(struct roll *roll, struct tes_vector point)
{
    HOLDS(roll->count < POINTS_MAX);
    roll->points[roll->count++] = point;
}

static struct roll roll_on(const struct tes_question_asked *question, const struct table *table)
{
    const double touches = 1e-9, radius = TES_MOTION_RADIUS;
    const struct tes_motion *motion = &question->shown.motion;
    struct roll roll = {.speed = motion->speed};
    struct tes_vector at = motion->points[0];
    double x = motion->points[1].x - at.x, y = motion->points[1].y - at.y, length = hypot(x, y);
    x /= length;
    y /= length;
    HOLDS(at.z == radius);
    add_point(&roll, at);
    for (unsigned steps = 0; at.y > TES_MOTION_FRONT + touches; steps++) {
        double step = y < 0 ? (TES_MOTION_FRONT - at.y) / y : 9, way[2];
        HOLDS(steps < 2000);
        if (table->has_board) {
            double away = apart(&table->board, at, way), nearing = x * way[0] + y * way[1];
            if (away <= radius + touches && nearing < 0) {
                x -= 2 * nearing * way[0] / (away * away);
                y -= 2 * nearing * way[1] / (away * away);
                add_point(&roll, at);
                continue;
            }
            /* Away from a box there is no way back to it; towards it, never further than it is. */
            if (nearing < 0)
                step = fmin(step, fmax(away - radius, touches));
        }
        at.x += step * x;
        at.y += step * y;
    }
    add_point(&roll, at);
    return roll;
}

/* Where it is after so many seconds of rolling, and on which part of its way. */
static struct tes_vector place_at(const struct roll *roll, double seconds, unsigned *part)
{
    double left = fmax(seconds, 0) * roll->speed;
    for (*part = 0;; (*part)++) {
        struct tes_vector from = roll->points[*part], to = roll->points[*part + 1];
        double length = hypot(to.x - from.x, to.y - from.y);
        if (left <= length || *part + 2 == roll->count) {
            double share = fmin(left / length, 1);
            return (struct tes_vector){from.x + share * (to.x - from.x),
                                       from.y + share * (to.y - from.y), from.z};
        }
        left -= length;
    }
}

/* ------------------------------------------------------------------- sight */

static bool is_seen(const struct table *table, struct tes_vector point)
{
    return !is_between(&table->building, table->eye, point) &&
           !(table->has_board && is_between(&table->board, table->eye, point));
}

/* Whether something hides all of the ball: no point of its surface is seen. */
static bool is_hidden(const struct table *table, struct tes_vector middle)
{
    enum { AROUND = 12, ABOVE = 6 };
    for (int i = 0; i < AROUND * (ABOVE + 1); i++) {
        double around = (i % AROUND) * 6.2831853 / AROUND;
        double above = (i / AROUND) * 3.1415926 / ABOVE - 1.5707963;
        struct tes_vector point = {
            middle.x + TES_MOTION_RADIUS * cos(above) * cos(around),
            middle.y + TES_MOTION_RADIUS * cos(above) * sin(around),
            middle.z + TES_MOTION_RADIUS * sin(above),
        };
        if (is_seen(table, point))
            return false;
    }
    return true;
}

/* It is seen for long enough, also on both sides of a bounce; then it is gone, and not before the
 * picture ends. */
static void check_sight(const struct tes_question_asked *question, const struct table *table,
                        const struct roll *roll)
{
    double told_s = tes_motion_ms(&question->shown.motion) / 1000.0, seen_s[POINTS_MAX] = {0};
    unsigned part, parts = roll->count - 1;
    for (double s = 0; s < told_s - PAUSE_S; s += SIGHT_STEP_S) {
        struct tes_vector foot = place_at(roll, s, &part);
        foot.z = 0;
        if (is_seen(table, foot))
            seen_s[part] += SIGHT_STEP_S;
    }
    struct tes_vector last = place_at(roll, told_s - PAUSE_S, &part);
    struct tes_vector shown = tes_motion_at(&question->shown.motion, told_s);
    HOLDS(hypot(last.x - shown.x, last.y - shown.y) < 1e-3);
    HOLDS(fabs(last.y - TES_MOTION_GONE) < 0.01 && part + 1 == parts);
    HOLDS(is_hidden(table, last));
    HOLDS(is_seen(table, roll->points[0]));
    HOLDS(told_s <= 4.5);
    HOLDS(seen_s[0] + seen_s[1] >= 1.2);
    for (unsigned i = 0; i < parts && parts > 1; i++)
        HOLDS(seen_s[i] >= 0.4);
}

/* ---------------------------------------------------------------- question */

static double gate_x(unsigned gate)
{
    return gate - 2.5;
}

static unsigned nearest_gate(double x)
{
    unsigned best = 0;
    for (unsigned i = 1; i < GATES; i++)
        best = fabs(x - gate_x(i)) < fabs(x - gate_x(best)) ? i : best;
    return best;
}

static void check(const struct tes_question_asked *question, enum tes_difficulty level,
                  struct tally *tallies)
{
    const struct tes_scene *scene = &question->scene;
    struct table table = {.building = building_of(scene), .eye = scene->camera.eye};
    table.has_board = scene->count > TES_MOTION_BOARD;
    HOLDS(table.has_board == (level == TES_HARD));
    if (table.has_board)
        table.board = board_of(&scene->things[TES_MOTION_BOARD]);
    struct roll roll = roll_on(question, &table);
    struct tes_vector from = roll.points[roll.count - 2], to = roll.points[roll.count - 1];
    double lean = (to.x - from.x) / (from.y - to.y);
    double in_x = to.x - lean * (TES_MOTION_REAR - to.y);
    unsigned gate = question->select.cells[0];
    for (unsigned i = 0; i < GATES; i++)
        HOLDS(question->options[i] == i + 1);
    HOLDS(seeds_answer(question) == gate + 1);
    HOLDS(nearest_gate(to.x) == gate);
    HOLDS(fabs(to.x - gate_x(gate)) < 0.25); /* of the gates' distance */
    HOLDS(roll.count == (level == TES_HARD ? 3 : 2));
    HOLDS(fabs(lean) < tan(52.1 * 3.14159265 / 180));
    HOLDS(fabs(in_x) + TES_MOTION_RADIUS < TES_MOTION_HALF);
    check_sight(question, &table, &roll);
    seeds_tally(&tallies[GATES_OUT], gate);
    seeds_tally(&tallies[LEANS], lean > 0);
}

static void check_level(enum tes_difficulty level)
{
    const struct seeds_row row = {&tes_question_motion, TES_QUESTION_motion, level, true, false, 0};
    struct tally tallies[TALLIES] = {
        [GATES_OUT] = {.what = "gates", .kinds = GATES},
        [LEANS] = {.what = "left or right", .kinds = 2},
    };
    seeds_check_all(&row, check, tallies, TALLIES);
}

/* S3D-2, S3D-4, S3D-28 (motion) */
int main(void)
{
    return seeds_main("where the ball comes out", TES_MEDIUM, check_level, NULL);
}
