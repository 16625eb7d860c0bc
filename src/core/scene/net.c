/*
 * Which net folds into this cube? One option does. The others have signs in each other's places, or
 * (at the hard level) turned. A cube is unfolded by going from square to square of a net; whether
 * it could be the one that is shown is tried in all its 24 positions.
 */
#include "core/scene/net.h"

enum {
    OPTIONS = 6,
    NETS = 11,
    CROSS = 0,
    WRONG_TRIES = 120,
    HANDY_TRIES = 24,
    SIDES = 4,
    HEAD_ROW = OPTIONS, /* of `nets`, where the head's cube is kept */
};

/* The nets of a cube: rows and columns of their squares. */
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
    {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 2}, {2, 3}},
    {{0, 0}, {0, 1}, {0, 2}, {1, 2}, {1, 3}, {1, 4}},
};

/* What each level asks for. */
static const struct level {
    bool is_cross;       /* the cross-shaped net only */
    uint8_t oriented;    /* signs that have an up */
    uint8_t mirror_most; /* wrong options that differ by two signs of the seen corner */
} LEVELS[] = {
    [TES_EASY] = {true, 0, 1},
    [TES_MEDIUM] = {false, 0, 2},
    [TES_HARD] = {false, 5, 2},
};

/* ------------------------------------------------------------------ cubes */

/* Directions in space: +x (right), +y (away), +z (up), and their opposites three further on. */
typedef uint8_t direction;
static direction opposite(direction a)
{
    return (direction)((a + 3) % 6);
}

/* The direction at right angles to two others, by the right hand. */
static direction across(direction a, direction b)
{
    bool is_negative = (a < 3) != (b < 3);
    unsigned i = a % 3, j = b % 3;
    is_negative = is_negative != ((i + 1) % 3 != j);
    direction third = (direction)(3 - i - j);
    return is_negative ? opposite(third) : third;
}

enum { RIGHT = 0, AWAY = 1, UP = 2, LEFT = 3, NEAR = 4, DOWN = 5 };

/* Where a face looks and which way its sign is read when it is not turned. */
static const struct {
    direction normal, up;
} FACES[TES_NET_SQUARES] = {
    [TES_FACE_TOP] = {UP, AWAY},      [TES_FACE_FRONT] = {NEAR, UP}, [TES_FACE_RIGHT] = {RIGHT, UP},
    [TES_FACE_BOTTOM] = {DOWN, NEAR}, [TES_FACE_BACK] = {AWAY, UP},  [TES_FACE_LEFT] = {LEFT, UP},
};

/* A cube: for each direction that a face looks in, its sign and where that one's up points. */
struct cube {
    uint8_t sign[6];
    direction up[6];
};

/* A square's place on the cube: where it looks, and where its right and its up point. */
struct stand {
    direction normal, right, up;
};

static direction turned(struct stand stand, unsigned quarters)
{
    const direction ups[SIDES] = {stand.up, stand.right, opposite(stand.up), opposite(stand.right)};
    return ups[quarters % SIDES];
}

static unsigned quarters_of(struct stand stand, direction up)
{
    unsigned quarters = 0;
    while (turned(stand, quarters) != up)
        quarters++;
    return quarters;
}

static struct stand stand_of(direction normal, direction up)
{
    return (struct stand){normal, across(up, normal), up};
}

/* The 24 positions: each face's stand, with each of its four ups. */
static struct stand position(unsigned index)
{
    direction normal = (direction)(index / SIDES);
    direction first = (direction)((normal + 1) % 6);
    struct stand stand = stand_of(normal, first);
    return stand_of(normal, turned(stand, index % SIDES));
}

/* Where a direction points after the cube is turned so that +z looks along the position's normal
 * and +y along its up. */
static direction moved(struct stand to, direction from)
{
    const direction axes[3] = {to.right, to.up, to.normal};
    return from < 3 ? axes[from] : opposite(axes[from - 3]);
}

/* Whether a cube, turned somehow, shows the faces that the head shows. */
static bool could_be(const struct cube *cube, const struct cube *head, unsigned faces)
{
    for (unsigned i = 0; i < 6 * SIDES; i++) {
        struct stand to = position(i);
        bool is_same = true;
        for (unsigned face = 0; face < faces && is_same; face++) {
            direction at = FACES[face].normal, from = moved(to, at);
            is_same =
                cube->sign[from] == head->sign[at] &&
                (head->sign[at] < TES_SIGN_ORIENTED || cube->up[from] == moved(to, head->up[at]));
        }
        if (is_same)
            return true;
    }
    return false;
}

/* ------------------------------------------------------------------- nets */

/* A net in one of the eight ways it can lie. */
static void lay(struct tes_random *random, unsigned net, uint8_t places[TES_NET_SQUARES][2])
{
    unsigned way = tes_random_below(random, 8);
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

/* The square beside another, folded back. False where they are no neighbours. */
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

/* Where each square of a net comes to lie on the cube when the first one stands at `first`. */
static void fold_all(uint8_t places[TES_NET_SQUARES][2], struct stand first,
                     struct stand stands[TES_NET_SQUARES])
{
    unsigned done = 1;
    stands[0] = first;
    /* Every square has a neighbour among those that are done after a few rounds. */
    while (done != (1U << TES_NET_SQUARES) - 1)
        for (unsigned i = 0; i < TES_NET_SQUARES; i++)
            for (unsigned j = 0; j < TES_NET_SQUARES; j++)
                if ((done >> i & 1) != 0 && (done >> j & 1) == 0 &&
                    fold(stands[i], places[i], places[j], &stands[j]))
                    done |= 1U << j;
}

/* Packed: six bytes of places, row and column; six of signs and quarters. */
static void pack(uint8_t row, uint8_t column, uint8_t sign, unsigned quarters, uint8_t *to)
{
    to[0] = (uint8_t)(row << 4 | column);
    to[TES_NET_SQUARES] = (uint8_t)((unsigned)sign << 2 | quarters);
}

/* Whether the squares of the seen signs hang together: then what lies far apart in the net need not
 * be followed. */
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

static void unfold(struct tes_random *random, const struct cube *cube,
                   const uint8_t seen[TES_FACES_SEEN], unsigned net, uint8_t packed[16])
{
    uint8_t places[TES_NET_SQUARES][2];
    struct stand stands[TES_NET_SQUARES];
    lay(random, net, places);
    for (unsigned tries = 0; tries < HANDY_TRIES; tries++) {
        fold_all(places, position(tes_random_below(random, 6 * SIDES)), stands);
        if (is_handy(cube, seen, places, stands))
            break;
    }
    for (unsigned i = 0; i < TES_NET_SQUARES; i++) {
        direction normal = stands[i].normal;
        unsigned quarters =
            cube->sign[normal] < TES_SIGN_ORIENTED ? 0 : quarters_of(stands[i], cube->up[normal]);
        pack(places[i][0], places[i][1], cube->sign[normal], quarters, packed + i);
    }
}

static struct tes_net_square unpack(const uint8_t *from)
{
    return (struct tes_net_square){(uint8_t)(from[0] >> 4), from[0] & 15,
                                   (uint8_t)(from[TES_NET_SQUARES] >> 2),
                                   from[TES_NET_SQUARES] & 3};
}

struct tes_net_square tes_net_square_of(const struct tes_question_drawn *question, unsigned option,
                                        unsigned square)
{
    return unpack(&question->shown.nets[option][square]);
}

struct tes_net_square tes_net_face_of(const struct tes_question_drawn *question, enum tes_face face)
{
    return unpack(&question->shown.nets[HEAD_ROW][face]);
}

/* ------------------------------------------------------------------- draw */

/* Signs for the six faces: the seen ones first. */
static void draw_signs(struct tes_random *random, unsigned oriented, uint8_t signs[TES_NET_SQUARES])
{
    uint8_t plain[TES_SIGN_ORIENTED], turning[TES_SIGN_COUNT - TES_SIGN_ORIENTED];
    for (unsigned i = 0; i < sizeof plain; i++)
        plain[i] = (uint8_t)i;
    for (unsigned i = 0; i < sizeof turning; i++)
        turning[i] = (uint8_t)(TES_SIGN_ORIENTED + i);
    tes_random_shuffle(random, plain, sizeof plain);
    tes_random_shuffle(random, turning, sizeof turning);
    for (unsigned i = 0; i < TES_NET_SQUARES; i++)
        signs[i] = i < oriented ? turning[i] : plain[i];
}

static void draw_cube(struct tes_random *random, unsigned oriented, struct cube *cube)
{
    uint8_t signs[TES_NET_SQUARES];
    draw_signs(random, oriented, signs);
    for (unsigned face = 0; face < TES_NET_SQUARES; face++) {
        direction normal = FACES[face].normal;
        unsigned quarters = tes_random_below(random, SIDES);
        cube->sign[normal] = signs[face];
        cube->up[normal] = turned(stand_of(normal, FACES[face].up), quarters);
    }
}

static void swap(struct cube *cube, enum tes_face a, enum tes_face b)
{
    direction first = FACES[a].normal, second = FACES[b].normal;
    unsigned quarters = quarters_of(stand_of(first, FACES[a].up), cube->up[first]);
    unsigned others = quarters_of(stand_of(second, FACES[b].up), cube->up[second]);
    uint8_t sign = cube->sign[first];
    cube->sign[first] = cube->sign[second];
    cube->sign[second] = sign;
    cube->up[first] = turned(stand_of(first, FACES[a].up), others);
    cube->up[second] = turned(stand_of(second, FACES[b].up), quarters);
}

/* Ways to be wrong. */
static void swap_seen(struct tes_random *random, struct cube *cube)
{
    unsigned first = tes_random_below(random, TES_FACES_SEEN);
    swap(cube, (enum tes_face)first, (enum tes_face)((first + 1) % TES_FACES_SEEN));
}

/* A seen sign comes to lie opposite another seen one. */
static void swap_hidden(struct tes_random *random, struct cube *cube)
{
    unsigned first = tes_random_below(random, TES_FACES_SEEN);
    unsigned further = 1 + tes_random_below(random, TES_FACES_SEEN - 1);
    unsigned other = (first + further) % TES_FACES_SEEN;
    swap(cube, (enum tes_face)first, (enum tes_face)(other + TES_FACES_SEEN));
    /* The hidden signs change places as well, or two nets would be the same cube. */
    if (tes_random_below(random, 2) == 0)
        swap(cube, (enum tes_face)(first + TES_FACES_SEEN),
             (enum tes_face)(other + TES_FACES_SEEN));
}

static void turn_seen(struct tes_random *random, struct cube *cube)
{
    unsigned face = tes_random_below(random, TES_FACES_SEEN);
    unsigned further = 1 + tes_random_below(random, SIDES - 1);
    direction normal = FACES[face].normal;
    struct stand stand = stand_of(normal, FACES[face].up);
    cube->up[normal] = turned(stand, quarters_of(stand, cube->up[normal]) + further);
}

/* A cube that can't be the head's, of a kind that suits the level. */
static struct cube draw_wrong(struct tes_random *random, const struct level *level,
                              const struct cube *right, unsigned index)
{
    struct cube wrong = *right;
    if (index <= level->mirror_most)
        swap_seen(random, &wrong);
    else if (level->oriented > 0)
        turn_seen(random, &wrong);
    else
        swap_hidden(random, &wrong);
    return wrong;
}

static bool gather(struct tes_random *random, const struct level *level, struct cube cubes[OPTIONS])
{
    unsigned count = 1;
    for (unsigned tries = 0; tries < WRONG_TRIES && count < OPTIONS; tries++) {
        cubes[count] = draw_wrong(random, level, &cubes[0], count);
        bool is_new = !could_be(&cubes[count], &cubes[0], TES_FACES_SEEN);
        for (unsigned i = 1; i < count && is_new; i++)
            is_new = !could_be(&cubes[count], &cubes[i], TES_NET_SQUARES);
        count += is_new;
    }
    return count == OPTIONS;
}

/* A plain cube, 2 wide, whose three faces are well seen; the light tells them apart. */
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

static bool draw(struct tes_random *random, enum tes_difficulty difficulty,
                 struct tes_question_drawn *question)
{
    const struct level *level = &LEVELS[difficulty];
    struct cube cubes[OPTIONS];
    uint8_t seen[TES_FACES_SEEN];
    draw_cube(random, level->oriented, &cubes[0]);
    for (unsigned face = 0; face < TES_FACES_SEEN; face++)
        seen[face] = cubes[0].sign[FACES[face].normal];
    if (!gather(random, level, cubes))
        return false;
    set_scene(random, &question->scene);
    question->option_count = OPTIONS;
    for (unsigned i = 0; i < OPTIONS; i++)
        question->options[i] = (uint8_t)i;
    tes_question_shuffle(random, question, 0);
    for (unsigned i = 0; i < OPTIONS; i++) {
        unsigned net = level->is_cross ? CROSS : tes_random_below(random, NETS);
        unfold(random, &cubes[question->options[i]], seen, net, question->shown.nets[i]);
    }
    for (unsigned face = 0; face < TES_NET_SQUARES; face++) {
        direction normal = FACES[face].normal;
        unsigned quarters = quarters_of(stand_of(normal, FACES[face].up), cubes[0].up[normal]);
        pack(0, 0, cubes[0].sign[normal], quarters, &question->shown.nets[HEAD_ROW][face]);
    }
    return true;
}

static void ask(const struct tes_question_drawn *question, struct tes_buf *text)
{
    (void)question;
    tes_buf_text(text, "Which of these sheets can be folded into the cube above?");
}

const struct tes_question tes_question_net = {"net", draw, ask};
