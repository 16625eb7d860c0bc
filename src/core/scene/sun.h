/* sun.h: how a question about the sun notes its directions. */
#ifndef TES_SUN_H
#define TES_SUN_H

#include "core/scene/question.h"

/* An option is a direction in steps of so many degrees, anticlockwise seen from above: 0 stands
 * where the viewer stands, 45 to the viewer's right. */
#define TES_SUN_STEP 1.5

#endif
