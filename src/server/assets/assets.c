#include "server/assets/assets.h"

const struct asset *asset_find(struct tes_slice path)
{
    /* A dozen rows, in whatever order the build machine sorts: a walk is enough. */
    for (const struct asset *asset = assets; asset->path != NULL; asset++)
        if (tes_slice_equal(tes_slice_of(asset->path), path))
            return asset;
    return NULL;
}
