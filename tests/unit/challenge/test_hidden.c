/*
 * The kind `hidden`: what is asked, what is right, what a token makes again, and what its films are
 * made of. test_hidden_leak.c has what they tell without motion, test_hidden_observer.c whether
 * people can see it.
 */
#include <stdio.h>

#include "../../lib/statistics.h"
#include "challenge/kind.h"
#include "hidden_films.h"

enum { SEEDS = 12000, FILMS = 24 };

static struct hidden_test_film film;

/* How many different shapes are among the options, none of which looks like another. */
static unsigned check_options(const struct tes_hidden *hidden)
{
    unsigned seen = 0;
    for (unsigned i = 0; i < TES_HIDDEN_OPTIONS; i++) {
        enum tes_hidden_shape shape = (enum tes_hidden_shape)hidden->options[i];
        assert_in_range(shape, 0, TES_HIDDEN_SHAPES - 1);
        seen |= 1U << shape;
        for (unsigned j = 0; j < i; j++)
            if (tes_hidden_are_alike(shape, (enum tes_hidden_shape)hidden->options[j]))
                fail_msg("%s and %s look alike", tes_hidden_key(shape),
                         tes_hidden_key((enum tes_hidden_shape)hidden->options[j]));
    }
    return (unsigned)__builtin_popcount(seen);
}

/* S3D-26: twelve different options of which none looks like another. Each cell is right as often as
 * any other, whichever shape is first; and of each shape, one in twelve of those that are shown. */
static void test_balance(void **state)
{
    static unsigned cells[TES_HIDDEN_OPTIONS], right[TES_HIDDEN_SHAPES], shown[TES_HIDDEN_SHAPES];
    static unsigned after[TES_HIDDEN_SHAPES][TES_HIDDEN_OPTIONS];
    double expected[TES_HIDDEN_SHAPES];
    static struct key_counts looks;
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        hidden_generate(&film, seed, (enum tes_difficulty)(TES_EASY + seed % 3));
        const struct tes_hidden *hidden = hidden_of(&film);
        assert_int_equal(check_options(hidden), TES_HIDDEN_OPTIONS);
        for (unsigned i = 0; i < TES_HIDDEN_OPTIONS; i++)
            shown[hidden->options[i]]++;
        assert_int_equal(hidden->select.count, 1);
        cells[hidden->select.cells[0]]++;
        right[tes_hidden_answer(hidden)]++;
        after[hidden->options[0]][hidden->select.cells[0]]++;
        count_key(&looks, hidden->looks);
    }
    check_shares("right cells", cells, NULL, TES_HIDDEN_OPTIONS);
    for (unsigned i = 0; i < TES_HIDDEN_SHAPES; i++) {
        expected[i] = (double)shown[i] / ((double)SEEDS * TES_HIDDEN_OPTIONS);
        assert_true(shown[i] > SEEDS / 20); /* none is rare */
        check_shares_within("right cells by the first shape", after[i], NULL, TES_HIDDEN_OPTIONS,
                            4.5);
    }
    check_shares("right shapes", right, expected, TES_HIDDEN_SHAPES);
    check_key("the looks' key", &looks);
}

static void test_answers(void **state)
{
    char right[8], json[4096];
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        hidden_generate(&film, seed, TES_MEDIUM);
        unsigned cell = hidden_of(&film)->select.cells[0], passed = 0;
        for (unsigned i = 0; i < TES_HIDDEN_OPTIONS; i++) {
            int length = snprintf(right, sizeof right, "%u", i);
            enum tes_status status = tes_verify(&film.challenge, right, (size_t)length);
            assert_int_equal(status, i == cell ? TES_OK : TES_INCORRECT);
            passed += status == TES_OK;
        }
        assert_int_equal(passed, 1);
        assert_int_equal(tes_verify(&film.challenge, "12", 2), TES_BAD_ANSWER);
        assert_int_equal(tes_verify(&film.challenge, "", 0), TES_INCORRECT);
        assert_int_equal(tes_verify(&film.challenge, "umbrella", 8), TES_BAD_ANSWER);
        assert_int_equal(tes_describe(&film.challenge, "x", false, json, sizeof json, NULL),
                         TES_OK);
        assert_null(strstr(json, "answer"));
        assert_null(strstr(json, "\"shape\""));
    }
}

/* The options in the JSON are named in the order of the cells. */
static void test_view(void **state)
{
    char json[4096], expected[512];
    (void)state;
    hidden_generate(&film, 4, TES_HARD);
    const struct tes_hidden *hidden = hidden_of(&film);
    const struct tes_view *view = &film.challenge.view;
    size_t length = (size_t)snprintf(expected, sizeof expected, "\"options\":[");
    for (unsigned i = 0; i < TES_HIDDEN_OPTIONS; i++)
        length += (size_t)snprintf(expected + length, sizeof expected - length, "%s\"%s\"",
                                   i > 0 ? "," : "",
                                   tes_hidden_key((enum tes_hidden_shape)hidden->options[i]));
    assert_int_equal(tes_describe(&film.challenge, "x", false, json, sizeof json, NULL), TES_OK);
    assert_non_null(strstr(json, expected));
    assert_int_equal(view->cells.y, TES_HIDDEN_SIDE * TES_HIDDEN_SCALE);
    assert_int_equal(view->cells.y + view->cells.height, view->height);
    assert_int_equal(view->cells.width, view->width);
    assert_int_equal(view->count, TES_HIDDEN_OPTIONS);
    /* S3D-26: three to five seconds. */
    assert_in_range(view->animation_ms, 2700, 5000);
}

/* What a token keeps makes the same challenge again, of whichever installation; what is cut,
 * lengthened or of another generation makes none. */
static void test_params(void **state)
{
    static struct tes_challenge again;
    uint8_t key[TES_KEY_BYTES];
    (void)state;
    for (uint32_t i = 0; i < 300; i++) {
        struct tes_options options = {.difficulty = TES_EASY + i % 3,
                                      .installation = i * 2654435761U};
        struct tes_claims claims = {0};
        tes_key_from_seed(i, key);
        assert_int_equal(tes_generate("hidden", key, &options, &film.challenge), TES_OK);
        tes_claim(&film.challenge, &claims);
        assert_int_equal(tes_generate_claimed(&claims, key, &again), TES_OK);
        /* Not the whole: between members of a view there are bytes that nobody sets. */
        assert_memory_equal(again.detail, film.challenge.detail, sizeof again.detail);
        assert_memory_equal(again.params, film.challenge.params, sizeof again.params);
        assert_int_equal(again.view.animation_ms, film.challenge.view.animation_ms);
        claims.params.length--;
        assert_int_equal(tes_generate_claimed(&claims, key, &again), TES_STALE);
        claims.params.length += 2;
        assert_int_equal(tes_generate_claimed(&claims, key, &again), TES_STALE);
        claims.params.length--;
        film.challenge.params[0]++;
        assert_int_equal(tes_generate_claimed(&claims, key, &again), TES_STALE);
    }
}

/* S3D-26: part of the ranges depends on the installation: the same for all of its films, another
 * for another one; and none leaves its bounds. */
static void test_installations(void **state)
{
    uint8_t key[TES_KEY_BYTES];
    unsigned areas = 0;
    float before = 0;
    (void)state;
    for (uint32_t installation = 0; installation < 200; installation++) {
        float area = 0, least = 1000, most = 0;
        for (uint64_t seed = 0; seed < 50; seed++) {
            struct tes_options options = {.installation = installation};
            tes_key_from_seed(seed, key);
            assert_int_equal(tes_generate("hidden", key, &options, &film.challenge), TES_OK);
            const struct tes_hidden_film *made = &hidden_of(&film)->film;
            float offset = made->offset.middle < 0 ? -made->offset.middle : made->offset.middle;
            assert_true(seed == 0 || made->area == area);
            area = made->area;
            least = offset < least ? offset : least;
            most = offset > most ? offset : most;
            assert_true(made->frames <= TES_HIDDEN_FRAMES_MAX && made->frames >= 60);
            assert_true(made->speed_least >= 1.3F && made->speed_most <= TES_HIDDEN_SPEED_MAX);
            assert_true(made->life_most <= TES_HIDDEN_LIFE_MAX && made->life_least >= 3);
            assert_true(offset >= 162 && offset <= 180);
        }
        assert_true(most - least < 9.1F);
        areas += area != before;
        before = area;
    }
    assert_true(areas > 190);
}

/* S3D-26: levels change noise and life, and nothing else. */
static void test_levels(void **state)
{
    struct tes_hidden levels[TES_HARD + 1];
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        for (unsigned level = TES_EASY; level <= TES_HARD; level++) {
            hidden_generate(&film, seed, (enum tes_difficulty)level);
            levels[level] = *hidden_of(&film);
        }
        for (unsigned level = TES_MEDIUM; level <= TES_HARD; level++) {
            struct tes_hidden_film *made = &levels[level].film, *easier = &levels[level - 1].film;
            assert_true(made->noise > easier->noise && made->scatter > easier->scatter);
            assert_true(made->life_most < easier->life_most);
        }
        for (unsigned level = TES_MEDIUM; level <= TES_HARD; level++) {
            struct tes_hidden_film *made = &levels[level].film, *easy = &levels[TES_EASY].film;
            made->noise = easy->noise;
            made->scatter = easy->scatter;
            made->life_least = easy->life_least;
            made->life_most = easy->life_most;
            assert_memory_equal(&levels[level], &levels[TES_EASY], sizeof levels[level]);
        }
    }
}

/* S3D-26: dots are equally fast and live equally long inside and outside; no dot goes straight for
 * longer than its life, and the field turns by tens of degrees over a film. */
static void test_speeds(void **state)
{
    double sums[3] = {0}, squares[3] = {0}, lives[3] = {0};
    unsigned counts[3] = {0};
    (void)state;
    for (uint64_t seed = 0; seed < FILMS; seed++) {
        hidden_generate(&film, seed, TES_MEDIUM);
        const struct tes_hidden_film *made = &hidden_of(&film)->film;
        hidden_figure(&film, tes_hidden_answer(hidden_of(&film)));
        tes_hidden_reel_start(&film.reel, hidden_of(&film));
        float turned = made->spin * (float)made->frames;
        assert_true(turned > 60 || turned < -60);
        for (unsigned t = 0; t < 40; t++) {
            tes_hidden_reel_frame(&film.reel, t, 1, film.dots[0]);
            for (unsigned i = 0; t % 12 == 0 && i < film.reel.dot_count; i++) {
                const struct tes_hidden_dot *dot = &film.reel.dots[i];
                double speed = (double)dot->speed_x * dot->speed_x + dot->speed_y * dot->speed_y;
                sums[dot->layer] += speed;
                squares[dot->layer] += speed * speed;
                lives[dot->layer] += dot->left;
                counts[dot->layer]++;
            }
        }
    }
    for (unsigned layer = 1; layer < 3; layer++) {
        double mean = sums[layer] / counts[layer], other = sums[0] / counts[0];
        double spread = squares[0] / counts[0] - other * other;
        print_message("  speed squared %.3f and %.3f, frames left %.3f and %.3f\n", mean, other,
                      lives[layer] / counts[layer], lives[0] / counts[0]);
        double error =
            (double)tes_number_sqrt((float)(spread / counts[layer] + spread / counts[0]));
        assert_true(mean - other < 5 * error && other - mean < 5 * error);
        double longer = lives[layer] / counts[layer] - lives[0] / counts[0];
        assert_true(longer < 0.1 && longer > -0.1);
    }
}

/* The animation is what the reel shows: in every step, and in nothing but the film's part. */
static void test_animation(void **state)
{
    static struct tes_animation animation;
    (void)state;
    hidden_make(&film, 3, TES_HARD);
    size_t size = tes_animate_bound(&film.challenge);
    size_t png_size = tes_png_animation_bound(&film.challenge), length;
    uint8_t *memory = malloc(size), *png = malloc(png_size);
    assert_true(memory != NULL && png != NULL);
    assert_int_equal(tes_animate(&film.challenge, memory, size, &animation), TES_OK);
    assert_int_equal(animation.step_count + 1, film.frame_count);
    for (unsigned i = 0; i < animation.step_count; i++) {
        const struct tes_step *step = &animation.steps[i];
        assert_int_equal(step->part.y + step->part.height, film.challenge.view.cells.y);
        assert_int_equal(step->scale, TES_HIDDEN_SCALE);
        assert_memory_equal(step->pixels, film.dots[i + 1], SQUARES);
    }
    assert_int_equal(tes_png_encode_animation(&animation, png, png_size, &length), TES_OK);
    /* S3D-26: below 150 kB. */
    print_message("  %zu bytes\n", length);
    assert_true(length < 150000);
    /* Two colours: whoever turns them round for dark pages turns everything. */
    assert_int_equal(animation.image.palette_count, 2);
    free(png);
    free(memory);
}

/* S3D-26: what is bright stays bright: no frame has many more dots than another (WCAG 2.3.1). */
static void test_luminance(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 6; seed++) {
        hidden_make(&film, seed, (enum tes_difficulty)(TES_EASY + seed % 3));
        for (unsigned t = 0; t < film.frame_count; t++) {
            unsigned dots = 0;
            for (unsigned i = 0; i < SQUARES; i++)
                dots += film.dots[t][i];
            assert_in_range(dots, 700, 1080); /* six standard deviations around 885 */
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_balance),   cmocka_unit_test(test_answers),
        cmocka_unit_test(test_view),      cmocka_unit_test(test_params),
        cmocka_unit_test(test_levels),    cmocka_unit_test(test_installations),
        cmocka_unit_test(test_speeds),    cmocka_unit_test(test_animation),
        cmocka_unit_test(test_luminance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
