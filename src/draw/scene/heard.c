/* Nothing is to be seen of a question that is told in words. */
#include "draw/scene/scenery.h"

const struct tes_scenery tes_scenery_heard = {.head = NULL};
