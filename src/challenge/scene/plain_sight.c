#include "challenge/scene/plain_sight.h"

#include "challenge/scene/scene_outline.h"

bool tes_plain_hidden(const struct tes_bodies *bodies, struct tes_vector eye, uint32_t things,
                      double least)
{
    for (; things; things &= things - 1)
        if (tes_cast_visible_from(bodies, eye, (unsigned)__builtin_ctz(things), 0) > 1 - least)
            return false;
    return true;
}

bool tes_plain_whole(const struct tes_bodies *bodies, const struct tes_viewer *viewer,
                     uint32_t things)
{
    struct tes_outline outlines[TES_SCENE_THINGS];
    for (unsigned i = 0; i < bodies->count; i++)
        if (bodies->all[i].thing->solid != TES_SOLID_DISC)
            tes_outline_of(bodies->all[i].thing, viewer, &outlines[i]);
    for (; things; things &= things - 1) {
        const struct tes_outline *own = &outlines[__builtin_ctz(things)];
        for (unsigned i = 0; i < bodies->count; i++)
            if (bodies->all[i].thing->solid != TES_SOLID_DISC &&
                outlines[i].distance < own->distance &&
                !tes_outline_are_apart(own, &outlines[i], 0))
                return false;
    }
    return true;
}
