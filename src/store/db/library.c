#include "store/db/library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

bool library_load(const struct library *library, void *pointers, char *error, size_t error_size)
{
    void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        snprintf(error, error_size, "%s is not installed; on Debian: apt install %s", library->file,
                 library->package);
        return false;
    }
    for (size_t i = 0; i < library->call_count; i++) {
        void *found = dlsym(handle, library->calls[i].name);
        if (found == NULL) {
            snprintf(error, error_size, "%s is too old: it has no %s", library->file,
                     library->calls[i].name);
            return false;
        }
        /* C has no cast between the two sorts of pointers; POSIX says that they are alike. */
        memcpy((char *)pointers + library->calls[i].offset, &found, sizeof found);
    }
    return true;
}
