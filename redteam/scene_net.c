/*
 * Every sign has an ink of its own, so there is no need to know its shape: the middle of an ink's
 * pixels is the middle of a square. A net is folded by rolling it up.
 */
#include "scene.h"
#include "scene_pixels.h"

#include <math.h>
#include <stdlib.h>

enum { INKS = 6, SEEN = 3, INK_LEAST = 60, NEAR = 45 };

static const uint8_t INK[INKS][3] = {{0xC0, 0x39, 0x2B}, {0x1F, 0x5F, 0xA8}, {0x1E, 0x7B, 0x4A},
                                     {0x6C, 0x3A, 0x9C}, {0xB8, 0x62, 0x0A}, {0x2B, 0x34, 0x40}};

/* How a square of a folded net stands: where its front, its right and its upper side point. */
struct stand {
    int normal[3], right[3], up[3];
};

/* The inks of the top, the left and the right face of the cube. */
static bool read_cube(const struct tes_image *image, unsigned faces[SEEN])
{
    struct tes_area head = {8, 8, image->width - 16, TES_SCENE_HEAD - 16};
    struct patch patches[INKS];
    unsigned order[INKS] = {0};
    for (unsigned i = 0; i < INKS; i++) {
        patches[i] = pixels_of_colour(image, head, INK[i], NEAR);
        unsigned at = i;
        for (; at > 0 && patches[order[at - 1]].count < patches[i].count; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    for (unsigned i = 0; i < SEEN; i++)
        faces[i] = order[i];
    for (unsigned i = 1; i < SEEN; i++) {
        if (patches[faces[i]].y < patches[faces[0]].y) {
            unsigned top = faces[i];
            faces[i] = faces[0];
            faces[0] = top;
        }
    }
    if (patches[faces[1]].x > patches[faces[2]].x) {
        unsigned right = faces[1];
        faces[1] = faces[2];
        faces[2] = right;
    }
    return patches[order[SEEN - 1]].count >= INK_LEAST;
}

/* The row and column of each ink's square. */
static bool read_net(const struct tes_image *image, struct tes_area cell, int places[INKS][2])
{
    struct patch patches[INKS];
    double side = 1e9, left = 1e9, top = 1e9;
    for (unsigned i = 0; i < INKS; i++) {
        patches[i] = pixels_of_colour(image, cell, INK[i], NEAR);
        if (patches[i].count < INK_LEAST)
            return false;
        left = fmin(left, patches[i].x);
        top = fmin(top, patches[i].y);
        for (unsigned j = 0; j < i; j++)
            side = fmin(side, hypot(patches[i].x - patches[j].x, patches[i].y - patches[j].y));
    }
    for (unsigned i = 0; i < INKS; i++) {
        places[i][0] = (int)lround((patches[i].y - top) / side);
        places[i][1] = (int)lround((patches[i].x - left) / side);
    }
    return true;
}

static struct stand roll(const struct stand *from, int down, int right)
{
    struct stand to = *from;
    for (unsigned i = 0; i < 3; i++) {
        if (right != 0) {
            to.normal[i] = right * from->right[i];
            to.right[i] = -right * from->normal[i];
        } else {
            to.normal[i] = -down * from->up[i];
            to.up[i] = down * from->normal[i];
        }
    }
    return to;
}

static void fold(int places[INKS][2], struct stand stands[INKS])
{
    unsigned done = 1;
    stands[0] = (struct stand){{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
    for (unsigned round = 0; round < INKS; round++)
        for (unsigned i = 0; i < INKS; i++)
            for (unsigned j = 0; j < INKS; j++) {
                int down = places[j][0] - places[i][0], right = places[j][1] - places[i][1];
                if ((done >> i & 1) == 0 || (done >> j & 1) != 0 || abs(down) + abs(right) != 1)
                    continue;
                stands[j] = roll(&stands[i], down, right);
                done |= 1U << j;
            }
}

/* Whether left, right and top go round as they do on the cube. */
static bool is_corner(const struct stand *top, const struct stand *left, const struct stand *right)
{
    const int *a = left->normal, *b = right->normal;
    const int across[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                           a[0] * b[1] - a[1] * b[0]};
    return across[0] == top->normal[0] && across[1] == top->normal[1] &&
           across[2] == top->normal[2];
}

int scene_net(const struct sight *sight)
{
    const struct tes_image *image = &sight->pictures->image;
    unsigned side = sight->view.cells.width / sight->view.columns, faces[SEEN];
    if (!read_cube(image, faces))
        return NO_ANSWER;
    for (unsigned i = 0; i < sight->option_count; i++) {
        struct tes_area cell = {i % sight->view.columns * side,
                                sight->view.cells.y + i / sight->view.columns * side, side, side};
        int places[INKS][2];
        struct stand stands[INKS] = {0};
        if (!read_net(image, cell, places))
            continue;
        fold(places, stands);
        if (is_corner(&stands[faces[0]], &stands[faces[1]], &stands[faces[2]]))
            return (int)i;
    }
    return NO_ANSWER;
}
