/* Where the secrets come from, and their rotation. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../lib/patience.h"
#include "crypto/keys.h"

static char folder[128];
static char path[144];
static struct tes_error error;
static const char *environment[4][2]; /* name, value */

static char *lookup(const char *name)
{
    for (size_t i = 0; i < 4; i++)
        if (environment[i][0] != NULL && strcmp(environment[i][0], name) == 0)
            return (char *)(uintptr_t)environment[i][1];
    return NULL;
}

static void set(size_t index, const char *name, const char *value)
{
    environment[index][0] = name;
    environment[index][1] = value;
}

static int each_setup(void **state)
{
    (void)state;
    memset(environment, 0, sizeof environment);
    unlink(path);
    return 0;
}

static void make(uint64_t now_ms)
{
    assert_true(tes_keys_make(folder, lookup, now_ms, &error));
}

/* PUZ-16: our own name first, then SHUMA_CHALLENGE_SECRET, then SHUMA_JS_SECRET. */
static void test_order_of_variables(void **state)
{
    (void)state;
    struct tes_keys keys;
    set(0, "SHUMA_JS_SECRET", "the js secret, of 32 characters.");
    assert_true(tes_keys_load(folder, lookup, 1, &keys, &error));
    assert_string_equal(keys.source, "SHUMA_JS_SECRET");
    assert_memory_equal(keys.items[0].secret, "the js secret, of 32 characters.", 32);
    set(1, "SHUMA_CHALLENGE_SECRET", "the challenge secret, long enough");
    assert_true(tes_keys_load(folder, lookup, 1, &keys, &error));
    assert_string_equal(keys.source, "SHUMA_CHALLENGE_SECRET");
    set(2, "TESSERA_SECRET", "tessera's own secret, of 32 chars");
    assert_true(tes_keys_load(folder, lookup, 1, &keys, &error));
    assert_string_equal(keys.source, "TESSERA_SECRET");
    assert_int_equal(keys.items[0].length, strlen("tessera's own secret, of 32 chars"));
    assert_int_equal(keys.count, 1);
    set(3, "TESSERA_SECRET_PREVIOUS", "what it was before");
    assert_true(tes_keys_load(folder, lookup, 1, &keys, &error));
    assert_int_equal(keys.count, 2);
    assert_int_not_equal(access(path, F_OK), 0); /* no file was made beside it */
    assert_false(tes_keys_rotate(folder, lookup, 1, &error));
    assert_non_null(strstr(error.text, "TESSERA_SECRET"));
    assert_false(tes_keys_make(folder, lookup, 1, &error));
    assert_non_null(strstr(error.text, "TESSERA_SECRET"));
}

static void test_short_variable(void **state)
{
    static const struct {
        const char *name, *secret, *previous;
        bool is_good;
    } CASES[] = {
        {"31 characters", "0123456789012345678901234567890", NULL, false},
        {"32 characters", "01234567890123456789012345678901", NULL, true},
        {"what went before may be shorter: it is on its way out",
         "01234567890123456789012345678901", "01234567", true},
        {"but not that short", "01234567890123456789012345678901", "0123456", false},
        {"a short one", "short", NULL, false},
    };
    (void)state;
    struct tes_keys keys;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        print_message("%s\n", CASES[i].name);
        set(0, "TESSERA_SECRET", CASES[i].secret);
        set(1, "TESSERA_SECRET_PREVIOUS", CASES[i].previous);
        error.text[0] = '\0';
        assert_int_equal(tes_keys_check(lookup, &error), CASES[i].is_good);
        assert_int_equal(tes_keys_load(folder, lookup, 1, &keys, &error), CASES[i].is_good);
        assert_true(CASES[i].is_good || strstr(error.text, "TESSERA_SECRET") != NULL);
        assert_null(strstr(error.text, CASES[i].secret));
        assert_int_not_equal(access(path, F_OK), 0);
    }
    memset(environment, 0, sizeof environment);
    set(0, "TESSERA_SECRET", ""); /* empty is unset */
    assert_true(tes_keys_check(lookup, &error));
    assert_int_not_equal(access(path, F_OK), 0); /* looking makes no file */
    make(1);
    assert_true(tes_keys_load(folder, lookup, 1, &keys, &error));
    assert_string_equal(keys.source, "keys");
}

static void test_file(void **state)
{
    (void)state;
    struct tes_keys keys, again;
    struct stat about;
    make(5000);
    assert_true(tes_keys_load(folder, lookup, 5000, &keys, &error));
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    assert_true(tes_keys_load(folder, lookup, 6000, &again, &error));
    assert_true(tes_keys_equal(&keys, &again));
}

static void test_rotation(void **state)
{
    (void)state;
    struct tes_keys first, second;
    const uint64_t start = 1000, later = start + TES_KEYS_RETIRED_MS;
    make(start);
    assert_true(tes_keys_load(folder, lookup, start, &first, &error));
    assert_true(tes_keys_rotate(folder, lookup, start + 1, &error));
    /* At first it only opens; the one before goes on signing, until every server knows the new one.
     */
    assert_true(tes_keys_load(folder, lookup, start + TES_KEYS_SETTLED_MS, &second, &error));
    assert_int_equal(second.count, 2);
    assert_memory_equal(second.items[0].secret, first.items[0].secret, 32);
    /* Also where a second rotation follows at once: neither of the two new ones signs. */
    assert_true(tes_keys_rotate(folder, lookup, start + 2, &error));
    assert_true(tes_keys_load(folder, lookup, start + TES_KEYS_SETTLED_MS, &second, &error));
    assert_int_equal(second.count, 3);
    assert_memory_equal(second.items[0].secret, first.items[0].secret, 32);
    unlink(path);
    make(start);
    assert_true(tes_keys_load(folder, lookup, start, &first, &error));
    assert_true(tes_keys_rotate(folder, lookup, start + 1, &error));
    assert_true(tes_keys_load(folder, lookup, start + 1 + TES_KEYS_SETTLED_MS, &second, &error));
    assert_int_equal(second.count, 2);
    assert_memory_equal(second.items[1].secret, first.items[0].secret, 32);
    assert_memory_not_equal(second.items[0].secret, first.items[0].secret, 32);
    /* Retired a day after the new one came, not a day after its own birth. */
    assert_true(tes_keys_load(folder, lookup, later, &second, &error));
    assert_int_equal(second.count, 2);
    assert_true(tes_keys_load(folder, lookup, later + 1, &second, &error));
    assert_int_equal(second.count, 1);
    for (int i = 0; i < 20; i++)
        assert_true(tes_keys_rotate(folder, lookup, later + 2, &error));
    assert_true(tes_keys_load(folder, lookup, later + 3, &second, &error));
    assert_int_equal(second.count, TES_KEYS_MAX);
}

/* Neither reading nor rotating makes what is not there; making does not touch what is. */
static void test_made_on_purpose_only(void **state)
{
    (void)state;
    struct tes_keys keys, again;
    assert_false(tes_keys_exist(folder, lookup));
    assert_false(tes_keys_load(folder, lookup, 1, &keys, &error));
    assert_non_null(strstr(error.text, "is missing"));
    assert_non_null(strstr(error.text, "tessera key make"));
    assert_false(tes_keys_rotate(folder, lookup, 1, &error));
    assert_non_null(strstr(error.text, "is missing"));
    assert_int_not_equal(access(path, F_OK), 0);
    make(1);
    assert_true(tes_keys_exist(folder, lookup));
    assert_true(tes_keys_load(folder, lookup, 1, &keys, &error));
    assert_false(tes_keys_make(folder, lookup, 1, &error));
    assert_non_null(strstr(error.text, "is there already"));
    assert_true(tes_keys_load(folder, lookup, 1, &again, &error));
    assert_true(tes_keys_equal(&keys, &again));
}

static void test_writable_by_everybody(void **state)
{
    (void)state;
    struct tes_keys keys;
    make(1);
    assert_int_equal(chmod(path, 0602), 0);
    assert_false(tes_keys_load(folder, lookup, 1, &keys, &error));
    assert_non_null(strstr(error.text, "0602"));
    assert_int_equal(chmod(path, 0644), 0); /* a warning is due, which is not given here */
    assert_true(tes_keys_load(folder, lookup, 1, &keys, &error));
}

/* Another process may hold the lock for as long as it likes: reading does not wait for it. */
static void test_reading_takes_no_lock(void **state)
{
    (void)state;
    struct tes_keys first, second;
    char lock_path[176];
    make(1);
    assert_true(tes_keys_load(folder, lookup, 1, &first, &error));
    snprintf(lock_path, sizeof lock_path, "%s.lock", path);
    int lock = open(lock_path, O_RDWR);
    assert_true(lock >= 0);
    assert_int_equal(flock(lock, LOCK_EX), 0);
    alarm((unsigned)patience_s(0)); /* where it waits after all */
    assert_true(tes_keys_load(folder, lookup, 1, &second, &error));
    alarm(0);
    close(lock);
    assert_true(tes_keys_equal(&first, &second));
}

#define NOT_HEX "1 0g0102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f\n"

static void test_bad_files(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {"", "garbage\n", "12 abc\n", "-1 00\n", NOT_HEX};
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        struct tes_keys keys;
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(TEXTS[i], file);
        fclose(file);
        assert_false(tes_keys_load(folder, lookup, 1, &keys, &error));
        assert_non_null(strstr(error.text, "keys: expected lines"));
    }
}

int main(void)
{
    snprintf(folder, sizeof folder, "%s/tessera-keys-XXXXXX", patience_folder());
    if (mkdtemp(folder) == NULL)
        return 1;
    snprintf(path, sizeof path, "%s/keys", folder);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_order_of_variables, each_setup),
        cmocka_unit_test_setup(test_short_variable, each_setup),
        cmocka_unit_test_setup(test_file, each_setup),
        cmocka_unit_test_setup(test_rotation, each_setup),
        cmocka_unit_test_setup(test_made_on_purpose_only, each_setup),
        cmocka_unit_test_setup(test_writable_by_everybody, each_setup),
        cmocka_unit_test_setup(test_reading_takes_no_lock, each_setup),
        cmocka_unit_test_setup(test_bad_files, each_setup),
    };
    return cmocka_run_group_tests_name("keys", tests, NULL, NULL);
}
