#include "store/db/disk_room.h"

#include <stdio.h>
#include <sys/statvfs.h>

void disk_room_start(struct disk_room *room, const char *folder, uint64_t free_min_bytes)
{
    snprintf(room->folder, sizeof room->folder, "%s", folder);
    room->free_min_bytes = free_min_bytes;
    atomic_init(&room->is_low, false);
}

bool disk_room_is_there(struct disk_room *room)
{
    struct statvfs disk;
    bool was_low = atomic_load(&room->is_low);
    if (room->free_min_bytes == 0)
        return true;
    if (statvfs(room->folder, &disk) != 0)
        return !was_low;
    uint64_t free_bytes = (uint64_t)disk.f_bavail * disk.f_frsize;
    uint64_t wanted = room->free_min_bytes + (was_low ? room->free_min_bytes / 4 : 0);
    bool is_low = free_bytes < wanted;
    if (is_low != was_low)
        atomic_store(&room->is_low, is_low);
    return !is_low;
}
