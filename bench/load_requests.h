/*
 * load_requests.h: the requests of a run, as bytes that are ready to be sent: whatever is done here
 * costs nothing while the clock runs.
 */
#ifndef LOAD_REQUESTS_H
#define LOAD_REQUESTS_H

#include <stddef.h>

struct load_request {
    const char *bytes;
    size_t length;
};

struct load_requests {
    struct load_request *list;
    size_t count;
    char *memory; /* all bytes, one after the other */
};

struct load_wanted {
    const char *path;
    const char *bodies; /* NULL, or a file: each of its lines is POSTed */
    const char *type;   /* of these bodies */
    const char *from;   /* NULL, or the address that a GET says that it comes from */
};

/* Builds a request from each line of the file of bodies; without one it is one GET. Ends the
 * program with a message where that fails. */
void load_requests_build(struct load_requests *requests, const struct load_wanted *wanted);

void load_requests_free(struct load_requests *requests);

#endif
