#include "store/db/store_address.h"

#include <stdio.h>
#include <string.h>

bool store_address_is(struct tes_slice where, const char *row)
{
    struct tes_slice wanted = tes_slice_of(row);
    if (wanted.at[wanted.length - 1] != '/')
        return tes_slice_equal(where, wanted);
    return where.length > wanted.length && tes_slice_starts(where, wanted) &&
           memchr(where.at, ' ', where.length) == NULL;
}

bool store_address_is_private(const char *where)
{
    const char *at = strstr(where, "://");
    if (at == NULL || strpbrk(at, "@?") != NULL)
        return at != NULL;
    /* What is no port may be the password of an address that lacks its host. */
    for (at = strchr(at + 1, ':'); at != NULL; at = strchr(at + 1, ':')) {
        char behind = at[1 + strspn(at + 1, "0123456789")];
        if (behind != '\0' && behind != ',' && behind != '/')
            return true;
    }
    return false;
}

void store_address_refuse(const char *what, const char *where, const char *choices, char *error,
                          size_t error_size)
{
    if (where == NULL)
        where = "";
    const char *address = strstr(where, "://");
    if (address == NULL) {
        snprintf(error, error_size, "%s: there is no store \"%.64s\"; choose one of: %s", what,
                 where, choices);
        return;
    }
    address += strlen("://");
    int scheme_length = (int)(address - where > 32 ? 32 : address - where);
    snprintf(error, error_size, "%s: \"%.*s%.128s\" is not in this build; choose one of: %s", what,
             scheme_length, where, store_address_is_private(where) ? "***" : address, choices);
}
