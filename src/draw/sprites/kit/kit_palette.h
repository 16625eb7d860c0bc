/* kit_palette.h: colours that go together, picked at random. */
#ifndef TES_KIT_PALETTE_H
#define TES_KIT_PALETTE_H

#include "draw/paint/paint.h"
#include "draw/sprites/kit/kit_table.h"

/* A clear colour of any hue. */
tes_colour tes_palette_bright(struct tes_random *random);
/* A colour of skin, hair, wood, leather. */
tes_colour tes_palette_earthy(struct tes_random *random);
/* Either. */
tes_colour tes_palette_any(struct tes_random *random);
/* Near white: cream, pale pink, pale grey. */
tes_colour tes_palette_pale(struct tes_random *random);
/* Gold, silver, copper. */
tes_colour tes_palette_metal(struct tes_random *random);
/* What shows against `colour`: much paler than a dark or clear one, darker than a pale one. */
tes_colour tes_palette_against(struct tes_random *random, tes_colour colour);

/* One colour of a table, a little lighter or darker. */
tes_colour tes_palette_tint(struct tes_random *random, const tes_colour *colours, unsigned count);
#define TES_PALETTE_TINT(random, colours) tes_palette_tint(random, TES_TABLE_ALL(colours))

#endif
