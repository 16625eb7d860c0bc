/* The mammals: the rows of beasts.def, each with its painter. */
#include "draw/sprites/animals/beast.h"

#include "draw/sprites/animals/animals.h"

#define HEAD(...) __VA_ARGS__
#define COAT(fur, light, mark, mane, leg, ink)                                                     \
    {                                                                                              \
        TES_RGB(fur), TES_RGB(light), TES_RGB(mark), TES_RGB(mane), TES_RGB(leg), TES_RGB(ink)     \
    }
#define BEAST(name, skull, ears, mask, marks, tail, head, ...)                                     \
    void tes_animal_##name(struct tes_paint *paint, struct tes_random *random, bool is_safe)       \
    {                                                                                              \
        static const struct tes_beast_kind KIND = {TES_BEAST_SKULL_##skull,                        \
                                                   TES_BEAST_EARS_##ears,                          \
                                                   TES_BEAST_MASK_##mask,                          \
                                                   TES_BEAST_MARKS_##marks,                        \
                                                   TES_BEAST_TAIL_##tail,                          \
                                                   head,                                           \
                                                   {__VA_ARGS__}};                                 \
        struct tes_beast beast = tes_beast_look(&KIND, random, is_safe);                           \
        tes_beast_pose(paint, &beast);                                                             \
    }
#include "draw/sprites/animals/beasts.def"
