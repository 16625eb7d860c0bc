/*
 * helped.h: the helper process that a test runs programs with, and what of it may be left behind.
 */
#ifndef TEST_UNIT_HELPED_H
#define TEST_UNIT_HELPED_H

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

#include "../../lib/patience.h"
#include "../extras/spoken.h"
#include "server/helper/helper.h"

static struct helper helper;

static inline enum tes_status speak(const char *program, const char *language, unsigned seed,
                                    const char *text, struct spoken *spoken)
{
    struct speech_voice voice = {.language = language, .seed = seed};
    struct tes_buf wav = tes_buf_on(spoken->bytes, sizeof spoken->bytes);
    enum tes_status status = speech_read(&helper, program, voice, tes_slice_of(text), &wav);
    spoken->length = wav.length;
    return status;
}

static inline size_t count_descriptors(void)
{
    DIR *folder = opendir("/proc/self/fd");
    size_t count = 0;
    assert_non_null(folder);
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

/* The children of a process of one thread that makes any, as the kernel lists them. */
static inline void list_children(pid_t process, char *text, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)process, (int)process);
    FILE *from = fopen(path, "re");
    assert_non_null(from);
    text[fread(text, 1, size - 1, from)] = '\0';
    fclose(from);
}

/* But for the helper, who has none either. Those that have answered may take a moment to end. */
static inline void assert_no_child(void)
{
    char text[200], expected[16];
    PATIENCE_UNTIL((list_children(helper.process, text, sizeof text), text[0] == '\0'));
    assert_string_equal(text, "");
    snprintf(expected, sizeof expected, "%d ", (int)helper.process);
    list_children(getpid(), text, sizeof text);
    assert_string_equal(text, expected);
}

#endif
