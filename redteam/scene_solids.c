/*
 * Which blob is which solid: by the most similar blobs of pictures that the attacker made itself,
 * and by every solid being there once.
 */
#include "scene_table.h"

#include "../tests/unit/challenge/scene_queries.h"
#include "challenge/scene/questions/round_table.h"

#include <math.h>
#include <stdlib.h>

enum { KNOWN_MOST = 12000, SOLIDS = TES_SOLID_COUNT, NEIGHBOURS = 3 };

static const double LOST = 60; /* what it costs to find no blob for a solid */

/* Blobs whose solid is known. */
static struct known {
    struct blob blob;
    uint8_t solid;
} * known;
static unsigned known_count;

/* The height of each solid for a half width of 1. */
static const double TALL[SOLIDS] = {
    [TES_SOLID_CUBE] = 2,    [TES_SOLID_BALL] = 2,       [TES_SOLID_CYLINDER] = 2.36,
    [TES_SOLID_CONE] = 2.36, [TES_SOLID_PYRAMID] = 2.36, [TES_SOLID_RING] = 0.6,
};

void table_learn(const struct sample *sample)
{
    struct table table;
    if (known == NULL && (known = calloc(KNOWN_MOST, sizeof *known)) == NULL)
        abort();
    if (!table_read(&sample->sight, &table))
        return;
    struct tes_viewer viewer = tes_camera_viewer(&sample->truth->scene.camera);
    for (unsigned i = 0; i < table.count && known_count < KNOWN_MOST; i++) {
        const struct patch *patch = &table.blobs[i].patch;
        double least = 20; /* pixels */
        for (unsigned j = TES_TABLE_FIRST; j < TES_TABLE_END; j++) {
            const struct tes_thing *thing = &sample->truth->scene.things[j];
            struct tes_vector middle = thing->at;
            middle.z += thing->height / 2;
            struct tes_seen seen = tes_viewer_see(&viewer, middle);
            double x = TES_SCENE_WIDTH / 2.0 + seen.x * TES_SCENE_HEIGHT / 2.0;
            double y = TES_SCENE_HEIGHT / 2.0 * (1 - seen.y);
            double away = hypot(x - (patch->left + patch->right) / 2.0,
                                y - (patch->top + patch->bottom) / 2.0);
            if (away < least) {
                least = away;
                known[known_count] = (struct known){table.blobs[i], thing->solid};
            }
        }
        known_count += least < 20;
    }
}

static double differ(const struct blob *a, const struct blob *b)
{
    unsigned shape = 0;
    for (unsigned i = 0; i < BLOB_SIDE * BLOB_SIDE; i++)
        shape += a->shape[i] != b->shape[i];
    return shape + 60 * fabs(log(a->wide / a->high * b->high / b->wide)) +
           30 * fabs(a->high - b->high);
}

/* How unlike a blob is what is known of each solid: the mean of the most similar. */
static void compare(const struct blob *blob, double unlike[SOLIDS])
{
    double nearest[SOLIDS][NEIGHBOURS];
    for (unsigned i = 0; i < SOLIDS * NEIGHBOURS; i++)
        nearest[i / NEIGHBOURS][i % NEIGHBOURS] = 200;
    for (unsigned i = 0; i < known_count; i++) {
        double off = differ(blob, &known[i].blob), *least = nearest[known[i].solid];
        for (unsigned j = 0; j < NEIGHBOURS; j++) {
            if (off < least[j]) {
                double next = least[j];
                least[j] = off;
                off = next;
            }
        }
    }
    for (unsigned i = 0; i < SOLIDS; i++) {
        unlike[i] = 0;
        for (unsigned j = 0; j < NEIGHBOURS; j++)
            unlike[i] += nearest[i][j] / NEIGHBOURS;
    }
}

/* The cheapest way to give each solid a blob of its own, or none. */
struct match {
    double unlike[TABLE_BLOBS][SOLIDS];
    unsigned blobs;
    int now[SOLIDS], best[SOLIDS];
    double least;
};

static void assign(struct match *match, unsigned solid, uint32_t taken, double cost)
{
    if (cost >= match->least)
        return;
    if (solid == SOLIDS) {
        match->least = cost;
        for (unsigned i = 0; i < SOLIDS; i++)
            match->best[i] = match->now[i];
        return;
    }
    for (unsigned i = 0; i < match->blobs; i++) {
        if ((taken >> i & 1) != 0)
            continue;
        match->now[solid] = (int)i;
        assign(match, solid + 1, taken | 1U << i, cost + match->unlike[i][solid]);
    }
    match->now[solid] = NO_ANSWER;
    assign(match, solid + 1, taken, cost + LOST);
}

/* A solid that is seen as a blob: the middle of both is the same. */
static struct tes_thing thing_of(const struct tes_viewer *viewer, const struct blob *blob,
                                 unsigned solid)
{
    const struct patch *patch = &blob->patch;
    bool is_square = solid == TES_SOLID_CUBE || solid == TES_SOLID_PYRAMID;
    struct tes_thing thing = {.solid = (uint8_t)solid, .turn = 45};
    thing.size = fmax(0.38, fmin(0.7, blob->wide / 2 / (is_square ? 1.25 : 1)));
    thing.height = TALL[solid] * thing.size;
    struct tes_viewer raised = *viewer;
    raised.eye.z -= thing.height / 2;
    double x = ((patch->left + patch->right + 1) / 2.0 - TES_SCENE_WIDTH / 2.0);
    double y = TES_SCENE_HEIGHT / 2.0 - (patch->top + patch->bottom + 1) / 2.0;
    (void)query_ground(&raised, x / (TES_SCENE_HEIGHT / 2.0), y / (TES_SCENE_HEIGHT / 2.0),
                       &thing.at);
    return thing;
}

bool table_scene(const struct table *table, struct tes_scene *scene)
{
    struct match match = {.blobs = table->count, .least = 1e9};
    struct tes_viewer viewer = tes_camera_viewer(&table->camera);
    if (table->count == 0)
        return false;
    for (unsigned i = 0; i < table->count; i++)
        compare(&table->blobs[i], match.unlike[i]);
    assign(&match, 0, 0, 0);
    *scene = (struct tes_scene){.count = TES_TABLE_END, .camera = table->camera};
    scene->things[0] = (struct tes_thing){.solid = TES_SOLID_DISC, .size = TES_TABLE_RADIUS};
    for (unsigned i = 0; i < SOLIDS; i++) {
        /* What is not found is most likely a part of the largest blob. */
        int blob = match.best[i] == NO_ANSWER ? 0 : match.best[i];
        scene->things[TES_TABLE_FIRST + i] = thing_of(&viewer, &table->blobs[blob], i);
    }
    return true;
}
