/* What holds of every question about six solids on a table. */
#ifndef TEST_TABLE_CHECKS_H
#define TEST_TABLE_CHECKS_H

#include "look_reference.h"
#include "question_seeds.h"

enum { TABLE_FIRST = 1 }; /* the first solid's index: the table comes before them */

static const double TABLE_ASPECT = 4.0 / 3.0;
/* Of each solid, in the picture that is shown. The questions ask for 0.6, which they tell by 64
 * rays, and by more where these leave it in doubt. */
static const double TABLE_SEEN = 0.55;
static const double TABLE_ARROW = 3.41; /* how far from the middle the arrow of a turn runs */

static inline double table_anticlockwise(const struct tes_question_asked *question)
{
    return question->is_clockwise ? -question->degrees : question->degrees;
}

/* Options that are different ones, just those whose bits are set. */
static inline void table_check_options(const struct tes_question_asked *question, unsigned wanted)
{
    unsigned seen = 0;
    for (unsigned i = 0; i < question->option_count; i++) {
        HOLDS((seen >> question->options[i] & 1) == 0);
        seen |= 1U << question->options[i];
    }
    HOLDS(seen == wanted);
}

/* So many solids, each once (or all, and one of them twice), on the table, and none in another:
 * their inner circles keep a distance. Returns which there are, a bit each. */
static inline unsigned table_check_solids(const struct tes_question_asked *question, unsigned count)
{
    const struct tes_thing *things = question->scene.things;
    unsigned seen = 0;
    HOLDS(question->scene.count == TABLE_FIRST + count);
    HOLDS(things[0].solid == TES_SOLID_DISC);
    for (unsigned i = TABLE_FIRST; i < question->scene.count; i++) {
        struct tes_vector at = things[i].at;
        double room = things[0].size - things[i].size;
        seen |= 1U << things[i].solid;
        HOLDS(at.z == 0);
        HOLDS(at.x * at.x + at.y * at.y < room * room);
        for (unsigned j = TABLE_FIRST; j < i; j++) {
            struct tes_vector apart = look_sum(at, things[j].at, -1);
            double least = things[i].size + things[j].size + 0.2;
            HOLDS(look_dot(apart, apart) > least * least);
        }
    }
    HOLDS((unsigned)__builtin_popcount(seen) ==
          (count < TES_SOLID_COUNT ? count : TES_SOLID_COUNT));
    return seen;
}

/* How many turns there are, and which of these this one is: S3D-8, quarters at EASY, 270 degrees
 * with them; S3D-9, eighths at MEDIUM; S3D-10, any angle to the degree at HARD, but none close to a
 * quarter turn. Above EASY, nobody has to think of 315 degrees one way where it is 45 the other. */
enum { TABLE_TURN_MOST = 270 };

static inline bool table_is_turn(int degrees, enum tes_difficulty level)
{
    switch (level) {
    case TES_EASY:
        return degrees % 90 == 0;
    case TES_MEDIUM:
        return degrees % 45 == 0 && degrees <= 180;
    default:
        return degrees >= 20 && degrees <= 160 && degrees % 90 >= 10 && degrees % 90 <= 80;
    }
}

static inline unsigned table_turns_below(int end, enum tes_difficulty level)
{
    unsigned count = 0;
    for (int degrees = 1; degrees < end; degrees++)
        count += table_is_turn(degrees, level);
    return count;
}

static inline unsigned table_turns(enum tes_difficulty level)
{
    return table_turns_below(TABLE_TURN_MOST + 1, level);
}

static inline unsigned table_turn_row(const struct tes_question_asked *question,
                                      enum tes_difficulty level)
{
    HOLDS(question->degrees > 0 && question->degrees <= TABLE_TURN_MOST);
    HOLDS(table_is_turn(question->degrees, level));
    return table_turns_below(question->degrees, level);
}

static inline struct look_from table_view(const struct tes_question_asked *question, double turn)
{
    const struct tes_camera *camera = &question->scene.camera;
    return (struct look_from){turn, camera->eye, camera->target, camera->field};
}

/* In the picture that is shown nothing is cut off, and each solid can be told: it is large enough,
 * and enough of it is seen. */
static inline void table_check_shown(const struct tes_question_asked *question, struct look *look)
{
    const struct look_from view = table_view(question, 0);
    look_start(&question->scene, &view, look);
    for (unsigned i = TABLE_FIRST; i < question->scene.count; i++) {
        const struct look_frame *frame = &look->bodies[i].frame;
        HOLDS(frame->left > -TABLE_ASPECT && frame->right < TABLE_ASPECT);
        HOLDS(frame->bottom > -1 && frame->top < 1);
        HOLDS((frame->top - frame->bottom) * 240 >= 20); /* of 480 pixels */
        HOLDS(look_share_seen(look, i, TABLE_SEEN, 0.15) >= TABLE_SEEN);
    }
}

/* A way that grazes a solid is stopped or not by what is lost in rounding: then one a hair further
 * in or out is not. */
static inline bool table_reaches(struct look *look, struct tes_vector eye, struct tes_vector way,
                                 double far)
{
    const struct tes_vector middle = {0, 0, 0};
    const double hair = 0.005;
    return look_reaches(look, eye, look_sum(middle, way, far)) ||
           look_reaches(look, eye, look_sum(middle, way, far + hair)) ||
           look_reaches(look, eye, look_sum(middle, way, far - hair));
}

/* The end of the arrow that shows the turn is not hidden: it starts at the camera's side. */
static inline void table_check_arrow(const struct tes_question_asked *question, struct look *look)
{
    struct tes_vector eye = question->scene.camera.eye;
    struct tes_vector near_side = look_unit((struct tes_vector){eye.x, eye.y, 0});
    double sign = question->is_clockwise ? -1 : 1;
    for (unsigned i = 0; i < 4; i++) {
        double around = look_radians(sign * (question->degrees - 3.0 * i));
        struct tes_vector end = look_turned(near_side, sin(around), cos(around));
        HOLDS(table_reaches(look, eye, end, TABLE_ARROW));
    }
}

#endif
