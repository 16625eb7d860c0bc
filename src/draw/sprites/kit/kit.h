/* kit.h: all that painters of sprites share. */
#ifndef TES_KIT_H
#define TES_KIT_H

#include "draw/sprites/kit/kit_body.h"
#include "draw/sprites/kit/kit_light.h"
#include "draw/sprites/kit/kit_outline.h"
#include "draw/sprites/kit/kit_palette.h"
#include "draw/sprites/kit/kit_part.h"
#include "draw/sprites/kit/kit_pattern.h"
#include "draw/sprites/kit/kit_shape.h"
#include "draw/sprites/kit/kit_style.h"

#endif
