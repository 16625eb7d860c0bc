#include "scene_forest.h"

#include "../tests/unit/challenge/scene_queries.h"
#include "challenge/scene/questions/round_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = TES_SCENE_WIDTH / 2, /* pictures are looked at in half their size */
    HEIGHT = TES_SCENE_HEIGHT / 2,
    SOLIDS = TES_SOLID_COUNT,
    CLASSES = SOLIDS + 1, /* the last class is "no solid" */
    PICTURES = FOREST_PICTURES,
    TAKEN = 900, /* pixels that are learned from in each picture */
    TREES = 6,
    DEPTH = 20,
    LEAF_LEAST = 12,
    TRIED = 90,      /* comparisons that are tried for each branch, */
    TRIED_ON = 2500, /* on so many pixels at most */
    NODES = 600000,
    STEP = 2, /* distance between pixels that vote */
    PEAKS = 4,
};

enum { LIGHT, RED_GREEN, BLUE_YELLOW, UNLIKE_TABLE, EDGE, CHANNELS };

/* What is known of each pixel, and how many pixels a unit of the scene is in each row. */
struct picture {
    uint8_t channels[CHANNELS][WIDTH * HEIGHT];
    float units[HEIGHT];
};

/* A pixel whose class is known, and what it says of its solid. */
struct known {
    uint16_t picture, x, y, class;
    float right, down, size, height; /* from here to the middle, in units of the scene */
};

/* The difference of a channel at two places, whose offsets are in units of the scene. */
struct comparison {
    float right[2], down[2];
    uint8_t channel;
    bool is_single;
    int16_t limit;
};

struct leaf {
    float shares[CLASSES], right[SOLIDS], down[SOLIDS], size[SOLIDS], height[SOLIDS];
};

struct node {
    struct comparison comparison;
    unsigned below; /* the first of two nodes; 0: a leaf, the number of which is `leaf` */
    unsigned leaf;
};

static struct picture *pictures;
static struct known *samples;
static unsigned picture_count, sample_count;
static struct node *nodes;
static struct leaf *leaves;
static unsigned node_count, leaf_count, roots[TREES];

/* ----------------------------------------------------------------- chance */

static uint64_t state = 88172645463325252U;

static double chance(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0;
}

static unsigned below(unsigned bound)
{
    return (unsigned)(chance() * bound);
}

/* --------------------------------------------------------------- pictures */

static uint8_t byte_of(double value)
{
    return (uint8_t)fmax(0, fmin(255, value));
}

/* How unlike a colour, lit or in shadow, a pixel is. */
static double unlike(const double *pixel, const double *plain)
{
    double along = 0, whole = 0, off = 0;
    for (unsigned i = 0; i < 3; i++) {
        along += pixel[i] * plain[i];
        whole += plain[i] * plain[i];
    }
    double light = fmax(0.25, fmin(1.03, along / whole));
    for (unsigned i = 0; i < 3; i++)
        off += fabs(pixel[i] - light * plain[i]);
    return off;
}

static void mean_at(const struct tes_image *image, unsigned x, unsigned y, double *mean)
{
    for (unsigned i = 0; i < 3; i++) {
        mean[i] = 0;
        for (unsigned j = 0; j < 4; j++)
            mean[i] += pixels_at(image, 2 * x + j % 2, 2 * y + j / 2)[i] / 4.0;
    }
}

static void set_edges(struct picture *picture)
{
    const uint8_t *light = picture->channels[LIGHT];
    for (unsigned y = 1; y + 1 < HEIGHT; y++)
        for (unsigned x = 1; x + 1 < WIDTH; x++) {
            unsigned at = y * WIDTH + x;
            int across = light[at + 1] - light[at - 1],
                along = light[at + WIDTH] - light[at - WIDTH];
            picture->channels[EDGE][at] = byte_of(3 * hypot(across, along));
        }
}

static void set_picture(const struct tes_image *image, const struct tes_camera *camera,
                        struct picture *picture)
{
    struct tes_viewer viewer = tes_camera_viewer(camera);
    const uint8_t *table = table_colour(image, &viewer);
    const double plate[3] = {table[0], table[1], table[2]};
    memset(picture, 0, sizeof *picture);
    for (unsigned y = 0; y < HEIGHT; y++) {
        double ground[3], pixel[3];
        struct tes_vector at = {0, 0, 0};
        mean_at(image, 1, y, ground);
        bool is_ground = query_ground(&viewer, 0, 1 - y / (HEIGHT / 2.0), &at);
        double depth = is_ground ? tes_viewer_see(&viewer, at).depth : 1e9;
        double farthest = tes_vector_length(viewer.eye) + TES_TABLE_RADIUS;
        picture->units[y] = (float)(HEIGHT / 2.0 / (fmin(depth, farthest) * viewer.tangent));
        for (unsigned x = 0; x < WIDTH; x++) {
            unsigned place = y * WIDTH + x;
            mean_at(image, x, y, pixel);
            picture->channels[LIGHT][place] = byte_of((pixel[0] + pixel[1] + pixel[2]) / 3);
            picture->channels[RED_GREEN][place] = byte_of(128 + (pixel[0] - pixel[1]) / 2);
            picture->channels[BLUE_YELLOW][place] =
                byte_of(128 + (pixel[2] - (pixel[0] + pixel[1]) / 2) / 2);
            picture->channels[UNLIKE_TABLE][place] =
                byte_of(3 * fmin(unlike(pixel, plate), unlike(pixel, ground)));
        }
    }
    set_edges(picture);
}

/* Places outside of the picture take the value of its border. */
static int channel_at(const struct picture *picture, unsigned channel, float x, float y)
{
    int column = (int)x, row = (int)y;
    column = column < 0 ? 0 : column >= WIDTH ? WIDTH - 1 : column;
    row = row < 0 ? 0 : row >= HEIGHT ? HEIGHT - 1 : row;
    return picture->channels[channel][row * WIDTH + column];
}

static int compare(const struct comparison *how, const struct picture *picture, unsigned x,
                   unsigned y)
{
    float unit = picture->units[y], across = (float)x, along = (float)y;
    int there = channel_at(picture, how->channel, across + how->right[0] * unit,
                           along + how->down[0] * unit);
    if (how->is_single)
        return there;
    return there - channel_at(picture, how->channel, across + how->right[1] * unit,
                              along + how->down[1] * unit);
}

/* --------------------------------------------------------------- learning */

/* What a pixel shows, found by a ray: the attacker made this scene, so it may look. */
static struct known known_at(const struct tes_bodies *bodies, const struct tes_scene *scene,
                             const struct tes_viewer *viewer, unsigned x, unsigned y)
{
    struct known known = {.x = (uint16_t)x, .y = (uint16_t)y, .class = SOLIDS};
    double half = HEIGHT / 2.0;
    struct tes_vector ray =
        query_ray(viewer, (x + 0.5 - WIDTH / 2.0) / half, (half - y - 0.5) / half);
    struct query_hit hit = query_first(bodies, viewer->eye, ray, 0);
    if (hit.thing == QUERY_NOTHING)
        return known;
    const struct tes_thing *thing = &scene->things[hit.thing];
    struct tes_vector middle = thing->at;
    middle.z += thing->height / 2;
    struct tes_seen seen = tes_viewer_see(viewer, middle);
    known.class = thing->solid;
    known.right = (float)(WIDTH / 2.0 + seen.x * half - x - 0.5);
    known.down = (float)(half - seen.y * half - y - 0.5);
    known.size = (float)thing->size;
    known.height = (float)thing->height;
    return known;
}

void forest_take(const struct sample *sample)
{
    struct table table;
    struct tes_bodies bodies;
    if (pictures == NULL) {
        pictures = calloc(PICTURES, sizeof *pictures);
        samples = calloc((size_t)PICTURES * TAKEN, sizeof *samples);
    }
    if (pictures == NULL || samples == NULL)
        abort();
    if (picture_count == PICTURES || !table_find(&sample->sight, &table))
        return;
    struct picture *picture = &pictures[picture_count];
    const struct tes_scene *scene = &sample->truth->scene;
    struct tes_viewer viewer = tes_camera_viewer(&scene->camera);
    set_picture(&sample->sight.pictures->image, &table.camera, picture);
    tes_cast_prepare(scene, &bodies);
    unsigned solids = 0, others = 0;
    for (unsigned i = 0; i < 20 * TAKEN && solids + others < TAKEN; i++) {
        unsigned x = below(WIDTH), y = below(HEIGHT);
        struct known known = known_at(&bodies, scene, &viewer, x, y);
        /* Bare table is easy to tell, so most samples without a solid are taken where it does
         * not look like table. */
        bool is_plain = picture->channels[UNLIKE_TABLE][y * WIDTH + x] < 60 && chance() > 0.15;
        if (known.class == SOLIDS && (is_plain || others > TAKEN / 2))
            continue;
        solids += known.class != SOLIDS;
        others += known.class == SOLIDS;
        known.picture = (uint16_t)picture_count;
        known.right /= picture->units[y];
        known.down /= picture->units[y];
        samples[sample_count++] = known;
    }
    picture_count++;
}

static int compare_known(const struct comparison *how, const struct known *known)
{
    return compare(how, &pictures[known->picture], known->x, known->y);
}

static struct comparison draw_comparison(void)
{
    struct comparison how = {.channel = (uint8_t)below(CHANNELS), .is_single = below(3) == 0};
    for (unsigned i = 0; i < 2; i++) {
        double share = chance(), angle = 2 * M_PI * chance(), away = 1.7 * share * share;
        how.right[i] = (float)(away * cos(angle));
        how.down[i] = (float)(away * sin(angle));
    }
    if (!how.is_single && below(2) == 0)
        how.right[1] = how.down[1] = 0;
    return how;
}

static double mixed(const unsigned *counts)
{
    double all = 0, squares = 0;
    for (unsigned i = 0; i < CLASSES; i++) {
        all += counts[i];
        squares += (double)counts[i] * counts[i];
    }
    return all > 0 ? all - squares / all : 0;
}

/* Tries a few limits; the best one, and how mixed the classes are on its two sides. */
static double try_limits(struct comparison *how, const struct known *some, unsigned count,
                         unsigned step)
{
    static int values[TRIED_ON];
    double best = 1e18;
    unsigned used = 0;
    int16_t limit = 0;
    for (unsigned i = 0; i < count; i += step)
        values[used++] = compare_known(how, &some[i]);
    for (unsigned round = 0; round < 5; round++) {
        unsigned sides[2][CLASSES] = {{0}};
        int at = values[below(used)];
        for (unsigned i = 0; i < used; i++)
            sides[values[i] > at][some[i * step].class]++;
        double now = mixed(sides[0]) + mixed(sides[1]);
        if (now < best) {
            best = now;
            limit = (int16_t)at;
        }
    }
    how->limit = limit;
    return best;
}

static unsigned part(const struct comparison *how, struct known *some, unsigned count)
{
    unsigned low = 0;
    for (unsigned i = 0; i < count; i++) {
        if (compare_known(how, &some[i]) > how->limit)
            continue;
        struct known other = some[low];
        some[low++] = some[i];
        some[i] = other;
    }
    return low;
}

static void make_leaf(unsigned node, const struct known *some, unsigned count)
{
    struct leaf *leaf = &leaves[leaf_count];
    nodes[node] = (struct node){.leaf = leaf_count++};
    memset(leaf, 0, sizeof *leaf);
    for (unsigned i = 0; i < count; i++) {
        unsigned class = some[i].class;
        leaf->shares[class] += 1;
        if (class == SOLIDS)
            continue;
        leaf->right[class] += some[i].right;
        leaf->down[class] += some[i].down;
        leaf->size[class] += some[i].size;
        leaf->height[class] += some[i].height;
    }
    for (unsigned i = 0; i < SOLIDS; i++) {
        float all = leaf->shares[i] > 0 ? leaf->shares[i] : 1;
        leaf->right[i] /= all;
        leaf->down[i] /= all;
        leaf->size[i] /= all;
        leaf->height[i] /= all;
    }
    for (unsigned i = 0; i < CLASSES; i++)
        leaf->shares[i] /= (float)count;
}

static void grow(unsigned node, struct known *some, unsigned count, unsigned depth)
{
    struct comparison best = {.limit = 0};
    double least = 1e18;
    unsigned step = count / TRIED_ON + 1;
    for (unsigned i = 0; i < TRIED && count > LEAF_LEAST && depth < DEPTH; i++) {
        struct comparison how = draw_comparison();
        double now = try_limits(&how, some, count, step);
        if (now < least) {
            least = now;
            best = how;
        }
    }
    unsigned low = least < 1e18 ? part(&best, some, count) : 0;
    if (low == 0 || low == count || node_count + 2 > NODES) {
        make_leaf(node, some, count);
        return;
    }
    unsigned first = node_count;
    node_count += 2;
    nodes[node] = (struct node){.comparison = best, .below = first};
    grow(first, some, low, depth + 1);
    grow(first + 1, some + low, count - low, depth + 1);
}

void forest_learn(void)
{
    nodes = calloc(NODES, sizeof *nodes);
    leaves = calloc(NODES, sizeof *leaves);
    if (nodes == NULL || leaves == NULL)
        abort();
    for (unsigned i = 0; i < TREES && sample_count > 0 && node_count < NODES; i++) {
        roots[i] = node_count++;
        /* Each tree learns from other pixels. */
        for (unsigned j = 0; j < sample_count; j++) {
            unsigned k = j + below(sample_count - j);
            struct known other = samples[j];
            samples[j] = samples[k];
            samples[k] = other;
        }
        grow(roots[i], samples, sample_count * 2 / 3, 0);
    }
}

/* ------------------------------------------------------------------ votes */

enum { COLUMNS = WIDTH / STEP, ROWS = HEIGHT / STEP };

/* Votes for one solid's middle, and what they say of it. */
struct votes {
    float count[ROWS * COLUMNS], size[ROWS * COLUMNS], height[ROWS * COLUMNS];
};

static const struct leaf *leaf_at(unsigned tree, const struct picture *picture, unsigned x,
                                  unsigned y)
{
    unsigned node = roots[tree];
    while (nodes[node].below != 0)
        node = nodes[node].below +
               (compare(&nodes[node].comparison, picture, x, y) > nodes[node].comparison.limit);
    return &leaves[nodes[node].leaf];
}

static void vote(const struct picture *picture, struct votes *votes)
{
    memset(votes, 0, SOLIDS * sizeof *votes);
    for (unsigned y = 0; y < HEIGHT; y += STEP)
        for (unsigned x = 0; x < WIDTH; x += STEP)
            for (unsigned tree = 0; tree < TREES; tree++) {
                const struct leaf *leaf = leaf_at(tree, picture, x, y);
                for (unsigned i = 0; i < SOLIDS; i++) {
                    float column = ((float)x + leaf->right[i] * picture->units[y]) / STEP;
                    float row = ((float)y + leaf->down[i] * picture->units[y]) / STEP;
                    if (leaf->shares[i] < 0.1F || column < 0 || row < 0 || column >= COLUMNS ||
                        row >= ROWS)
                        continue;
                    unsigned at = (unsigned)row * COLUMNS + (unsigned)column;
                    float weight = leaf->shares[i] * leaf->shares[i];
                    votes[i].count[at] += weight;
                    votes[i].size[at] += weight * leaf->size[i];
                    votes[i].height[at] += weight * leaf->height[i];
                }
            }
}

/* A place that many votes are for. */
struct peak {
    double score, x, y, size, height; /* in pixels of half the picture */
};

static struct peak peak_at(const struct votes *votes, int column, int row, int reach)
{
    struct peak peak = {0};
    for (int y = row - reach; y <= row + reach; y++)
        for (int x = column - reach; x <= column + reach; x++) {
            if (x < 0 || y < 0 || x >= COLUMNS || y >= ROWS)
                continue;
            double weight = (double)votes->count[y * COLUMNS + x];
            peak.score += weight;
            peak.x += weight * (x + 0.5) * STEP;
            peak.y += weight * (y + 0.5) * STEP;
            peak.size += (double)votes->size[y * COLUMNS + x];
            peak.height += (double)votes->height[y * COLUMNS + x];
        }
    double all = peak.score > 0 ? peak.score : 1;
    return (struct peak){peak.score, peak.x / all, peak.y / all, peak.size / all,
                         peak.height / all};
}

/* The best places; what is near one of them votes for no other. */
static void find_peaks(struct votes *votes, struct peak *peaks)
{
    enum { REACH = 4, CLEARED = 8 };
    for (unsigned i = 0; i < PEAKS; i++) {
        int best_column = 0, best_row = 0;
        peaks[i] = (struct peak){0};
        for (int row = 0; row < ROWS; row += 2)
            for (int column = 0; column < COLUMNS; column += 2) {
                struct peak peak = peak_at(votes, column, row, REACH);
                if (peak.score > peaks[i].score) {
                    peaks[i] = peak;
                    best_column = column;
                    best_row = row;
                }
            }
        for (int y = best_row - CLEARED; y <= best_row + CLEARED; y++)
            for (int x = best_column - CLEARED; x <= best_column + CLEARED; x++)
                if (x >= 0 && y >= 0 && x < COLUMNS && y < ROWS)
                    votes->count[y * COLUMNS + x] = 0;
    }
}

/* One peak for each solid: many votes, and not two at one place. */
struct choice {
    struct peak peaks[SOLIDS][PEAKS];
    unsigned now[SOLIDS], best[SOLIDS];
    double most;
};

static void choose(struct choice *choice, unsigned solid, double score)
{
    const double close = 10; /* pixels */
    if (solid == SOLIDS) {
        if (score > choice->most) {
            choice->most = score;
            memcpy(choice->best, choice->now, sizeof choice->best);
        }
        return;
    }
    for (unsigned i = 0; i < PEAKS; i++) {
        const struct peak *peak = &choice->peaks[solid][i];
        double worth = sqrt(peak->score);
        for (unsigned j = 0; j < solid; j++) {
            const struct peak *other = &choice->peaks[j][choice->now[j]];
            if (hypot(peak->x - other->x, peak->y - other->y) < close)
                worth -= sqrt(fmin(peak->score, other->score));
        }
        choice->now[solid] = i;
        choose(choice, solid + 1, score + worth);
    }
}

static struct tes_thing thing_at(const struct tes_viewer *viewer, const struct peak *peak,
                                 unsigned solid)
{
    struct tes_thing thing = {.solid = (uint8_t)solid, .turn = 45};
    struct tes_viewer raised = *viewer;
    thing.size = fmax(0.4, peak->size);
    thing.height = fmax(0.2, peak->height);
    raised.eye.z -= thing.height / 2;
    (void)query_ground(&raised, (peak->x - WIDTH / 2.0) / (HEIGHT / 2.0),
                       (HEIGHT / 2.0 - peak->y) / (HEIGHT / 2.0), &thing.at);
    return thing;
}

bool forest_scene(const struct sight *sight, const struct table *table, struct tes_scene *scene)
{
    static struct picture picture;
    static struct votes votes[SOLIDS];
    static struct choice choice;
    struct tes_viewer viewer = tes_camera_viewer(&table->camera);
    set_picture(&sight->pictures->image, &table->camera, &picture);
    vote(&picture, votes);
    for (unsigned i = 0; i < SOLIDS; i++)
        find_peaks(&votes[i], choice.peaks[i]);
    choice.most = -1e9;
    choose(&choice, 0, 0);
    *scene = (struct tes_scene){.count = TES_TABLE_END, .camera = table->camera};
    scene->things[0] = (struct tes_thing){.solid = TES_SOLID_DISC, .size = TES_TABLE_RADIUS};
    for (unsigned i = 0; i < SOLIDS; i++)
        scene->things[TES_TABLE_FIRST + i] = thing_at(&viewer, &choice.peaks[i][choice.best[i]], i);
    return true;
}
