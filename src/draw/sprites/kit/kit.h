/* kit.h: all that painters of sprites share. */
#ifndef TES_KIT_H
#define TES_KIT_H

#include "draw/sprites/kit/body.h"
#include "draw/sprites/kit/light.h"
#include "draw/sprites/kit/outline.h"
#include "draw/sprites/kit/palette.h"
#include "draw/sprites/kit/part.h"
#include "draw/sprites/kit/pattern.h"
#include "draw/sprites/kit/shape.h"
#include "draw/sprites/kit/style.h"

#endif
