/*
 * disk_room.h: whether a disk has room to spare. What may be left out is left out well before the
 * disk is full, so that what must be written still can be; and taken up again when there is clearly
 * more room, so that it does not go to and fro.
 */
#ifndef STORE_DISK_ROOM_H
#define STORE_DISK_ROOM_H

#include <stdatomic.h>

#include "os/folder.h"

struct disk_room {
    char folder[TES_FOLDER_MAX];
    uint64_t free_min_bytes; /* 0: there always is room */
    atomic_bool is_low;
};

void disk_room_start(struct disk_room *room, const char *folder, uint64_t free_min_bytes);

/* Looks at the disk. Any thread; takes some microseconds. */
bool disk_room_is_there(struct disk_room *room);

#endif
