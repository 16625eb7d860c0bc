/*
 * number.h: float arithmetic without libm: only what IEEE 754 rounds in one way, so that pixels are
 * the same everywhere.
 */
#ifndef TES_NUMBER_H
#define TES_NUMBER_H

/* At least `least` and at most `most`; NaN becomes the least. */
static inline float tes_number_within(float number, float least, float most)
{
    number = number > least ? number : least;
    return number < most ? number : most;
}

/* The number without its fraction. From 2^23 on, floats have none. */
static inline float tes_number_whole(float number)
{
    const float large = 8388608;
    return number > -large && number < large ? (float)(int)number : number;
}

/* Good to a millionth. */
float tes_number_sin(float degrees);
float tes_number_cos(float degrees);

/* 0 for what is below 0. */
float tes_number_sqrt(float number);

#endif
