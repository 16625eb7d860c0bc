#include "draw/paint/number.h"

/* A polynomial on -90 .. 90 degrees. */
float tes_number_sin(float degrees)
{
    float turns = degrees / 360;
    turns -= tes_number_whole(turns);
    if (turns < 0)
        turns += 1;
    float x = turns * 4; /* quarters of a turn, 0 .. 4 */
    if (x > 3)
        x -= 4;
    else if (x > 1)
        x = 2 - x;
    float square = x * x;
    return x * (1.5707963F +
                square * (-0.64596410F +
                          square * (0.07969263F + square * (-0.00468175F + square * 0.00016044F))));
}

float tes_number_cos(float degrees)
{
    return tes_number_sin(degrees + 90);
}

float tes_number_sqrt(float number)
{
    return number > 0 ? __builtin_sqrtf(number) : 0;
}
