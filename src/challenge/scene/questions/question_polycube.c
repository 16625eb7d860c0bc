/*
 * Which of these is the same figure, turned? One option is; one is the mirror image, where that is
 * a different figure; in the others one cube is moved. Every cube can be seen in every picture.
 */
#include "challenge/scene/questions/question_views.h"

#include "challenge/scene/sight.h"

enum {
    OPTIONS = 6,
    GROW_TRIES = 200,
    MOVE_TRIES = 120,
    POSE_TRIES = 16,
    HAS_MIRROR = 1, /* in `reference`: one of the options is the mirror image */
};

/* Figures float here, so that no cube is near the ground. */
static const struct tes_vector MIDDLE = {0, 0, 6};

static const double DISTANCE = 14; /* of the eye, in sides of a cube */
static const double FIELD = 22;    /* of the camera, before it is fitted */
static const double FILLED = 0.84; /* of its picture, by the largest figure */
static const double HEAD_MORE =
    0.1; /* of each cube of the figure above that is seen, beyond `seen_least` */
static const double ANGLE_COSINE = 0.8; /* views differ by more than 36 degrees */

/* What each level asks for. */
static const struct level {
    uint8_t least, most; /* cubes */
    bool is_flat;        /* one cube high: its mirror image is then the same figure */
    bool is_upright;     /* turned about the vertical only */
    double seen_least;   /* of every cube, that is seen at least */
} LEVELS[] = {
    [TES_EASY] = {5, 5, true, true, 0.33},
    [TES_MEDIUM] = {4, 5, false, true, 0.34},
    [TES_HARD] = {5, 6, false, false, 0.32},
};

/* A figure and how it is turned. */
struct shown {
    struct tes_figure figure;
    struct tes_vector axes[3];
};

/* ---------------------------------------------------------------- figures */

/* A figure, and the numbers that identify it and its mirror image (tes_figure_name()). */
struct model {
    struct tes_figure figure;
    uint64_t name, mirrored_name;
};

/* Where the figure is not flat, its mirror image has to be a different figure. */
static bool grow(struct tes_random *random, const struct level *level, struct model *model)
{
    /* The larger of two random counts, since there are few figures of few cubes. */
    unsigned more = tes_random_below(random, level->most - level->least + 1U);
    unsigned other = tes_random_below(random, level->most - level->least + 1U);
    unsigned count = level->least + (other > more ? other : more);
    for (unsigned tries = 0; tries < GROW_TRIES; tries++) {
        model->figure = tes_figure_grow(random, count, level->is_flat);
        struct tes_figure mirrored = tes_figure_mirrored(&model->figure);
        model->name = tes_figure_name(&model->figure);
        model->mirrored_name = tes_figure_name(&mirrored);
        if (model->name != 0 && (level->is_flat || model->name != model->mirrored_name))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------------ poses */

/* How figures are turned: each rotation of the grid, or only those about the vertical; then seen
 * from either side of a diagonal. */
enum {
    SIDES = 2,
    QUARTERS = 4,
    POSES = TES_FIGURE_TURNS * SIDES,
    UPRIGHT_POSES = QUARTERS * SIDES
};

/* The first rotations are those about the vertical. */
_Static_assert(UPRIGHT_POSES <= POSES, "upright poses are the first ones");

static void set_axes(struct tes_vector axes[3], unsigned pose, double sine, double cosine)
{
    const struct tes_figure_turn *turn = &tes_figure_turns[pose / SIDES];
    double x = pose % SIDES == 0 ? cosine : sine, y = pose % SIDES == 0 ? sine : cosine;
    const struct tes_vector grid[3] = {{x, y, 0}, {-y, x, 0}, {0, 0, 1}};
    for (unsigned i = 0; i < 3; i++)
        axes[turn->from[i]] = tes_vector_scale(grid[i], turn->sign[i]);
}

/* All poses in a random order: starting at any of them, by steps that visit every pose. */
struct walk {
    unsigned at, step, count;
};

static struct walk start_walk(struct tes_random *random, unsigned count)
{
    static const uint8_t steps[] = {1, 5, 7, 11, 13, 17, 19, 23, 25, 29, 31, 35, 37, 41, 43, 47};
    unsigned at = tes_random_below(random, count);
    unsigned step = steps[tes_random_below(random, sizeof steps)];
    return (struct walk){at, step % count, count};
}

/* The figure's middle, in coordinates of its grid. */
static struct tes_vector middle_of(const struct tes_figure *figure)
{
    double middle[3];
    for (unsigned axis = 0; axis < 3; axis++) {
        int8_t low = INT8_MAX, high = INT8_MIN;
        for (unsigned i = 0; i < figure->count; i++) {
            int8_t place = figure->cubes[i][axis];
            low = place < low ? place : low;
            high = place > high ? place : high;
        }
        middle[axis] = (low + high) / 2.0;
    }
    return (struct tes_vector){middle[0], middle[1], middle[2]};
}

static struct tes_vector along(const struct tes_vector axes[3], struct tes_vector local)
{
    struct tes_vector sum = tes_vector_scale(axes[0], local.x);
    sum = tes_vector_add(sum, tes_vector_scale(axes[1], local.y));
    return tes_vector_add(sum, tes_vector_scale(axes[2], local.z));
}

/* What does not depend on how a figure is turned. */
struct form {
    struct tes_vector middle;
    uint8_t covered[TES_SCENE_CUBES];
};

static bool is_clear(const struct shown *shown, const struct form *form,
                     struct tes_vector towards_eye, double least)
{
    const double eye[3] = {
        form->middle.x + DISTANCE * tes_vector_dot(towards_eye, shown->axes[0]),
        form->middle.y + DISTANCE * tes_vector_dot(towards_eye, shown->axes[1]),
        form->middle.z + DISTANCE * tes_vector_dot(towards_eye, shown->axes[2]),
    };
    return tes_sight_could_be_clear(&shown->figure, form->covered, eye, least) &&
           tes_sight_is_clear(&shown->figure, eye, least);
}

/* Whether a figure is turned far enough from how `other` shows it. Rotations after which the figure
 * is the same, `kept`, are taken into account. */
static bool is_apart(const struct shown *shown, const struct shown *other, uint32_t kept)
{
    for (unsigned i = 0; i < TES_FIGURE_TURNS; i++) {
        const struct tes_figure_turn *turn = &tes_figure_turns[i];
        double trace = 0;
        if ((kept >> i & 1) == 0)
            continue;
        for (unsigned axis = 0; axis < 3; axis++)
            trace +=
                turn->sign[axis] * tes_vector_dot(shown->axes[axis], other->axes[turn->from[axis]]);
        if ((trace - 1) / 2 > ANGLE_COSINE)
            return false;
    }
    return true;
}

/* What all figures of a question share. */
struct studio {
    const struct level *level;
    double above; /* degrees that the eye is above them */
    struct tes_vector towards_eye;
    struct model model;
};

/* Turns a figure so that all of its cubes are seen, and not as in `head`, the figure above. `head`
 * is NULL for that figure itself. */
static bool pose(struct tes_random *random, const struct studio *studio, const struct shown *head,
                 struct shown *shown)
{
    double least = studio->level->seen_least + (head == NULL ? HEAD_MORE : 0);
    uint32_t kept = 0;
    struct form form = {.middle = middle_of(&shown->figure)};
    tes_sight_covered(&shown->figure, form.covered);
    struct walk walk = start_walk(random, studio->level->is_upright ? UPRIGHT_POSES : POSES);
    /* Not from straight ahead nor along a diagonal, where cubes are hidden behind edges of
     * others. */
    double spin = tes_scene_between(random, 24, 35);
    double sine = tes_scene_sine(spin), cosine = tes_scene_cosine(spin);
    for (unsigned tries = 0; tries < POSE_TRIES && tries < walk.count; tries++) {
        set_axes(shown->axes, walk.at, sine, cosine);
        walk.at = (walk.at + walk.step) % walk.count;
        if (!is_clear(shown, &form, studio->towards_eye, least))
            continue;
        if (head != NULL && kept == 0)
            kept = tes_figure_kept(&shown->figure);
        if (head == NULL || is_apart(shown, head, kept))
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------- options */

static bool is_new(uint64_t name, const uint64_t *names, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (names[i] == name)
            return false;
    return name != 0;
}

/* Adds figures with one cube moved, or their mirror images, that differ from all figures so far. */
static bool add_moved(struct tes_random *random, const struct studio *studio,
                      const struct shown *head, struct shown shown[OPTIONS], unsigned count)
{
    uint64_t names[OPTIONS] = {studio->model.name, studio->model.mirrored_name};
    for (unsigned tries = 0; tries < MOVE_TRIES && count < OPTIONS; tries++) {
        struct tes_figure *figure = &shown[count].figure;
        *figure = tes_figure_moved(random, &head->figure, studio->level->is_flat);
        if (tes_random_below(random, 2) == 0 && !studio->level->is_flat)
            *figure = tes_figure_mirrored(figure);
        names[count] = tes_figure_is_whole(figure) ? tes_figure_name(figure) : 0;
        if (is_new(names[count], names, count) && pose(random, studio, head, &shown[count]))
            count++;
    }
    return count == OPTIONS;
}

/* The right figure comes first, then its mirror image, then the others. */
static bool gather(struct tes_random *random, const struct studio *studio, struct shown *head,
                   struct shown shown[OPTIONS])
{
    unsigned count = studio->level->is_flat ? 1 : 2;
    shown[0].figure = head->figure;
    shown[1].figure = tes_figure_mirrored(&head->figure);
    if (!pose(random, studio, NULL, head))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!pose(random, studio, head, &shown[i]))
            return false;
    return add_moved(random, studio, head, shown, count);
}

/* ----------------------------------------------------------------- scenes */

static void put_thing(const struct shown *shown, struct tes_thing *thing)
{
    thing->solid = TES_SOLID_POLYCUBE;
    thing->size = 1;
    thing->cube_count = shown->figure.count;
    __builtin_memcpy(thing->cubes, shown->figure.cubes, sizeof thing->cubes);
    __builtin_memcpy(thing->axes, shown->axes, sizeof thing->axes);
    struct tes_vector middle = along(shown->axes, middle_of(&shown->figure));
    thing->at = tes_vector_subtract(MIDDLE, middle);
}

/* Moves a figure to the middle of its picture. Returns how far it reaches from there, where the
 * picture ends at 1. */
static double centre(struct tes_thing *thing, const struct tes_viewer *viewer)
{
    struct tes_frame frame = {1e9, -1e9, 1e9, -1e9};
    for (unsigned i = 0; i < thing->cube_count * 8U; i++) {
        const int8_t *cube = thing->cubes[i / 8];
        struct tes_vector corner = {cube[0] + ((i & 1) != 0 ? 0.5 : -0.5),
                                    cube[1] + ((i & 2) != 0 ? 0.5 : -0.5),
                                    cube[2] + ((i & 4) != 0 ? 0.5 : -0.5)};
        struct tes_vector point = tes_vector_add(thing->at, along(thing->axes, corner));
        struct tes_seen seen = tes_viewer_see(viewer, point);
        frame.left = seen.x < frame.left ? seen.x : frame.left;
        frame.right = seen.x > frame.right ? seen.x : frame.right;
        frame.bottom = seen.y < frame.bottom ? seen.y : frame.bottom;
        frame.top = seen.y > frame.top ? seen.y : frame.top;
    }
    double half = DISTANCE * viewer->tangent / 2;
    double aside = -half * (frame.left + frame.right), up = -half * (frame.bottom + frame.top);
    thing->at = tes_vector_add(thing->at, tes_vector_scale(viewer->right, aside));
    thing->at = tes_vector_add(thing->at, tes_vector_scale(viewer->up, up));
    double wide = (frame.right - frame.left) / 2, high = (frame.top - frame.bottom) / 2;
    return wide > high ? wide : high;
}

static struct tes_thing thing_of(const struct tes_question_asked *question, unsigned option)
{
    struct tes_thing thing = question->scene.things[0];
    const struct tes_question_pose *from = &question->shown.poses[option];
    struct shown shown = {.figure = {.count = thing.cube_count}};
    __builtin_memcpy(shown.figure.cubes, from->cubes, sizeof from->cubes);
    __builtin_memcpy(shown.axes, from->axes, sizeof from->axes);
    put_thing(&shown, &thing);
    return thing;
}

struct tes_scene tes_polycube_scene(const struct tes_question_asked *question, unsigned option)
{
    struct tes_scene scene = question->scene;
    struct tes_viewer viewer = tes_camera_viewer(&scene.camera);
    double reach = centre(&scene.things[0], &viewer);
    /* All options have the scale that the largest of them allows, so that size tells nothing. */
    for (unsigned i = 0; i < question->option_count && option < question->option_count; i++) {
        struct tes_thing thing = thing_of(question, i);
        double own = centre(&thing, &viewer);
        reach = i == 0 || own > reach ? own : reach;
        if (i == option)
            scene.things[0] = thing;
    }
    scene.camera.field = 2 * tes_scene_angle(viewer.tangent * reach / FILLED, 1);
    return scene;
}

/* Light from above and from the viewer's left or right, so that the three visible sides differ. */
static void set_scene(struct tes_random *random, double above, struct tes_scene *scene)
{
    tes_question_scene(random, above, scene);
    double side = tes_random_below(random, 2) == 0 ? 1 : -1;
    double away = tes_scene_between(random, 42, 58);
    double high = tes_scene_between(random, 50, 60);
    scene->sun = tes_scene_towards(side * away, high);
    scene->camera = tes_camera_around(MIDDLE, 0, above, DISTANCE, FIELD);
    scene->has_ground = false;
    scene->count = 1;
    scene->things[0].hue = (uint8_t)tes_random_below(random, TES_HUE_COUNT);
    scene->things[0].material = TES_MATERIAL_MATT;
}

static void put_all(struct tes_random *random, const struct shown shown[OPTIONS],
                    const struct shown *head, struct tes_question_asked *question)
{
    question->option_count = OPTIONS;
    for (unsigned i = 0; i < OPTIONS; i++)
        question->options[i] = (uint8_t)i;
    tes_question_shuffle(random, question, 0);
    for (unsigned i = 0; i < OPTIONS; i++) {
        const struct shown *from = &shown[question->options[i]];
        struct tes_question_pose *to = &question->shown.poses[i];
        __builtin_memcpy(to->cubes, from->figure.cubes, sizeof to->cubes);
        __builtin_memcpy(to->axes, from->axes, sizeof to->axes);
    }
    put_thing(head, &question->scene.things[0]);
}

static bool make(struct tes_random *random, enum tes_difficulty difficulty,
                 struct tes_question_asked *question)
{
    struct studio studio = {.level = &LEVELS[difficulty]};
    struct shown shown[OPTIONS], head;
    if (!grow(random, studio.level, &studio.model))
        return false;
    head.figure = studio.model.figure;
    /* Flat figures are seen from higher up. */
    studio.above = tes_scene_between(random, 26, 32) + (studio.level->is_flat ? 10 : 0);
    studio.towards_eye = tes_scene_towards(0, studio.above);
    if (!gather(random, &studio, &head, shown))
        return false;
    question->reference = studio.level->is_flat ? 0 : HAS_MIRROR;
    set_scene(random, studio.above, &question->scene);
    put_all(random, shown, &head, question);
    return true;
}

bool tes_polycube_has_mirror(const struct tes_question_asked *question)
{
    return question->reference == HAS_MIRROR;
}

static struct tes_instruction ask(const struct tes_question_asked *question)
{
    return (struct tes_instruction){.key = tes_polycube_has_mirror(question) ? "ask-polycube-mirror"
                                                                             : "ask-polycube"};
}

const struct tes_question tes_question_polycube = {"polycube", make, ask, 0};
