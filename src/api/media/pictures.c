#include "api/media/pictures.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT_MAX = 256 }; /* few enough to look through: a drawing takes a thousand times longer */

struct picture {
    uint8_t id[TES_ID_BYTES];
    char *bytes; /* NULL: the row is free */
    size_t size;
    uint64_t used; /* the higher, the later */
};

struct pictures {
    pthread_mutex_t lock;
    size_t size, size_max;
    uint64_t clock;
    struct picture rows[COUNT_MAX];
};

struct pictures *pictures_new(size_t size_max)
{
    struct pictures *pictures = calloc(1, sizeof *pictures);
    if (pictures == NULL)
        return NULL;
    pictures->size_max = size_max;
    pthread_mutex_init(&pictures->lock, NULL);
    return pictures;
}

void pictures_free(struct pictures *pictures)
{
    if (pictures == NULL)
        return;
    for (size_t i = 0; i < COUNT_MAX; i++)
        free(pictures->rows[i].bytes);
    pthread_mutex_destroy(&pictures->lock);
    free(pictures);
}

static struct picture *find(struct pictures *pictures, const uint8_t id[TES_ID_BYTES])
{
    for (size_t i = 0; i < COUNT_MAX; i++)
        if (pictures->rows[i].bytes != NULL && memcmp(pictures->rows[i].id, id, TES_ID_BYTES) == 0)
            return &pictures->rows[i];
    return NULL;
}

struct tes_slice pictures_find(struct pictures *pictures, const uint8_t id[TES_ID_BYTES],
                               struct tes_arena *arena)
{
    struct tes_slice found = {NULL, 0};
    pthread_mutex_lock(&pictures->lock);
    struct picture *picture = find(pictures, id);
    if (picture != NULL) {
        picture->used = ++pictures->clock;
        found.at = tes_arena_string(arena, (struct tes_slice){picture->bytes, picture->size});
        found.length = found.at != NULL ? picture->size : 0;
    }
    pthread_mutex_unlock(&pictures->lock);
    return found;
}

static void drop(struct pictures *pictures, struct picture *picture)
{
    pictures->size -= picture->size;
    free(picture->bytes);
    *picture = (struct picture){.bytes = NULL};
}

/* A free row, after as many of the longest unused have gone as it takes. */
static struct picture *make_room(struct pictures *pictures, size_t size)
{
    for (;;) {
        struct picture *vacant = NULL, *oldest = NULL;
        for (size_t i = 0; i < COUNT_MAX; i++) {
            struct picture *row = &pictures->rows[i];
            if (row->bytes == NULL)
                vacant = row;
            else if (oldest == NULL || row->used < oldest->used)
                oldest = row;
        }
        if (vacant != NULL && pictures->size + size <= pictures->size_max)
            return vacant;
        drop(pictures, oldest);
    }
}

void pictures_keep(struct pictures *pictures, const uint8_t id[TES_ID_BYTES],
                   struct tes_slice picture)
{
    if (picture.length > pictures->size_max)
        return;
    char *bytes = malloc(picture.length);
    if (bytes == NULL)
        return;
    memcpy(bytes, picture.at, picture.length);
    pthread_mutex_lock(&pictures->lock);
    if (find(pictures, id) == NULL) {
        struct picture *row = make_room(pictures, picture.length);
        memcpy(row->id, id, TES_ID_BYTES);
        row->bytes = bytes;
        row->size = picture.length;
        row->used = ++pictures->clock;
        pictures->size += picture.length;
        bytes = NULL;
    }
    pthread_mutex_unlock(&pictures->lock);
    free(bytes);
}
