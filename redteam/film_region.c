#include "film_region.h"

#include "challenge/types/hidden.h"

#include <stdlib.h>
#include <string.h>

/* The value after NAME=, or NULL. */
static const char *value_of(const char *setting, const char *name)
{
    size_t length = strlen(name);
    return strncmp(setting, name, length) == 0 && setting[length] == '=' ? setting + length + 1
                                                                         : NULL;
}

bool film_region_set(struct tes_challenge *challenge, const char *setting)
{
    struct tes_hidden_film *film = &((struct tes_hidden *)challenge->detail)->film;
    const char *value;
#define REGION(name, type)                                                                         \
    if ((value = value_of(setting, #name)) != NULL) {                                              \
        film->name = (type)atof(value);                                                            \
        return true;                                                                               \
    }
#include "film_region.def"
#undef REGION
    return false;
}
