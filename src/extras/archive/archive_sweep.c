/*
 * Deletes pictures: one that is named, or the oldest. Which are the oldest is found without a list
 * of them: how many bytes fall into each of a few thousand spans of time, then again within the one
 * span where the cut has to be.
 */
#include "extras/archive/archive.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/folder.h"

#define SPANS       2048
#define ROUNDS      3 /* of 30 days, a span is 21 minutes, then 0.6 s, then 0.3 ms */
#define LEFTOVER_NS (UINT64_C(3600) * 1000000000)
#define DAY_NS      (UINT64_C(86400) * 1000000000)
#define BLOCK_BYTES 512 /* what st_blocks counts */

/* A file of the archive, while its folder is walked through. */
struct found {
    int folder;
    const char *name;
    uint64_t at_ns;
    uint64_t bytes; /* of a picture, with its metadata */
};

typedef void visitor(void *context, const struct found *found);

enum form { FOREIGN, PICTURE, METADATA, LEFTOVER };

/* What a name says that a file is. */
static enum form form_of(const char *name)
{
    size_t digits = strspn(name, "0123456789abcdef");
    if (digits != ARCHIVE_HASH_CHARS)
        return FOREIGN;
    if (strcmp(name + digits, ARCHIVE_PICTURE) == 0)
        return PICTURE;
    if (strcmp(name + digits, ARCHIVE_METADATA) == 0)
        return METADATA;
    return strncmp(name + digits, ARCHIVE_TEMPORARY, sizeof ARCHIVE_TEMPORARY - 1) == 0 ? LEFTOVER
                                                                                        : FOREIGN;
}

static bool look_at_file(int folder, const char *name, struct stat *about)
{
    return fstatat(folder, name, about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(about->st_mode);
}

static uint64_t time_of(const struct stat *about)
{
    return about->st_mtim.tv_sec < 0
               ? 0
               : (uint64_t)about->st_mtim.tv_sec * 1000000000 + (uint64_t)about->st_mtim.tv_nsec;
}

/* The other file of a pair. */
static void other_name(const char *name, const char *ending, char other[ARCHIVE_HASH_CHARS + 16])
{
    snprintf(other, ARCHIVE_HASH_CHARS + 16, "%.*s%s", ARCHIVE_HASH_CHARS, name, ending);
}

static void visit_file(int folder, const char *name, uint64_t now_ns, visitor *visit, void *context)
{
    char other[ARCHIVE_HASH_CHARS + 16];
    struct stat about, other_about;
    enum form form = form_of(name);
    if (form == FOREIGN || !look_at_file(folder, name, &about))
        return;
    struct found found = {folder, name, time_of(&about), (uint64_t)about.st_blocks * BLOCK_BYTES};
    if (form == PICTURE) {
        other_name(name, ARCHIVE_METADATA, other);
        if (look_at_file(folder, other, &other_about))
            found.bytes += (uint64_t)other_about.st_blocks * BLOCK_BYTES;
        visit(context, &found);
        return;
    }
    /* What a server that was killed left behind: half a pair, or a file that was not done. */
    other_name(name, ARCHIVE_PICTURE, other);
    if (found.at_ns + LEFTOVER_NS < now_ns &&
        (form == LEFTOVER || !look_at_file(folder, other, &other_about)))
        (void)unlinkat(folder, name, 0);
}

/* Every picture in one of the 256 folders. */
static bool walk_folder(const char *path, uint64_t now_ns, visitor *visit, void *context)
{
    DIR *folder = opendir(path);
    const struct dirent *entry;
    if (folder == NULL)
        return errno == ENOENT || errno == ENOTDIR; /* whoever writes will tell */
    while ((entry = readdir(folder)) != NULL)
        visit_file(dirfd(folder), entry->d_name, now_ns, visit, context);
    closedir(folder);
    return true;
}

static bool walk_all(const char *folder, uint64_t now_ns, visitor *visit, void *context)
{
    char path[TES_FOLDER_MAX + 8];
    bool is_good = true;
    for (unsigned i = 0; i < 256; i++) {
        snprintf(path, sizeof path, "%s/%02x", folder, i);
        is_good = walk_folder(path, now_ns, visit, context) && is_good;
    }
    return is_good;
}

/* The picture goes first: metadata without one is tidied up later, and never the other way round.
 */
static bool remove_pair(const struct found *found)
{
    char other[ARCHIVE_HASH_CHARS + 16];
    other_name(found->name, ARCHIVE_METADATA, other);
    bool is_removed = unlinkat(found->folder, found->name, 0) == 0 || errno == ENOENT;
    if (is_removed)
        (void)unlinkat(found->folder, other, 0);
    return is_removed;
}

/* A sweep. Pictures of before `first_ns` are too old; those that can't be removed, and those of a
 * clock that was ahead, count as of the first and of the last moment. */
struct sweep {
    uint64_t first_ns, last_ns;
    uint64_t from_ns, width_ns; /* the spans that are looked at now, and how long each is */
    uint64_t spans[SPANS];      /* bytes in each */
    uint64_t bytes;             /* in all of them */
    uint64_t excess;            /* bytes that have to go, of those from `from_ns` on */
};

static uint64_t moment(const struct sweep *sweep, const struct found *found)
{
    if (found->at_ns < sweep->first_ns)
        return sweep->first_ns;
    return found->at_ns > sweep->last_ns ? sweep->last_ns : found->at_ns;
}

static void remove_old(void *context, const struct found *found)
{
    const struct sweep *sweep = context;
    if (found->at_ns < sweep->first_ns)
        (void)remove_pair(found);
}

static void count_bytes(void *context, const struct found *found)
{
    struct sweep *sweep = context;
    uint64_t at_ns = moment(sweep, found);
    if (at_ns < sweep->from_ns || (at_ns - sweep->from_ns) / sweep->width_ns >= SPANS)
        return;
    sweep->spans[(at_ns - sweep->from_ns) / sweep->width_ns] += found->bytes;
    sweep->bytes += found->bytes;
}

/* All before `from_ns` goes; of the span behind it, as much as has to. */
static void remove_excess(void *context, const struct found *found)
{
    struct sweep *sweep = context;
    uint64_t at_ns = moment(sweep, found);
    bool is_before = at_ns < sweep->from_ns;
    bool is_in_span = !is_before && at_ns - sweep->from_ns < sweep->width_ns;
    if (!is_before && !(is_in_span && sweep->excess > 0))
        return;
    if (remove_pair(found) && is_in_span)
        sweep->excess -= found->bytes < sweep->excess ? found->bytes : sweep->excess;
}

/* Steps to the span in which the excess is reached. */
static void narrow_spans(struct sweep *sweep)
{
    size_t span = 0;
    while (span < SPANS - 1 && sweep->spans[span] < sweep->excess)
        sweep->excess -= sweep->spans[span++];
    sweep->from_ns += span * sweep->width_ns;
}

static void look_closer(struct sweep *sweep)
{
    sweep->width_ns = sweep->width_ns / SPANS + 1;
    sweep->bytes = 0;
    memset(sweep->spans, 0, sizeof sweep->spans);
}

bool archive_sweep(const char *folder, const struct archive_bounds *bounds, uint64_t now_ms,
                   uint64_t *bytes_left)
{
    uint64_t now_ns = now_ms * 1000000, age_ns = bounds->days_max * DAY_NS;
    struct sweep sweep = {.last_ns = now_ns, .width_ns = age_ns / SPANS + 1};
    sweep.first_ns = sweep.from_ns = now_ns > age_ns ? now_ns - age_ns : 0;
    bool is_good = walk_all(folder, now_ns, remove_old, &sweep);
    is_good = walk_all(folder, now_ns, count_bytes, &sweep) && is_good;
    *bytes_left = sweep.bytes;
    if (sweep.bytes <= bounds->bytes_max)
        return is_good;
    sweep.excess = sweep.bytes - (bounds->bytes_max - bounds->bytes_max / 16);
    narrow_spans(&sweep);
    for (unsigned round = 1; round < ROUNDS; round++) {
        look_closer(&sweep);
        is_good = walk_all(folder, now_ns, count_bytes, &sweep) && is_good;
        narrow_spans(&sweep);
    }
    is_good = walk_all(folder, now_ns, remove_excess, &sweep) && is_good;
    /* What is left is counted anew: some may not have let itself be removed. */
    struct sweep after = {.first_ns = sweep.first_ns, .last_ns = now_ns};
    after.from_ns = sweep.first_ns;
    after.width_ns = age_ns / SPANS + 1;
    is_good = walk_all(folder, now_ns, count_bytes, &after) && is_good;
    *bytes_left = after.bytes;
    return is_good;
}

/* Whether it is "ab/HASH.png" and nothing else: the path comes from a database. */
static bool is_picture_path(const char *path)
{
    return path[0] != '\0' && path[1] != '\0' && path[2] == '/' &&
           strncmp(path, path + 3, 2) == 0 && form_of(path + 3) == PICTURE;
}

bool archive_remove(const char *folder, const char *path)
{
    char full[TES_FOLDER_MAX + ARCHIVE_PATH_MAX + sizeof ARCHIVE_METADATA];
    char other[ARCHIVE_HASH_CHARS + 16];
    if (!is_picture_path(path))
        return false;
    other_name(path + 3, ARCHIVE_METADATA, other);
    int length = snprintf(full, sizeof full, "%s/%s", folder, path);
    if (length < 0 || (size_t)length >= sizeof full - sizeof ARCHIVE_METADATA)
        return false;
    bool is_gone = unlink(full) == 0;
    snprintf(full, sizeof full, "%s/%.2s/%s", folder, path, other);
    (void)unlink(full);
    return is_gone;
}
