/* "Which net folds into this cube?": every seed. */
#include "question_seeds.h"

#include "challenge/scene/questions/question_views.h"
#include "grid_turns.h"

enum { SIGNS, TALLIES, OPTIONS = 6 };

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

static void fold_net(const struct tes_question_asked *question, unsigned option,
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

static void head_faces(const struct tes_question_asked *question, struct face faces[3])
{
    static const int normals[3][3] = {{0, 0, 1}, {0, -1, 0}, {1, 0, 0}};
    for (unsigned i = 0; i < 3; i++) {
        memcpy(faces[i].normal, normals[i], sizeof normals[i]);
        faces[i].sign = tes_net_face_of(question, (enum tes_face)i).sign;
    }
}

static bool shows(const struct face cube[6], grid_turn by, const struct face *wanted)
{
    for (unsigned i = 0; i < 6; i++) {
        int normal[3];
        grid_apply(by, cube[i].normal, normal);
        if (memcmp(normal, wanted->normal, sizeof normal) == 0)
            return cube[i].sign == wanted->sign;
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

/* The square of a net that carries a sign. */
static struct tes_net_square square_with(const struct tes_question_asked *question, unsigned option,
                                         unsigned sign)
{
    struct tes_net_square square = {0};
    for (unsigned i = 0; i < 6; i++)
        if (tes_net_square_of(question, option, i).sign == sign)
            square = tes_net_square_of(question, option, i);
    return square;
}

/* Two pairs of the seen signs lie side by side in the sheet: nothing has to be followed around. */
static void check_hangs_together(const struct tes_question_asked *question, unsigned option,
                                 const struct face head[3])
{
    unsigned pairs = 0;
    for (unsigned i = 0; i < 3; i++) {
        struct tes_net_square a = square_with(question, option, head[i].sign);
        struct tes_net_square b = square_with(question, option, head[(i + 1) % 3].sign);
        pairs += abs(a.row - b.row) + abs(a.column - b.column) == 1;
    }
    HOLDS(pairs == 2);
}

static void check(const struct tes_question_asked *question, enum tes_difficulty level,
                  struct tally *tallies)
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
        HOLDS(is_right == (i == question->select.cells[0]));
        mirrors += is_mirror;
        if (is_right || is_mirror)
            check_hangs_together(question, i, head);
        for (unsigned j = 0; j < 6; j++) { /* the same six signs everywhere */
            signs |= 1U << cube[j].sign;
            head_signs |= 1U << tes_net_face_of(question, (enum tes_face)j).sign;
        }
        HOLDS(signs == head_signs);
        HOLDS(__builtin_popcount(signs) == 6);
        for (unsigned j = 0; j < i; j++)
            HOLDS(memcmp(question->shown.nets[i], question->shown.nets[j], 12) != 0);
    }
    HOLDS(mirrors == mirrored[level]);
    seeds_tally(&tallies[SIGNS], head[TES_FACE_TOP].sign);
}

/* Whether a sign is seen on the head is no hint: all are as frequent there. */
static void check_level(enum tes_difficulty level)
{
    const struct seeds_row row = {&tes_question_net, TES_QUESTION_net, level, false, false, 0};
    struct tally tallies[TALLIES] = {
        [SIGNS] = {.what = "sign on top", .kinds = TES_SIGN_COUNT},
    };
    seeds_check_all(&row, check, tallies, TALLIES);
}

/* S3D-2, S3D-4 */
int main(void)
{
    return seeds_main("nets of a cube", TES_EASY, check_level, grid_find_turns);
}
