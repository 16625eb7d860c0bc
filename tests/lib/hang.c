/*
 * hang.c: loaded before the C library (LD_PRELOAD), makes every call that a program does on some
 * files hang, as a disk or a network's file system does that no longer answers. Which files: those
 * whose path holds the text in the file that the variable HANG_FILE names. While there is no such
 * file nothing hangs, and what hung goes on once it is gone. With the word "full" behind the text
 * nothing hangs, but nothing can be written, as on a disk that is full. With the word "served"
 * behind it, calls hang only once the program listens at a socket. A call that begins to hang makes
 * a file of that name with ".hangs" behind it.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define PAUSE_US 10000

static volatile int is_listening;

enum told { TO_GO_ON, TO_HANG, TO_BE_FULL };

static enum told told_of(const char *path)
{
    char text[128] = "", word[8] = "";
    const char *told = getenv("HANG_FILE");
    FILE *file = told != NULL ? fopen(told, "r") : NULL;
    if (file == NULL)
        return TO_GO_ON;
    int count = fscanf(file, "%127s %7s", text, word);
    fclose(file);
    if (count < 1 || strstr(path, text) == NULL)
        return TO_GO_ON;
    if (strcmp(word, "served") == 0 && !is_listening)
        return TO_GO_ON;
    return strcmp(word, "full") == 0 ? TO_BE_FULL : TO_HANG;
}

static void note_hang(void)
{
    char path[4096];
    snprintf(path, sizeof path, "%s.hangs", getenv("HANG_FILE"));
    FILE *file = fopen(path, "w");
    if (file != NULL)
        fclose(file);
}

/* Whether it may be written, once it no longer hangs. */
static int hang_on(int descriptor)
{
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0)
        return 1;
    path[length] = '\0';
    enum told told = told_of(path);
    if (told == TO_HANG)
        note_hang();
    while (told == TO_HANG) {
        usleep(PAUSE_US);
        told = told_of(path);
    }
    return told != TO_BE_FULL;
}

/* The C library's own function of that name. */
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pread64(int descriptor, void *bytes, size_t size, off64_t at)
{
    hang_on(descriptor);
    return REAL(pread64)(descriptor, bytes, size, at);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t at)
{
    if (!hang_on(descriptor)) {
        errno = ENOSPC;
        return -1;
    }
    return REAL(pwrite64)(descriptor, bytes, size, at);
}

int fdatasync(int descriptor)
{
    hang_on(descriptor);
    return REAL(fdatasync)(descriptor);
}

int fcntl64(int descriptor, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (command == F_SETLK || command == F_SETLKW)
        hang_on(descriptor);
    return REAL(fcntl64)(descriptor, command, argument);
}

int listen(int descriptor, int backlog)
{
    is_listening = 1;
    return REAL(listen)(descriptor, backlog);
}
