/* What a face does for each emotion: the rows of expressions.def. */
#include "draw/sprites/people/person.h"

enum { WAYS = 3 };

/* The left side and the right one, or one value for both. */
#define EACH(left, right)                                                                          \
    {                                                                                              \
        {left},                                                                                    \
        {                                                                                          \
            right                                                                                  \
        }                                                                                          \
    }
#define BOTH(...)                                                                                  \
    {                                                                                              \
        {__VA_ARGS__},                                                                             \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define BROW(...) __VA_ARGS__
#define EYE(...)  __VA_ARGS__
#define MOUTH(form, ...)                                                                           \
    {                                                                                              \
        .kind = TES_PERSON_MOUTH_##form, __VA_ARGS__                                               \
    }

#define OPEN(size)             TES_PERSON_EYE_OPEN, size, 0, 0, 0
#define BRIGHT(size)           TES_PERSON_EYE_OPEN, size, 0, 0, 0.13F
#define LIDDED(size, lid, tip) TES_PERSON_EYE_OPEN, size, lid, tip, 0
#define ARCHED                 TES_PERSON_EYE_ARCHED, 1, 0, 0, 0
#define CUPPED                 TES_PERSON_EYE_CUPPED, 1, 0, 0, 0
#define SQUEEZED               TES_PERSON_EYE_SQUEEZED, 1, 0, 0, 0
#define HEART                  TES_PERSON_EYE_HEART, 1, 0, 0, 0

static const struct tes_person_expression EXPRESSIONS[TES_EMOTION_COUNT][WAYS] = {
#define WAY(name, way, eyes_of, brows_of, mouth_of, ...)                                           \
    [TES_EMOTION_##                                                                                \
        name][way] = {.eyes = eyes_of, .brows = brows_of, .mouth = mouth_of, __VA_ARGS__},
#include "draw/sprites/people/expressions.def"
#undef WAY
};

struct tes_person_expression tes_person_expression(struct tes_random *random,
                                                   enum tes_emotion emotion)
{
    unsigned way = tes_random_below(random, WAYS);
    struct tes_person_expression expression = EXPRESSIONS[emotion][way];
    float size = tes_random_between(random, 0.97F, 1.05F);
    float lift = tes_random_between(random, -0.4F, 0.7F);
    float slant = tes_random_between(random, 0.9F, 1.15F);
    expression.mouth.width *= tes_random_between(random, 0.93F, 1.1F);
    expression.mouth.height *= tes_random_between(random, 0.92F, 1.12F);
    expression.mouth.bend *= tes_random_between(random, 0.9F, 1.15F);
    expression.tilt += tes_random_between(random, -2.5F, 2.5F);
    expression.gaze.x += tes_random_between(random, -0.1F, 0.1F);
    for (unsigned side = 0; side < 2; side++) {
        expression.eyes[side].size *= size;
        expression.brows[side].lift += lift;
        expression.brows[side].slant *= slant;
    }
    return expression;
}
