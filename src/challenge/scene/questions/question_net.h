/*
 * question_net.h: nets of a cube, and cubes with a sign on each face. A net lies with its printed
 * side up and folds away from the reader, so that the signs are on the outside of the cube.
 */
#ifndef TES_QUESTION_NET_H
#define TES_QUESTION_NET_H

#include "challenge/scene/questions/question.h"

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

#endif
