/* question_sun.h: how a question about the sun stores its directions. */
#ifndef TES_QUESTION_SUN_H
#define TES_QUESTION_SUN_H

#include "challenge/scene/questions/question.h"

/* An option is a direction in steps of this many degrees, anticlockwise seen from above: 0 is where
 * the viewer stands, 45 degrees is to the viewer's right. */
#define TES_SUN_STEP 1.5

#endif
