#include "os/folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool tes_folder_make(const char *folder, char *error, size_t error_size)
{
    char path[TES_FOLDER_MAX];
    size_t length = folder == NULL ? 0 : strlen(folder);
    if (length == 0 || length >= sizeof path) {
        snprintf(error, error_size, "the data folder's name is %s", length ? "too long" : "empty");
        return false;
    }
    memcpy(path, folder, length + 1);
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        path[i] = '\0';
        /* A folder above may be there and yet refuse mkdir() with EROFS or EACCES; what counts is
         * whether the last one is there. */
        if (mkdir(path, 0700) != 0 && i == length) {
            int reason = errno;
            struct stat about;
            if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode)) {
                snprintf(error, error_size, "cannot make the data folder %s: %s", folder,
                         reason == EEXIST ? "it is not a folder" : strerror(reason));
                return false;
            }
        }
        if (i < length)
            path[i] = '/';
    }
    return true;
}
