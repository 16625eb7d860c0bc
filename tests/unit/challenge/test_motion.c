/*
 * The question that moves: where the ball really goes, in small steps, and the animated PNG that
 * shows it. For many more seeds, and whether they are balanced: test_question_motion.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>
#include <png.h>
#include <zlib.h>

#include "challenge/scene/questions/question_views.h"
#include "scene_queries.h"
#include "scene_reference.h"

#ifdef TES_SANITIZED
enum { ROLLS = 40, LEARNT = 3000 }; /* the plain build has the rest, ten times as fast */
#else
enum { ROLLS = 400, LEARNT = 12000 };
#endif

enum { DRAWN = 24, GATES = TES_MOTION_GATES, LEVELS = 2 };

static const double STEP = 0.0005; /* of simulated time, in seconds */

static void make(uint64_t seed, enum tes_difficulty level, struct tes_question_asked *question)
{
    struct tes_random random;
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(seed, key);
    tes_random_start(&random, key);
    memset(question, 0, sizeof *question);
    /* It always ends, and at the first try: none is thrown away, which could favour a gate. */
    assert_true(tes_question_motion.make(&random, level, question));
    tes_random_end(&random);
}

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

/* ------------------------------------------------------------- simulation */

struct run {
    double in_x, out_x;       /* where its middle passes the rear wall and the front */
    double slant;             /* of its way there, in degrees off straight through */
    double seen_s, arrives_s; /* how long its foot is seen to roll, when it is gone */
    double before_s, after_s; /* the same before and after the bounce */
    unsigned bounces;
};

/* How far the ball's surface is from the board's. */
static double board_gap(const struct tes_scene *scene, struct tes_vector at)
{
    if (scene->count <= TES_MOTION_BOARD)
        return 1e9;
    return reference_distance(&scene->things[TES_MOTION_BOARD], at) - TES_MOTION_RADIUS;
}

/* Turns a way around as a mirror does, whose normal is where the distance grows fastest. */
static struct tes_vector bounced(const struct tes_scene *scene, struct tes_vector at,
                                 struct tes_vector way)
{
    const double little = 1e-6;
    struct tes_vector right = {at.x + little, at.y, at.z}, ahead = {at.x, at.y + little, at.z};
    double here = board_gap(scene, at);
    double x = (board_gap(scene, right) - here) / little;
    double y = (board_gap(scene, ahead) - here) / little;
    double length = hypot(x, y), along = (way.x * x + way.y * y) / (length * length);
    return (struct tes_vector){way.x - 2 * along * x, way.y - 2 * along * y, 0};
}

static bool is_seen(const struct tes_scene *scene, struct tes_vector point)
{
    struct tes_vector eye = scene->camera.eye, way = tes_vector_subtract(point, eye);
    struct query_hit hit = query_cast(scene, eye, tes_vector_unit(way), 0);
    return hit.thing == QUERY_NOTHING || hit.distance > tes_vector_length(way) - 1e-3;
}

/* Whether the building hides all of the ball. */
static bool is_hidden(const struct tes_scene *scene, struct tes_vector middle)
{
    for (int above = -80; above <= 80; above += 10) {
        for (int around = 0; around < 360; around += 10) {
            struct tes_vector out =
                tes_vector_scale(tes_scene_towards(around, above), TES_MOTION_RADIUS);
            if (is_seen(scene, tes_vector_add(middle, out)))
                return false;
        }
    }
    return true;
}

/* Rolls the ball in small steps from how it starts: it knows neither the bounce nor the gate. */
static struct run simulate(const struct tes_question_asked *question)
{
    const struct tes_scene *scene = &question->scene;
    const struct tes_motion *motion = &question->shown.motion;
    struct run run = {0};
    struct tes_vector at = motion->points[0];
    struct tes_vector way = tes_vector_unit(tes_vector_subtract(motion->points[1], at));
    double steps = 0, seconds = TES_MOTION_PAUSE_MS / 1000.0;
    bool is_apart = true, is_in = false;
    way = tes_vector_scale(way, motion->speed);
    while (at.y > TES_MOTION_FRONT && steps++ < 20000) {
        struct tes_vector foot = {at.x, at.y, 0};
        if (fmod(steps, 20) == 0 && at.y > TES_MOTION_REAR && is_seen(scene, foot)) {
            run.seen_s += 20 * STEP;
            *(run.bounces > 0 ? &run.after_s : &run.before_s) += 20 * STEP;
        }
        bool is_touching = board_gap(scene, at) <= 0;
        if (is_touching && is_apart) {
            way = bounced(scene, at, way);
            run.bounces++;
        }
        is_apart = !is_touching;
        at = tes_vector_add(at, tes_vector_scale(way, STEP));
        seconds += STEP;
        if (!is_in && at.y <= TES_MOTION_REAR) {
            is_in = true;
            run.in_x = at.x;
        }
        if (at.y > TES_MOTION_GONE)
            run.arrives_s = seconds;
    }
    run.out_x = at.x;
    run.slant = fabs(atan2(way.x, -way.y)) * 180 / M_PI;
    return run;
}

/* S3D-28 */
static void the_ball_comes_out_of_the_right_gate(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 3 * ROLLS; seed++) {
        enum tes_difficulty level = (enum tes_difficulty)(TES_MEDIUM + seed % LEVELS);
        struct tes_question_asked question;
        make(seed, level, &question);
        struct run run = simulate(&question);
        unsigned gate = question.select.cells[0];
        assert_int_equal(nearest_gate(run.out_x), gate);
        /* No further from its middle than a quarter of the gates' distance. */
        assert_true(fabs(run.out_x - gate_x(gate)) < 0.25);
        assert_int_equal(run.bounces, level == TES_HARD ? 1 : 0);
        assert_true(run.slant < 52.1);
        assert_true(fabs(run.in_x) + TES_MOTION_RADIUS < TES_MOTION_HALF);
        assert_int_equal(question.option_count, GATES);
        assert_int_equal(question.options[gate], gate + 1);
    }
}

static void the_ball_is_seen_for_long_enough(void **state)
{
    (void)state;
    double least_s = 9, least_after_s = 9, longest_s = 0;
    for (uint64_t seed = 0; seed < 3 * ROLLS / 2; seed++) {
        enum tes_difficulty level = (enum tes_difficulty)(TES_MEDIUM + seed % LEVELS);
        struct tes_question_asked question;
        make(seed, level, &question);
        struct run run = simulate(&question);
        double told_s = tes_motion_ms(&question.shown.motion) / 1000.0;
        assert_true(fabs(told_s - run.arrives_s) < 0.01);
        /* The last picture tells nothing of it, the first one all. */
        assert_true(is_hidden(&question.scene, tes_motion_at(&question.shown.motion, told_s)));
        assert_true(is_seen(&question.scene, question.shown.motion.points[0]));
        least_s = fmin(least_s, run.seen_s);
        longest_s = fmax(longest_s, told_s);
        if (level == TES_HARD)
            least_after_s = fmin(least_after_s, fmin(run.before_s, run.after_s));
    }
    print_message("  seen for %.2f s at least, %.2f s on each side of a bounce; ends by %.2f s\n",
                  least_s, least_after_s, longest_s);
    assert_true(least_s >= 1.2);
    assert_true(least_after_s >= 0.4);
    assert_true(longest_s <= 4.5);
}

/* -------------------------------------------------------------- statistics */

/* Where a way crosses a line at a distance from the middle. */
static double crosses(struct tes_vector from, struct tes_vector to, double y)
{
    return to.x + (from.x - to.x) * (y - to.y) / (from.y - to.y);
}

/* What a guesser looks at who does not follow the ball. */
enum look { AT_FIRST, LAST_SEEN, LAST_WAY, LOOKS }; /* LAST_WAY: where that begins */

static double look_at(const struct tes_question_asked *question, enum look look)
{
    const struct tes_motion *motion = &question->shown.motion;
    unsigned last = motion->point_count - 1U;
    double seen_last = crosses(motion->points[last - 1], motion->points[last],
                               TES_MOTION_REAR + TES_MOTION_RADIUS);
    const double places[LOOKS] = {motion->points[0].x, seen_last, motion->points[last - 1].x};
    return places[look];
}

enum { STRIPS = 40, STRIPS_WIDE = 10 };

static unsigned strip_of(double x)
{
    assert_true(fabs(x) < STRIPS_WIDE / 2.0);
    return (unsigned)((x / STRIPS_WIDE + 0.5) * STRIPS);
}

/* How often the gate is right that was right most often, in other cases, where the place was the
 * same to a quarter of the gates' distance. */
static double guessed(enum tes_difficulty level, enum look look)
{
    unsigned seen[STRIPS][GATES] = {{0}}, right = 0;
    for (uint64_t seed = 0; seed < 2 * LEARNT; seed++) {
        struct tes_question_asked question;
        make(seed, level, &question);
        unsigned *strip = seen[strip_of(look_at(&question, look))], best = 0;
        unsigned gate = question.select.cells[0];
        for (unsigned i = 1; i < GATES; i++)
            best = strip[i] > strip[best] ? i : best;
        right += seed >= LEARNT && best == gate;
        strip[gate] += seed < LEARNT;
    }
    return (double)right / LEARNT;
}

/* One place of the ball tells little: two are needed, and so its motion. */
static void a_single_place_tells_little(void **state)
{
    (void)state;
    static const double MOST[LOOKS] = {[AT_FIRST] = 0.21, [LAST_SEEN] = 0.36, [LAST_WAY] = 0.21};
    for (enum tes_difficulty level = TES_MEDIUM; level <= TES_HARD; level++) {
        for (enum look look = 0; look < LOOKS; look++) {
            double share = guessed(level, look);
            print_message("  level %d, look %d: %.3f\n", (int)level, (int)look, share);
            assert_true(share < MOST[look]);
        }
    }
}

/* ------------------------------------------------------------------ frames */

static void generate(uint64_t *seed, struct tes_challenge *challenge)
{
    do {
        uint8_t key[TES_KEY_BYTES];
        struct tes_options options = {.difficulty =
                                          (enum tes_difficulty)(TES_MEDIUM + *seed % LEVELS)};
        tes_key_from_seed((*seed)++, key);
        assert_int_equal(tes_generate("scene", key, &options, challenge), TES_OK);
    } while (challenge->view.animation_ms == 0);
}

/* In memory of exactly the bounds, so that a sanitizer sees what is written past them. */
struct drawn {
    struct tes_animation animation;
    uint8_t *memory, *png;
    size_t length;
};

static void draw(const struct tes_challenge *challenge, struct drawn *drawn)
{
    size_t size = tes_animate_bound(challenge), png_size = tes_png_animation_bound(challenge);
    drawn->memory = malloc(size);
    drawn->png = malloc(png_size);
    assert_non_null(drawn->memory);
    assert_non_null(drawn->png);
    memset(drawn->memory, 0x5A, size);
    assert_int_equal(tes_animate(challenge, drawn->memory, size, &drawn->animation), TES_OK);
    assert_int_equal(
        tes_png_encode_animation(&drawn->animation, drawn->png, png_size, &drawn->length), TES_OK);
}

static void drop(struct drawn *drawn)
{
    free(drawn->memory);
    free(drawn->png);
}

static void the_first_picture_is_the_still_one(void **state)
{
    (void)state;
    uint64_t seed = 0;
    for (unsigned i = 0; i < DRAWN / 4; i++) {
        struct tes_challenge challenge;
        struct tes_image image;
        struct drawn drawn;
        generate(&seed, &challenge);
        draw(&challenge, &drawn);
        size_t size = tes_draw_bound(&challenge), pixels = (size_t)640 * 480;
        uint8_t *memory = malloc(size);
        assert_non_null(memory);
        assert_int_equal(tes_draw(&challenge, memory, size, &image), TES_OK);
        assert_int_equal(image.palette_count, drawn.animation.image.palette_count);
        assert_memory_equal(image.palette, drawn.animation.image.palette,
                            (size_t)image.palette_count * 3);
        assert_memory_equal(image.pixels, drawn.animation.image.pixels, pixels);
        assert_int_equal(tes_animate(&challenge, memory, size, &drawn.animation), TES_TOO_SMALL);
        free(memory);
        drop(&drawn);
    }
}

/* A picture in all its states. */
struct screen {
    uint8_t pixels[640 * 480];
};

static void show(struct screen *screen, const struct tes_step *step)
{
    for (unsigned y = 0; y < step->part.height; y++)
        memcpy(screen->pixels + (size_t)(step->part.y + y) * 640 + step->part.x,
               step->pixels + (size_t)y * step->part.width, step->part.width);
}

/* What changes from step to step is where the ball is: nothing else moves or flashes. */
static void only_the_ball_moves(void **state)
{
    (void)state;
    static struct screen screen, last;
    uint64_t seed = 0;
    size_t largest = 0;
    for (unsigned i = 0; i < DRAWN; i++) {
        struct tes_challenge challenge;
        struct drawn drawn;
        generate(&seed, &challenge);
        draw(&challenge, &drawn);
        largest = drawn.length > largest ? drawn.length : largest;
        const struct tes_animation *animation = &drawn.animation;
        memcpy(screen.pixels, animation->image.pixels, sizeof screen.pixels);
        unsigned total_ms = animation->delay_ms;
        for (unsigned j = 0; j < animation->step_count; j++) {
            last = screen;
            show(&screen, &animation->steps[j]);
            total_ms += animation->steps[j].delay_ms;
            unsigned changed = 0;
            for (size_t k = 0; k < sizeof screen.pixels; k++)
                changed += screen.pixels[k] != last.pixels[k];
            /* A ball and its shadow twice; and WCAG's flash would be a quarter of ten degrees. */
            assert_true(changed < 9000);
            assert_true(animation->steps[j].part.width < 130 &&
                        animation->steps[j].part.height < 130);
        }
        assert_true(animation->step_count >= 20);
        assert_true(total_ms <= 4500 && total_ms + 100 >= challenge.view.animation_ms);
        drop(&drawn);
    }
    print_message("  %zu bytes at most\n", largest);
    assert_true(largest < 250000);
}

/* -------------------------------------------------------------------- APNG */

struct chunk {
    char type[5];
    const uint8_t *data;
    uint32_t length;
};

static uint32_t number_at(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* Reads the chunk at `*at` and goes on behind it. */
static struct chunk next_chunk(const struct drawn *drawn, size_t *at)
{
    struct chunk chunk = {.data = drawn->png + *at + 8};
    assert_true(*at + 12 <= drawn->length);
    chunk.length = number_at(drawn->png + *at);
    assert_true(*at + 12 + chunk.length <= drawn->length);
    memcpy(chunk.type, drawn->png + *at + 4, 4);
    uLong check = crc32(0, drawn->png + *at + 4, chunk.length + 4);
    assert_int_equal(number_at(chunk.data + chunk.length), check);
    *at += 12 + chunk.length;
    return chunk;
}

static void check_rows(const uint8_t *data, uint32_t length, const struct tes_area *part,
                       const uint8_t *pixels)
{
    static uint8_t rows[641 * 480];
    uLongf size = sizeof rows;
    assert_int_equal(uncompress(rows, &size, data, length), Z_OK);
    assert_int_equal(size, (part->width + 1) * part->height);
    for (unsigned y = 0; y < part->height; y++) {
        assert_int_equal(rows[y * (part->width + 1)], 0);
        assert_memory_equal(rows + y * (part->width + 1) + 1, pixels + (size_t)y * part->width,
                            part->width);
    }
}

static void check_frame(const struct chunk *chunk, uint32_t sequence, const struct tes_area *part,
                        unsigned delay_ms)
{
    assert_string_equal(chunk->type, "fcTL");
    assert_int_equal(chunk->length, 26);
    assert_int_equal(number_at(chunk->data), sequence);
    assert_int_equal(number_at(chunk->data + 4), part->width);
    assert_int_equal(number_at(chunk->data + 8), part->height);
    assert_int_equal(number_at(chunk->data + 12), part->x);
    assert_int_equal(number_at(chunk->data + 16), part->y);
    assert_true(part->x + part->width <= 640 && part->y + part->height <= 480);
    assert_int_equal(number_at(chunk->data + 20), delay_ms << 16 | 1000);
    assert_memory_equal(chunk->data + 24, "\0\0", 2);
}

static void check_default_image(const struct drawn *drawn)
{
    const struct tes_image *image = &drawn->animation.image;
    png_image read = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_memory(&read, drawn->png, drawn->length));
    read.format = PNG_FORMAT_RGB;
    uint8_t *colours = malloc(PNG_IMAGE_SIZE(read));
    assert_non_null(colours);
    assert_true(png_image_finish_read(&read, NULL, colours, 0, NULL));
    for (size_t i = 0; i < (size_t)image->width * image->height; i++)
        assert_memory_equal(colours + 3 * i, image->palette[image->pixels[i]], 3);
    free(colours);
}

static void the_file_is_an_animated_png(void **state)
{
    (void)state;
    static const char *const HEAD[] = {"IHDR", "PLTE", "acTL"};
    uint64_t seed = 100;
    for (unsigned i = 0; i < DRAWN / 2; i++) {
        struct tes_challenge challenge;
        struct drawn drawn;
        struct chunk chunk;
        size_t at = 8;
        uint32_t sequence = 0;
        generate(&seed, &challenge);
        draw(&challenge, &drawn);
        const struct tes_animation *animation = &drawn.animation;
        const struct tes_area whole = {0, 0, 640, 480};
        for (unsigned j = 0; j < 3; j++) {
            chunk = next_chunk(&drawn, &at);
            assert_string_equal(chunk.type, HEAD[j]);
        }
        assert_int_equal(chunk.length, 8);
        assert_int_equal(number_at(chunk.data), animation->step_count + 1);
        assert_int_equal(number_at(chunk.data + 4), 1); /* plays once */
        chunk = next_chunk(&drawn, &at);
        check_frame(&chunk, sequence++, &whole, animation->delay_ms);
        chunk = next_chunk(&drawn, &at);
        assert_string_equal(chunk.type, "IDAT");
        check_rows(chunk.data, chunk.length, &whole, animation->image.pixels);
        for (unsigned j = 0; j < animation->step_count; j++) {
            const struct tes_step *step = &animation->steps[j];
            chunk = next_chunk(&drawn, &at);
            check_frame(&chunk, sequence++, &step->part, step->delay_ms);
            chunk = next_chunk(&drawn, &at);
            assert_string_equal(chunk.type, "fdAT");
            assert_int_equal(number_at(chunk.data), sequence++);
            check_rows(chunk.data + 4, chunk.length - 4, &step->part, step->pixels);
        }
        chunk = next_chunk(&drawn, &at);
        assert_string_equal(chunk.type, "IEND");
        assert_int_equal(at, drawn.length);
        check_default_image(&drawn);
        drop(&drawn);
    }
}

static void bad_animations_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        struct tes_area part;
        unsigned steps;
        size_t size_less;
        enum tes_status status;
    } CASE[] = {
        {"good", {2, 3, 4, 5}, 1, 0, TES_OK},
        {"without steps", {0, 0, 0, 0}, 0, 0, TES_OK},
        {"no width", {2, 3, 0, 5}, 1, 0, TES_BAD_ARGUMENT},
        {"no height", {2, 3, 4, 0}, 1, 0, TES_BAD_ARGUMENT},
        {"over the right edge", {5, 3, 4, 5}, 1, 0, TES_BAD_ARGUMENT},
        {"over the lower edge", {2, 4, 4, 5}, 1, 0, TES_BAD_ARGUMENT},
        {"beyond all numbers", {UINT32_MAX, 3, 4, 5}, 1, 0, TES_BAD_ARGUMENT},
        {"too many", {2, 3, 4, 5}, TES_STEPS_MAX + 1, 0, TES_BAD_ARGUMENT},
        {"too small", {2, 3, 4, 5}, 1, 8000, TES_TOO_SMALL},
    };
    static uint8_t pixels[64], png[9000];
    static struct tes_animation animation;
    for (size_t i = 0; i < sizeof CASE / sizeof *CASE; i++) {
        size_t length;
        animation.image = (struct tes_image){8, 8, {{0}}, 1, pixels};
        animation.step_count = CASE[i].steps;
        animation.steps[0] =
            (struct tes_step){.part = CASE[i].part, .pixels = pixels, .delay_ms = 40};
        enum tes_status status =
            tes_png_encode_animation(&animation, png, sizeof png - CASE[i].size_less, &length);
        if (status != CASE[i].status)
            fail_msg("%s: %s", CASE[i].name, tes_status_text(status));
    }
}

/* ------------------------------------------------------------------- still */

enum { TEXT_MAX = 4096 };

static void describe(const struct tes_challenge *challenge, char text[TEXT_MAX])
{
    assert_int_equal(tes_describe(challenge, "", true, text, TEXT_MAX, NULL), TES_OK);
}

static void whoever_wants_no_motion_gets_none(void **state)
{
    (void)state;
    static char texts[2][TEXT_MAX];
    unsigned moving = 0;
    for (uint64_t seed = 0; seed < 600; seed++) {
        uint8_t key[TES_KEY_BYTES];
        struct tes_options options = {.difficulty =
                                          (enum tes_difficulty)(TES_MEDIUM + seed % LEVELS)};
        struct tes_challenge challenge, again;
        tes_key_from_seed(seed, key);
        for (int is_still = 0; is_still < 2; is_still++) {
            struct tes_claims claims = {0};
            options.is_still = is_still != 0;
            assert_int_equal(tes_generate("scene", key, &options, &challenge), TES_OK);
            bool is_moving = tes_question_of(&challenge)->id == TES_QUESTION_motion;
            assert_int_equal(challenge.view.animation_ms > 0, is_moving);
            assert_false(is_moving && options.is_still);
            moving += is_moving;
            /* A token makes the same one again, with or without motion. */
            tes_claim(&challenge, &claims);
            assert_int_equal(tes_generate_claimed(&claims, key, &again), TES_OK);
            describe(&challenge, texts[0]);
            describe(&again, texts[1]);
            assert_string_equal(texts[0], texts[1]);
            assert_memory_equal(&tes_question_of(&again)->scene.camera,
                                &tes_question_of(&challenge)->scene.camera,
                                sizeof(struct tes_camera));
        }
    }
    assert_true(moving > 40);
}

/* tessera.h: a challenge that stands still has the same picture, in the same memory, without steps.
 */
static void a_still_picture_has_no_steps(void **state)
{
    (void)state;
    uint8_t key[TES_KEY_BYTES];
    struct tes_options options = {.is_still = true};
    struct tes_challenge challenge;
    static struct tes_animation animation;
    tes_key_from_seed(1, key);
    assert_int_equal(tes_generate("scene", key, &options, &challenge), TES_OK);
    size_t size = tes_draw_bound(&challenge);
    assert_int_equal(tes_animate_bound(&challenge), size);
    void *memory = malloc(size);
    assert_non_null(memory);
    assert_int_equal(tes_animate(&challenge, memory, size, &animation), TES_OK);
    assert_int_equal(animation.step_count, 0);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_still_picture_has_no_steps),
        cmocka_unit_test(the_ball_comes_out_of_the_right_gate),
        cmocka_unit_test(the_ball_is_seen_for_long_enough),
        cmocka_unit_test(a_single_place_tells_little),
        cmocka_unit_test(the_first_picture_is_the_still_one),
        cmocka_unit_test(only_the_ball_moves),
        cmocka_unit_test(the_file_is_an_animated_png),
        cmocka_unit_test(bad_animations_are_refused),
        cmocka_unit_test(whoever_wants_no_motion_gets_none),
    };
    return cmocka_run_group_tests_name("motion", tests, NULL, NULL);
}
