/* scene.h: the sizes of a scene's picture; what is asked is in core/scene/question.h. */
#ifndef TES_KIND_SCENE_H
#define TES_KIND_SCENE_H

#include "core/scene/question.h"

#define TES_SCENE_WIDTH  640 /* of the picture, in pixels */
#define TES_SCENE_HEIGHT 480 /* where options are words */
#define TES_SCENE_HEAD   320 /* height of what stands above the cells, where options are pictures */

#endif
