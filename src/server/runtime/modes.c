#include "server/runtime/modes.h"

#include <stdio.h>
#include <sys/stat.h>

#include "os/folder.h"

#define WARNING_MAX 512

static const struct {
    const char *name;
    unsigned wanted; /* the mode that it is made with */
} FILES[] = {
    {".", 0700}, {"keys", 0600}, {"admin-token", 0600}, {"ledger.db", 0600}, {"records.db", 0600}};

void modes_check(const char *data, void (*warn)(void *context, const char *warning), void *context)
{
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++) {
        char path[TES_FOLDER_MAX], warning[WARNING_MAX];
        struct stat about;
        int length = snprintf(path, sizeof path, "%s/%s", data, FILES[i].name);
        if (length < 0 || length >= (int)sizeof path || stat(path, &about) != 0 ||
            (about.st_mode & (S_IRWXG | S_IRWXO)) == 0)
            continue;
        snprintf(warning, sizeof warning,
                 "others on this machine can get at %.256s: it has mode %04o, and should have %04o",
                 path, (unsigned)about.st_mode & 07777, FILES[i].wanted);
        warn(context, warning);
    }
}
