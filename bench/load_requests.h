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

/* Builds a request for `path` from each line of the file `bodies`: a POST of that line as JSON.
 * Without a file it is one GET. With `from`, a GET says that it comes from that address. Ends the
 * program with a message where that fails. */
void load_requests_build(struct load_requests *requests, const char *path, const char *bodies,
                         const char *from);

void load_requests_free(struct load_requests *requests);

#endif
