/* A question that is read aloud has no picture. */
#include "draw/scene/marks/marks.h"

const struct tes_scenery tes_scenery_heard = {.head = NULL};
