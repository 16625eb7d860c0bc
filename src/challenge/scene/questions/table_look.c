/* How much of each solid a viewer sees. */
#include "challenge/scene/questions/round_table.h"

/* The largest error of a share by silhouettes: what is closer to the limit is decided by rays. */
static const double DOUBT = 0.1;
/* How far a share may be beyond the limit and still be tried. */
static const double SLACK = 0.01;

void tes_look_start(struct tes_look *look, const struct tes_viewer *viewer, double share)
{
    look->viewer = *viewer;
    look->share = share;
    look->placed = 0;
    look->mark_count = 0;
}

void tes_look_mark(struct tes_look *look, struct tes_vector point)
{
    look->marks[look->mark_count] = point;
    look->seen[look->mark_count] = tes_viewer_see(&look->viewer, point);
    look->distances[look->mark_count] =
        tes_vector_length(tes_vector_subtract(point, look->viewer.eye));
    look->mark_count++;
}

static bool covers_mark(const struct tes_look *look, const struct tes_silhouette *silhouette)
{
    for (unsigned i = 0; i < look->mark_count; i++)
        if (look->distances[i] > silhouette->distance &&
            tes_silhouette_covers(silhouette, look->seen[i].x, look->seen[i].y))
            return true;
    return false;
}

bool tes_look_fits(struct tes_look *look, const struct tes_thing *thing, unsigned index)
{
    struct tes_silhouette *own = &look->silhouettes[index];
    const double most = 1 - look->share + SLACK;
    if (!tes_silhouette_of(thing, &look->viewer, own) || covers_mark(look, own))
        return false;
    look->hidden[index] = 0;
    for (uint32_t left = look->placed; left; left &= left - 1) {
        unsigned other = (unsigned)__builtin_ctz(left);
        const struct tes_silhouette *its = &look->silhouettes[other];
        double common = tes_silhouette_overlap(own, its);
        bool is_before = own->distance < its->distance;
        double hides = is_before ? common / its->area : 0;
        look->hides[other] = hides;
        look->hidden[index] += is_before ? 0 : common / own->area;
        if (look->hidden[index] > most || look->hidden[other] + hides > most)
            return false;
    }
    return true;
}

void tes_look_keep(struct tes_look *look, unsigned index)
{
    for (uint32_t left = look->placed; left; left &= left - 1) {
        unsigned other = (unsigned)__builtin_ctz(left);
        look->hidden[other] += look->hides[other];
    }
    look->placed |= UINT32_C(1) << index;
}

void tes_look_lift(struct tes_look *look, unsigned index)
{
    const struct tes_silhouette *own = &look->silhouettes[index];
    look->placed &= ~(UINT32_C(1) << index);
    for (uint32_t left = look->placed; left; left &= left - 1) {
        unsigned other = (unsigned)__builtin_ctz(left);
        const struct tes_silhouette *its = &look->silhouettes[other];
        if (own->distance < its->distance)
            look->hidden[other] -= tes_silhouette_overlap(own, its) / its->area;
    }
}

static bool is_mark_seen(const struct tes_look *look, const struct tes_bodies *bodies,
                         unsigned mark)
{
    struct tes_vector way = tes_vector_subtract(look->marks[mark], look->viewer.eye);
    return !tes_cast_stopped(bodies, look->viewer.eye, tes_vector_unit(way), tes_vector_length(way),
                             0);
}

bool tes_look_holds(const struct tes_look *look, const struct tes_bodies *bodies)
{
    const double certain = 1 - look->share - DOUBT;
    for (unsigned i = 0; i < look->mark_count; i++)
        if (!is_mark_seen(look, bodies, i))
            return false;
    for (uint32_t left = look->placed; left; left &= left - 1) {
        unsigned thing = (unsigned)__builtin_ctz(left);
        if (look->hidden[thing] > certain &&
            !tes_cast_shows(bodies, look->viewer.eye, thing, 0, look->share))
            return false;
    }
    return true;
}
