/* sun.h: how a question about the sun stores its directions. */
#ifndef TES_SUN_H
#define TES_SUN_H

#include "core/scene/question.h"

/* An option is a direction in steps of this many degrees, anticlockwise seen from above: 0 is where
 * the viewer stands, 45 degrees is to the viewer's right. */
#define TES_SUN_STEP 1.5

#endif
