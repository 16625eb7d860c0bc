/*
 * archive.h: pictures kept under the SHA-256 of their bytes, each with a file about it:
 *
 *     FOLDER/ab/abcd....png     the picture
 *     FOLDER/ab/abcd....json    which challenge it belongs to; nothing of the answer
 *
 * Written by a thread of its own behind a bounded queue (write_queue.h): whoever draws never waits,
 * and what the disk does not keep up with is left out. Files appear whole or not at all; they are
 * not forced to the disk, since nothing depends on them. Size and age are bounded
 * (archive_sweep()), at the start and from then on. Names are made of hex digits only, files have
 * mode 0600 and folders 0700.
 */
#ifndef EXTRAS_ARCHIVE_H
#define EXTRAS_ARCHIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"

#define ARCHIVE_HASH_CHARS 64
#define ARCHIVE_PICTURE    ".png"
#define ARCHIVE_METADATA   ".json"
#define ARCHIVE_TEMPORARY  ".tmp-"                  /* the number of a process follows */
#define ARCHIVE_PATH_MAX   (ARCHIVE_HASH_CHARS + 8) /* "ab/HASH.png", with its NUL */

struct archive_bounds {
    uint64_t bytes_max; /* as the disk counts them */
    unsigned days_max;
};

struct archive;

struct archive_picture {
    struct tes_slice challenge_id, kind, difficulty, site; /* up to 64 bytes each */
    unsigned width, height;
    uint64_t presented_at_ms, drawn_at_ms; /* the challenge, the picture */
    struct tes_slice png;
};

/* What became of a picture. */
enum archive_result {
    ARCHIVE_STORED,
    ARCHIVE_QUEUE,  /* left out: too many or too much waited */
    ARCHIVE_ROOM,   /* the disk has little room, or the archive can't be made smaller */
    ARCHIVE_FAILED, /* it could not be written */
    ARCHIVE_RESULT_COUNT
};

struct archive_settings {
    const char *folder;
    struct archive_bounds bounds;
    uint64_t free_bytes_min; /* that are left on the disk for others; 0 does not look */
    void *context;           /* of the three below, which the archive's thread calls, but for `done`
                                with ARCHIVE_QUEUE, which whoever adds does; each may be NULL */

    /* What became of a picture. */
    void (*done)(void *context, enum archive_result result);
    /* A picture is there: "ab/HASH.png", below the folder. */
    void (*stored)(void *context, const struct archive_picture *picture, const char *path);
    /* Why nothing can be written, once; NULL: it can again. */
    void (*trouble)(void *context, const char *why);
};

/* Starts the thread; the folder is made when the first picture comes. The settings are copied. NULL
 * where memory or threads are out. */
struct archive *archive_start(const struct archive_settings *settings);

/* Queues a copy; any thread, never waits for the disk. */
void archive_add(struct archive *archive, const struct archive_picture *picture);

/* Writes what waits and ends the thread. Accepts NULL. */
void archive_stop(struct archive *archive);

/* Removes a picture, "ab/HASH.png" below the folder, and the file about it; false where it was not
 * there or could not be removed. Any process. */
TES_MUST_CHECK bool archive_remove(const char *folder, const char *path);

/* Deletes what is too old; then, where the rest is more than `bytes_max`, the oldest pictures,
 * until a sixteenth less than that is left, so that it need not be done for every picture. Walks
 * through the folder, with memory that does not grow with the number of pictures. Deletes nothing
 * but what the archive itself names so: 64 hex digits and an ending, in a folder of two hex digits.
 * Gives what is left. False where the folder is there and can't be read. */
TES_MUST_CHECK bool archive_sweep(const char *folder, const struct archive_bounds *bounds,
                                  uint64_t now_ms, uint64_t *bytes_left);

#endif
