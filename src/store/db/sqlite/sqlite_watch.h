/*
 * sqlite_watch.h: whether the files of a SQLite database are still those that this process has
 * open. Of a file that was removed or replaced, the old one lives on unseen: what is written to it
 * is gone with the process, and another process does not see it.
 *
 * A database in use is three files: itself, its log and the log's index. While a connection is open
 * none of them is ever replaced by SQLite, and no inode is taken for another file.
 */
#ifndef STORE_SQLITE_WATCH_H
#define STORE_SQLITE_WATCH_H

#include <stdatomic.h>
#include <sys/types.h>

#include "os/folder.h"

#define SQLITE_WATCH_FILES 3

struct sqlite_watch {
    char path[TES_FOLDER_MAX];
    struct {
        dev_t device;
        ino_t inode;
    } files[SQLITE_WATCH_FILES];
    atomic_bool is_lost;
};

/* Remembers the files, of which a connection is open and has been read from. False where one is
 * not there. */
TES_MUST_CHECK bool sqlite_watch_start(struct sqlite_watch *watch, const char *folder,
                                       const char *name);

/* Whether all files are in their place at this moment. Any thread; takes some microseconds. */
bool sqlite_watch_in_place(struct sqlite_watch *watch);

/* Whether one was ever seen to be gone or replaced. That stays so when it is put back: nobody knows
 * what another process has done meanwhile. */
bool sqlite_watch_is_lost(const struct sqlite_watch *watch);

/* Says so of files that are in their place, and yet others than they were. */
void sqlite_watch_lose(struct sqlite_watch *watch);

#endif
