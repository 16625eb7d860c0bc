/*
 * person.h: what the files that paint people share: who somebody is (a look, picked once from the
 * random numbers), what the face does (an expression, a row of a table), and the parts.
 *
 * Parts of the head are painted in the head's own units: the origin is its centre, the standard
 * head is 56 wide and 62 high. Names of sides are as seen, before the caller mirrors the picture.
 */
#ifndef TES_PERSON_H
#define TES_PERSON_H

#include "challenge/sprites.h"
#include "draw/paint/paint.h"
#include "draw/sprites/kit/kit.h"

/* ------------------------------------------------------------ expression */

enum tes_person_eye_kind {
    TES_PERSON_EYE_OPEN,
    TES_PERSON_EYE_ARCHED,   /* closed, bent upwards: laughs, winks */
    TES_PERSON_EYE_CUPPED,   /* closed, bent downwards: rests */
    TES_PERSON_EYE_SQUEEZED, /* closed hard, like an arrow to the nose */
    TES_PERSON_EYE_HEART,
};

struct tes_person_eye {
    enum tes_person_eye_kind kind;
    float size;      /* of the opening; 1 is usual */
    float lid;       /* share that the upper lid covers */
    float slant;     /* degrees by which the lid's inner end is raised */
    float lower_lid; /* share that the lower lid covers */
};

struct tes_person_brow {
    float lift;  /* upwards */
    float slant; /* how much the inner end is higher than the outer one */
    float arch;  /* how much its middle is higher than its ends */
};

enum tes_person_mouth_kind {
    TES_PERSON_MOUTH_LINE,   /* closed */
    TES_PERSON_MOUTH_OPEN,   /* flat on one side, round on the other; bend says which */
    TES_PERSON_MOUTH_ROUND,  /* an O */
    TES_PERSON_MOUTH_TEETH,  /* teeth clenched */
    TES_PERSON_MOUTH_TONGUE, /* a line, and the tongue hangs out */
};

struct tes_person_mouth {
    enum tes_person_mouth_kind kind;
    float width;  /* from the middle to a corner */
    float height; /* of what is open */
    float bend;   /* how far the corners are above the middle: smiles; below 0 it is turned down */
    float skew;   /* how much lower the right corner is than the left one */
    float waves;  /* how far the line wavers */
};

enum tes_person_tint {
    TES_PERSON_TINT_NONE,
    TES_PERSON_TINT_RED,
    TES_PERSON_TINT_GREEN,
    TES_PERSON_TINT_PALE,
    TES_PERSON_TINT_ROSY,
};

/* What appears on or around the face: a bit each. */
enum tes_person_extra {
    TES_PERSON_TEARS_OF_JOY = 1 << 0,
    TES_PERSON_STREAMS = 1 << 1, /* of tears */
    TES_PERSON_DROPS = 1 << 2,   /* of tears, big */
    TES_PERSON_SWEAT = 1 << 3,
    TES_PERSON_HEARTS = 1 << 4,
    TES_PERSON_STEAM = 1 << 5,
    TES_PERSON_BURST = 1 << 6,
    TES_PERSON_SPIRAL = 1 << 7,
    TES_PERSON_MOON = 1 << 8,
    TES_PERSON_BUBBLE = 1 << 9,
    TES_PERSON_GLOOM = 1 << 10, /* a bluish forehead */
    TES_PERSON_NOSE_WRINKLES = 1 << 11,
    TES_PERSON_FROWN_LINES = 1 << 12,
    TES_PERSON_BLUSH_LINES = 1 << 13,
    TES_PERSON_HANDS_AT_CHEEKS = 1 << 14,
    TES_PERSON_FIST_AT_CHEEK = 1 << 15,
    TES_PERSON_FINGERS_AT_MOUTH = 1 << 16,
    TES_PERSON_NIGHTCAP = 1 << 17,
    TES_PERSON_FUMES = 1 << 18, /* something smells */
    TES_PERSON_CLOUD = 1 << 19, /* with rain, above the head */
};

#define TES_PERSON_GLOOM_COLOUR TES_RGB(0x4F7FC0) /* lies half over the skin */

struct tes_person_expression {
    struct tes_person_eye eyes[2]; /* left, right */
    struct tes_person_brow brows[2];
    struct tes_point gaze; /* -1 .. 1: to the right, down */
    float iris;            /* its size; 1 is usual */
    struct tes_person_mouth mouth;
    float blush; /* 0 .. 1 */
    enum tes_person_tint tint;
    unsigned extras;
    float tilt; /* of the head, degrees */
    float bow;  /* how far the features move down on the head */
};

/* One of the ways to show an emotion, with small differences each time. */
struct tes_person_expression tes_person_expression(struct tes_random *random,
                                                   enum tes_emotion emotion);

/* ------------------------------------------------------------------ look */

enum tes_person_age { TES_PERSON_YOUNG, TES_PERSON_MIDDLE_AGED, TES_PERSON_OLD };

enum tes_person_nose {
    TES_PERSON_NOSE_SMALL,
    TES_PERSON_NOSE_LONG,
    TES_PERSON_NOSE_BROAD,
    TES_PERSON_NOSES
};

enum tes_person_hat {
    TES_PERSON_HAT_NONE,
    TES_PERSON_HAT_CAP,
    TES_PERSON_HAT_BEANIE,
    TES_PERSON_HAT_SUN,
    TES_PERSON_HAT_HEADSCARF,
    TES_PERSON_HAT_TURBAN,
    TES_PERSON_HAT_WRAP,
    TES_PERSON_HAT_NIGHTCAP,
};

enum tes_person_trinket {
    TES_PERSON_TRINKET_NONE,
    TES_PERSON_TRINKET_BAND,
    TES_PERSON_TRINKET_FLOWER,
    TES_PERSON_TRINKET_BOW,
    TES_PERSON_TRINKET_HEADPHONES,
    TES_PERSON_TRINKETS
};

enum tes_person_beard {
    TES_PERSON_BEARD_NONE,
    TES_PERSON_BEARD_STUBBLE,
    TES_PERSON_BEARD_FULL,
    TES_PERSON_BEARD_SHORT,
    TES_PERSON_BEARD_GOATEE,
    TES_PERSON_BEARD_MOUSTACHE,
};

enum tes_person_glasses {
    TES_PERSON_GLASSES_NONE,
    TES_PERSON_GLASSES_ROUND,
    TES_PERSON_GLASSES_SQUARE,
    TES_PERSON_GLASSES_CAT,
    TES_PERSON_GLASSES_HALF,
};

enum tes_person_garment {
    TES_PERSON_GARMENT_JUMPER,
    TES_PERSON_GARMENT_STRIPES,
    TES_PERSON_GARMENT_SHIRT,
    TES_PERSON_GARMENT_NECKLINE,
    TES_PERSON_GARMENT_HOOD,
    TES_PERSON_GARMENT_SCARF,
    TES_PERSON_GARMENT_ROLL_NECK,
    TES_PERSON_GARMENTS
};

struct tes_person_look {
    bool is_female;
    enum tes_person_age age;
    float line;  /* width of outlines */
    float light; /* -1: from the left, 1: from the right */

    struct tes_point centre, size; /* of the head; size 1 is the standard one */
    float jaw;                     /* its width; 1 is usual */
    float chin;                    /* how pointed, 0 .. 1 */
    struct tes_point turn;         /* where the face's middle lies on the head */
    float eye_gap, eye_size;
    enum tes_person_nose nose;
    float nose_size;
    float shoulders; /* half their width */

    tes_colour skin, skin_line, skin_shade, neck, blush, lips, mouth_line;
    tes_colour hair, hair_line, hair_shine, whiskers, brow, iris, eye_shadow;
    tes_colour hat_colour, hat_trim, top, top_trim, frame, jewel;

    unsigned hair_style; /* row of the table in hair.c */
    float hair_volume;   /* 0 .. 1 */
    float hair_length;   /* 0 .. 1 */
    bool is_parted_right;
    enum tes_person_hat hat;
    enum tes_person_trinket trinket;
    enum tes_person_beard beard;
    enum tes_person_glasses glasses;
    enum tes_person_garment garment;
    bool has_freckles, has_earrings, has_make_up;
    float brow_width;
};

struct tes_person_look tes_person_look(struct tes_random *random, bool is_female,
                                       const struct tes_person_expression *expression);

/* A style of hair, as a row of the table in hair.c, that suits the look so far. */
unsigned tes_person_hair_style(struct tes_random *random, const struct tes_person_look *look,
                               bool is_coily);
/* How much room it leaves around the head, 0 .. 1. */
float tes_person_hair_room(const struct tes_person_look *look);
/* Whether it hides the ears. */
bool tes_person_hair_hides_ears(const struct tes_person_look *look);

/* ----------------------------------------------------------------- parts */

/* On the whole square. */
void tes_person_clothes(struct tes_paint *paint, const struct tes_person_look *look);

/* On the head, from back to front. */
void tes_person_hair_behind(struct tes_paint *paint, const struct tes_person_look *look);
void tes_person_hat_behind(struct tes_paint *paint, const struct tes_person_look *look);
/* What falls over the shoulders. */
void tes_person_hair_beside(struct tes_paint *paint, const struct tes_person_look *look);
void tes_person_hair_front(struct tes_paint *paint, const struct tes_person_look *look);
void tes_person_hat_front(struct tes_paint *paint, const struct tes_person_look *look);
void tes_person_trinket(struct tes_paint *paint, const struct tes_person_look *look);

void tes_person_beard(struct tes_paint *paint, const struct tes_person_look *look);

/* With the origin between the eyes. */
void tes_person_face(struct tes_paint *paint, const struct tes_person_look *look,
                     const struct tes_person_expression *expression);

/* On the head. */
void tes_person_hands(struct tes_paint *paint, const struct tes_person_look *look, unsigned extras);
void tes_person_extras_on_face(struct tes_paint *paint, const struct tes_person_look *look,
                               unsigned extras);

/* On the whole square. */
void tes_person_extras_around(struct tes_paint *paint, const struct tes_person_look *look,
                              unsigned extras);

/* --------------------------------------------------------------- helpers */

/* Outlines are a larger shape beneath, in the line's colour: a fill costs a third of a stroke. */

/* A smooth shape through the points, sharp where one stands twice, with its outline. */
void tes_person_shape(struct tes_paint *paint, const struct tes_person_look *look,
                      const struct tes_point *points, unsigned count, tes_colour colour);
/* The same, for the shape and its mirror image. */
void tes_person_shapes(struct tes_paint *paint, const struct tes_person_look *look,
                       const struct tes_point *points, unsigned count, tes_colour colour);
/* The outline alone, this wide and in this colour, and the whole of what it surrounds. */
void tes_person_outline(struct tes_paint *paint, const struct tes_point *points, unsigned count,
                        float width, tes_colour line);
/* A bow from one point to another, its middle `rise` above the line between them (for bows that run
 * from left to right). For strokes; it has fewer lines than an arc. */
void tes_person_bow(struct tes_paint *paint, struct tes_point from, struct tes_point to,
                    float rise);
tes_colour tes_person_line_colour(tes_colour colour);

/* --------------------- parts of a face, with the origin between the eyes */

/* With brows and glasses. */
void tes_person_eyes(struct tes_paint *paint, const struct tes_person_look *look,
                     const struct tes_person_expression *expression);
void tes_person_mouth(struct tes_paint *paint, const struct tes_person_look *look,
                      const struct tes_person_mouth *mouth);

/* -------------------------------------------------------- layers of hair */

struct tes_person_curl {
    float x, y, radius;
};

/* Curls that grow together, with one outline around all. */
void tes_person_hair_curls(struct tes_paint *paint, const struct tes_person_look *look,
                           const struct tes_person_curl *curls, unsigned count);
/* Puts `count` curls on an arc around (0, y), from one angle to another. */
void tes_person_hair_place(struct tes_person_curl *curls, unsigned count, struct tes_point radii,
                           float y, struct tes_point degrees, float radius);

typedef void tes_person_hair_painter(struct tes_paint *paint, const struct tes_person_look *look);

/* Behind the shoulders. */
tes_person_hair_painter tes_person_hair_bob, tes_person_hair_afro, tes_person_hair_puffs,
    tes_person_hair_bun, tes_person_hair_ponytail;
/* Beside the neck, on the shoulders. */
tes_person_hair_painter tes_person_hair_long, tes_person_hair_wavy, tes_person_hair_curly_long,
    tes_person_hair_braids, tes_person_hair_locs;

/* Paints a woman or a man, head and shoulders, with an emotion. */
void tes_person(struct tes_paint *paint, struct tes_random *random, bool is_female,
                enum tes_emotion emotion);

#endif
