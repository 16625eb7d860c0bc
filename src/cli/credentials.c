#include "cli/credentials.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/secret.h"
#include "base/slice.h"

/* Names that others give to their files in the same folder are none of our business. */
static bool is_ours(const char *name)
{
    struct tes_slice slice = tes_slice_of(name);
    return tes_slice_starts(slice, TES_SLICE("TESSERA_")) ||
           tes_slice_starts(slice, TES_SLICE("SHUMA_"));
}

static bool refuse(char *error, size_t error_size, const char *name, const char *why)
{
    snprintf(error, error_size, "the credential %.64s: %s", name, why);
    return false;
}

/* All of a regular file, or what is wrong: a pipe could make us wait for ever. */
static const char *read_all(int from, char *value, size_t *length)
{
    struct stat about;
    ssize_t got = 0;
    *length = 0;
    if (fstat(from, &about) != 0 || !S_ISREG(about.st_mode))
        return "it is no file";
    do {
        got = read(from, value + *length, CREDENTIALS_VALUE_MAX + 1 - *length);
        if (got > 0)
            *length += (size_t)got;
    } while (got > 0 && *length <= CREDENTIALS_VALUE_MAX);
    if (got < 0)
        return "it can't be read";
    return *length > CREDENTIALS_VALUE_MAX ? "it is too long" : NULL;
}

/* `value` has room for CREDENTIALS_VALUE_MAX bytes and one more. NULL, or what is wrong. */
static const char *read_value(int folder, const char *name, char *value)
{
    size_t length;
    int from = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (from < 0)
        return "it can't be read";
    const char *wrong = read_all(from, value, &length);
    close(from);
    if (wrong != NULL)
        return wrong;
    if (length > 0 && value[length - 1] == '\n')
        length--;
    if (memchr(value, '\0', length) != NULL)
        return "it has a NUL byte in it";
    value[length] = '\0';
    return NULL;
}

static bool take(int folder, const char *name, char *error, size_t error_size)
{
    char value[CREDENTIALS_VALUE_MAX + 1];
    const char *wrong = read_value(folder, name, value);
    const char *known = getenv(name);
    if (wrong == NULL && known != NULL && strcmp(known, value) != 0)
        wrong = "there is a variable of that name, which says another thing";
    if (wrong == NULL && known == NULL && setenv(name, value, 0) != 0)
        wrong = "out of memory";
    tes_wipe(value, sizeof value);
    return wrong == NULL || refuse(error, error_size, name, wrong);
}

bool credentials_take(char *error, size_t error_size)
{
    const char *path = getenv("CREDENTIALS_DIRECTORY");
    if (path == NULL || *path == '\0')
        return true;
    DIR *folder = opendir(path);
    if (folder == NULL)
        return refuse(error, error_size, path, strerror(errno));
    bool is_good = true;
    for (struct dirent *entry; is_good && (entry = readdir(folder)) != NULL;)
        if (is_ours(entry->d_name))
            is_good = take(dirfd(folder), entry->d_name, error, error_size);
    closedir(folder);
    return is_good;
}
