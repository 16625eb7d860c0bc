#include "store/db/sqlite/sqlite_watch.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

static const char *const endings[SQLITE_WATCH_FILES] = {"", "-wal", "-shm"};

static bool look(const struct sqlite_watch *watch, size_t file, struct stat *about)
{
    char path[TES_FOLDER_MAX + 8];
    snprintf(path, sizeof path, "%s%s", watch->path, endings[file]);
    return stat(path, about) == 0;
}

bool sqlite_watch_start(struct sqlite_watch *watch, const char *folder, const char *name)
{
    int length = snprintf(watch->path, sizeof watch->path, "%s/%s", folder, name);
    if (length < 0 || length >= (int)sizeof watch->path)
        return false;
    atomic_init(&watch->is_lost, false);
    for (size_t i = 0; i < SQLITE_WATCH_FILES; i++) {
        struct stat about;
        if (!look(watch, i, &about))
            return false;
        watch->files[i].device = about.st_dev;
        watch->files[i].inode = about.st_ino;
    }
    return true;
}

bool sqlite_watch_in_place(struct sqlite_watch *watch)
{
    for (size_t i = 0; i < SQLITE_WATCH_FILES; i++) {
        struct stat about;
        bool is_seen = look(watch, i, &about);
        if (is_seen && about.st_dev == watch->files[i].device &&
            about.st_ino == watch->files[i].inode)
            continue;
        /* A folder that can't be looked into for now may still hold what it held. */
        if (is_seen || errno == ENOENT || errno == ENOTDIR)
            sqlite_watch_lose(watch);
        return false;
    }
    return !sqlite_watch_is_lost(watch);
}

bool sqlite_watch_is_lost(const struct sqlite_watch *watch)
{
    return atomic_load(&watch->is_lost);
}

void sqlite_watch_lose(struct sqlite_watch *watch)
{
    atomic_store(&watch->is_lost, true);
}
