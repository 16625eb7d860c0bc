/* "Which net folds into this cube?": every seed. */
#include "question_seeds.h"

#include "core/scene/net.h"
#include "grid_turns.h"

enum { SIGNS, TALLIES, OPTIONS = 6 };

/* A face of a cube in space: where it looks, which sign it has and where that one's up points. */
struct face {
    int normal[3], up[3];
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

/* A sign's up, turned clockwise for one who looks at the face. */
static void turn_clockwise(const int normal[3], unsigned quarters, int up[3])
{
    for (unsigned i = 0; i < 3 * quarters; i++)
        quarter(normal, up);
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
    memcpy(faces[index].up, frame.up, sizeof frame.up);
    faces[index].sign = squares[index].sign;
    turn_clockwise(frame.normal, squares[index].quarters, faces[index].up);
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
    HOLDS(fold_from(squares, 0, 6, first, faces) == 6);
    for (unsigned i = 0; i < 6; i++) /* a net: no two squares on the same side */
        for (unsigned j = 0; j < i; j++)
            HOLDS(memcmp(faces[i].normal, faces[j].normal, sizeof faces[i].normal) != 0);
}

static void head_faces(const struct tes_question_drawn *question, struct face faces[3])
{
    static const int normals[3][3] = {{0, 0, 1}, {0, -1, 0}, {1, 0, 0}};
    static const int ups[3][3] = {{0, 1, 0}, {0, 0, 1}, {0, 0, 1}};
    for (unsigned i = 0; i < 3; i++) {
        struct tes_net_square square = tes_net_face_of(question, (enum tes_face)i);
        memcpy(faces[i].normal, normals[i], sizeof normals[i]);
        memcpy(faces[i].up, ups[i], sizeof ups[i]);
        faces[i].sign = square.sign;
        turn_clockwise(faces[i].normal, square.quarters, faces[i].up);
    }
}

static bool shows(const struct face cube[6], grid_turn by, const struct face *wanted)
{
    for (unsigned i = 0; i < 6; i++) {
        int normal[3], up[3];
        grid_apply(by, cube[i].normal, normal);
        grid_apply(by, cube[i].up, up);
        if (memcmp(normal, wanted->normal, sizeof normal) == 0)
            return cube[i].sign == wanted->sign &&
                   (wanted->sign < TES_SIGN_ORIENTED || memcmp(up, wanted->up, sizeof up) == 0);
    }
    return false;
}

static bool folds_into(const struct face cube[6], const struct face head[3])
{
    for (unsigned i = 0; i < GRID_TURNS; i++)
        if (shows(cube, grid_turns[i], &head[0]) && shows(cube, grid_turns[i], &head[1]) &&
            shows(cube, grid_turns[i], &head[2]))
            return true;
    return false;
}

static void check(const struct tes_question_drawn *question, enum tes_difficulty level,
                  struct tally *tallies)
{
    struct face head[3];
    head_faces(question, head);
    for (unsigned i = 0; i < 3; i++)
        HOLDS((head[i].sign >= TES_SIGN_ORIENTED) == (level == TES_HARD));
    for (unsigned i = 0; i < OPTIONS; i++) {
        struct face cube[6];
        unsigned signs = 0, head_signs = 0;
        fold_net(question, i, cube);
        HOLDS(folds_into(cube, head) == (i == question->select.cells[0]));
        for (unsigned j = 0; j < 6; j++) { /* the same six signs everywhere */
            signs |= 1U << cube[j].sign;
            head_signs |= 1U << tes_net_face_of(question, (enum tes_face)j).sign;
        }
        HOLDS(signs == head_signs);
        HOLDS(__builtin_popcount(signs) == 6);
        for (unsigned j = 0; j < i; j++)
            HOLDS(memcmp(question->shown.nets[i], question->shown.nets[j], 12) != 0);
    }
    seeds_tally(&tallies[SIGNS],
                head[TES_FACE_TOP].sign - (level == TES_HARD ? TES_SIGN_ORIENTED : 0U));
}

/* Whether a sign is seen on the head is no hint: all are as frequent there. */
static void check_level(enum tes_difficulty level)
{
    const struct seeds_row row = {&tes_question_net, TES_QUESTION_net, level, false, false};
    const unsigned plain = TES_SIGN_ORIENTED, oriented = TES_SIGN_COUNT - TES_SIGN_ORIENTED;
    struct tally tallies[TALLIES] = {
        [SIGNS] = {.what = "sign on top", .kinds = level == TES_HARD ? oriented : plain},
    };
    seeds_check_all(&row, check, tallies, TALLIES);
}

/* S3D-2, S3D-4 */
static void easy(void **state)
{
    (void)state;
    check_level(TES_EASY);
}

/* S3D-2, S3D-4 */
static void medium(void **state)
{
    (void)state;
    check_level(TES_MEDIUM);
}

/* S3D-2, S3D-4 */
static void hard(void **state)
{
    (void)state;
    check_level(TES_HARD);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(easy),
        cmocka_unit_test(medium),
        cmocka_unit_test(hard),
    };
    return cmocka_run_group_tests_name("nets of a cube", tests, grid_find_turns, NULL);
}
