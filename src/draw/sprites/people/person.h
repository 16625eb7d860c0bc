/*
 * person.h: what the files that draw people share: who somebody is (a look, drawn once from the
 * random numbers), what the face does (an expression, a row of a table), and the parts.
 *
 * Parts of the head are drawn in the head's own units: the origin is its centre, the standard head
 * is 56 wide and 62 high. Names of sides are as seen, before the caller mirrors the picture.
 */
#ifndef TES_PERSON_H
#define TES_PERSON_H

#include "core/sprites.h"
#include "draw/sprites/kit/point.h"
#include "draw/sprites/kit/table.h"

/* ------------------------------------------------------------ expression */

enum person_eye_kind {
    PERSON_EYE_OPEN,
    PERSON_EYE_ARCHED,   /* closed, bent upwards: laughs, winks */
    PERSON_EYE_CUPPED,   /* closed, bent downwards: rests */
    PERSON_EYE_SQUEEZED, /* closed hard, like an arrow to the nose */
    PERSON_EYE_HEART,
};

struct person_eye {
    enum person_eye_kind kind;
    float size;      /* of the opening; 1 is usual */
    float lid;       /* share that the upper lid covers */
    float slant;     /* degrees by which the lid's inner end is raised */
    float lower_lid; /* share that the lower lid covers */
};

struct person_brow {
    float lift;  /* upwards */
    float slant; /* how much the inner end is higher than the outer one */
    float arch;  /* how much its middle is higher than its ends */
};

enum person_mouth_kind {
    PERSON_MOUTH_LINE,   /* closed */
    PERSON_MOUTH_OPEN,   /* flat on one side, round on the other; bend says which */
    PERSON_MOUTH_ROUND,  /* an O */
    PERSON_MOUTH_TEETH,  /* teeth clenched */
    PERSON_MOUTH_TONGUE, /* a line, and the tongue hangs out */
};

struct person_mouth {
    enum person_mouth_kind kind;
    float width;  /* from the middle to a corner */
    float height; /* of what is open */
    float bend;   /* how far the corners are above the middle: smiles; below 0 it is turned down */
    float skew;   /* how much lower the right corner is than the left one */
    float waves;  /* how far the line wavers */
};

enum person_tint {
    PERSON_TINT_NONE,
    PERSON_TINT_RED,
    PERSON_TINT_GREEN,
    PERSON_TINT_PALE,
    PERSON_TINT_ROSY,
};

/* What appears on or around the face: a bit each. */
enum person_extra {
    PERSON_TEARS_OF_JOY = 1 << 0,
    PERSON_STREAMS = 1 << 1, /* of tears */
    PERSON_DROPS = 1 << 2,   /* of tears, big */
    PERSON_SWEAT = 1 << 3,
    PERSON_HEARTS = 1 << 4,
    PERSON_STEAM = 1 << 5,
    PERSON_BURST = 1 << 6,
    PERSON_SPIRAL = 1 << 7,
    PERSON_MOON = 1 << 8,
    PERSON_BUBBLE = 1 << 9,
    PERSON_GLOOM = 1 << 10, /* a bluish forehead */
    PERSON_NOSE_WRINKLES = 1 << 11,
    PERSON_FROWN_LINES = 1 << 12,
    PERSON_BLUSH_LINES = 1 << 13,
    PERSON_HANDS_AT_CHEEKS = 1 << 14,
    PERSON_FIST_AT_CHEEK = 1 << 15,
    PERSON_FINGERS_AT_MOUTH = 1 << 16,
    PERSON_NIGHTCAP = 1 << 17,
    PERSON_FUMES = 1 << 18, /* something smells */
    PERSON_CLOUD = 1 << 19, /* with rain, above the head */
};

#define PERSON_GLOOM_COLOUR TES_RGB(0x4F7FC0) /* lies half over the skin */

struct person_expression {
    struct person_eye eyes[2]; /* left, right */
    struct person_brow brows[2];
    struct tes_point gaze; /* -1 .. 1: to the right, down */
    float iris;            /* its size; 1 is usual */
    struct person_mouth mouth;
    float blush; /* 0 .. 1 */
    enum person_tint tint;
    unsigned extras;
    float tilt; /* of the head, degrees */
    float bow;  /* how far the features move down on the head */
};

/* One of the ways to show an emotion, with small differences each time. */
struct person_expression tes_person_expression(struct tes_random *random, enum tes_emotion emotion);

/* ------------------------------------------------------------------ look */

enum person_age { PERSON_YOUNG, PERSON_MIDDLE_AGED, PERSON_OLD };

enum person_nose { PERSON_NOSE_SMALL, PERSON_NOSE_LONG, PERSON_NOSE_BROAD, PERSON_NOSES };

enum person_hat {
    PERSON_HAT_NONE,
    PERSON_HAT_CAP,
    PERSON_HAT_BEANIE,
    PERSON_HAT_SUN,
    PERSON_HAT_HEADSCARF,
    PERSON_HAT_TURBAN,
    PERSON_HAT_WRAP,
    PERSON_HAT_NIGHTCAP,
};

enum person_trinket {
    PERSON_TRINKET_NONE,
    PERSON_TRINKET_BAND,
    PERSON_TRINKET_FLOWER,
    PERSON_TRINKET_BOW,
    PERSON_TRINKET_HEADPHONES,
    PERSON_TRINKETS
};

enum person_beard {
    PERSON_BEARD_NONE,
    PERSON_BEARD_STUBBLE,
    PERSON_BEARD_FULL,
    PERSON_BEARD_SHORT,
    PERSON_BEARD_GOATEE,
    PERSON_BEARD_MOUSTACHE,
};

enum person_glasses {
    PERSON_GLASSES_NONE,
    PERSON_GLASSES_ROUND,
    PERSON_GLASSES_SQUARE,
    PERSON_GLASSES_CAT,
    PERSON_GLASSES_HALF,
};

enum person_garment {
    PERSON_GARMENT_JUMPER,
    PERSON_GARMENT_STRIPES,
    PERSON_GARMENT_SHIRT,
    PERSON_GARMENT_NECKLINE,
    PERSON_GARMENT_HOOD,
    PERSON_GARMENT_SCARF,
    PERSON_GARMENT_ROLL_NECK,
    PERSON_GARMENTS
};

struct person_look {
    bool is_female;
    enum person_age age;
    float line;  /* width of outlines */
    float light; /* -1: from the left, 1: from the right */

    struct tes_point centre, size; /* of the head; size 1 is the standard one */
    float jaw;                     /* its width; 1 is usual */
    float chin;                    /* how pointed, 0 .. 1 */
    struct tes_point turn;         /* where the face's middle lies on the head */
    float eye_gap, eye_size;
    enum person_nose nose;
    float nose_size;
    float shoulders; /* half their width */

    tes_colour skin, skin_line, skin_shade, neck, blush, lips, mouth_line;
    tes_colour hair, hair_line, hair_shine, whiskers, brow, iris, eye_shadow;
    tes_colour hat_colour, hat_trim, top, top_trim, frame, jewel;

    unsigned hair_style; /* row of the table in person_hair.c */
    float hair_volume;   /* 0 .. 1 */
    float hair_length;   /* 0 .. 1 */
    bool is_parted_right;
    enum person_hat hat;
    enum person_trinket trinket;
    enum person_beard beard;
    enum person_glasses glasses;
    enum person_garment garment;
    bool has_freckles, has_earrings, has_make_up;
    float brow_width;
};

struct person_look tes_person_look(struct tes_random *random, bool is_female,
                                   const struct person_expression *expression);

/* A style of hair, as a row of the table in person_hair.c, that suits the look so far. */
unsigned tes_person_hair_style(struct tes_random *random, const struct person_look *look,
                               bool is_coily);
/* How much room it leaves around the head, 0 .. 1. */
float tes_person_hair_room(const struct person_look *look);
/* Whether it hides the ears. */
bool tes_person_hair_hides_ears(const struct person_look *look);

/* ----------------------------------------------------------------- parts */

/* On the whole square. */
void tes_person_clothes(struct tes_paint *paint, const struct person_look *look);

/* On the head, from back to front. */
void tes_person_hair_behind(struct tes_paint *paint, const struct person_look *look);
void tes_person_hat_behind(struct tes_paint *paint, const struct person_look *look);
/* What falls over the shoulders. */
void tes_person_hair_beside(struct tes_paint *paint, const struct person_look *look);
void tes_person_hair_front(struct tes_paint *paint, const struct person_look *look);
void tes_person_hat_front(struct tes_paint *paint, const struct person_look *look);
void tes_person_trinket(struct tes_paint *paint, const struct person_look *look);

void tes_person_beard(struct tes_paint *paint, const struct person_look *look);

/* With the origin between the eyes. */
void tes_person_face(struct tes_paint *paint, const struct person_look *look,
                     const struct person_expression *expression);

/* On the head. */
void tes_person_hands(struct tes_paint *paint, const struct person_look *look, unsigned extras);
void tes_person_extras_on_face(struct tes_paint *paint, const struct person_look *look,
                               unsigned extras);

/* On the whole square. */
void tes_person_extras_around(struct tes_paint *paint, const struct person_look *look,
                              unsigned extras);

/* --------------------------------------------------------------- helpers */

/* Outlines are a larger shape beneath, in the line's colour: a fill costs a third of a stroke. */

/* A smooth shape through the points, sharp where one stands twice, with its outline. */
void tes_person_shape(struct tes_paint *paint, const struct person_look *look,
                      const struct tes_point *points, unsigned count, tes_colour colour);
/* The same, for the shape and its mirror image. */
void tes_person_shapes(struct tes_paint *paint, const struct person_look *look,
                       const struct tes_point *points, unsigned count, tes_colour colour);
/* The outline alone, this wide and in this colour, and the whole of what it surrounds. */
void tes_person_outline(struct tes_paint *paint, const struct tes_point *points, unsigned count,
                        float width, tes_colour line);
/* A bow from one point to another, its middle `rise` above the line between them (for bows that run
 * from left to right). For strokes; it has fewer lines than an arc. */
void tes_person_bow(struct tes_paint *paint, struct tes_point from, struct tes_point to,
                    float rise);
tes_colour tes_person_line_colour(tes_colour colour);

#endif
