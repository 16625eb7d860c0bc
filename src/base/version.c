#include "tessera.h"

const char *tes_version(void)
{
    return TESSERA_VERSION;
}
