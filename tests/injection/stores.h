/*
 * stores.h: what the tests of the stores share: a folder for their files, and the message that an
 * open function leaves.
 */
#ifndef TEST_FAULT_STORES_H
#define TEST_FAULT_STORES_H

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../unit/store/scratch.h"
#include "base/error.h"
#include "inject.h"

#define NOW_MS   ((uint64_t)1700000000000)
#define LATER_MS (NOW_MS + 60000)

static struct scratch folder;
static struct tes_error error;

/* Every message is one for people: there is one, and it ends. */
static void assert_explained(void)
{
    assert_true(error.text[0] != '\0');
    assert_non_null(memchr(error.text, '\0', sizeof error.text));
}

static int make_folder(void **state)
{
    (void)state;
    /* Whatever SQLite allocates is to fail, what it would take from memory set aside as well. */
    if (sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) != SQLITE_OK)
        return -1;
    /* Thousands of files are opened: in memory, where there is such a folder. */
    folder = scratch_new_in(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    scratch_remove(&folder);
    return 0;
}

#endif
