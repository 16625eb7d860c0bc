/* Draws a cube with a sign on each visible face, and in each cell a net, printed side up. */
#include "challenge/scene/questions/question_views.h"

#include "draw/scene/card.h"
#include "draw/scene/marks/marks.h"

static const tes_colour FACE = TES_RGB(0xFFFDF8);
static const float SHARE = 0.93F; /* of a cell that a net takes at most */
static const float SIDE_MOST = 48;
static const float EDGE = 2.5F;
static const float SIGN_LARGER = 1.12F; /* in nets, since they are small */

/* The colour of a sign: by its place among the cube's signs. */
static tes_colour ink_of(const struct tes_question_asked *question,
                         const struct tes_card_manner *manner, unsigned sign)
{
    unsigned smaller = 0;
    for (unsigned face = 0; face < TES_NET_SQUARES; face++)
        smaller += tes_net_face_of(question, (enum tes_face)face).sign < sign;
    return manner->inks[smaller % TES_CARD_INKS];
}

/* ------------------------------------------------------------------- head */

struct cube {
    const struct tes_question_asked *question;
    struct tes_card_manner manner;
    struct tes_viewer viewer;
    float width, height; /* of the head */
    enum tes_face face;
};

/* The middle, right and up of each visible face: the cube is 2 wide and stands on the ground. */
static const struct tes_vector FACES[TES_FACES_SEEN][3] = {
    [TES_FACE_TOP] = {{0, 0, 2}, {1, 0, 0}, {0, 1, 0}},
    [TES_FACE_FRONT] = {{0, -1, 1}, {1, 0, 0}, {0, 0, 1}},
    [TES_FACE_RIGHT] = {{1, 0, 1}, {0, 1, 0}, {0, 0, 1}},
};

static struct tes_point map_face(const void *how, float x, float y)
{
    const struct cube *cube = how;
    const struct tes_vector *face = FACES[cube->face];
    struct tes_vector point = tes_vector_add(face[0], tes_vector_scale(face[1], (double)x));
    point = tes_vector_add(point, tes_vector_scale(face[2], (double)y));
    struct tes_seen seen = tes_viewer_see(&cube->viewer, point);
    return (struct tes_point){cube->width / 2 + cube->height / 2 * (float)seen.x,
                              cube->height / 2 * (1 - (float)seen.y)};
}

/* Faces are white as in the nets, in different light. */
static void paint_face(struct tes_paint *paint, const struct cube *cube)
{
    static const float shades[TES_FACES_SEEN] = {
        [TES_FACE_TOP] = 0, [TES_FACE_FRONT] = -0.07F, [TES_FACE_RIGHT] = -0.2F};
    const struct tes_point corners[] = {map_face(cube, -1, 1), map_face(cube, 1, 1),
                                        map_face(cube, 1, -1), map_face(cube, -1, -1)};
    tes_path_polygon(paint, corners, 4);
    tes_paint_fill_stroke(paint, tes_colour_shade(FACE, shades[cube->face]), EDGE,
                          cube->manner.edge);
}

static void paint_cube(struct tes_paint *paint, const void *what)
{
    struct cube cube = *(const struct cube *)what;
    for (unsigned face = 0; face < TES_FACES_SEEN; face++) {
        struct tes_net_square square = tes_net_face_of(cube.question, (enum tes_face)face);
        cube.face = (enum tes_face)face;
        paint_face(paint, &cube);
        tes_sign_paint(paint, (enum tes_sign)square.sign, map_face, &cube,
                       ink_of(cube.question, &cube.manner, square.sign));
    }
}

static void draw_head(const struct tes_question_asked *question, struct tes_studio *studio,
                      struct tes_area head)
{
    struct tes_render how = {.part = head, .renderer = (enum tes_renderer)question->renderer};
    struct cube cube = {
        .question = question,
        .manner = tes_card_manner(&question->scene),
        .viewer = tes_camera_viewer(&question->scene.camera),
        .width = (float)head.width,
        .height = (float)head.height,
    };
    if (tes_render(studio, &question->scene, &how) != TES_OK)
        return;
    tes_card_paint(studio, head, paint_cube, &cube);
    tes_card_frame(studio, head);
}

/* ---------------------------------------------------------------- options */

struct net {
    const struct tes_question_asked *question;
    struct tes_card_manner manner;
    unsigned option;
    float left, top, side; /* pixels */
    struct tes_net_square square;
};

static struct tes_point map_square(const void *how, float x, float y)
{
    const struct net *net = how;
    return (struct tes_point){net->left + net->side * ((float)net->square.column + 0.5F + x / 2),
                              net->top + net->side * ((float)net->square.row + 0.5F - y / 2)};
}

static struct tes_point map_sign(const void *how, float x, float y)
{
    return map_square(how, SIGN_LARGER * x, SIGN_LARGER * y);
}

static void paint_net(struct tes_paint *paint, const void *what)
{
    struct net net = *(const struct net *)what;
    for (unsigned i = 0; i < TES_NET_SQUARES; i++) {
        net.square = tes_net_square_of(net.question, net.option, i);
        struct tes_point corner = map_square(&net, -1, 1);
        tes_path_box(paint, corner.x, corner.y, net.side, net.side, 2);
        tes_paint_fill_stroke(paint, FACE, EDGE, net.manner.edge);
    }
    for (unsigned i = 0; i < TES_NET_SQUARES; i++) {
        net.square = tes_net_square_of(net.question, net.option, i);
        tes_sign_paint(paint, (enum tes_sign)net.square.sign, map_sign, &net,
                       ink_of(net.question, &net.manner, net.square.sign));
    }
}

static void draw_option(const struct tes_question_asked *question, struct tes_studio *studio,
                        struct tes_area cell, unsigned option)
{
    struct net net = {.question = question, .option = option};
    float width = (float)cell.width, rows = 0, columns = 0;
    net.manner = tes_card_manner(&question->scene);
    for (unsigned i = 0; i < TES_NET_SQUARES; i++) {
        struct tes_net_square square = tes_net_square_of(question, option, i);
        rows = (float)square.row + 1 > rows ? (float)square.row + 1 : rows;
        columns = (float)square.column + 1 > columns ? (float)square.column + 1 : columns;
    }
    net.side = width * SHARE / (rows > columns ? rows : columns);
    net.side = net.side > SIDE_MOST ? SIDE_MOST : net.side;
    net.left = (width - columns * net.side) / 2;
    net.top = (width - rows * net.side) / 2;
    tes_card_tile(studio, cell, net.manner.tile);
    tes_card_paint(studio, cell, paint_net, &net);
}

const struct tes_scenery tes_scenery_net = {draw_head, draw_option};
