/*
 * The shapes of core/hidden.def can be told apart: each is turned and moved onto each of the
 * others, all equally large as in a film, and what they then share of what they cover together
 * stays below a limit. Dots that move show no detail, so it is whole forms that have to differ.
 */
#include "draw/sprites/items/items.h"
#include "hidden_films.h"

enum { COARSE = 4, WIDTH = SIDE / COARSE, CELLS = WIDTH * WIDTH, TURNS = 5, REACH = 3 };
static const double MOST_SHARED = 0.8;

static struct hidden_test_film film;
static uint8_t masks[TES_HIDDEN_SHAPES + 1][TURNS][CELLS];

/* What the film would have of the figure that it holds now, turned by up to 22 degrees: a figure is
 * turned by no more. */
static void read_masks(uint8_t rows[TURNS][CELLS])
{
    struct tes_hidden_film *parameters = &hidden_of(&film)->film;
    parameters->x = parameters->y = (struct tes_hidden_swing){.middle = SIDE / 2.0F};
    for (unsigned turn = 0; turn < TURNS; turn++) {
        parameters->turn = (struct tes_hidden_swing){.middle = 11 * ((float)turn - 2)};
        struct tes_hidden_pose pose = tes_hidden_reel_pose(&film.reel, 0);
        for (unsigned i = 0; i < CELLS; i++)
            rows[turn][i] =
                tes_hidden_reel_is_inside(&film.reel, &pose, i % WIDTH * COARSE + COARSE / 2,
                                          i / WIDTH * COARSE + COARSE / 2);
    }
}

/* The best share over all places and turns of the second. */
static double shared(uint8_t one[TURNS][CELLS], uint8_t other[TURNS][CELLS])
{
    double best = 0;
    for (unsigned turn = 0; turn < TURNS; turn++)
        for (int dy = -REACH; dy <= REACH; dy++)
            for (int dx = -REACH; dx <= REACH; dx++) {
                unsigned both = 0, any = 0;
                for (int y = REACH; y < WIDTH - REACH; y++)
                    for (int x = REACH; x < WIDTH - REACH; x++) {
                        unsigned a = one[TURNS / 2][y * WIDTH + x];
                        unsigned b = other[turn][(y + dy) * WIDTH + x + dx];
                        both += a & b;
                        any += a | b;
                    }
                best = (double)both / any > best ? (double)both / any : best;
            }
    return best;
}

/* S3D-26: no two options are so near that a person would have to guess. */
static void test_can_be_told_apart(void **state)
{
    double most = 0;
    (void)state;
    hidden_make(&film, 1, TES_EASY);
    for (unsigned i = 0; i < TES_HIDDEN_SHAPES; i++) {
        hidden_figure(&film, (enum tes_hidden_shape)i);
        read_masks(masks[i]);
    }
    for (unsigned i = 0; i < TES_HIDDEN_SHAPES; i++)
        for (unsigned j = i + 1; j < TES_HIDDEN_SHAPES; j++) {
            double share = shared(masks[i], masks[j]);
            most = share > most ? share : most;
            if (share >= MOST_SHARED)
                fail_msg("%s and %s share %.2f", tes_hidden_key((enum tes_hidden_shape)i),
                         tes_hidden_key((enum tes_hidden_shape)j), share);
        }
    print_message("  %u shapes, no two share more than %.2f\n", (unsigned)TES_HIDDEN_SHAPES, most);
    /* What is the same, turned, is found to be. */
    assert_true(shared(masks[0], masks[0]) > 0.99);
}

/* Paints an item as if it were a shape, and says what it shares with one. */
static double share_of_item(tes_item_painter *painter, uint64_t look, enum tes_hidden_shape shape)
{
    uint8_t key[TES_KEY_BYTES];
    struct tes_random random;
    hidden_figure(&film, shape); /* its size stays: both are of one area, but for some percent */
    memset(film.figure.pixels, 255, sizeof film.figure.pixels);
    struct tes_paint paint = tes_paint_on(film.figure.pixels, TES_HIDDEN_MASK, TES_HIDDEN_MASK,
                                          TES_HIDDEN_MASK, 100, &film.figure.memory);
    tes_key_from_seed(look, key);
    tes_random_start(&random, key);
    paint.is_silhouette = true;
    painter(&paint, &random);
    for (unsigned i = 0; i < TES_HIDDEN_MASK * TES_HIDDEN_MASK; i++)
        film.reel.mask[i] = (film.figure.pixels[i] & 255) < 128;
    read_masks(masks[TES_HIDDEN_SHAPES]);
    return shared(masks[TES_HIDDEN_SHAPES], masks[shape]);
}

/* A mushroom of another look is too near to the mushroom, and a pencil is not: the limit means
 * something. */
static void test_measure(void **state)
{
    (void)state;
    double near = share_of_item(tes_item_mushroom, 3, TES_HIDDEN_mushroom);
    double far = share_of_item(tes_item_pencil, 3, TES_HIDDEN_mushroom);
    print_message("  a mushroom and another: %.2f; and a pencil: %.2f\n", near, far);
    assert_true(near > MOST_SHARED);
    assert_true(far < 0.5);
}

/* Every one is nearly as large as a film wants it to be, and leaves its middle to the film. */
static void test_sizes(void **state)
{
    (void)state;
    for (unsigned i = 0; i < TES_HIDDEN_SHAPES; i++) {
        unsigned count = 0;
        for (unsigned cell = 0; cell < CELLS; cell++)
            count += masks[i][TURNS / 2][cell];
        double share = (double)count / CELLS;
        if (share < 0.17 || share > 0.26)
            fail_msg("%s covers %.2f", tes_hidden_key((enum tes_hidden_shape)i), share);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_can_be_told_apart),
        cmocka_unit_test(test_measure),
        cmocka_unit_test(test_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
