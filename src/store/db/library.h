/*
 * library.h: shared libraries that are loaded when they are needed first: whoever keeps everything
 * in files pays neither their start nor their memory, and need not install them. They are never
 * unloaded: libraries under them keep state of their own until the process ends.
 */
#ifndef STORE_LIBRARY_H
#define STORE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

struct library_call {
    const char *name;
    size_t offset; /* of the pointer to it, in the struct of pointers */
};

struct library {
    const char *file;    /* "libpq.so.5" */
    const char *package; /* Debian's: "libpq5" */
    const struct library_call *calls;
    size_t call_count;
    void *pointers; /* a struct of pointers to the functions, which is filled */
    /* library_load()'s own: */
    bool is_tried, is_there;
    char why[128];
};

/* Loads it and sets the pointers, once. False with a message for people, which opens with `what`:
 * "ledger". Any thread. */
bool library_load(struct library *library, const char *what, char *error, size_t error_size);

#endif
