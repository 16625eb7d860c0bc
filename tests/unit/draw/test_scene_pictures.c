/*
 * Pictures of scenes look as they did when somebody looked at them: one of each question and level
 * is compared with tests/scenes/QUESTION-LEVEL.png, both shrunk to a fifth by averaging.
 * tests/wasm/scenes.test.js compares what the WebAssembly module draws with the same files.
 *
 * `make scenes` draws the stored ones anew, after a change of what scenes look like or of how they
 * are picked by lot: look at them, then commit them. They are made of the first seed that asks each
 * question at each level.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <png.h>

#include "challenge/types/scene_type.h"

enum { SHRINK = 5, SEEDS_MAX = 2000, PATH_MAX_BYTES = 64 };

/*
 * Drawing is exact: a picture that nobody changed differs by nothing. The limits leave room for
 * rounding alone, a step of a channel here and there. What people would notice is far above them:
 * the slightest of the changes below, a ball of another colour, differs in 0.6% of the pixels.
 */
enum { PLAIN_DIFFERENCE = 16 };               /* of a channel, in one pixel */
static const double PLAIN_SHARE_MOST = 0.001; /* of pixels that differ by more than that */
static const double MEAN_MOST = 0.25;         /* of all channels */

static const struct {
    const char *name;
    enum tes_difficulty level;
} LEVELS[] = {{"easy", TES_EASY}, {"medium", TES_MEDIUM}, {"hard", TES_HARD}};

enum { LEVEL_COUNT = sizeof LEVELS / sizeof *LEVELS };

static const struct row {
    const char *name;
    unsigned levels;
} ROWS[TES_QUESTION_COUNT] = {
#define EASY                                      (1U << TES_EASY)
#define MEDIUM                                    (1U << TES_MEDIUM)
#define HARD                                      (1U << TES_HARD)
#define QUESTION(question, asked_at, form, needs) {#question, asked_at},
#include "challenge/scene/questions/questions.def"
#undef QUESTION
};

/* What is asked at a level and seen; `heard` is told in words. */
static bool is_shown(unsigned question, unsigned level)
{
    return question != TES_QUESTION_heard &&
           (ROWS[question].levels >> LEVELS[level].level & 1) != 0;
}

/* ---------------------------------------------------------------- pictures */

struct picture {
    unsigned width, height;
    uint8_t *colours; /* red, green, blue of each pixel */
};

static void drop(struct picture *picture)
{
    free(picture->colours);
    picture->colours = NULL;
}

/* The first seed's challenge that asks this question. Questions that do not move are drawn among
 * those that do not, as the WebAssembly module draws them. */
static void find(unsigned question, enum tes_difficulty level, struct tes_challenge *challenge)
{
    const struct tes_options options = {.difficulty = level,
                                        .is_still = question != TES_QUESTION_motion};
    for (uint64_t seed = 0; seed < SEEDS_MAX; seed++) {
        uint8_t key[TES_KEY_BYTES];
        tes_key_from_seed(seed, key);
        assert_int_equal(tes_generate("scene", key, &options, challenge), TES_OK);
        if (tes_question_of(challenge)->id == question)
            return;
    }
    fail_msg("no seed asks %s at level %d", ROWS[question].name, (int)level);
}

/* The mean colour of a square of the picture. */
static void average(const struct tes_image *image, unsigned column, unsigned row, uint8_t mean[3])
{
    unsigned sums[3] = {0};
    for (unsigned i = 0; i < SHRINK * SHRINK; i++) {
        size_t at =
            (size_t)(row * SHRINK + i / SHRINK) * image->width + column * SHRINK + i % SHRINK;
        for (unsigned channel = 0; channel < 3; channel++)
            sums[channel] += image->palette[image->pixels[at]][channel];
    }
    for (unsigned channel = 0; channel < 3; channel++)
        mean[channel] = (uint8_t)((sums[channel] + SHRINK * SHRINK / 2) / (SHRINK * SHRINK));
}

static struct picture draw(const struct tes_challenge *challenge)
{
    struct tes_image image;
    size_t size = tes_draw_bound(challenge);
    void *memory = malloc(size);
    assert_non_null(memory);
    assert_int_equal(tes_draw(challenge, memory, size, &image), TES_OK);
    struct picture picture = {image.width / SHRINK, image.height / SHRINK, NULL};
    picture.colours = malloc((size_t)picture.width * picture.height * 3);
    assert_non_null(picture.colours);
    for (unsigned i = 0; i < picture.width * picture.height; i++)
        average(&image, i % picture.width, i / picture.width, picture.colours + (size_t)i * 3);
    free(memory);
    return picture;
}

static void path_of(unsigned question, unsigned level, char path[PATH_MAX_BYTES])
{
    snprintf(path, PATH_MAX_BYTES, "tests/scenes/%s-%s.png", ROWS[question].name,
             LEVELS[level].name);
}

static struct picture read_stored(const char *path)
{
    png_image file = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_file(&file, path))
        fail_msg("%s: %s", path, file.message);
    file.format = PNG_FORMAT_RGB;
    struct picture picture = {file.width, file.height, malloc(PNG_IMAGE_SIZE(file))};
    assert_non_null(picture.colours);
    assert_true(png_image_finish_read(&file, NULL, picture.colours, 0, NULL));
    return picture;
}

/* ----------------------------------------------------------------- compare */

struct difference {
    double mean, share;
};

static struct difference compare(const struct picture *a, const struct picture *b)
{
    size_t pixels = (size_t)a->width * a->height, sum = 0, plain = 0;
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    for (size_t i = 0; i < pixels; i++) {
        int most = 0;
        for (size_t channel = 3 * i; channel < 3 * i + 3; channel++) {
            int off = abs(a->colours[channel] - b->colours[channel]);
            sum += (size_t)off;
            most = off > most ? off : most;
        }
        plain += most > PLAIN_DIFFERENCE;
    }
    return (struct difference){(double)sum / (double)(3 * pixels), (double)plain / (double)pixels};
}

static bool is_alike(struct difference difference)
{
    return difference.mean <= MEAN_MOST && difference.share <= PLAIN_SHARE_MOST;
}

/* S3D-3: the picture of each question at each level. */
static void pictures_look_as_stored(void **state)
{
    unsigned compared = 0;
    (void)state;
    for (unsigned i = 0; i < TES_QUESTION_COUNT * LEVEL_COUNT; i++) {
        unsigned question = i / LEVEL_COUNT, level = i % LEVEL_COUNT;
        struct tes_challenge challenge;
        char path[PATH_MAX_BYTES];
        if (!is_shown(question, level))
            continue;
        find(question, LEVELS[level].level, &challenge);
        path_of(question, level, path);
        struct picture drawn = draw(&challenge), stored = read_stored(path);
        struct difference difference = compare(&drawn, &stored);
        if (!is_alike(difference))
            fail_msg("%s: %.3f off in the mean, %.3f%% of the pixels plainly", path,
                     difference.mean, 100 * difference.share);
        drop(&drawn);
        drop(&stored);
        compared++;
    }
    assert_int_equal(compared, 19);
}

/* ------------------------------------------------------------------ change */

/* Changes that people would notice; each must be found. */

static void move_solid(struct tes_question_asked *question)
{
    question->scene.things[question->scene.count - 1].at.x += 0.2;
}

static void turn_solid(struct tes_question_asked *question)
{
    for (unsigned i = 0; i < question->scene.count; i++)
        question->scene.things[i].turn += 20;
}

static void recolour(struct tes_question_asked *question)
{
    struct tes_thing *thing = &question->scene.things[question->scene.count - 1];
    thing->hue = (uint8_t)((thing->hue + TES_HUE_COUNT / 2) % TES_HUE_COUNT);
}

static void lose_solid(struct tes_question_asked *question)
{
    question->scene.count--;
}

/* From straight above there is no shadow to be seen beside a solid. */
static void lose_shadows(struct tes_question_asked *question)
{
    question->scene.sun = (struct tes_vector){0, 0, 1};
}

static void move_figure(struct tes_question_asked *question)
{
    question->spot.x += 0.2;
}

static void swap_figures(struct tes_question_asked *question)
{
    struct tes_question_pose first = question->shown.poses[0];
    question->shown.poses[0] = question->shown.poses[1];
    question->shown.poses[1] = first;
}

static void swap_nets(struct tes_question_asked *question)
{
    uint8_t first[sizeof question->shown.nets[0]];
    memcpy(first, question->shown.nets[0], sizeof first);
    memcpy(question->shown.nets[0], question->shown.nets[1], sizeof first);
    memcpy(question->shown.nets[1], first, sizeof first);
}

static void swap_dials(struct tes_question_asked *question)
{
    uint8_t first = question->options[0];
    question->options[0] = question->options[1];
    question->options[1] = first;
}

static void move_ball(struct tes_question_asked *question)
{
    question->shown.motion.points[0].x += 0.2;
}

static void recolour_ball(struct tes_question_asked *question)
{
    uint8_t *hue = &question->shown.motion.hue;
    *hue = (uint8_t)((*hue + TES_HUE_COUNT / 2) % TES_HUE_COUNT);
}

static const struct change {
    const char *name;
    enum tes_question_id question;
    void (*make)(struct tes_question_asked *question);
} CHANGES[] = {
    {"a solid is moved", TES_QUESTION_turn, move_solid},
    {"solids are turned", TES_QUESTION_turn, turn_solid},
    {"a solid has another colour", TES_QUESTION_turn, recolour},
    {"a solid is missing", TES_QUESTION_turn, lose_solid},
    {"shadows are missing", TES_QUESTION_turn, lose_shadows},
    {"a solid is moved", TES_QUESTION_behind, move_solid},
    {"shadows are missing", TES_QUESTION_behind, lose_shadows},
    {"a solid has another colour", TES_QUESTION_visible, recolour},
    {"the figure is moved", TES_QUESTION_viewer, move_figure},
    {"shadows are missing", TES_QUESTION_viewer, lose_shadows},
    {"cubes have another colour", TES_QUESTION_polycube, recolour},
    {"two figures are swapped", TES_QUESTION_polycube, swap_figures},
    {"shadows are missing", TES_QUESTION_sun, lose_shadows},
    {"a solid is moved", TES_QUESTION_sun, move_solid},
    {"two dials are swapped", TES_QUESTION_sun, swap_dials},
    {"two nets are swapped", TES_QUESTION_net, swap_nets},
    {"the ball is moved", TES_QUESTION_motion, move_ball},
    {"the ball has another colour", TES_QUESTION_motion, recolour_ball},
};

static void changes_are_found(void **state)
{
    double least = 1;
    (void)state;
    for (unsigned i = 0; i < sizeof CHANGES / sizeof *CHANGES; i++) {
        struct tes_challenge challenge;
        find(CHANGES[i].question, TES_HARD, &challenge);
        struct picture before = draw(&challenge);
        CHANGES[i].make((struct tes_question_asked *)challenge.detail);
        struct picture after = draw(&challenge);
        struct difference difference = compare(&before, &after);
        print_message("  %s: %s: %.2f in the mean, %.2f%% plainly\n",
                      ROWS[CHANGES[i].question].name, CHANGES[i].name, difference.mean,
                      100 * difference.share);
        assert_false(is_alike(difference));
        least = difference.share < least ? difference.share : least;
        drop(&before);
        drop(&after);
    }
    assert_true(least > 2 * PLAIN_SHARE_MOST);
}

/* ------------------------------------------------------------------ remake */

static void store_all(void **state)
{
    (void)state;
    for (unsigned i = 0; i < TES_QUESTION_COUNT * LEVEL_COUNT; i++) {
        unsigned question = i / LEVEL_COUNT, level = i % LEVEL_COUNT;
        struct tes_challenge challenge;
        char path[PATH_MAX_BYTES];
        if (!is_shown(question, level))
            continue;
        find(question, LEVELS[level].level, &challenge);
        path_of(question, level, path);
        struct picture drawn = draw(&challenge);
        png_image file = {.version = PNG_IMAGE_VERSION,
                          .width = drawn.width,
                          .height = drawn.height,
                          .format = PNG_FORMAT_RGB};
        if (!png_image_write_to_file(&file, path, 0, drawn.colours, 0, NULL))
            fail_msg("%s: %s", path, file.message);
        drop(&drawn);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_look_as_stored),
        cmocka_unit_test(changes_are_found),
    };
    const struct CMUnitTest remake[] = {cmocka_unit_test(store_all)};
    const char *wanted = getenv("TESSERA_SCENES");
    if (wanted != NULL && strcmp(wanted, "remake") == 0) /* make scenes */
        return cmocka_run_group_tests_name("drawing the stored pictures anew", remake, NULL, NULL);
    return cmocka_run_group_tests_name("pictures of scenes", tests, NULL, NULL);
}
