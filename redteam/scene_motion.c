/*
 * The ball is what differs from the last picture, in which it is out of sight. The camera is known
 * but for two angles; the gates tell those. Then the ball's way on the ground is a straight line,
 * and where it meets the front is a sum.
 */
#include "scene.h"
#include "scene_pixels.h"

#include "../tests/unit/challenge/scene_queries.h"
#include "challenge/scene/questions/question_views.h"

#include <math.h>
#include <string.h>

enum { GATE_LEAST = 500, BALL_LEAST = 300, LINE = 8, DARK = 60 };

static const uint8_t INSIDE[3] = {0x26, 0x2B, 0x3A};
static const double GATE_MIDDLE = 0.36; /* height of the middle of a gate's pixels */
static const double WHOLE = 0.93;       /* all of the ball is seen: share of its most pixels */

struct dot {
    double x, y;
};

/* A place of the picture as cameras tell it. */
static struct dot of_pixel(double x, double y)
{
    const double half = TES_SCENE_HEIGHT / 2.0;
    return (struct dot){(x + 0.5 - TES_SCENE_WIDTH / 2.0) / half, (half - y - 0.5) / half};
}

/* ----------------------------------------------------------------- camera */

static bool find_gates(const struct tes_image *image, struct dot gates[TES_MOTION_GATES])
{
    static uint8_t mask[PIXELS_WIDTH * PIXELS_HEIGHT];
    struct patch patches[TES_MOTION_GATES];
    for (unsigned y = 0; y < image->height; y++)
        for (unsigned x = 0; x < image->width; x++)
            mask[y * PIXELS_WIDTH + x] =
                pixels_differ(pixels_at(image, x, y), INSIDE) < DARK && y > image->height / 2;
    if (pixels_patches(mask, image->height, GATE_LEAST, patches, TES_MOTION_GATES) !=
        TES_MOTION_GATES)
        return false;
    for (unsigned i = 0; i < TES_MOTION_GATES; i++) {
        unsigned before = 0;
        for (unsigned j = 0; j < TES_MOTION_GATES; j++)
            before += patches[j].x < patches[i].x;
        gates[before] = of_pixel(patches[i].x, patches[i].y);
    }
    return true;
}

/* The camera, which is public in the generator but for two random angles. */
static struct tes_viewer viewer_of(double above, double around)
{
    const struct tes_vector middle = {0, 0.65, 0.3};
    struct tes_camera camera = tes_camera_around(middle, around, above, 15, 25);
    return tes_camera_viewer(&camera);
}

static struct tes_viewer find_camera(const struct dot gates[TES_MOTION_GATES])
{
    struct tes_viewer best = viewer_of(54, 0);
    double least = 1e9;
    for (double above = 52; above <= 56; above += 0.25) {
        for (double around = -5; around <= 5; around += 0.25) {
            struct tes_viewer viewer = viewer_of(above, around);
            double off = 0;
            for (unsigned i = 0; i < TES_MOTION_GATES; i++) {
                struct tes_vector at = {i - 2.5, TES_MOTION_FRONT, GATE_MIDDLE};
                struct tes_seen seen = tes_viewer_see(&viewer, at);
                off += pow(seen.x - gates[i].x, 2) + pow(seen.y - gates[i].y, 2);
            }
            if (off < least) {
                least = off;
                best = viewer;
            }
        }
    }
    return best;
}

/* ------------------------------------------------------------------- ball */

/* Plays a step over the picture. */
static void play(const struct tes_step *step, uint8_t *pixels)
{
    for (unsigned y = 0; y < step->part.height; y++)
        memcpy(pixels + (size_t)(step->part.y + y) * TES_SCENE_WIDTH + step->part.x,
               step->pixels + (size_t)y * step->part.width, step->part.width);
}

static struct patch find_ball(const struct tes_image *picture, const struct tes_image *last)
{
    static uint8_t mask[PIXELS_WIDTH * PIXELS_HEIGHT];
    struct patch patch = {0};
    for (unsigned y = 0; y < picture->height; y++) {
        for (unsigned x = 0; x < picture->width; x++) {
            const uint8_t *here = pixels_at(picture, x, y), *ground = pixels_at(last, x, y);
            /* The ball's shadow moves as well: ground with less light does not count. */
            mask[y * PIXELS_WIDTH + x] =
                pixels_differ(here, ground) > 24 && pixels_light(here, ground) < 0;
        }
    }
    return pixels_patches(mask, picture->height, BALL_LEAST, &patch, 1) == 1 ? patch
                                                                             : (struct patch){0};
}

/* Where the ball was, as long as all of it was seen. */
static unsigned find_track(const struct tes_animation *pictures, struct dot track[TES_STEPS_MAX])
{
    static uint8_t first[TES_SCENE_WIDTH * TES_SCENE_HEIGHT], end[sizeof first];
    struct patch balls[TES_STEPS_MAX];
    struct tes_image picture = pictures->image, last = pictures->image;
    unsigned most = 0, count = 0;
    memcpy(first, picture.pixels, sizeof first);
    memcpy(end, picture.pixels, sizeof end);
    picture.pixels = first;
    last.pixels = end;
    for (unsigned i = 0; i < pictures->step_count; i++)
        play(&pictures->steps[i], end);
    for (unsigned i = 0; i < pictures->step_count; i++) {
        play(&pictures->steps[i], first);
        balls[i] = find_ball(&picture, &last);
        most = balls[i].count > most ? balls[i].count : most;
    }
    for (unsigned i = 0; i < pictures->step_count; i++)
        if (balls[i].count > WHOLE * most)
            track[count++] = of_pixel((balls[i].left + balls[i].right) / 2.0,
                                      (balls[i].top + balls[i].bottom) / 2.0);
    return count;
}

/* Where the ball's middle is, which is above the ground. */
static bool unproject(const struct tes_viewer *viewer, struct dot dot, struct dot *place)
{
    struct tes_viewer raised = *viewer;
    struct tes_vector at = {0, 0, 0};
    raised.eye.z -= TES_MOTION_RADIUS;
    bool is_there = query_ground(&raised, dot.x, dot.y, &at);
    *place = (struct dot){at.x, at.y};
    return is_there;
}

int scene_motion(const struct sight *sight)
{
    struct dot gates[TES_MOTION_GATES], track[TES_STEPS_MAX];
    unsigned count = find_track(sight->pictures, track);
    if (!find_gates(&sight->pictures->image, gates) || count < 3)
        return NO_ANSWER;
    struct tes_viewer viewer = find_camera(gates);
    /* A line through the last places: x for each y. */
    unsigned from = count > LINE ? count - LINE : 0;
    double n = 0, x = 0, y = 0, xy = 0, yy = 0;
    for (unsigned i = from; i < count; i++) {
        struct dot at;
        if (!unproject(&viewer, track[i], &at))
            return NO_ANSWER;
        n++;
        x += at.x;
        y += at.y;
        xy += at.x * at.y;
        yy += at.y * at.y;
    }
    double slope = (n * xy - x * y) / (n * yy - y * y);
    double out = x / n + slope * (TES_MOTION_FRONT - y / n);
    long gate = lround(out + 2.5);
    return gate < 0 ? 0 : gate >= TES_MOTION_GATES ? TES_MOTION_GATES - 1 : (int)gate;
}
