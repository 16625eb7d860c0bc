/* Dots and those near them in the next frame. Most of these are different dots by chance: how many
 * more there are at a distance than far away tells how likely a pair of that distance is one dot.
 */
#include "flow.h"

#include <math.h>

enum { NEAR = 4, FAR_LEAST = 6, FAR_MOST = 8, SQUARES_MAX = NEAR * NEAR + 1 };

static unsigned count_at(const struct film *film, int right, int down)
{
    unsigned count = 0;
    for (unsigned frame = 0; frame + 1 < film->frames; frame++)
        for (int y = FAR_MOST; y < FILM_SIDE - FAR_MOST; y++)
            for (int x = FAR_MOST; x < FILM_SIDE - FAR_MOST; x++)
                count += film->dots[frame][y * FILM_SIDE + x] &
                         film->dots[frame + 1][(y + down) * FILM_SIDE + x + right];
    return count;
}

/* For each squared distance, the share of pairs that are one dot. */
static void weigh(const struct film *film, double weights[SQUARES_MAX])
{
    double sums[SQUARES_MAX] = {0}, far = 0;
    unsigned counts[SQUARES_MAX] = {0}, far_count = 0;
    for (int down = -FAR_MOST; down <= FAR_MOST; down++)
        for (int right = -FAR_MOST; right <= FAR_MOST; right++) {
            int squared = down * down + right * right;
            bool is_far = squared >= FAR_LEAST * FAR_LEAST && (down + right) % 3 == 0;
            if (squared >= SQUARES_MAX && !is_far)
                continue;
            double count = count_at(film, right, down);
            far += is_far ? count : 0;
            far_count += is_far;
            if (squared < SQUARES_MAX) {
                sums[squared] += count;
                counts[squared]++;
            }
        }
    for (unsigned i = 0; i < SQUARES_MAX; i++) {
        double mean = counts[i] == 0 ? 0 : sums[i] / counts[i];
        weights[i] = mean == 0 ? 0 : fmax(0, 1 - far / far_count / mean);
    }
}

static void add_near(const struct film *film, unsigned frame, int x, int y,
                     const double weights[SQUARES_MAX], struct flow_pairs *pairs)
{
    const uint8_t *next = film->dots[frame + 1];
    for (int down = -NEAR; down <= NEAR; down++)
        for (int right = -NEAR; right <= NEAR; right++) {
            int squared = down * down + right * right, to_x = x + right, to_y = y + down;
            if (squared == 0 || squared >= SQUARES_MAX || weights[squared] < 0.02 || to_x < 0 ||
                to_y < 0 || to_x >= FILM_SIDE || to_y >= FILM_SIDE ||
                next[to_y * FILM_SIDE + to_x] == 0 || pairs->count == FLOW_PAIRS_MAX)
                continue;
            pairs->all[pairs->count++] = (struct flow_pair){
                .x = (float)(x + right / 2.0 + 0.5),
                .y = (float)(y + down / 2.0 + 0.5),
                .frame = (float)(frame + 0.5),
                .angle = (float)atan2(down, right),
                .weight = (float)weights[squared],
            };
        }
}

void flow_pairs_find(const struct film *film, struct flow_pairs *pairs)
{
    double weights[SQUARES_MAX];
    weigh(film, weights);
    pairs->count = 0;
    for (unsigned frame = 0; frame + 1 < film->frames; frame++)
        for (int i = 0; i < FILM_SQUARES; i++)
            if (film->dots[frame][i] != 0)
                add_near(film, frame, i % FILM_SIDE, i / FILM_SIDE, weights, pairs);
}
