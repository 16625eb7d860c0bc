/* scene_type.h: the sizes of a scene's picture; what is asked is in
 * challenge/scene/questions/question.h. */
#ifndef TES_SCENE_TYPE_H
#define TES_SCENE_TYPE_H

#include "challenge/scene/questions/question.h"

#define TES_SCENE_WIDTH  640 /* of the picture, in pixels */
#define TES_SCENE_HEIGHT 480 /* where options are words */
#define TES_SCENE_HEAD   320 /* height of what stands above the cells, where options are pictures */

#endif
