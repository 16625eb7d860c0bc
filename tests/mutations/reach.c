/*
 * Records which functions a program calls, for tests/mutations/reach.js. The program is compiled
 * with -finstrument-functions, and this is loaded before it (LD_PRELOAD).
 *
 * The record is a file that is mapped into memory, one byte for each address of the program. So it
 * is complete even if the program is killed, and programs that are started several times share one
 * file.
 */
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define RECORD_BYTES ((size_t)64 << 20)

static uint8_t *record;
static uintptr_t program_base;

void __cyg_profile_func_enter(void *function, void *caller);
void __cyg_profile_func_exit(void *function, void *caller);

void __cyg_profile_func_enter(void *function, void *caller)
{
    (void)caller;
    uintptr_t offset = (uintptr_t)function - program_base;
    if (record != NULL && offset < RECORD_BYTES)
        record[offset] = 1;
}

void __cyg_profile_func_exit(void *function, void *caller)
{
    (void)function;
    (void)caller;
}

/* The program itself comes first. */
static int find_program_base(struct dl_phdr_info *info, size_t size, void *base)
{
    (void)size;
    *(uintptr_t *)base = info->dlpi_addr;
    return 1;
}

/* Only programs of the tree that is tested have a record. */
__attribute__((constructor)) static void open_record(void)
{
    const char *folder = getenv("MUTATIONS_REACH"), *tree = getenv("MUTATIONS_TREE");
    char program[PATH_MAX], path[2 * PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (folder == NULL || tree == NULL || length < 0)
        return;
    program[length] = '\0';
    if (strncmp(program, tree, strlen(tree)) != 0)
        return;
    snprintf(path, sizeof path, "%s/%s", folder, strrchr(program, '/') + 1);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0 || ftruncate(file, (off_t)RECORD_BYTES) != 0)
        return;
    dl_iterate_phdr(find_program_base, &program_base);
    void *mapped = mmap(NULL, RECORD_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    record = mapped == MAP_FAILED ? NULL : mapped;
}
