/* The questions about tables, asked of a scene that was read from the picture. */
#include "scene_forest.h"
#include "scene_table.h"

#include "../tests/unit/challenge/scene_queries.h"
#include "challenge/scene/questions/round_table.h"

#include <math.h>

/* A function that reads a picture into a scene: by colours, or by what was learned. */
typedef bool reader(const struct sight *sight, struct table *table, struct tes_scene *scene);

static bool read_blobs(const struct sight *sight, struct table *table, struct tes_scene *scene)
{
    return table_read(sight, table) && table_scene(table, scene);
}

static bool read_votes(const struct sight *sight, struct table *table, struct tes_scene *scene)
{
    return table_find(sight, table) && forest_scene(sight, table, scene);
}

/* Who looks at the table after the prompt's turn. */
static struct tes_viewer viewer_after(const struct sight *sight, const struct tes_scene *scene)
{
    return tes_table_after(&scene->camera, sight->is_clockwise ? -sight->degrees : sight->degrees);
}

static int option_of(const struct sight *sight, unsigned value)
{
    return scene_option(sight->options, sight->option_count, value);
}

static int answer_turn(const struct sight *sight, reader *read_scene)
{
    struct table table;
    struct tes_scene scene;
    double best = -1e9;
    unsigned solid = 0;
    if (!read_scene(sight, &table, &scene))
        return NO_ANSWER;
    struct tes_viewer viewer = viewer_after(sight, &scene);
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++) {
        double x = tes_viewer_see(&viewer, tes_thing_middle(&scene.things[i])).x;
        if (x > best) {
            best = x;
            solid = scene.things[i].solid;
        }
    }
    return option_of(sight, solid);
}

static int answer_behind(const struct sight *sight, reader *read_scene)
{
    const double lane = 0.62; /* the most that a solid may lie aside and still count as behind */
    struct table table;
    struct tes_scene scene;
    double best = lane;
    unsigned solid = TES_SOLID_COUNT;
    if (!read_scene(sight, &table, &scene))
        return NO_ANSWER;
    struct tes_viewer viewer = viewer_after(sight, &scene);
    unsigned reference = tes_table_find(&scene, (enum tes_solid)sight->reference);
    struct tes_vector here = query_local(&viewer, scene.things[reference].at);
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++) {
        struct tes_vector there = query_local(&viewer, scene.things[i].at);
        double aside = fabs(there.x - here.x * there.y / here.y) * here.y / there.y;
        if (there.y > here.y + 0.3 && aside < best) {
            best = aside;
            solid = scene.things[i].solid;
        }
    }
    return option_of(sight, solid);
}

static int answer_viewer(const struct sight *sight, reader *read_scene)
{
    struct table table;
    struct tes_scene scene;
    double best = -1e9;
    unsigned solid = 0;
    if (!read_scene(sight, &table, &scene) || !table.has_figure)
        return NO_ANSWER;
    struct tes_camera camera = {table.figure, {0, 0, 0}, 90};
    struct tes_viewer viewer = tes_camera_viewer(&camera);
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++) {
        double left = query_bearing(&viewer, scene.things[i].at);
        double far = sight->is_right ? -left : left;
        if (far > best) {
            best = far;
            solid = scene.things[i].solid;
        }
    }
    return option_of(sight, solid);
}

static int answer_visible(const struct sight *sight, reader *read_scene)
{
    const double whole = 0.93; /* visible share that counts as all: what was read is not exact */
    struct table table;
    struct tes_scene scene;
    struct tes_bodies bodies;
    unsigned count = 0;
    if (!read_scene(sight, &table, &scene))
        return NO_ANSWER;
    tes_table_tilt(&scene, sight->tilt);
    struct tes_viewer viewer = viewer_after(sight, &scene);
    tes_cast_prepare(&scene, &bodies);
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++)
        count += tes_cast_visible_from(&bodies, viewer.eye, i, 0) > whole;
    return option_of(sight, count > 0 ? count : 1);
}

#define ASKED(question)                                                                            \
    int scene_##question(const struct sight *sight)                                                \
    {                                                                                              \
        return answer_##question(sight, read_blobs);                                               \
    }                                                                                              \
    int scene_##question##_votes(const struct sight *sight)                                        \
    {                                                                                              \
        return answer_##question(sight, read_votes);                                               \
    }
ASKED(turn)
ASKED(behind)
ASKED(viewer)
ASKED(visible)
#undef ASKED
