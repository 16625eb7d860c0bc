/*
 * Which net folds into this cube? One option does. In the others, two of the visible signs are on
 * opposite faces, or (above the easy level) the visible corner is mirrored. Nets are made by
 * unfolding a cube square by square; to see whether a cube could be the one that is shown, all of
 * its 24 positions are compared.
 */
#include "challenge/scene/questions/question_views.h"

enum {
    OPTIONS = 6,
    NETS = 10,
    CROSS = 0,
    WAYS = 8, /* in which a net can be turned or mirrored */
    WRONG_TRIES = 120,
    SIDES = 4,
    POSITIONS = 6 * SIDES,
    HEAD_ROW = OPTIONS, /* row of `nets` for the cube above the options */
};

/* The nets of a cube, as rows and columns of their squares. The one that has no three squares in a
 * row is left out. */
static const uint8_t PLACES[NETS][TES_NET_SQUARES][2] = {
    {{0, 1}, {1, 0}, {1, 1}, {1, 2}, {1, 3}, {2, 1}},
    {{0, 0}, {1, 0}, {1, 1}, {1, 2}, {1, 3}, {2, 0}},
    {{0, 0}, {1, 0}, {1, 1}, {1, 2}, {1, 3}, {2, 1}},
    {{0, 0}, {1, 0}, {1, 1}, {1, 2}, {1, 3}, {2, 2}},
    {{0, 0}, {1, 0}, {1, 1}, {1, 2}, {1, 3}, {2, 3}},
    {{0, 1}, {1, 0}, {1, 1}, {1, 2}, {1, 3}, {2, 2}},
    {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {1, 3}, {2, 1}},
    {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {1, 3}, {2, 2}},
    {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {1, 3}, {2, 3}},
    {{0, 0}, {0, 1}, {0, 2}, {1, 2}, {1, 3}, {1, 4}},
};

/* What each level asks for. */
static const struct level {
    bool is_cross;    /* the cross-shaped net only */
    bool is_one_way;  /* all nets of a question are turned alike */
    uint8_t mirrored; /* wrong options in which the visible corner is mirrored */
} LEVELS[] = {
    [TES_EASY] = {true, true, 0},
    [TES_MEDIUM] = {true, false, 1},
    [TES_HARD] = {false, false, 1},
};

/* ------------------------------------------------------------------ cubes */

/* Directions in space: +x (right), +y (away), +z (up), then their opposites in the same order. */
typedef uint8_t direction;
static direction opposite(direction a)
{
    return (direction)((a + 3) % 6);
}

/* The cross product of two directions. */
static direction across(direction a, direction b)
{
    bool is_negative = (a < 3) != (b < 3);
    unsigned i = a % 3, j = b % 3;
    is_negative = is_negative != ((i + 1) % 3 != j);
    direction third = (direction)(3 - i - j);
    return is_negative ? opposite(third) : third;
}

enum { RIGHT = 0, AWAY = 1, UP = 2, LEFT = 3, NEAR = 4, DOWN = 5 };

/* The direction of each face. */
static const direction FACES[TES_NET_SQUARES] = {
    [TES_FACE_TOP] = UP,      [TES_FACE_FRONT] = NEAR, [TES_FACE_RIGHT] = RIGHT,
    [TES_FACE_BOTTOM] = DOWN, [TES_FACE_BACK] = AWAY,  [TES_FACE_LEFT] = LEFT,
};

/* A cube: the sign on its face in each direction. */
struct cube {
    uint8_t sign[6];
};

/* How a square lies on the cube: its outward direction, and the directions of its right and its
 * up. */
struct stand {
    direction normal, right, up;
};

static struct stand stand_of(direction normal, direction up)
{
    return (struct stand){normal, across(up, normal), up};
}

/* The 24 positions of a cube: each of the six directions, with each of four ups. */
static struct stand position(unsigned index)
{
    direction normal = (direction)(index / SIDES);
    struct stand first = stand_of(normal, (direction)((normal + 1) % 6));
    const direction ups[SIDES] = {first.up, first.right, opposite(first.up), opposite(first.right)};
    return stand_of(normal, ups[index % SIDES]);
}

/* Where a direction points after the cube is turned so that +z becomes the position's normal and +y
 * its up. */
static direction moved(struct stand to, direction from)
{
    const direction axes[3] = {to.right, to.up, to.normal};
    return from < 3 ? axes[from] : opposite(axes[from - 3]);
}

/* Whether a cube, in some position, has the same signs as `head` on the first `faces` faces. */
static bool could_be(const struct cube *cube, const struct cube *head, unsigned faces)
{
    for (unsigned i = 0; i < POSITIONS; i++) {
        struct stand to = position(i);
        unsigned same = 0;
        while (same < faces && cube->sign[moved(to, FACES[same])] == head->sign[FACES[same]])
            same++;
        if (same == faces)
            return true;
    }
    return false;
}

/* ------------------------------------------------------------------- nets */

/* Turns and mirrors a net: `way` is 0 .. 7. */
static void lay(unsigned net, unsigned way, uint8_t places[TES_NET_SQUARES][2])
{
    uint8_t most[2] = {0, 0};
    for (unsigned i = 0; i < TES_NET_SQUARES; i++) {
        for (unsigned j = 0; j < 2; j++) {
            places[i][j] = PLACES[net][i][(way & 1) != 0 ? 1 - j : j];
            most[j] = places[i][j] > most[j] ? places[i][j] : most[j];
        }
    }
    for (unsigned i = 0; i < TES_NET_SQUARES; i++)
        for (unsigned j = 0; j < 2; j++)
            if ((way >> (j + 1) & 1) != 0)
                places[i][j] = (uint8_t)(most[j] - places[i][j]);
}

/* The position of a square that is joined to another one, after folding. False where they are not
 * neighbours. */
static bool fold(struct stand from, const uint8_t at[2], const uint8_t next[2], struct stand *to)
{
    int down = next[0] - at[0], right = next[1] - at[1];
    if (down * down + right * right != 1)
        return false;
    if (right != 0) {
        direction normal = right > 0 ? from.right : opposite(from.right);
        *to = (struct stand){normal, right > 0 ? opposite(from.normal) : from.normal, from.up};
    } else {
        direction normal = down < 0 ? from.up : opposite(from.up);
        *to = (struct stand){normal, from.right, down < 0 ? opposite(from.normal) : from.normal};
    }
    return true;
}

/* Where each square of a net lies on the cube, when the first lies at `first`. */
static void fold_all(uint8_t places[TES_NET_SQUARES][2], struct stand first,
                     struct stand stands[TES_NET_SQUARES])
{
    unsigned done = 1;
    stands[0] = first;
    /* After a few rounds every square has had a neighbour whose position is known. */
    while (done != (1U << TES_NET_SQUARES) - 1)
        for (unsigned i = 0; i < TES_NET_SQUARES; i++)
            for (unsigned j = 0; j < TES_NET_SQUARES; j++)
                if ((done >> i & 1) != 0 && (done >> j & 1) == 0 &&
                    fold(stands[i], places[i], places[j], &stands[j]))
                    done |= 1U << j;
}

/* Packed: six bytes with row and column, then six with signs. */
static void pack(uint8_t row, uint8_t column, uint8_t sign, uint8_t *to)
{
    to[0] = (uint8_t)(row << 4 | column);
    to[TES_NET_SQUARES] = sign;
}

/* Whether the squares with the visible signs are joined in the net. The signs can then be compared
 * without following the net around. */
static bool is_handy(const struct cube *cube, const uint8_t seen[TES_FACES_SEEN],
                     uint8_t places[TES_NET_SQUARES][2], const struct stand stands[TES_NET_SQUARES])
{
    unsigned pairs = 0, wanted = 0;
    for (unsigned i = 0; i < TES_NET_SQUARES; i++)
        for (unsigned j = 0; j < TES_FACES_SEEN; j++)
            wanted |= (unsigned)(cube->sign[stands[i].normal] == seen[j]) << i;
    for (unsigned i = 0; i < TES_NET_SQUARES; i++) {
        for (unsigned j = 0; j < i; j++) {
            struct stand unused;
            pairs += (wanted >> i & 1) != 0 && (wanted >> j & 1) != 0 &&
                     fold(stands[i], places[i], places[j], &unused);
        }
    }
    return pairs == TES_FACES_SEEN - 1;
}

/* Which signs are visible on the cube above, and how an option's net is cut and turned. Where the
 * visible signs are around one corner, their squares are joined in the net, which makes them easy
 * to compare. Where two of them are on opposite faces, their squares may be anywhere: if they were
 * joined as well, they would be the only three squares that are joined in all nets, and the nets
 * alone would tell which signs are visible. */
struct manner {
    uint8_t seen[TES_FACES_SEEN];
    unsigned net, way;
    bool is_together;
};

static void unfold(struct tes_random *random, const struct cube *cube, const struct manner *manner,
                   uint8_t packed[16])
{
    uint8_t places[TES_NET_SQUARES][2];
    struct stand stands[TES_NET_SQUARES];
    unsigned first = tes_random_below(random, POSITIONS);
    lay(manner->net, manner->way, places);
    for (unsigned i = 0; i < POSITIONS; i++) {
        /* 7 and 24 have no common divisor, so this visits all positions. */
        fold_all(places, position((first + 7 * i) % POSITIONS), stands);
        if (!manner->is_together || is_handy(cube, manner->seen, places, stands))
            break;
    }
    for (unsigned i = 0; i < TES_NET_SQUARES; i++)
        pack(places[i][0], places[i][1], cube->sign[stands[i].normal], packed + i);
}

static struct tes_net_square unpack(const uint8_t *from)
{
    return (struct tes_net_square){(uint8_t)(from[0] >> 4), from[0] & 15, from[TES_NET_SQUARES]};
}

struct tes_net_square tes_net_square_of(const struct tes_question_asked *question, unsigned option,
                                        unsigned square)
{
    return unpack(&question->shown.nets[option][square]);
}

struct tes_net_square tes_net_face_of(const struct tes_question_asked *question, enum tes_face face)
{
    return unpack(&question->shown.nets[HEAD_ROW][face]);
}

/* ------------------------------------------------------------------- make */

static void pick_cube(struct tes_random *random, struct cube *cube)
{
    uint8_t signs[TES_SIGN_COUNT];
    for (unsigned i = 0; i < TES_SIGN_COUNT; i++)
        signs[i] = (uint8_t)i;
    tes_random_shuffle(random, signs, TES_SIGN_COUNT);
    for (unsigned face = 0; face < TES_NET_SQUARES; face++)
        cube->sign[FACES[face]] = signs[face];
}

static void swap(struct cube *cube, unsigned face, unsigned other)
{
    uint8_t sign = cube->sign[FACES[face]];
    cube->sign[FACES[face]] = cube->sign[FACES[other]];
    cube->sign[FACES[other]] = sign;
}

/* Swaps two of the visible signs, which mirrors the corner. */
static void swap_seen(struct tes_random *random, struct cube *cube)
{
    unsigned first = tes_random_below(random, TES_FACES_SEEN);
    swap(cube, first, (first + 1) % TES_FACES_SEEN);
}

/* Swaps signs so that two of the visible ones are on opposite faces. */
static void swap_hidden(struct tes_random *random, struct cube *cube)
{
    unsigned first = tes_random_below(random, TES_FACES_SEEN);
    unsigned further = 1 + tes_random_below(random, TES_FACES_SEEN - 1);
    unsigned other = (first + further) % TES_FACES_SEEN;
    swap(cube, first, other + TES_FACES_SEEN);
}

/* Shuffles the signs that are not visible above, in every option alike: else they would tell which
 * option the others were made from. */
static void shuffle_rest(struct tes_random *random, const uint8_t seen[TES_FACES_SEEN],
                         struct cube *cube)
{
    uint8_t faces[TES_NET_SQUARES], signs[TES_NET_SQUARES];
    unsigned count = 0;
    for (uint8_t face = 0; face < TES_NET_SQUARES; face++) {
        uint8_t sign = cube->sign[face];
        faces[count] = face;
        signs[count] = sign;
        count += sign != seen[0] && sign != seen[1] && sign != seen[2];
    }
    tes_random_shuffle(random, signs, count);
    for (unsigned i = 0; i < count; i++)
        cube->sign[faces[i]] = signs[i];
}

/* A cube that differs from the right one in a way that fits the level. */
static struct cube make_wrong(struct tes_random *random, const struct level *level,
                              const struct cube *right, unsigned index)
{
    struct cube wrong = *right;
    if (index <= level->mirrored)
        swap_seen(random, &wrong);
    else
        swap_hidden(random, &wrong);
    return wrong;
}

static bool gather(struct tes_random *random, const struct level *level,
                   const uint8_t seen[TES_FACES_SEEN], struct cube cubes[OPTIONS])
{
    unsigned count = 1;
    for (unsigned tries = 0; tries < WRONG_TRIES && count < OPTIONS; tries++) {
        cubes[count] = make_wrong(random, level, &cubes[0], count);
        shuffle_rest(random, seen, &cubes[count]);
        bool is_new = !could_be(&cubes[count], &cubes[0], TES_FACES_SEEN);
        for (unsigned i = 1; i < count && is_new; i++)
            is_new = !could_be(&cubes[count], &cubes[i], TES_NET_SQUARES);
        count += is_new;
    }
    return count == OPTIONS;
}

/* A plain cube, 2 wide, of which three faces are seen well and differ in light. */
static void set_scene(struct tes_random *random, struct tes_scene *scene)
{
    double around = tes_scene_between(random, 36, 50);
    double above = tes_scene_between(random, 29, 36);
    tes_question_scene(random, above, scene);
    scene->camera = tes_camera_around((struct tes_vector){0, 0, 0.95}, around, above, 12, 19);
    scene->sun = tes_scene_towards(around - 62, 52);
    scene->count = 1;
    scene->things[0] = (struct tes_thing){
        .solid = TES_SOLID_CUBE, .material = TES_MATERIAL_MATT, .size = 1, .height = 2};
}

/* Unfolds the options' nets in the order in which they are shown, and stores the cube above
 * them. */
static void put_all(struct tes_random *random, const struct level *level,
                    const struct cube cubes[OPTIONS], struct manner *manner,
                    struct tes_question_asked *question)
{
    manner->way = tes_random_below(random, WAYS);
    for (unsigned i = 0; i < OPTIONS; i++) {
        manner->net = level->is_cross ? CROSS : tes_random_below(random, NETS);
        manner->way = level->is_one_way ? manner->way : tes_random_below(random, WAYS);
        manner->is_together = question->options[i] <= level->mirrored;
        unfold(random, &cubes[question->options[i]], manner, question->shown.nets[i]);
    }
    for (unsigned face = 0; face < TES_NET_SQUARES; face++)
        pack(0, 0, cubes[0].sign[FACES[face]], &question->shown.nets[HEAD_ROW][face]);
}

static bool make(struct tes_random *random, enum tes_difficulty difficulty,
                 struct tes_question_asked *question)
{
    const struct level *level = &LEVELS[difficulty];
    struct cube cubes[OPTIONS];
    struct manner manner;
    pick_cube(random, &cubes[0]);
    for (unsigned face = 0; face < TES_FACES_SEEN; face++)
        manner.seen[face] = cubes[0].sign[FACES[face]];
    if (!gather(random, level, manner.seen, cubes))
        return false;
    set_scene(random, &question->scene);
    question->option_count = OPTIONS;
    for (unsigned i = 0; i < OPTIONS; i++)
        question->options[i] = (uint8_t)i;
    tes_question_shuffle(random, question, 0);
    put_all(random, level, cubes, &manner, question);
    return true;
}

static struct tes_instruction ask(const struct tes_question_asked *question)
{
    (void)question;
    return (struct tes_instruction){.key = "ask-net"};
}

const struct tes_question tes_question_net = {"net", make, ask, 0};
