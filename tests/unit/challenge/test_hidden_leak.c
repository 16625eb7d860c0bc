/*
 * What films of `hidden` tell without their motion: nothing. Classifiers that know all shapes, at
 * many places and turns, look at one frame, the mean of all, their variance, their differences, and
 * at pairs of frames; each has to guess no better than chance, and each has to find a leak that was
 * planted. Seeds are fixed: results are the same each time. make test-all looks at 2,000 films.
 */
#include "hidden_films.h"

enum {
    BLOCK = 5, /* squares in each direction that are taken together */
    WIDTH = SIDE / BLOCK,
    CELLS = WIDTH * WIDTH,
    PLACES = 3, /* in each direction, and turns */
    POSES = PLACES * PLACES * PLACES,
    FILMS = 48,
    MIDDLE = 30, /* a frame far from both ends */
};

static struct hidden_test_film film;

/* ----------------------------------------------------------------- maps */

enum map { SINGLE, MEAN, VARIANCE, DIFFERENCE, PAIR_STAYS, PAIR_MOVES, MAPS };
static const char *const MAP_NAMES[MAPS] = {"one frame",   "mean",           "variance",
                                            "differences", "pair, in place", "pair, matched"};

static uint16_t blocks[SQUARES];

static unsigned block_of(unsigned square)
{
    return blocks[square];
}

static void add_variance(double *map)
{
    static double counts[CELLS], sums[CELLS], squares[CELLS];
    memset(sums, 0, sizeof sums);
    memset(squares, 0, sizeof squares);
    for (unsigned t = 0; t < film.frame_count; t++) {
        memset(counts, 0, sizeof counts);
        for (unsigned i = 0; i < SQUARES; i++)
            counts[block_of(i)] += film.dots[t][i];
        for (unsigned i = 0; i < CELLS; i++) {
            sums[i] += counts[i];
            squares[i] += counts[i] * counts[i];
        }
    }
    for (unsigned i = 0; i < CELLS; i++)
        map[i] = squares[i] - sums[i] * sums[i] / film.frame_count;
}

/* Whether the next frame has a dot as far away as dots go in a frame, in whichever direction. */
static bool has_match(unsigned frame, unsigned square, int least, int most)
{
    int x = (int)(square % SIDE), y = (int)(square / SIDE);
    for (int dy = -most; dy <= most; dy++)
        for (int dx = -most; dx <= most; dx++) {
            int away = dx * dx + dy * dy;
            if (away >= least * least && away <= most * most + 1 && x + dx >= 0 && y + dy >= 0 &&
                x + dx < SIDE && y + dy < SIDE &&
                film.dots[frame + 1][(y + dy) * SIDE + x + dx] != 0)
                return true;
        }
    return false;
}

static void make_maps(double maps[MAPS][CELLS])
{
    memset(maps, 0, MAPS * sizeof maps[0]);
    for (unsigned t = 0; t < film.frame_count; t++)
        for (unsigned i = 0; i < SQUARES; i++) {
            maps[MEAN][block_of(i)] += film.dots[t][i];
            if (t + 1 < film.frame_count)
                maps[DIFFERENCE][block_of(i)] += film.dots[t][i] != film.dots[t + 1][i];
        }
    for (unsigned i = 0; i < SQUARES; i++) {
        maps[SINGLE][block_of(i)] += film.dots[MIDDLE][i];
        if (film.dots[MIDDLE][i] == 0)
            continue;
        maps[PAIR_STAYS][block_of(i)] += has_match(MIDDLE, i, 0, 1);
        maps[PAIR_MOVES][block_of(i)] += has_match(MIDDLE, i, 1, 3);
    }
    add_variance(maps[VARIANCE]);
}

/* ------------------------------------------------------------- templates */

enum template { AREA, EDGE, TEMPLATES };
static const char *const TEMPLATE_NAMES[TEMPLATES] = {"area", "edge"};
static float templates[TES_HIDDEN_SHAPES][POSES][TEMPLATES][CELLS];

/* Mean 0 and length 1, so that sums of products compare. */
static void level_out(float *values)
{
    double sum = 0, length = 0;
    for (unsigned i = 0; i < CELLS; i++)
        sum += values[i];
    for (unsigned i = 0; i < CELLS; i++) {
        values[i] -= (float)(sum / CELLS);
        length += values[i] * values[i];
    }
    for (unsigned i = 0; i < CELLS; i++)
        values[i] /= tes_number_sqrt((float)length);
}

static void make_template(enum tes_hidden_shape shape, unsigned pose)
{
    struct tes_hidden_film *parameters = &hidden_of(&film)->film;
    const float step = 9, turn = 14;
    float *area = templates[shape][pose][AREA], *edge = templates[shape][pose][EDGE];
    parameters->x =
        (struct tes_hidden_swing){.middle = SIDE / 2.0F + step * ((float)(pose % 3) - 1)};
    parameters->y =
        (struct tes_hidden_swing){.middle = SIDE / 2.0F + step * ((float)(pose / 3 % 3) - 1)};
    parameters->turn = (struct tes_hidden_swing){.middle = turn * ((float)(pose / 9) - 1)};
    struct tes_hidden_pose at = tes_hidden_reel_pose(&film.reel, 0);
    for (unsigned i = 0; i < SQUARES; i++)
        area[block_of(i)] += tes_hidden_reel_is_inside(&film.reel, &at, i % SIDE, i / SIDE)
                                 ? 1.0F / (BLOCK * BLOCK)
                                 : 0;
    for (unsigned i = 0; i < CELLS; i++)
        edge[i] = area[i] > 0.1F && area[i] < 0.9F ? 1 : 0;
    level_out(area);
    level_out(edge);
}

static void make_templates(void)
{
    for (unsigned i = 0; i < SQUARES; i++)
        blocks[i] = (uint16_t)(i / SIDE / BLOCK * WIDTH + i % SIDE / BLOCK);
    hidden_make(&film, 1, TES_EASY);
    for (unsigned shape = 0; shape < TES_HIDDEN_SHAPES; shape++) {
        hidden_figure(&film, (enum tes_hidden_shape)shape);
        for (unsigned pose = 0; pose < POSES; pose++)
            make_template((enum tes_hidden_shape)shape, pose);
    }
}

/* The option whose template fits a map best, brighter or darker. */
static unsigned guess(const double *map, enum template kind)
{
    const uint8_t *options = hidden_of(&film)->options;
    float values_of_map[CELLS], best = -1;
    for (unsigned i = 0; i < CELLS; i++)
        values_of_map[i] = (float)map[i];
    unsigned found = 0;
    for (unsigned option = 0; option < TES_HIDDEN_OPTIONS; option++)
        for (unsigned pose = 0; pose < POSES; pose++) {
            const float *values = templates[options[option]][pose][kind];
            float sums[8] = {0}, sum = 0;
            for (unsigned i = 0; i < CELLS; i++)
                sums[i % 8] += values[i] * values_of_map[i];
            for (unsigned i = 0; i < 8; i++)
                sum += sums[i];
            if (sum * sum > best) {
                best = sum * sum;
                found = option;
            }
        }
    return found;
}

/* ----------------------------------------------------------------- leaks */

/* What is planted: dots that are taken away, on this side or at the figure's edge. */
struct leak {
    enum { NO_LEAK, OUTSIDE, AT_EDGE } where;
    unsigned percent;
};

static void plant(struct leak leak, struct tes_random *random)
{
    for (unsigned t = 0; leak.where != NO_LEAK && t < film.frame_count; t++)
        for (unsigned i = 0; i < SQUARES; i++) {
            if (film.dots[t][i] == 0 || tes_random_below(random, 100) >= leak.percent)
                continue;
            if (leak.where == OUTSIDE ? !hidden_inside(&film, t, i) : hidden_at_edge(&film, t, i))
                film.dots[t][i] = 0;
        }
}

static void count_hits(unsigned films, struct leak leak, unsigned hits[MAPS][TEMPLATES])
{
    static double maps[MAPS][CELLS];
    uint8_t key[TES_KEY_BYTES];
    struct tes_random random;
    tes_key_from_seed(77, key);
    tes_random_start(&random, key);
    memset(hits, 0, MAPS * sizeof hits[0]);
    for (unsigned seed = 0; seed < films; seed++) {
        hidden_make(&film, 1000 + seed, (enum tes_difficulty)(TES_EASY + seed % 3));
        plant(leak, &random);
        make_maps(maps);
        for (unsigned map = 0; map < MAPS; map++)
            for (unsigned kind = 0; kind < TEMPLATES; kind++)
                hits[map][kind] +=
                    guess(maps[map], (enum template)kind) == hidden_of(&film)->select.cells[0];
    }
}

/* Dots that stay in place are too few to show an edge, planted or not. */
static bool is_able(enum map map, enum template kind)
{
    return map != PAIR_STAYS || kind != EDGE;
}

/* The most hits that chance has: the expected ones and four standard deviations. */
static double chance_limit(unsigned films)
{
    const double share = 1.0 / TES_HIDDEN_OPTIONS;
    return films * share + 4 * (double)tes_number_sqrt((float)(films * share * (1 - share)));
}

/* S3D-26: no frame, mean, variance, difference or pair of frames tells the answer. */
static void test_tells_nothing(void **state)
{
    unsigned hits[MAPS][TEMPLATES], films = hidden_film_count(FILMS);
    (void)state;
    make_templates();
    count_hits(films, (struct leak){NO_LEAK, 0}, hits);
    for (unsigned map = 0; map < MAPS; map++)
        for (unsigned kind = 0; kind < TEMPLATES; kind++) {
            if (!is_able((enum map)map, (enum template)kind))
                continue;
            print_message("  %s, %s: %u of %u, at most %.0f by chance\n", MAP_NAMES[map],
                          TEMPLATE_NAMES[kind], hits[map][kind], films, chance_limit(films));
            assert_true(hits[map][kind] < chance_limit(films));
        }
}

/* The same classifiers find what is planted: 12% fewer dots outside, or 40% fewer at the edge,
 * where they see the whole film, and 45% and all where they see less of it. */
static void test_finds_leaks(void **state)
{
    static const struct {
        enum map map;
        enum template kind;
        struct leak leak;
    } CASES[] = {
        {SINGLE, AREA, {OUTSIDE, 45}},      {MEAN, AREA, {OUTSIDE, 12}},
        {VARIANCE, AREA, {OUTSIDE, 45}},    {DIFFERENCE, AREA, {OUTSIDE, 12}},
        {PAIR_STAYS, AREA, {OUTSIDE, 45}},  {PAIR_MOVES, AREA, {OUTSIDE, 45}},
        {SINGLE, EDGE, {AT_EDGE, 100}},     {MEAN, EDGE, {AT_EDGE, 40}},
        {VARIANCE, EDGE, {AT_EDGE, 100}},   {DIFFERENCE, EDGE, {AT_EDGE, 40}},
        {PAIR_MOVES, EDGE, {AT_EDGE, 100}},
    };
    static const struct leak LEAKS[] = {
        {OUTSIDE, 12}, {OUTSIDE, 45}, {AT_EDGE, 40}, {AT_EDGE, 100}};
    enum { PLANTED = 20 };
    unsigned hits[MAPS][TEMPLATES], seen = 0;
    (void)state;
    for (unsigned i = 0; i < sizeof LEAKS / sizeof LEAKS[0]; i++) {
        count_hits(PLANTED, LEAKS[i], hits);
        for (unsigned j = 0; j < sizeof CASES / sizeof CASES[0]; j++) {
            if (memcmp(&CASES[j].leak, &LEAKS[i], sizeof LEAKS[i]) != 0)
                continue;
            unsigned found = hits[CASES[j].map][CASES[j].kind];
            print_message("  %s, %s: %u of %u with a leak of %u%%\n", MAP_NAMES[CASES[j].map],
                          TEMPLATE_NAMES[CASES[j].kind], found, PLANTED, LEAKS[i].percent);
            assert_true(found > chance_limit(PLANTED));
            seen++;
        }
    }
    assert_int_equal(seen, sizeof CASES / sizeof CASES[0]);
}

/* -------------------------------------------------------------- densities */

enum part { INSIDE, EDGE_INSIDE, EDGE_OUTSIDE, PARTS };
static const char *const PART_NAMES[PARTS] = {"inside", "edge, inside", "edge, outside"};

/* How many dots more than its share of the squares a part has, over the whole film. */
static void count_surplus(double surplus[PARTS], double expected[PARTS])
{
    memset(surplus, 0, PARTS * sizeof *surplus);
    memset(expected, 0, PARTS * sizeof *expected);
    /* Dots do not live longer than so many frames. */
    for (unsigned t = 0; t < film.frame_count; t += TES_HIDDEN_LIFE_MAX) {
        double squares[PARTS] = {0}, dots[PARTS] = {0}, all = 0;
        for (unsigned i = 0; i < SQUARES; i++) {
            bool is_inside = hidden_inside(&film, t, i), is_edge = hidden_at_edge(&film, t, i);
            all += film.dots[t][i];
            const bool belongs[PARTS] = {is_inside, is_inside && is_edge, !is_inside && is_edge};
            for (unsigned part = 0; part < PARTS; part++) {
                squares[part] += belongs[part] ? 1 : 0;
                dots[part] += belongs[part] ? film.dots[t][i] : 0;
            }
        }
        for (unsigned part = 0; part < PARTS; part++) {
            surplus[part] += dots[part] - all * squares[part] / SQUARES;
            expected[part] += all * squares[part] / SQUARES;
        }
    }
}

/* The surplus of all films together, in standard errors, and as a share of the dots. */
static double surplus_of(unsigned films, struct leak leak, enum part part, double *share)
{
    uint8_t key[TES_KEY_BYTES];
    struct tes_random random;
    double sum = 0, squares = 0, all = 0;
    tes_key_from_seed(78, key);
    tes_random_start(&random, key);
    for (unsigned seed = 0; seed < films; seed++) {
        double surplus[PARTS], expected[PARTS];
        hidden_make(&film, 5000 + seed, (enum tes_difficulty)(TES_EASY + seed % 3));
        plant(leak, &random);
        count_surplus(surplus, expected);
        sum += surplus[part];
        squares += surplus[part] * surplus[part];
        all += expected[part];
    }
    *share = sum / all;
    return sum / (double)tes_number_sqrt((float)squares);
}

/* S3D-26: even who knows where the figure is finds as many dots inside as outside, and at its edge.
 */
static void test_densities(void **state)
{
    enum { PLANTED_PERCENT = 8 };
    unsigned films = hidden_film_count(FILMS) / 2;
    double share;
    (void)state;
    for (unsigned part = 0; part < PARTS; part++) {
        double errors = surplus_of(films, (struct leak){NO_LEAK, 0}, (enum part)part, &share);
        print_message("  %s: %+.3f%%, %.1f standard errors\n", PART_NAMES[part], 100 * share,
                      errors);
        assert_true(errors > -4 && errors < 4);
    }
    double planted = surplus_of(films, (struct leak){OUTSIDE, PLANTED_PERCENT}, INSIDE, &share);
    print_message("  planted, %d%%: %+.3f%%, %.1f standard errors\n", PLANTED_PERCENT, 100 * share,
                  planted);
    assert_true(planted > 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tells_nothing),
        cmocka_unit_test(test_finds_leaks),
        cmocka_unit_test(test_densities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
