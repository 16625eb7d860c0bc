/*
 * Questions whose options are pictures: figures of cubes, the sun, nets. Each answer is worked out
 * again here in another way, and one option is right, and no other.
 */
#include "statistics.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/scene/cast.h"
#include "core/scene/net.h"
#include "core/scene/polycube.h"
#include "core/scene/sun.h"

enum { DRAWS = 12000, LOOKS = 150, OPTIONS = 6, TRIES_MAX = 100 };

/* S3D-2: the same seed makes the same question. Returns how many were thrown away before it. */
static unsigned make(const struct tes_question *row, uint64_t seed, enum tes_difficulty level,
                     struct tes_question_drawn *question)
{
    uint8_t key[TES_KEY_BYTES];
    struct tes_random random;
    unsigned thrown = 0;
    tes_key_from_seed(seed, key);
    tes_random_start(&random, key);
    for (;;) {
        memset(question, 0, sizeof *question);
        if (row->draw(&random, level, question))
            break;
        assert_true(++thrown < TRIES_MAX);
    }
    assert_int_equal(question->option_count, OPTIONS);
    assert_int_equal(question->select.count, 1);
    return thrown;
}

static double absolute(double number)
{
    return number < 0 ? -number : number;
}

/* -------------------------------------------------------- turns of a grid */

/* The 24 turns as matrices: all products of quarter turns about x and about y. */
typedef int turn[3][3];
static turn turns[24];

static void multiply(turn a, turn b, turn product)
{
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j < 3; j++)
            product[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
}

static int find_turns(void **state)
{
    turn steps[2] = {{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}};
    unsigned count = 1;
    (void)state;
    for (unsigned i = 0; i < 3; i++)
        turns[0][i][i] = 1;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned step = 0; step < 2; step++) {
            turn next;
            bool is_new = true;
            multiply(turns[i], steps[step], next);
            for (unsigned j = 0; j < count; j++)
                is_new = is_new && memcmp(turns[j], next, sizeof next) != 0;
            if (is_new && count == 24)
                return -1;
            if (is_new)
                memcpy(turns[count++], next, sizeof next);
        }
    }
    return count == 24 ? 0 : -1;
}

static void apply(turn by, const int from[3], int to[3])
{
    for (unsigned i = 0; i < 3; i++)
        to[i] = by[i][0] * from[0] + by[i][1] * from[1] + by[i][2] * from[2];
}

/* --------------------------------------------------------------- polycube */

struct cubes {
    unsigned count;
    int at[TES_SCENE_CUBES][3];
};

static struct cubes cubes_of(const struct tes_question_drawn *question, unsigned option)
{
    struct tes_scene scene = tes_polycube_scene(question, option);
    const struct tes_thing *thing = &scene.things[0];
    struct cubes cubes = {.count = thing->cube_count};
    for (unsigned i = 0; i < cubes.count; i++)
        for (unsigned j = 0; j < 3; j++)
            cubes.at[i][j] = thing->cubes[i][j];
    return cubes;
}

static bool has_cube(const struct cubes *cubes, const int at[3])
{
    for (unsigned i = 0; i < cubes->count; i++)
        if (memcmp(cubes->at[i], at, sizeof cubes->at[i]) == 0)
            return true;
    return false;
}

/* Whether two sets of cubes are the same but for where they stand: `start` is where the first cube
 * of one would lie in the other. */
static bool is_same_set(const struct cubes *a, const struct cubes *b)
{
    for (unsigned start = 0; start < b->count; start++) {
        bool is_same = a->count == b->count;
        for (unsigned i = 1; i < a->count && is_same; i++) {
            int at[3];
            for (unsigned axis = 0; axis < 3; axis++)
                at[axis] = a->at[i][axis] - a->at[0][axis] + b->at[start][axis];
            is_same = has_cube(b, at);
        }
        if (is_same)
            return true;
    }
    return false;
}

static bool is_same_turned(const struct cubes *a, const struct cubes *b)
{
    for (unsigned i = 0; i < 24; i++) {
        struct cubes turned = {.count = b->count};
        for (unsigned j = 0; j < b->count; j++)
            apply(turns[i], b->at[j], turned.at[j]);
        if (is_same_set(a, &turned))
            return true;
    }
    return false;
}

static struct cubes mirror(const struct cubes *cubes)
{
    struct cubes mirrored = *cubes;
    for (unsigned i = 0; i < cubes->count; i++)
        mirrored.at[i][1] = -mirrored.at[i][1];
    return mirrored;
}

/* Axes at right angles, of length 1, by the right hand: a mirror would hide here. */
static void check_axes(const struct tes_vector axes[3])
{
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j < 3; j++)
            assert_true(absolute(tes_vector_dot(axes[i], axes[j]) - (i == j)) < 1e-9);
    assert_true(tes_vector_dot(tes_vector_cross(axes[0], axes[1]), axes[2]) > 0.99);
}

/* The cosine of the turn from one pose to another. */
static double cosine_between(const struct tes_vector a[3], const struct tes_vector b[3])
{
    double trace = 0;
    for (unsigned i = 0; i < 3; i++)
        trace += tes_vector_dot(a[i], b[i]);
    return (trace - 1) / 2;
}

static void check_polycube(const struct tes_question_drawn *question, enum tes_difficulty level)
{
    const unsigned least[] = {0, 4, 5, 6}, most[] = {0, 5, 5, 7};
    struct cubes head = cubes_of(question, TES_POLYCUBE_HEAD), mirrored = mirror(&head);
    struct cubes options[OPTIONS];
    bool is_chiral = !is_same_turned(&head, &mirrored);
    unsigned mirrors = 0;
    assert_in_range(head.count, least[level], most[level]);
    assert_true(is_chiral || (level == TES_EASY && head.count == 5));
    for (unsigned i = 0; i < OPTIONS; i++) {
        const struct tes_question_pose *pose = &question->shown.poses[i];
        options[i] = cubes_of(question, i);
        check_axes(pose->axes);
        assert_int_equal(is_same_turned(&head, &options[i]), i == question->select.cells[0]);
        assert_true(cosine_between(pose->axes, question->scene.things[0].axes) < 0.8661);
        if (level == TES_EASY)
            assert_true(pose->axes[2].z == 1);
        mirrors += is_same_turned(&mirrored, &options[i]);
        for (unsigned j = 0; j < i; j++)
            assert_false(is_same_turned(&options[i], &options[j]));
    }
    assert_int_equal(mirrors, 1); /* of a flat figure: the right one itself */
}

/* Rays through the whole picture: each cube is met by some of them. S3D-28 (occlusion by rays) */
static void check_cubes_are_seen(const struct tes_question_drawn *question, unsigned option)
{
    enum { SIDE = 60 };
    struct tes_scene scene = tes_polycube_scene(question, option);
    const struct tes_thing *thing = &scene.things[0];
    unsigned met[TES_SCENE_CUBES] = {0};
    for (unsigned i = 0; i < SIDE * SIDE; i++) {
        unsigned row = i / SIDE, column = i % SIDE;
        double x = (column + 0.5) * 2 / SIDE - 1, y = (row + 0.5) * 2 / SIDE - 1;
        struct tes_vector ray = tes_camera_ray(&scene.camera, x, y);
        struct tes_hit hit = tes_cast(&scene, scene.camera.eye, ray, 0);
        if (hit.thing == TES_CAST_NOTHING)
            continue;
        assert_in_range(row, 1, SIDE - 2); /* nothing is cut off */
        assert_in_range(column, 1, SIDE - 2);
        struct tes_vector point =
            tes_vector_add(scene.camera.eye, tes_vector_scale(ray, hit.distance));
        point = tes_vector_subtract(point, tes_vector_scale(hit.normal, 0.5));
        struct tes_vector local = tes_thing_local(thing, point);
        for (unsigned cube = 0; cube < thing->cube_count; cube++)
            met[cube] += absolute(local.x - thing->cubes[cube][0]) < 0.5001 &&
                         absolute(local.y - thing->cubes[cube][1]) < 0.5001 &&
                         absolute(local.z - thing->cubes[cube][2]) < 0.5001;
    }
    for (unsigned cube = 0; cube < thing->cube_count; cube++)
        assert_true(met[cube] >= 20);
}

/* -------------------------------------------------------------------- sun */

/* Where the sun stands for the viewer: degrees from the viewer, anticlockwise seen from above. */
static double sun_for_viewer(const struct tes_scene *scene)
{
    struct tes_viewer viewer = tes_camera_viewer(&scene->camera);
    double right = tes_vector_dot(scene->sun, viewer.right);
    double near_side = viewer.right.y * scene->sun.x - viewer.right.x * scene->sun.y;
    double degrees = tes_scene_angle(right, near_side);
    return degrees < 0 ? degrees + 360 : degrees;
}

static double degrees_apart(double a, double b)
{
    double apart = absolute(a - b);
    return apart > 180 ? 360 - apart : apart;
}

/* S3D-4: the truth comes from the scene. */
static void check_sun(const struct tes_question_drawn *question, enum tes_difficulty level)
{
    const double step[] = {0, 60, 45, 36}, off[] = {0, 7, 5, 3};
    double sun = sun_for_viewer(&question->scene);
    assert_in_range(question->scene.count, 1, 2);
    for (unsigned i = 0; i < OPTIONS; i++) {
        double own = question->options[i] * TES_SUN_STEP;
        if (i == question->select.cells[0])
            assert_true(degrees_apart(sun, own) <= off[level] + 1e-9);
        else
            assert_true(degrees_apart(sun, own) >= step[level] - off[level] - 1e-9);
        for (unsigned j = 0; j < i; j++)
            assert_true(degrees_apart(own, question->options[j] * TES_SUN_STEP) >=
                        step[level] - 1e-9);
    }
    assert_true(question->scene.sun.z > 0.42 &&
                question->scene.sun.z < 0.52); /* 25 to 31 degrees */
}

/* Of all the shade that is seen on the ground, the middle lies on the side away from the sun. */
static void check_shade(const struct tes_question_drawn *question)
{
    enum { WIDTH = 96, HEIGHT = 48 };
    const struct tes_scene *scene = &question->scene;
    struct tes_viewer viewer = tes_camera_viewer(&scene->camera);
    struct tes_vector sum = {0, 0, 0};
    unsigned dark = 0;
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++) {
        unsigned row = i / WIDTH, column = i % WIDTH;
        double x = (column + 0.5) * 4 / WIDTH - 2, y = (row + 0.5) * 2 / HEIGHT - 1;
        struct tes_vector point, ray = tes_viewer_ray(&viewer, x, y);
        if (tes_cast(scene, viewer.eye, ray, 0).thing != TES_CAST_NOTHING ||
            !tes_viewer_ground(&viewer, x, y, &point))
            continue;
        struct tes_hit hit = tes_cast(scene, point, scene->sun, 0);
        if (hit.thing == TES_CAST_NOTHING)
            continue;
        dark++;
        sum = tes_vector_add(sum, tes_vector_subtract(point, scene->things[hit.thing].at));
    }
    assert_true(dark >= 25);
    double shade = tes_scene_angle(-sum.y, -sum.x);
    double sun = tes_scene_angle(scene->sun.y, scene->sun.x);
    assert_true(degrees_apart(shade + 360, sun + 360) < 17);
}

/* -------------------------------------------------------------------- net */

/* A face of a cube in space: where it looks and which sign it has. */
struct face {
    int normal[3];
    unsigned sign;
};

static void cross(const int a[3], const int b[3], int product[3])
{
    for (unsigned i = 0; i < 3; i++) {
        unsigned j = (i + 1) % 3, k = (i + 2) % 3;
        product[i] = a[j] * b[k] - a[k] * b[j];
    }
}

/* Turns `vector` by a quarter about `axis`, by the right hand. */
static void quarter(const int axis[3], int vector[3])
{
    int product[3], along = 0;
    cross(axis, vector, product);
    for (unsigned i = 0; i < 3; i++)
        along += axis[i] * vector[i];
    for (unsigned i = 0; i < 3; i++)
        vector[i] = product[i] + along * axis[i];
}

/* A square with its frame: the net's right and up, as they point in space once it is folded. */
struct folded {
    int normal[3], right[3], up[3];
};

/* Folds the part of a net beyond one square, which came from `from`. */
static unsigned fold_from(const struct tes_net_square squares[6], unsigned index, unsigned from,
                          struct folded frame, struct face faces[6])
{
    unsigned done = 1;
    memcpy(faces[index].normal, frame.normal, sizeof frame.normal);
    faces[index].sign = squares[index].sign;
    for (unsigned i = 0; i < 6; i++) {
        int rows = squares[i].row - squares[index].row;
        int columns = squares[i].column - squares[index].column;
        if (i == from || abs(rows) + abs(columns) != 1)
            continue;
        /* To the right, the fold turns about the net's up; downwards, about its right. */
        struct folded next = frame;
        const int *axis = columns != 0 ? frame.up : frame.right;
        unsigned quarters = columns + rows > 0 ? 1 : 3;
        for (unsigned j = 0; j < quarters; j++) {
            quarter(axis, next.normal);
            quarter(axis, next.right);
            quarter(axis, next.up);
        }
        done += fold_from(squares, i, index, next, faces);
    }
    return done;
}

static void fold_net(const struct tes_question_drawn *question, unsigned option,
                     struct face faces[6])
{
    struct tes_net_square squares[6];
    struct folded first = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
    for (unsigned i = 0; i < 6; i++)
        squares[i] = tes_net_square_of(question, option, i);
    assert_int_equal(fold_from(squares, 0, 6, first, faces), 6);
    for (unsigned i = 0; i < 6; i++) /* a net: no two squares on the same side */
        for (unsigned j = 0; j < i; j++)
            assert_true(memcmp(faces[i].normal, faces[j].normal, sizeof faces[i].normal) != 0);
}

static void head_faces(const struct tes_question_drawn *question, struct face faces[3])
{
    static const int normals[3][3] = {{0, 0, 1}, {0, -1, 0}, {1, 0, 0}};
    for (unsigned i = 0; i < 3; i++) {
        memcpy(faces[i].normal, normals[i], sizeof normals[i]);
        faces[i].sign = tes_net_face_of(question, (enum tes_face)i).sign;
    }
}

static bool shows(const struct face cube[6], turn by, const struct face *wanted)
{
    for (unsigned i = 0; i < 6; i++) {
        int normal[3];
        apply(by, cube[i].normal, normal);
        if (memcmp(normal, wanted->normal, sizeof normal) == 0)
            return cube[i].sign == wanted->sign;
    }
    return false;
}

static bool folds_into(const struct face cube[6], const struct face head[3])
{
    for (unsigned i = 0; i < 24; i++)
        if (shows(cube, turns[i], &head[0]) && shows(cube, turns[i], &head[1]) &&
            shows(cube, turns[i], &head[2]))
            return true;
    return false;
}

/* The square of a net that carries a sign. */
static struct tes_net_square square_with(const struct tes_question_drawn *question, unsigned option,
                                         unsigned sign)
{
    struct tes_net_square square = {0};
    for (unsigned i = 0; i < 6; i++)
        if (tes_net_square_of(question, option, i).sign == sign)
            square = tes_net_square_of(question, option, i);
    return square;
}

/* Two pairs of the seen signs lie side by side in the sheet: nothing has to be followed around. */
static void check_hangs_together(const struct tes_question_drawn *question, unsigned option,
                                 const struct face head[3])
{
    unsigned pairs = 0;
    for (unsigned i = 0; i < 3; i++) {
        struct tes_net_square a = square_with(question, option, head[i].sign);
        struct tes_net_square b = square_with(question, option, head[(i + 1) % 3].sign);
        pairs += abs(a.row - b.row) + abs(a.column - b.column) == 1;
    }
    assert_int_equal(pairs, 2);
}

static void check_net(const struct tes_question_drawn *question, enum tes_difficulty level)
{
    const unsigned mirrored[] = {0, 0, 1, 1};
    struct face head[3], mirror_head[3];
    unsigned mirrors = 0;
    head_faces(question, head);
    head_faces(question, mirror_head);
    mirror_head[0].sign = head[1].sign;
    mirror_head[1].sign = head[0].sign;
    for (unsigned i = 0; i < OPTIONS; i++) {
        struct face cube[6];
        unsigned signs = 0, head_signs = 0;
        fold_net(question, i, cube);
        bool is_right = folds_into(cube, head), is_mirror = folds_into(cube, mirror_head);
        assert_int_equal(is_right, i == question->select.cells[0]);
        mirrors += is_mirror;
        if (is_right || is_mirror)
            check_hangs_together(question, i, head);
        for (unsigned j = 0; j < 6; j++) { /* the same six signs everywhere */
            signs |= 1U << cube[j].sign;
            head_signs |= 1U << tes_net_face_of(question, (enum tes_face)j).sign;
        }
        assert_int_equal(signs, head_signs);
        assert_int_equal(__builtin_popcount(signs), 6);
        for (unsigned j = 0; j < i; j++)
            assert_true(memcmp(question->shown.nets[i], question->shown.nets[j], 12) != 0);
    }
    assert_int_equal(mirrors, mirrored[level]);
}

/* ------------------------------------------------------------------ tests */

typedef void check(const struct tes_question_drawn *question, enum tes_difficulty level);

static void check_all(const struct tes_question *row, check *one)
{
    for (enum tes_difficulty level = TES_EASY; level <= TES_HARD; level++) {
        unsigned places[OPTIONS] = {0}, thrown = 0;
        for (uint64_t seed = 0; seed < DRAWS; seed++) {
            struct tes_question_drawn question;
            thrown += make(row, seed, level, &question);
            one(&question, level);
            places[question.select.cells[0]]++;
        }
        print_message("  %s, level %d: %.2f tries\n", row->name, (int)level,
                      1 + (double)thrown / DRAWS);
        assert_true(thrown < 11 * DRAWS);
        check_shares("place of the right one", places, NULL, OPTIONS);
    }
}

/* S3D-2, S3D-4 */
static void one_figure_is_the_same(void **state)
{
    (void)state;
    check_all(&tes_question_polycube, check_polycube);
}

/* S3D-28: the part about rays and what they hide */
static void every_cube_is_seen(void **state)
{
    (void)state;
    for (enum tes_difficulty level = TES_EASY; level <= TES_HARD; level++) {
        for (uint64_t seed = 0; seed < LOOKS; seed++) {
            struct tes_question_drawn question;
            make(&tes_question_polycube, seed, level, &question);
            check_cubes_are_seen(&question, TES_POLYCUBE_HEAD);
            check_cubes_are_seen(&question, (unsigned)seed % OPTIONS);
        }
    }
}

/* S3D-2, S3D-4 */
static void one_dial_shows_the_sun(void **state)
{
    (void)state;
    check_all(&tes_question_sun, check_sun);
}

/* S3D-28: the part about rays and what they hide */
static void shade_tells_the_sun(void **state)
{
    (void)state;
    for (enum tes_difficulty level = TES_EASY; level <= TES_HARD; level++) {
        for (uint64_t seed = 0; seed < LOOKS; seed++) {
            struct tes_question_drawn question;
            make(&tes_question_sun, seed, level, &question);
            check_shade(&question);
        }
    }
}

/* No direction is right more often than others: a guess gains nothing from knowing them. */
static void sun_stands_anywhere(void **state)
{
    const unsigned directions[] = {0, 12, 16, 20}; /* both rows of them */
    (void)state;
    for (enum tes_difficulty level = TES_EASY; level <= TES_HARD; level++) {
        unsigned counts[20] = {0};
        for (uint64_t seed = 0; seed < DRAWS; seed++) {
            struct tes_question_drawn question;
            make(&tes_question_sun, seed, level, &question);
            double degrees = question.options[question.select.cells[0]] * TES_SUN_STEP;
            counts[(unsigned)(degrees * directions[level] / 360)]++;
        }
        check_shares("direction of the sun", counts, NULL, directions[level]);
    }
}

/* S3D-2, S3D-4 */
static void one_net_folds_into_the_cube(void **state)
{
    (void)state;
    check_all(&tes_question_net, check_net);
}

static void seeds_make_the_same_again(void **state)
{
    static const struct tes_question *const rows[] = {&tes_question_polycube, &tes_question_sun,
                                                      &tes_question_net};
    (void)state;
    for (unsigned i = 0; i < 3; i++) { /* S3D-2 */
        for (uint64_t seed = 0; seed < 200; seed++) {
            struct tes_question_drawn first, second, third;
            make(rows[i], seed, TES_MEDIUM, &first);
            make(rows[i], seed, TES_MEDIUM, &second);
            make(rows[i], seed + 1, TES_MEDIUM, &third);
            assert_memory_equal(&first, &second, sizeof first);
            assert_true(memcmp(&first, &third, sizeof first) != 0);
        }
    }
}

/* S3D-5: the library's calls: generate, draw, answer, verify. */
static void library_makes_draws_and_verifies(void **state)
{
    unsigned seen = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct tes_challenge challenge;
        struct tes_options options = {.difficulty = (enum tes_difficulty)(1 + seed % 3)};
        struct tes_image image;
        uint8_t key[TES_KEY_BYTES];
        char answer[8];
        tes_key_from_seed(seed, key);
        assert_int_equal(tes_generate("scene", key, &options, &challenge), TES_OK);
        const struct tes_question_drawn *question = tes_question_of(&challenge);
        if (tes_question_form((enum tes_question_id)question->id) != TES_QUESTION_PICTURES)
            continue;
        seen |= 1U << question->id;
        assert_int_equal(challenge.view.columns * challenge.view.rows, OPTIONS);
        assert_int_equal(challenge.view.cells.y + challenge.view.cells.height,
                         challenge.view.height);
        void *memory = malloc(tes_draw_bound(&challenge));
        assert_non_null(memory);
        assert_int_equal(tes_draw(&challenge, memory, tes_draw_bound(&challenge), &image), TES_OK);
        assert_true(image.palette_count > 30);
        free(memory);
        for (unsigned i = 0; i < OPTIONS; i++) {
            int length = snprintf(answer, sizeof answer, "%u", i);
            assert_int_equal(tes_verify(&challenge, answer, (size_t)length) == TES_OK,
                             i == question->select.cells[0]);
        }
    }
    assert_int_equal(seen,
                     1U << TES_QUESTION_polycube | 1U << TES_QUESTION_sun | 1U << TES_QUESTION_net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_figure_is_the_same),
        cmocka_unit_test(every_cube_is_seen),
        cmocka_unit_test(one_dial_shows_the_sun),
        cmocka_unit_test(shade_tells_the_sun),
        cmocka_unit_test(sun_stands_anywhere),
        cmocka_unit_test(one_net_folds_into_the_cube),
        cmocka_unit_test(seeds_make_the_same_again),
        cmocka_unit_test(library_makes_draws_and_verifies),
    };
    return cmocka_run_group_tests_name("questions with pictures", tests, find_turns, NULL);
}
