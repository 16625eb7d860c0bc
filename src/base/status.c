/* The texts of include/tessera.h's table of statuses. */
#include "tessera.h"

const char *tes_status_text(enum tes_status status)
{
    static const char *const texts[] = {
#define TEXT(name, text) [name] = text,
        TES_STATUS_LIST(TEXT)
#undef TEXT
    };
    size_t index = (size_t)status;
    return index < sizeof texts / sizeof texts[0] ? texts[index] : "unknown status";
}
