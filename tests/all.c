/*
 * all.c: every C test in one program. `all` lists the test files, `all unit/challenge/test_puzzle`
 * runs one, and `all unit/challenge/test_puzzle 'cells_*'` only those of its tests whose names
 * match. `all fuzz/json` hands the fuzz target of that name every input of its corpus, as a fuzzer
 * would.
 *
 * It also checks tests/threaded.def: ThreadSanitizer runs exactly the files that are listed there,
 * so a file that starts a thread and is not listed would never be checked for races.
 */
#include <dirent.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#define TEST(folder, name) int name##_main(void);
#define FUZZ(name)         int fuzz_##name(const uint8_t *data, size_t size);
#include "tests.def"
#undef TEST
#undef FUZZ

static const struct {
    const char *name;
    int (*run)(void);
} FILES[] = {
#define TEST(folder, name) {#folder "/" #name, name##_main},
#define FUZZ(name)
#include "tests.def"
#undef TEST
#undef FUZZ
};

static const struct {
    const char *name;
    int (*run)(const uint8_t *data, size_t size);
} TARGETS[] = {
#define TEST(folder, name)
#define FUZZ(name) {#name, fuzz_##name},
#include "tests.def"
#undef TEST
#undef FUZZ
};

static const char *const THREADED[] = {
#define THREADED(file) file,
#include "threaded.def"
#undef THREADED
};

static atomic_bool has_started_thread;

/* The linker redirects calls of pthread_create() to the first, which calls the second: --wrap. */
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument)
{
    atomic_store(&has_started_thread, true);
    return __real_pthread_create(thread, attributes, start, argument);
}

static bool is_threaded(const char *name)
{
    for (size_t i = 0; i < sizeof THREADED / sizeof *THREADED; i++)
        if (strcmp(name, THREADED[i]) == 0)
            return true;
    return false;
}

static int run_file(size_t file, bool is_whole)
{
    const char *name = FILES[file].name;
    int failures = FILES[file].run();
    if (is_whole && failures == 0 && atomic_load(&has_started_thread) != is_threaded(name)) {
        fprintf(stderr, "ERROR: %s %s: correct tests/threaded.def\n", name,
                is_threaded(name) ? "is listed and starts no thread"
                                  : "starts threads and is not listed");
        return 1;
    }
    return failures;
}

/* In memory of exactly its size: AddressSanitizer notices a byte that is read behind it. */
static void replay_input(size_t target, const char *path)
{
    FILE *file = fopen(path, "rb");
    struct stat about;
    if (file == NULL || fstat(fileno(file), &about) != 0) {
        perror(path);
        exit(1);
    }
    size_t size = (size_t)about.st_size;
    uint8_t *data = malloc(size);
    if ((data == NULL && size > 0) || fread(data, 1, size, file) != size) {
        perror(path);
        exit(1);
    }
    fclose(file);
    fprintf(stderr, "%s\n", path); /* the last one named is the one that crashed */
    TARGETS[target].run(data, size);
    free(data);
}

static int replay_corpus(size_t target)
{
    char folder[128], path[512];
    size_t count = 0;
    snprintf(folder, sizeof folder, "tests/fuzz/corpus/%s", TARGETS[target].name);
    DIR *inputs = opendir(folder);
    if (inputs == NULL) {
        perror(folder);
        return 1;
    }
    for (const struct dirent *input; (input = readdir(inputs)) != NULL;) {
        if (input->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, input->d_name);
        replay_input(target, path);
        count++;
    }
    closedir(inputs);
    printf("[  PASSED  ] %zu test(s).\n", count);
    return count == 0;
}

static void print_names(void)
{
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        printf("%s%s\n", FILES[i].name, is_threaded(FILES[i].name) ? " threaded" : "");
    for (size_t i = 0; i < sizeof TARGETS / sizeof *TARGETS; i++)
        printf("fuzz/%s\n", TARGETS[i].name);
}

int main(int count, char **words)
{
    if (count < 2) {
        print_names();
        return 0;
    }
    if (count > 2)
        cmocka_set_test_filter(words[2]);
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        if (strcmp(words[1], FILES[i].name) == 0)
            return run_file(i, count == 2);
    for (size_t i = 0; i < sizeof TARGETS / sizeof *TARGETS; i++)
        if (strncmp(words[1], "fuzz/", 5) == 0 && strcmp(words[1] + 5, TARGETS[i].name) == 0)
            return replay_corpus(i);
    fprintf(stderr, "%s: there is no test file %s\n", words[0], words[1]);
    return 2;
}
