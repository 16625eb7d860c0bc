/*
 * load_requests.c: reads the bodies twice over: first to know how much there is, then to lay the
 * requests out in one piece of memory.
 */
#include "load_requests.h"

#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_MAX_LENGTH 1024
#define HEAD_MAX        (PATH_MAX_LENGTH + 160)

static const char get_format[] = "GET %s HTTP/1.1\r\n"
                                 "Host: 127.0.0.1\r\n"
                                 "%s%.39s%s\r\n";
static const char post_format[] = "POST %s HTTP/1.1\r\n"
                                  "Host: 127.0.0.1\r\n"
                                  "Content-Type: %s\r\n"
                                  "Content-Length: %zu\r\n\r\n";

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL)
        errx(1, "out of memory");
    return memory;
}

static size_t count_lines(const char *text, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += text[i] == '\n';
    return count;
}

static void build_get(struct load_requests *requests, const char *path, const char *from)
{
    requests->memory = allocate(HEAD_MAX);
    requests->list = allocate(sizeof *requests->list);
    requests->count = 1;
    int length = from != NULL ? snprintf(requests->memory, HEAD_MAX, get_format, path,
                                         "X-Forwarded-For: ", from, "\r\n")
                              : snprintf(requests->memory, HEAD_MAX, get_format, path, "", "", "");
    requests->list[0] = (struct load_request){requests->memory, (size_t)length};
}

static void build_posts(struct load_requests *requests, const struct load_wanted *wanted,
                        const char *text, size_t text_length)
{
    size_t lines = count_lines(text, text_length);
    if (lines == 0)
        errx(1, "the file of bodies holds no line");
    requests->list = allocate(lines * sizeof *requests->list);
    requests->memory = allocate(lines * HEAD_MAX + text_length);
    requests->count = lines;

    char *to = requests->memory;
    for (size_t i = 0; i < lines; i++) {
        const char *feed = memchr(text, '\n', text_length);
        size_t body_length = (size_t)(feed - text);
        int head_length =
            snprintf(to, HEAD_MAX, post_format, wanted->path, wanted->type, body_length);
        memcpy(to + head_length, text, body_length);
        size_t length = (size_t)head_length + body_length;
        requests->list[i] = (struct load_request){to, length};
        to += length;
        text_length -= body_length + 1;
        text = feed + 1;
    }
}

void load_requests_build(struct load_requests *requests, const struct load_wanted *wanted)
{
    const char *bodies = wanted->bodies;
    if (strlen(wanted->path) > PATH_MAX_LENGTH)
        errx(1, "the path is too long");
    if (bodies == NULL) {
        build_get(requests, wanted->path, wanted->from);
        return;
    }
    int file = open(bodies, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0)
        err(1, "%s", bodies);
    size_t length = (size_t)status.st_size;
    if (length == 0)
        errx(1, "%s: empty", bodies);
    char *text = mmap(NULL, length, PROT_READ, MAP_PRIVATE, file, 0);
    if (text == MAP_FAILED)
        err(1, "%s", bodies);
    build_posts(requests, wanted, text, length);
    munmap(text, length);
    close(file);
}

void load_requests_free(struct load_requests *requests)
{
    free(requests->list);
    free(requests->memory);
    *requests = (struct load_requests){0};
}
