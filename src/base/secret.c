#include "base/secret.h"

#include <string.h>

void tes_wipe(void *memory, size_t size)
{
    explicit_bzero(memory, size);
}

bool tes_equal_constant_time(const void *a, const void *b, size_t size)
{
    const volatile unsigned char *left = a, *right = b;
    unsigned char difference = 0;
    for (size_t i = 0; i < size; i++)
        difference = (unsigned char)(difference | (left[i] ^ right[i]));
    return difference == 0;
}
