/*
 * hang.c: loaded before the C library (LD_PRELOAD), makes every call that a program does on some
 * files hang, as a disk or a network's file system does that no longer answers. Which files: those
 * whose path holds the text in the file that the variable HANG_FILE names. While there is no such
 * file nothing hangs, and what hung goes on once it is gone.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PAUSE_US 10000

static int is_told_to_hang(const char *path)
{
    char text[128] = "";
    const char *told = getenv("HANG_FILE");
    FILE *file = told != NULL ? fopen(told, "r") : NULL;
    if (file == NULL)
        return 0;
    int is_read = fscanf(file, "%127s", text) == 1;
    fclose(file);
    return is_read && strstr(path, text) != NULL;
}

static void hang_on(int descriptor)
{
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0)
        return;
    path[length] = '\0';
    while (is_told_to_hang(path))
        usleep(PAUSE_US);
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
    hang_on(descriptor);
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
