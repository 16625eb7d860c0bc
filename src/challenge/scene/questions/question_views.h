/* question_views.h: what pictures and words need to know of a question, beside struct
 * tes_question_asked. */
#ifndef TES_QUESTION_VIEWS_H
#define TES_QUESTION_VIEWS_H

#include "challenge/scene/questions/question.h"

/* ------------------------------------------------------------------- sun */

/* An option is a direction in steps of this many degrees, anticlockwise seen from above: 0 is where
 * the viewer stands, 45 degrees is to the viewer's right. */
#define TES_SUN_STEP 1.5

/* -------------------------------------------------------------- polycube */

/* In place of an option: the figure above. */
#define TES_POLYCUBE_HEAD TES_QUESTION_OPTIONS

/* Whether one of the options is the mirror image, and that differs from the figure. */
bool tes_polycube_has_mirror(const struct tes_question_asked *question);

/* The scene of an option's cell, or of the figure above. Its looks are those of the question. */
struct tes_scene tes_polycube_scene(const struct tes_question_asked *question, unsigned option);

/* ------------------------------------------------------------------- net */

#define TES_NET_SQUARES 6

/* The signs. Each looks the same after a quarter turn, so nobody has to find out how a square is
 * turned. */
enum tes_sign {
    TES_SIGN_DISC,
    TES_SIGN_RING,
    TES_SIGN_PLUS,
    TES_SIGN_SQUARE,
    TES_SIGN_FRAME,
    TES_SIGN_DOTS,
    TES_SIGN_STAR,
    TES_SIGN_COUNT
};

/* The faces of a cube by their direction. The first three are visible in the picture above the
 * options. */
enum tes_face {
    TES_FACE_TOP,
    TES_FACE_FRONT,
    TES_FACE_RIGHT,
    TES_FACE_BOTTOM,
    TES_FACE_BACK,
    TES_FACE_LEFT
};
#define TES_FACES_SEEN 3

/* A square of a net, and its sign. */
struct tes_net_square {
    uint8_t row, column; /* of the net's grid */
    uint8_t sign;
};

/* One square of an option's net. */
struct tes_net_square tes_net_square_of(const struct tes_question_asked *question, unsigned option,
                                        unsigned square);

/* A face of the cube above the options. */
struct tes_net_square tes_net_face_of(const struct tes_question_asked *question,
                                      enum tes_face face);

/* ---------------------------------------------------------------- motion */

#define TES_MOTION_GATES    6
#define TES_MOTION_RADIUS   0.33 /* of the ball */
#define TES_MOTION_BLOCKS   3    /* that the building is made of, side by side */
#define TES_MOTION_REAR     1.1  /* the rear wall's y: half of a block's side */
#define TES_MOTION_FRONT    (-TES_MOTION_REAR)
#define TES_MOTION_HALF     (TES_MOTION_BLOCKS * TES_MOTION_REAR) /* of the building's length */
#define TES_MOTION_ROOF     0.9                                   /* its height */
#define TES_MOTION_GONE     (TES_MOTION_REAR - 0.1) /* where the ball's middle is out of sight */
#define TES_MOTION_PAUSE_MS 600 /* the ball lies still at first, so that it is noticed */
#define TES_MOTION_BOARD    TES_MOTION_BLOCKS /* index of the board, if scene.count is greater */

double tes_motion_gate(unsigned gate);

/* The time until all of the ball is out of sight. */
unsigned tes_motion_ms(const struct tes_motion *motion);

/* The ball's middle at a time, whether it is seen or not, until it leaves the gate. */
struct tes_vector tes_motion_at(const struct tes_motion *motion, double seconds);

/* ----------------------------------------------------------------- heard */

/* Writes what is read aloud in the language of that tag, or in English. */
void tes_heard_speak(const struct tes_question_asked *question, struct tes_slice language,
                     struct tes_buf *text);

#endif
