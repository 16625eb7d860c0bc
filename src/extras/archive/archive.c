/* Invariant: `waiting_bytes` is what the pictures in the queue take, and never above its bound. */
#include "extras/archive/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/codec.h"
#include "base/json.h"
#include "os/clock.h"
#include "store/db/disk_room.h"
#include "store/db/write_queue.h"

#define QUEUE_MAX       256
#define QUEUE_BYTES_MAX ((size_t)32 * 1024 * 1024)
#define BATCH_MAX       16
#define TEXT_MAX        64
#define METADATA_MAX    1024
#define ERROR_MAX       256
#define HOUR_US         (UINT64_C(3600) * 1000000)
#define MINUTE_US       (UINT64_C(60) * 1000000)
#define BLOCK_BYTES     4096 /* what a file is taken to end on, until it is measured */

struct archive {
    struct archive_settings settings;
    char folder[TES_FOLDER_MAX];
    struct disk_room room;
    struct write_queue *queue;
    atomic_size_t waiting_bytes;
    /* The thread's alone. */
    uint64_t bytes;        /* in the archive, about */
    uint64_t sweep_due_us; /* when to look at its age again */
    bool is_troubled;
};

struct item {
    struct write_queue_item item;
    struct archive_picture picture; /* its slices lie in `bytes` */
    size_t length;
    char bytes[];
};

static void tell_done(const struct archive *archive, enum archive_result result)
{
    if (archive->settings.done != NULL)
        archive->settings.done(archive->settings.context, result);
}

/* NULL: all is well. */
static void tell_trouble(struct archive *archive, const char *why)
{
    bool is_troubled = why != NULL;
    if (is_troubled != archive->is_troubled && archive->settings.trouble != NULL)
        archive->settings.trouble(archive->settings.context, why);
    archive->is_troubled = is_troubled;
}

/* ---------------------------------------------------------------- writing */

/* A picture's files, by their paths. */
struct names {
    char path[ARCHIVE_PATH_MAX]; /* below the folder */
    char folder[TES_FOLDER_MAX + 8];
    char picture[TES_FOLDER_MAX + ARCHIVE_PATH_MAX + 8];
    char metadata[TES_FOLDER_MAX + ARCHIVE_PATH_MAX + 8];
    char hash[ARCHIVE_HASH_CHARS + 1];
};

static bool name_it(const struct archive *archive, struct tes_slice png, struct names *names)
{
    uint8_t hash[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    struct tes_buf hex = tes_buf_on(names->hash, sizeof names->hash);
    if (EVP_Digest(png.at, png.length, hash, &length, EVP_sha256(), NULL) != 1 ||
        length * 2 != ARCHIVE_HASH_CHARS)
        return false;
    tes_hex_encode(&hex, hash, length);
    if (tes_buf_finish(&hex, NULL) != TES_OK)
        return false;
    snprintf(names->path, sizeof names->path, "%.2s/%s%s", names->hash, names->hash,
             ARCHIVE_PICTURE);
    snprintf(names->folder, sizeof names->folder, "%s/%.2s", archive->folder, names->hash);
    snprintf(names->picture, sizeof names->picture, "%s/%s", archive->folder, names->path);
    snprintf(names->metadata, sizeof names->metadata, "%s/%s%s", names->folder, names->hash,
             ARCHIVE_METADATA);
    return true;
}

/* On false errno says why. */
static bool write_all(int file, struct tes_slice bytes)
{
    while (bytes.length > 0) {
        ssize_t written = write(file, bytes.at, bytes.length);
        if (written < 0 && errno != EINTR)
            return false;
        if (written > 0) {
            bytes.at += written;
            bytes.length -= (size_t)written;
        }
    }
    return true;
}

/* Under another name first, so that what has the name is whole. On false errno says why. */
static bool write_file(const struct names *names, const char *path, struct tes_slice bytes)
{
    char temporary[TES_FOLDER_MAX + ARCHIVE_PATH_MAX + 32];
    snprintf(temporary, sizeof temporary, "%s/%s%s%ld", names->folder, names->hash,
             ARCHIVE_TEMPORARY, (long)getpid());
    int file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0)
        return false;
    bool is_written = write_all(file, bytes);
    int why = errno;
    if (close(file) != 0 && is_written) {
        is_written = false;
        why = errno;
    }
    if (is_written && rename(temporary, path) == 0)
        return true;
    if (is_written)
        why = errno;
    (void)unlink(temporary);
    errno = why;
    return false;
}

static struct tes_slice write_metadata(char memory[METADATA_MAX], const struct names *names,
                                       const struct archive_picture *picture)
{
    struct tes_buf buf = tes_buf_on(memory, METADATA_MAX);
    struct tes_json json = tes_json_on(&buf);
    tes_json_open(&json, NULL, '{');
    tes_json_string(&json, "sha256", tes_slice_of(names->hash));
    tes_json_string(&json, "challenge_id", picture->challenge_id);
    tes_json_string(&json, "type", picture->kind);
    tes_json_string(&json, "difficulty", picture->difficulty);
    tes_json_string(&json, "site", picture->site);
    tes_json_number(&json, "width", picture->width);
    tes_json_number(&json, "height", picture->height);
    tes_json_number(&json, "bytes", (int64_t)picture->png.length);
    tes_json_number(&json, "drawn_at_ms", (int64_t)picture->drawn_at_ms);
    tes_json_close(&json, '}');
    tes_buf_char(&buf, '\n');
    return tes_buf_done(&buf);
}

/* The metadata first: a picture that is there has some. */
static bool write_pair(const struct names *names, const struct archive_picture *picture)
{
    char memory[METADATA_MAX];
    if (!write_file(names, names->metadata, write_metadata(memory, names, picture)))
        return false;
    if (write_file(names, names->picture, picture->png))
        return true;
    int why = errno;
    (void)unlink(names->metadata);
    errno = why;
    return false;
}

static uint64_t on_disk(size_t length)
{
    return (length + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
}

static enum archive_result store(struct archive *archive, const struct archive_picture *picture,
                                 struct names *names)
{
    char error[ERROR_MAX];
    if (!name_it(archive, picture->png, names))
        return ARCHIVE_FAILED;
    if (access(names->picture, F_OK) == 0) /* drawn again: the same bytes */
        return ARCHIVE_STORED;
    if (archive->bytes > archive->settings.bounds.bytes_max || !disk_room_is_there(&archive->room))
        return ARCHIVE_ROOM;
    bool is_written = write_pair(names, picture);
    /* The first in its folder, or somebody removed it. */
    if (!is_written && errno == ENOENT) {
        if (!tes_folder_make(names->folder, error, sizeof error)) {
            tell_trouble(archive, error);
            return ARCHIVE_FAILED;
        }
        is_written = write_pair(names, picture);
    }
    if (!is_written) {
        tell_trouble(archive, strerror(errno));
        return ARCHIVE_FAILED;
    }
    tell_trouble(archive, NULL);
    archive->bytes += on_disk(picture->png.length) + BLOCK_BYTES;
    return ARCHIVE_STORED;
}

static void work_on(struct archive *archive, struct item *item)
{
    struct names names;
    enum archive_result result = store(archive, &item->picture, &names);
    if (result == ARCHIVE_STORED && archive->settings.stored != NULL)
        archive->settings.stored(archive->settings.context, &item->picture, names.path);
    tell_done(archive, result);
    atomic_fetch_sub(&archive->waiting_bytes, item->length);
    free(item);
}

/* Where nothing more can be removed it is tried again after a minute, not for every picture. */
static void sweep(struct archive *archive, uint64_t now_us)
{
    const struct archive_bounds *bounds = &archive->settings.bounds;
    bool is_good = archive_sweep(archive->folder, bounds, tes_clock_wall_ms(), &archive->bytes);
    if (!is_good)
        tell_trouble(archive, "the archive can't be read");
    archive->sweep_due_us =
        now_us + (is_good && archive->bytes <= bounds->bytes_max ? HOUR_US : MINUTE_US);
}

static uint64_t work(struct write_queue *batch, void *context, void *first, size_t count)
{
    struct archive *archive = context;
    (void)count;
    for (struct item *item = first, *next; item != NULL; item = next) {
        uint64_t bytes_before = archive->bytes;
        next = item->item.next;
        work_on(archive, item);
        if (archive->bytes > archive->settings.bounds.bytes_max && bytes_before < archive->bytes)
            sweep(archive, tes_clock_steady_us());
    }
    uint64_t now_us = tes_clock_steady_us();
    if (now_us >= archive->sweep_due_us && !write_queue_is_stopping(batch))
        sweep(archive, now_us);
    return archive->sweep_due_us;
}

/* ----------------------------------------------------------------- queue */

struct archive *archive_start(const struct archive_settings *settings)
{
    struct archive *archive = calloc(1, sizeof *archive);
    if (archive == NULL)
        return NULL;
    archive->settings = *settings;
    snprintf(archive->folder, sizeof archive->folder, "%s", settings->folder);
    archive->settings.folder = archive->folder;
    disk_room_start(&archive->room, archive->folder, settings->free_bytes_min);
    atomic_init(&archive->waiting_bytes, 0);
    archive->queue =
        write_queue_start(&(struct write_queue_settings){.work = work,
                                                         .context = archive,
                                                         .batch_max = BATCH_MAX,
                                                         .queue_max = QUEUE_MAX,
                                                         .first_due_us = tes_clock_steady_us()});
    if (archive->queue != NULL)
        return archive;
    free(archive);
    return NULL;
}

/* A copy of the slice behind `at`, which moves on; texts are cut. */
static struct tes_slice keep(char **at, struct tes_slice slice, size_t length_max)
{
    struct tes_slice kept = {*at, slice.length < length_max ? slice.length : length_max};
    if (kept.length > 0)
        memcpy(*at, slice.at, kept.length);
    *at += kept.length;
    return kept;
}

void archive_add(struct archive *archive, const struct archive_picture *picture)
{
    size_t length = sizeof(struct item) + (size_t)4 * TEXT_MAX + picture->png.length;
    size_t before = atomic_fetch_add(&archive->waiting_bytes, length);
    struct item *item = before + length <= QUEUE_BYTES_MAX ? malloc(length) : NULL;
    if (item != NULL) {
        char *at = item->bytes;
        item->length = length;
        item->picture = *picture;
        item->picture.challenge_id = keep(&at, picture->challenge_id, TEXT_MAX);
        item->picture.kind = keep(&at, picture->kind, TEXT_MAX);
        item->picture.difficulty = keep(&at, picture->difficulty, TEXT_MAX);
        item->picture.site = keep(&at, picture->site, TEXT_MAX);
        item->picture.png = keep(&at, picture->png, picture->png.length);
    }
    if (item != NULL && write_queue_add(archive->queue, item))
        return;
    atomic_fetch_sub(&archive->waiting_bytes, length);
    free(item);
    tell_done(archive, ARCHIVE_QUEUE);
}

void archive_stop(struct archive *archive)
{
    if (archive == NULL)
        return;
    write_queue_stop(archive->queue);
    free(archive);
}
