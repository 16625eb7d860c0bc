/*
 * The shapes that a challenge shows together can be told apart at the resolution of motion vision:
 * no two correlate by LIMIT or more once both are blurred as dots that move show them. Pairs that
 * do are the rows of challenge/hidden_alike.def, which this test computes anew.
 */
#include <stdio.h>

#include "challenge/hidden_shapes.h"
#include "draw/sprites/items/items.h"
#include "hidden_films.h"

/* Three means over 11 squares are nearly a normal distribution of 5.5: motion vision pools over 5,
 * and a figure moves by up to 4 within the 0.3 s that it pools, too. */
enum { BLUR = 5, PASSES = 3 };
/* The forms are compared at every second square, up to 6 squares around where their middles lie on
 * each other, and turned by as much as a film turns its figure: up to 22 degrees. */
enum { COARSE = 2, WIDTH = SIDE / COARSE, CELLS = WIDTH * WIDTH, TURNS = 5, REACH = 3 };
static const float LIMIT = 0.89F;

/* A form as it is seen: blurred, its middle in the middle of the film; around it there is 0. */
struct form {
    float cells[CELLS], mean, spread;
};

static struct hidden_test_film film;
static struct form forms[TES_HIDDEN_SHAPES + 1][TURNS];
static float shares[TES_HIDDEN_SHAPES]; /* of the film that each covers */

/* Means along the lines of one direction. */
static void blur_lines(float *values, int along, int across)
{
    static float line[SIDE];
    for (int i = 0; i < SIDE; i++) {
        float sum = 0;
        for (int j = -BLUR; j < SIDE; j++) {
            sum += j + BLUR < SIDE ? values[i * across + (j + BLUR) * along] : 0;
            sum -= j - BLUR > 0 ? values[i * across + (j - BLUR - 1) * along] : 0;
            if (j >= 0)
                line[j] = sum / (2 * BLUR + 1);
        }
        for (int j = 0; j < SIDE; j++)
            values[i * across + j * along] = line[j];
    }
}

static void read_form(const float *seen, struct form *form)
{
    float sum = 0, squares = 0;
    for (unsigned i = 0; i < CELLS; i++) {
        float value = seen[i / WIDTH * COARSE * SIDE + i % WIDTH * COARSE];
        form->cells[i] = value;
        sum += value;
        squares += value * value;
    }
    form->mean = sum / CELLS;
    form->spread = tes_number_sqrt(squares / CELLS - form->mean * form->mean);
}

/* The middle of what the figure covers, in squares from the middle of the film. */
static float find_middle(const struct tes_hidden_pose *pose, float *x, float *y)
{
    float count = 0;
    *x = *y = 0;
    for (unsigned i = 0; i < SQUARES; i++)
        if (tes_hidden_reel_is_inside(&film.reel, pose, i % SIDE, i / SIDE)) {
            *x += (float)(i % SIDE) + 0.5F - SIDE / 2.0F;
            *y += (float)(i / SIDE) + 0.5F - SIDE / 2.0F;
            count++;
        }
    *x /= count;
    *y /= count;
    return count / SQUARES;
}

/* The forms of the figure that the film holds now, and the share of the film that it covers. */
static float read_forms(struct form rows[TURNS])
{
    static float seen[SQUARES];
    struct tes_hidden_film *parameters = &hidden_of(&film)->film;
    float share = 0, x, y;
    for (unsigned turn = 0; turn < TURNS; turn++) {
        parameters->turn = (struct tes_hidden_swing){.middle = 11 * ((float)turn - 2)};
        parameters->x = parameters->y = (struct tes_hidden_swing){.middle = SIDE / 2.0F};
        struct tes_hidden_pose pose = tes_hidden_reel_pose(&film.reel, 0);
        share = find_middle(&pose, &x, &y);
        parameters->x.middle -= x;
        parameters->y.middle -= y;
        pose = tes_hidden_reel_pose(&film.reel, 0);
        for (unsigned i = 0; i < SQUARES; i++)
            seen[i] = tes_hidden_reel_is_inside(&film.reel, &pose, i % SIDE, i / SIDE) ? 1 : 0;
        for (unsigned pass = 0; pass < PASSES; pass++) {
            blur_lines(seen, 1, SIDE);
            blur_lines(seen, SIDE, 1);
        }
        read_form(seen, &rows[turn]);
    }
    return share;
}

static float correlation(const struct form *one, const struct form *other, int dx, int dy)
{
    float sum = 0;
    for (int y = REACH; y < WIDTH - REACH; y++)
        for (int x = REACH; x < WIDTH - REACH; x++)
            sum += one->cells[y * WIDTH + x] * other->cells[(y + dy) * WIDTH + x + dx];
    return (sum / CELLS - one->mean * other->mean) / (one->spread * other->spread);
}

/* How alike two shapes look at most, over all places and turns of the second. */
static float likeness(struct form one[TURNS], struct form other[TURNS])
{
    float best = -1;
    for (unsigned turn = 0; turn < TURNS; turn++)
        for (int place = 0; place < (2 * REACH + 1) * (2 * REACH + 1); place++) {
            float found =
                correlation(&one[TURNS / 2], &other[turn], place % (2 * REACH + 1) - REACH,
                            place / (2 * REACH + 1) - REACH);
            best = found > best ? found : best;
        }
    return best;
}

/* S3D-26: no two options are so near that a person would have to guess: pairs that look alike are
 * never shown together, and the table has all of them and no other. */
static void test_can_be_told_apart(void **state)
{
    float most = 0;
    unsigned alike = 0, wrong = 0;
    (void)state;
    hidden_make(&film, 1, TES_EASY);
    for (unsigned i = 0; i < TES_HIDDEN_SHAPES; i++) {
        hidden_figure(&film, (enum tes_hidden_shape)i);
        shares[i] = read_forms(forms[i]);
    }
    print_message("  what challenge/hidden_alike.def has to have:\n");
    for (unsigned i = 0; i < TES_HIDDEN_SHAPES; i++)
        for (unsigned j = i + 1; j < TES_HIDDEN_SHAPES; j++) {
            enum tes_hidden_shape one = (enum tes_hidden_shape)i, other = (enum tes_hidden_shape)j;
            float found = likeness(forms[i], forms[j]);
            bool is_alike = found >= LIMIT;
            most = is_alike || found < most ? most : found;
            alike += is_alike;
            wrong += tes_hidden_are_alike(one, other) != is_alike ||
                     tes_hidden_are_alike(other, one) != is_alike;
            if (is_alike)
                print_message("ALIKE(%s, %s) /* %.3f */\n", tes_hidden_key(one),
                              tes_hidden_key(other), (double)found);
        }
    print_message("  %u pairs are alike; of the others none by more than %.3f\n", alike,
                  (double)most);
    assert_int_equal(wrong, 0);
    /* A shape is found to be like itself. */
    assert_true(likeness(forms[0], forms[0]) > 0.99F);
    /* An independent model of motion vision confused the first pair and not the second. */
    assert_true(tes_hidden_are_alike(TES_HIDDEN_leaf, TES_HIDDEN_star));
    assert_false(tes_hidden_are_alike(TES_HIDDEN_cactus, TES_HIDDEN_teapot));
}

/* The fewest shapes of which none looks like another and to which none can be added: `left` are
 * those that could be. Somebody is next, or somebody who looks like them. */
static unsigned count_fewest(const uint32_t alike[TES_HIDDEN_SHAPES], uint32_t left, unsigned count,
                             unsigned fewest)
{
    if (left == 0 || count >= fewest)
        return count < fewest ? count : fewest;
    unsigned first = (unsigned)__builtin_ctz(left);
    for (uint32_t next = left & (alike[first] | 1U << first); next != 0; next &= next - 1) {
        unsigned shape = (unsigned)__builtin_ctz(next);
        fewest = count_fewest(alike, left & ~(alike[shape] | 1U << shape), count + 1, fewest);
    }
    return fewest;
}

/* In whichever order shapes are picked, there are twelve of which no two look alike. */
static void test_there_are_enough(void **state)
{
    uint32_t alike[TES_HIDDEN_SHAPES] = {0};
    (void)state;
    _Static_assert(TES_HIDDEN_SHAPES < 32, "a bit for each");
    for (unsigned i = 0; i < TES_HIDDEN_SHAPES; i++)
        for (unsigned j = 0; j < TES_HIDDEN_SHAPES; j++)
            if (tes_hidden_are_alike((enum tes_hidden_shape)i, (enum tes_hidden_shape)j))
                alike[i] |= 1U << j;
    unsigned fewest = count_fewest(alike, (1U << TES_HIDDEN_SHAPES) - 1, 0, TES_HIDDEN_SHAPES + 1);
    print_message("  %u at least\n", fewest);
    assert_true(fewest >= TES_HIDDEN_OPTIONS);
}

/* Paints an item as if it were a shape, and says how alike it and one look. */
static float likeness_of_item(tes_item_painter *painter, uint64_t look, enum tes_hidden_shape shape)
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
    read_forms(forms[TES_HIDDEN_SHAPES]);
    return likeness(forms[TES_HIDDEN_SHAPES], forms[shape]);
}

/* A mushroom of another look is alike, and a pencil is not: the limit means something. */
static void test_measure(void **state)
{
    (void)state;
    float near = likeness_of_item(tes_item_mushroom, 3, TES_HIDDEN_mushroom);
    float far = likeness_of_item(tes_item_pencil, 3, TES_HIDDEN_mushroom);
    print_message("  a mushroom and another: %.2f; and a pencil: %.2f\n", (double)near,
                  (double)far);
    assert_true(near > LIMIT);
    assert_true(far < 0.75F);
}

/* Every one is nearly as large as a film wants it to be, and leaves its middle to the film. */
static void test_sizes(void **state)
{
    (void)state;
    for (unsigned i = 0; i < TES_HIDDEN_SHAPES; i++)
        if (shares[i] < 0.17F || shares[i] > 0.26F)
            fail_msg("%s covers %.2f", tes_hidden_key((enum tes_hidden_shape)i), (double)shares[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_can_be_told_apart),
        cmocka_unit_test(test_there_are_enough),
        cmocka_unit_test(test_measure),
        cmocka_unit_test(test_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
