#include "store/db/library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static bool load_calls(struct library *library)
{
    void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        snprintf(library->why, sizeof library->why,
                 "%s is not installed; on Debian: apt install %s", library->file, library->package);
        return false;
    }
    for (size_t i = 0; i < library->call_count; i++) {
        void *found = dlsym(handle, library->calls[i].name);
        if (found == NULL) {
            snprintf(library->why, sizeof library->why, "%s is too old: it has no %s",
                     library->file, library->calls[i].name);
            return false;
        }
        /* C has no cast between the two sorts of pointers; POSIX says that they are alike. */
        memcpy((char *)library->pointers + library->calls[i].offset, &found, sizeof found);
    }
    return true;
}

bool library_load(struct library *library, const char *what, char *error, size_t error_size)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    if (!library->is_tried)
        library->is_there = load_calls(library);
    library->is_tried = true;
    pthread_mutex_unlock(&lock);
    if (!library->is_there)
        snprintf(error, error_size, "%s: %s", what, library->why);
    return library->is_there;
}
