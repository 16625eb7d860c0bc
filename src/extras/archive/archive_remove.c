/* Removes one picture of the archive, with the file about it. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "extras/archive/archive.h"
#include "os/folder.h"

/* Whether it is "ab/HASH.png" and nothing else: the path comes from a database. */
static bool is_path(const char *path)
{
    static const char DIGITS[] = "0123456789abcdef";
    const char *hash = path + strlen("ab/");
    return strspn(path, DIGITS) == 2 && path[2] == '/' && strncmp(path, hash, 2) == 0 &&
           strspn(hash, DIGITS) == ARCHIVE_HASH_CHARS &&
           strcmp(hash + ARCHIVE_HASH_CHARS, ARCHIVE_PICTURE) == 0;
}

bool archive_remove(const char *folder, const char *path)
{
    char full[TES_FOLDER_MAX + ARCHIVE_PATH_MAX + sizeof ARCHIVE_METADATA];
    if (!is_path(path))
        return false;
    int length = snprintf(full, sizeof full, "%s/%s", folder, path);
    if (length < 0 || (size_t)length >= sizeof full - sizeof ARCHIVE_METADATA)
        return false;
    bool is_gone = unlink(full) == 0;
    memcpy(full + length - strlen(ARCHIVE_PICTURE), ARCHIVE_METADATA, sizeof ARCHIVE_METADATA);
    (void)unlink(full);
    return is_gone;
}
