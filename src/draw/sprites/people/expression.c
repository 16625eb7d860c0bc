/*
 * What a face does for each emotion: three ways each, a row a way. A visitor must find the one
 * word of the 16 at a glance, so each way has at least two signs that no other emotion shares.
 */
#include "draw/sprites/people/person.h"

enum { WAYS = 3 };

/* One value for the left side and the same for the right one. */
#define BOTH(...)                                                                                  \
    {                                                                                              \
        {__VA_ARGS__},                                                                             \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

#define OPEN(size)             TES_PERSON_EYE_OPEN, size, 0, 0, 0
#define BRIGHT(size)           TES_PERSON_EYE_OPEN, size, 0, 0, 0.13F
#define LIDDED(size, lid, tip) TES_PERSON_EYE_OPEN, size, lid, tip, 0
#define ARCHED                 TES_PERSON_EYE_ARCHED, 1, 0, 0, 0
#define CUPPED                 TES_PERSON_EYE_CUPPED, 1, 0, 0, 0
#define SQUEEZED               TES_PERSON_EYE_SQUEEZED, 1, 0, 0, 0
#define HEART                  TES_PERSON_EYE_HEART, 1, 0, 0, 0

static const struct tes_person_expression EXPRESSIONS[TES_EMOTION_COUNT][WAYS] =
    {
        [TES_EMOTION_happy] =
            {
                {.eyes = BOTH(BRIGHT(1.05F)),
                 .brows = BOTH(2, 0, 2.5F),
                 .iris = 1.22F,
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 12.5F, .bend = 7},
                 .blush = 0.5F},
                {.eyes = BOTH(BRIGHT(1)),
                 .brows = BOTH(2.5F, 0, 3),
                 .iris = 1.22F,
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 11.5F, .bend = 8},
                 .blush = 0.6F,
                 .tilt = 4},
                {.eyes = BOTH(BRIGHT(1.1F)),
                 .brows = BOTH(1.5F, 0, 2.5F),
                 .gaze = {0.2F, -0.2F},
                 .iris = 1.25F,
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 13, .bend = 6.5F},
                 .blush = 0.4F},
            },
        [TES_EMOTION_laughing] =
            {
                {.eyes = BOTH(ARCHED),
                 .brows = BOTH(2.5F, 0, 3),
                 .mouth = {.kind = TES_PERSON_MOUTH_OPEN, .width = 12.5F, .height = 13, .bend = 1},
                 .extras = TES_PERSON_TEARS_OF_JOY,
                 .blush = 0.5F,
                 .tilt = 7,
                 .bow = -2},
                {.eyes = BOTH(SQUEEZED),
                 .brows = BOTH(1.5F, 0, 2.5F),
                 .mouth = {.kind = TES_PERSON_MOUTH_OPEN, .width = 13, .height = 14, .bend = 1},
                 .blush = 0.4F,
                 .tilt = -6,
                 .bow = -2},
                {.eyes = BOTH(ARCHED),
                 .brows = BOTH(3, 0, 2.5F),
                 .mouth = {.kind = TES_PERSON_MOUTH_OPEN, .width = 14, .height = 12, .bend = 1},
                 .extras = TES_PERSON_TEARS_OF_JOY,
                 .blush = 0.6F,
                 .tilt = 3,
                 .bow = -1},
            },
        [TES_EMOTION_in_love] =
            {
                {.eyes = BOTH(HEART),
                 .brows = BOTH(3, 1, 2.5F),
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 10, .bend = 6.5F},
                 .extras = TES_PERSON_HEARTS,
                 .blush = 0.9F,
                 .tilt = 5},
                {.eyes = BOTH(HEART),
                 .brows = BOTH(3.5F, 2, 2),
                 .mouth = {.kind = TES_PERSON_MOUTH_OPEN, .width = 9.5F, .height = 9, .bend = 1},
                 .extras = TES_PERSON_HEARTS,
                 .blush = 0.8F,
                 .tilt = -5},
                {.eyes = BOTH(HEART),
                 .brows = BOTH(3, 1.5F, 2.5F),
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 8.5F, .bend = 5.5F},
                 .extras = TES_PERSON_HEARTS | TES_PERSON_HANDS_AT_CHEEKS,
                 .blush = 1},
            },
        [TES_EMOTION_calm] =
            {
                {.eyes = BOTH(CUPPED),
                 .brows = BOTH(1.5F, 0.5F, 2),
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 7.5F, .bend = 2.8F},
                 .blush = 0.3F},
                {.eyes = BOTH(CUPPED),
                 .brows = BOTH(2.2F, 1, 1.5F),
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 6.5F, .bend = 2.4F},
                 .blush = 0.25F,
                 .tilt = 2,
                 .bow = 1},
                {.eyes = BOTH(CUPPED),
                 .brows = BOTH(2, 0, 2.5F),
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 8.5F, .bend = 3.2F},
                 .blush = 0.35F,
                 .tilt = -3,
                 .bow = -1},
            },
        [TES_EMOTION_surprised] =
            {
                {.eyes = BOTH(OPEN(1.22F)),
                 .brows = BOTH(5, 0, 3),
                 .iris = 0.85F,
                 .mouth = {.kind = TES_PERSON_MOUTH_ROUND, .width = 6, .height = 7.5F},
                 .extras = TES_PERSON_BURST,
                 .bow = 0.5F},
                {.eyes = BOTH(OPEN(1.25F)),
                 .brows = BOTH(4.8F, 0, 3.2F),
                 .iris = 0.8F,
                 .mouth = {.kind = TES_PERSON_MOUTH_ROUND, .width = 7, .height = 7},
                 .extras = TES_PERSON_BURST},
                {.eyes = BOTH(OPEN(1.2F)),
                 .brows = BOTH(5, 0, 2.6F),
                 .gaze = {0, -0.2F},
                 .iris = 0.85F,
                 .mouth = {.kind = TES_PERSON_MOUTH_ROUND, .width = 5.5F, .height = 6.5F},
                 .extras = TES_PERSON_BURST,
                 .bow = 0},
            },
        [TES_EMOTION_afraid] =
            {
                {.eyes = BOTH(OPEN(1.2F)),
                 .brows = BOTH(4, 6, 0.5F),
                 .iris = 0.5F,
                 .mouth = {.kind = TES_PERSON_MOUTH_TEETH, .width = 10, .height = 7, .waves = 1.3F},
                 .extras = TES_PERSON_GLOOM | TES_PERSON_SWEAT,
                 .tint = TES_PERSON_TINT_PALE},
                {.eyes = BOTH(OPEN(1.22F)),
                 .brows = BOTH(4, 5.5F, 0.5F),
                 .iris = 0.5F,
                 .mouth =
                     {.kind = TES_PERSON_MOUTH_OPEN, .width = 7.5F, .height = 8.5F, .bend = -1},
                 .extras = TES_PERSON_GLOOM | TES_PERSON_HANDS_AT_CHEEKS,
                 .tint = TES_PERSON_TINT_PALE},
                {.eyes = BOTH(OPEN(1.2F)),
                 .brows = BOTH(3.5F, 6, 0),
                 .gaze = {0.6F, 0},
                 .iris = 0.48F,
                 .mouth =
                     {.kind = TES_PERSON_MOUTH_TEETH, .width = 9, .height = 6.5F, .waves = 1.5F},
                 .extras = TES_PERSON_GLOOM | TES_PERSON_HANDS_AT_CHEEKS,
                 .tint = TES_PERSON_TINT_PALE},
            },
        [TES_EMOTION_worried] =
            {
                {.eyes = BOTH(LIDDED(1.02F, 0.12F, 14)),
                 .brows = BOTH(2.5F, 6, 0.5F),
                 .gaze = {0.7F, 0.1F},
                 .iris = 0.9F,
                 .mouth =
                     {.kind = TES_PERSON_MOUTH_LINE, .width = 6.5F, .bend = -1.5F, .waves = 1.4F},
                 .extras = TES_PERSON_SWEAT | TES_PERSON_FROWN_LINES},
                {.eyes = BOTH(OPEN(1)),
                 .brows = BOTH(3, 6, 0.5F),
                 .gaze = {0.8F, -0.3F},
                 .iris = 0.9F,
                 .mouth =
                     {.kind = TES_PERSON_MOUTH_TEETH, .width = 6.5F, .height = 4.6F, .bend = -1},
                 .extras = TES_PERSON_SWEAT | TES_PERSON_FINGERS_AT_MOUTH},
                {.eyes = BOTH(LIDDED(1.02F, 0.1F, 12)),
                 .brows = BOTH(2.5F, 6.5F, 0),
                 .gaze = {-0.7F, -0.2F},
                 .iris = 0.9F,
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 6, .bend = -2, .skew = 1.5F},
                 .extras = TES_PERSON_SWEAT | TES_PERSON_FROWN_LINES},
            },
        [TES_EMOTION_sad] =
            {
                {.eyes = BOTH(LIDDED(1, 0.36F, 17)),
                 .brows = BOTH(1, 6.5F, 0),
                 .gaze = {-0.3F, 0.9F},
                 .iris = 1,
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 9, .bend = -5},
                 .tilt = 5,
                 .bow = 3},
                {.eyes = BOTH(LIDDED(1, 0.42F, 15)),
                 .brows = BOTH(1, 6, 0),
                 .gaze = {0.3F, 1},
                 .iris = 1,
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 8, .bend = -4.5F},
                 .tilt = -6,
                 .bow = 3.5F},
                {.eyes = BOTH(LIDDED(1.05F, 0.34F, 16)),
                 .brows = BOTH(1.5F, 6.5F, 0),
                 .gaze = {0, 1},
                 .iris = 1.05F,
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 9.5F, .bend = -5.5F},
                 .extras = TES_PERSON_CLOUD,
                 .bow = 3},
            },
        [TES_EMOTION_crying] =
            {
                {.eyes = BOTH(CUPPED),
                 .brows = BOTH(1, 6, 0),
                 .mouth = {.kind = TES_PERSON_MOUTH_OPEN, .width = 10, .height = 9, .bend = -1},
                 .extras = TES_PERSON_STREAMS,
                 .tint = TES_PERSON_TINT_ROSY,
                 .blush = 0.3F},
                {.eyes = BOTH(SQUEEZED),
                 .brows = BOTH(1, 5.5F, 0),
                 .mouth = {.kind = TES_PERSON_MOUTH_OPEN, .width = 11, .height = 11, .bend = -1},
                 .extras = TES_PERSON_STREAMS,
                 .tint = TES_PERSON_TINT_ROSY,
                 .tilt = 5,
                 .bow = -1},
                {.eyes = BOTH(LIDDED(1.1F, 0.2F, 14)),
                 .brows = BOTH(2, 6, 0),
                 .gaze = {0, 0.2F},
                 .iris = 1.15F,
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 9, .bend = -5, .waves = 1.2F},
                 .extras = TES_PERSON_STREAMS | TES_PERSON_DROPS,
                 .tint = TES_PERSON_TINT_ROSY},
            },
        [TES_EMOTION_angry] =
            {
                {.eyes = BOTH(LIDDED(1, 0.34F, -22)),
                 .brows = BOTH(-3.5F, -7, 0),
                 .iris = 0.85F,
                 .mouth = {.kind = TES_PERSON_MOUTH_TEETH, .width = 11, .height = 8, .bend = -2.5F},
                 .extras = TES_PERSON_FROWN_LINES | TES_PERSON_STEAM,
                 .tint = TES_PERSON_TINT_RED,
                 .bow = 1},
                {.eyes = BOTH(TES_PERSON_EYE_OPEN, 1, 0.36F, -22, 0.1F),
                 .brows = BOTH(-3.5F, -7.5F, 0),
                 .iris = 0.8F,
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 10, .bend = -4.5F},
                 .extras = TES_PERSON_FROWN_LINES | TES_PERSON_STEAM,
                 .tint = TES_PERSON_TINT_RED,
                 .bow = 2},
                {.eyes = BOTH(LIDDED(1.05F, 0.3F, -22)),
                 .brows = BOTH(-3, -7.5F, 0),
                 .iris = 0.8F,
                 .mouth = {.kind = TES_PERSON_MOUTH_OPEN, .width = 10.5F, .height = 10, .bend = -1},
                 .extras = TES_PERSON_FROWN_LINES,
                 .tint = TES_PERSON_TINT_RED},
            },
        [TES_EMOTION_disgusted] =
            {
                {.eyes = {{TES_PERSON_EYE_OPEN, 0.95F, 0.42F, -8, 0.3F},
                          {TES_PERSON_EYE_SQUEEZED, 0.9F, 0, 0, 0}},
                 .brows = {{-2, -2.5F, 1.5F}, {-3, -4, 0}},
                 .gaze = {-0.7F, 0.2F},
                 .iris = 0.85F,
                 .mouth = {.kind = TES_PERSON_MOUTH_TONGUE, .width = 9, .height = 11, .bend = -4},
                 .extras = TES_PERSON_NOSE_WRINKLES | TES_PERSON_FUMES,
                 .tint = TES_PERSON_TINT_GREEN,
                 .tilt = -4},
                {.eyes = BOTH(SQUEEZED),
                 .brows = BOTH(-2.5F, -4, 0),
                 .mouth =
                     {.kind = TES_PERSON_MOUTH_TONGUE, .width = 9.5F, .height = 12, .bend = -4.5F},
                 .extras = TES_PERSON_NOSE_WRINKLES | TES_PERSON_FUMES,
                 .tint = TES_PERSON_TINT_GREEN,
                 .tilt = 5},
                {.eyes = BOTH(TES_PERSON_EYE_OPEN, 0.95F, 0.4F, -10, 0.3F),
                 .brows = {{-2.5F, -4, 0}, {-0.5F, -1.5F, 2}},
                 .gaze = {0.9F, 0.2F},
                 .iris = 0.85F,
                 .mouth = {.kind = TES_PERSON_MOUTH_TONGUE,
                           .width = 9,
                           .height = 11,
                           .bend = -3.5F,
                           .skew = 2},
                 .extras = TES_PERSON_NOSE_WRINKLES | TES_PERSON_FUMES,
                 .tint = TES_PERSON_TINT_GREEN,
                 .tilt = -6},
            },
        [TES_EMOTION_sleepy] =
            {
                {.eyes = BOTH(CUPPED),
                 .brows = BOTH(2.5F, 2, 2),
                 .mouth = {.kind = TES_PERSON_MOUTH_ROUND, .width = 6.5F, .height = 8.5F},
                 .extras = TES_PERSON_MOON | TES_PERSON_NIGHTCAP,
                 .blush = 0.3F,
                 .tilt = 9,
                 .bow = 1},
                {.eyes = BOTH(CUPPED),
                 .brows = BOTH(0.5F, 1, 1.5F),
                 .mouth = {.kind = TES_PERSON_MOUTH_ROUND, .width = 3.2F, .height = 3.2F},
                 .extras = TES_PERSON_MOON | TES_PERSON_BUBBLE,
                 .blush = 0.3F,
                 .tilt = 13,
                 .bow = 3},
                {.eyes = BOTH(CUPPED),
                 .brows = BOTH(1, 1.5F, 1.5F),
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 4.5F, .bend = 1},
                 .extras = TES_PERSON_MOON | TES_PERSON_BUBBLE | TES_PERSON_NIGHTCAP,
                 .blush = 0.35F,
                 .tilt = 12,
                 .bow = 3},
            },
        [TES_EMOTION_bored] =
            {
                {.eyes = BOTH(LIDDED(1, 0.52F, 0)),
                 .brows = BOTH(-0.5F, 0, 0),
                 .gaze = {0.9F, 0.5F},
                 .iris = 0.95F,
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 8.5F, .bend = -0.6F},
                 .extras = TES_PERSON_FIST_AT_CHEEK,
                 .tilt = -9,
                 .bow = 1},
                {.eyes = BOTH(LIDDED(1, 0.5F, 0)),
                 .brows = BOTH(0, 0, 0),
                 .gaze = {0.9F, -0.2F},
                 .iris = 0.95F,
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 8, .bend = 0, .skew = 2.5F},
                 .extras = TES_PERSON_FIST_AT_CHEEK,
                 .tilt = -11},
                {.eyes = BOTH(LIDDED(1.02F, 0.55F, 0)),
                 .brows = BOTH(0.5F, 0, 0),
                 .gaze = {-0.9F, 0.5F},
                 .iris = 0.95F,
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 9, .bend = -1},
                 .extras = TES_PERSON_FIST_AT_CHEEK,
                 .tilt = -8},
            },
        [TES_EMOTION_confused] =
            {
                {.eyes = {{OPEN(1.1F)}, {LIDDED(0.92F, 0.28F, -6)}},
                 .brows = {{6, 1, 3}, {-2.5F, -3, 0}},
                 .gaze = {0.5F, -0.7F},
                 .iris = 0.9F,
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 7.5F, .bend = 0, .skew = -5},
                 .extras = TES_PERSON_SPIRAL,
                 .tilt = 9},
                {.eyes = {{OPEN(1.12F)}, {LIDDED(0.95F, 0.3F, -4)}},
                 .brows = {{5.5F, 0, 3}, {-2, -3, 0.5F}},
                 .gaze = {0.6F, -0.6F},
                 .iris = 0.9F,
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE,
                           .width = 7,
                           .bend = 0,
                           .skew = -2,
                           .waves = 1.8F},
                 .extras = TES_PERSON_SPIRAL,
                 .tilt = 11},
                {.eyes = {{OPEN(1.1F)}, {LIDDED(0.95F, 0.25F, -4)}},
                 .brows = {{6, 0.5F, 3}, {-2, -2.5F, 0}},
                 .gaze = {-0.2F, -0.9F},
                 .iris = 0.9F,
                 .mouth =
                     {.kind = TES_PERSON_MOUTH_LINE, .width = 6.5F, .bend = -1.5F, .skew = -4.5F},
                 .extras = TES_PERSON_SPIRAL,
                 .tilt = 8},
            },
        [TES_EMOTION_embarrassed] =
            {
                {.eyes = BOTH(OPEN(0.98F)),
                 .brows = BOTH(2, 3.2F, 1.5F),
                 .gaze = {1, 0.6F},
                 .iris = 0.95F,
                 .mouth =
                     {.kind = TES_PERSON_MOUTH_LINE, .width = 6.5F, .bend = 3.4F, .waves = 0.5F},
                 .extras = TES_PERSON_BLUSH_LINES,
                 .tint = TES_PERSON_TINT_ROSY,
                 .blush = 1.6F,
                 .tilt = 5,
                 .bow = 1.5F},
                {.eyes = BOTH(OPEN(0.98F)),
                 .brows = BOTH(2.5F, 3, 1.5F),
                 .gaze = {-1, 0.5F},
                 .iris = 0.95F,
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 6, .bend = 3.4F, .skew = 1.5F},
                 .extras = TES_PERSON_BLUSH_LINES,
                 .tint = TES_PERSON_TINT_ROSY,
                 .blush = 1.8F,
                 .tilt = -5,
                 .bow = 2},
                {.eyes = BOTH(OPEN(0.98F)),
                 .brows = BOTH(2, 3.2F, 1.5F),
                 .gaze = {1, 0.2F},
                 .iris = 0.95F,
                 .mouth = {.kind = TES_PERSON_MOUTH_LINE, .width = 5.5F, .bend = 3, .waves = 0.4F},
                 .extras = TES_PERSON_BLUSH_LINES | TES_PERSON_HANDS_AT_CHEEKS,
                 .tint = TES_PERSON_TINT_ROSY,
                 .blush = 1.7F,
                 .bow = 1},
            },
        [TES_EMOTION_cheeky] =
            {
                {.eyes = {{BRIGHT(1.08F)}, {ARCHED}},
                 .brows = {{5, 0, 3}, {0.5F, 0, 2}},
                 .iris = 1.2F,
                 .mouth = {.kind = TES_PERSON_MOUTH_TONGUE, .width = 11, .height = 11, .bend = 6},
                 .blush = 0.4F,
                 .tilt = 7},
                {.eyes = {{BRIGHT(1.05F)}, {SQUEEZED}},
                 .brows = {{5, 0, 2.5F}, {-0.5F, 0, 1.5F}},
                 .gaze = {0.3F, 0},
                 .iris = 1.2F,
                 .mouth =
                     {.kind = TES_PERSON_MOUTH_TONGUE, .width = 11.5F, .height = 12, .bend = 6.5F},
                 .blush = 0.5F,
                 .tilt = -6},
                {.eyes = {{BRIGHT(1.05F)}, {ARCHED}},
                 .brows = {{4.5F, 0, 3}, {0, 0, 1.5F}},
                 .gaze = {0.4F, 0},
                 .iris = 1.2F,
                 .mouth = {.kind = TES_PERSON_MOUTH_TONGUE,
                           .width = 10.5F,
                           .height = 11,
                           .bend = 5.5F,
                           .skew = -2.5F},
                 .blush = 0.4F,
                 .tilt = 9},
            },
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
