/* Keys under another secret: what opens them, and what must not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../lib/patience.h"
#include "crypto/wrap.h"

#define SECRET  "a secret for keys, with 40 characters..."
#define ANOTHER "another secret for keys, of 40 characters"

static char path[128];
static struct tes_error error;
static const char *variables[2]; /* TESSERA_KEYS_SECRET, and what went before */

static char *lookup(const char *name)
{
    if (strcmp(name, "TESSERA_KEYS_SECRET") == 0)
        return (char *)(uintptr_t)variables[0];
    if (strcmp(name, "TESSERA_KEYS_SECRET_PREVIOUS") == 0)
        return (char *)(uintptr_t)variables[1];
    return NULL;
}

static struct tes_wrap load(const char *secret, const char *previous)
{
    struct tes_wrap wrap;
    variables[0] = secret;
    variables[1] = previous;
    if (!tes_wrap_load("", lookup, &wrap, &error))
        fail_msg("%s", error.text);
    return wrap;
}

static struct tes_wrapped wrap_one(const struct tes_wrap *wrap, struct tes_key *key)
{
    struct tes_wrapped wrapped;
    assert_true(tes_key_new(key, 1790000000000u));
    assert_true(tes_wrap_key(wrap, key, &wrapped));
    return wrapped;
}

static void test_there_and_back(void **state)
{
    (void)state;
    struct tes_wrap wrap = load(SECRET, NULL);
    struct tes_key key, again;
    struct tes_wrapped wrapped = wrap_one(&wrap, &key), twice;
    uint32_t id;
    assert_true(tes_key_id(&key, &id));
    assert_int_equal(wrapped.id, id);
    assert_int_equal(wrapped.length, 1 + 12 + key.length + 16);
    assert_true(tes_wrap_open(&wrap, &wrapped, &again, &error));
    assert_memory_equal(&again, &key, sizeof key);

    /* Nothing of the key is to be seen, and the same key looks different each time. */
    for (size_t i = 0; i + 4 <= wrapped.length; i++)
        assert_memory_not_equal(wrapped.bytes + i, key.secret, 4);
    assert_true(tes_wrap_key(&wrap, &key, &twice));
    assert_memory_not_equal(twice.bytes + 1, wrapped.bytes + 1, 12);
    assert_memory_not_equal(twice.bytes + 13, wrapped.bytes + 13, key.length);
}

/* A secret of the longest kind, as a variable may have it, fits. */
static void test_longest(void **state)
{
    (void)state;
    struct tes_wrap wrap = load(SECRET, NULL);
    struct tes_key key = {.length = TES_KEYS_SECRET_MAX, .created_at_ms = 7}, again;
    struct tes_wrapped wrapped;
    memset(key.secret, 'x', sizeof key.secret);
    assert_true(tes_wrap_key(&wrap, &key, &wrapped));
    assert_int_equal(wrapped.length, TES_WRAPPED_MAX);
    assert_true(tes_wrap_open(&wrap, &wrapped, &again, &error));
    assert_memory_equal(&again, &key, sizeof key);
}

static void test_each_bit_counts(void **state)
{
    (void)state;
    struct tes_wrap wrap = load(SECRET, NULL);
    struct tes_key key, again;
    static const struct tes_key NONE;
    const struct tes_wrapped wrapped = wrap_one(&wrap, &key);
    for (size_t bit = 0; bit < wrapped.length * 8; bit++) {
        struct tes_wrapped changed = wrapped;
        changed.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_false(tes_wrap_open(&wrap, &changed, &again, &error));
        assert_memory_equal(&again, &NONE, sizeof again);
    }
    for (size_t length = 0; length < wrapped.length; length++) {
        struct tes_wrapped cut = wrapped;
        cut.length = length;
        assert_false(tes_wrap_open(&wrap, &cut, &again, &error));
    }
    struct tes_wrapped longer = wrapped;
    longer.length = TES_WRAPPED_MAX + 1;
    assert_false(tes_wrap_open(&wrap, &longer, &again, &error));

    /* Nor does it pass for another key, or for one of another day. */
    struct tes_wrapped other = wrapped;
    other.id ^= 1;
    assert_false(tes_wrap_open(&wrap, &other, &again, &error));
    other = wrapped;
    other.created_at_ms++;
    assert_false(tes_wrap_open(&wrap, &other, &again, &error));
    other = wrapped;
    other.created_at_ms += (uint64_t)1 << 32;
    assert_false(tes_wrap_open(&wrap, &other, &again, &error));
    assert_true(tes_wrap_open(&wrap, &wrapped, &again, &error));
}

static void test_other_secrets(void **state)
{
    (void)state;
    struct tes_wrap old = load(SECRET, NULL), new = load(ANOTHER, NULL);
    struct tes_wrap both = load(ANOTHER, SECRET);
    struct tes_key key, again;
    struct tes_wrapped wrapped = wrap_one(&old, &key), resealed;
    assert_int_not_equal(old.secrets[0].id, new.secrets[0].id);
    assert_false(tes_wrap_open(&new, &wrapped, &again, &error));
    assert_non_null(strstr(error.text, "another secret"));
    wrapped.wrapped_by = new.secrets[0].id; /* who lies about it gains nothing */
    assert_false(tes_wrap_open(&new, &wrapped, &again, &error));
    wrapped.wrapped_by = old.secrets[0].id;
    assert_true(tes_wrap_open(&both, &wrapped, &again, &error));
    assert_true(tes_wrap_key(&both, &again, &resealed));
    assert_int_equal(resealed.wrapped_by, new.secrets[0].id);
    assert_true(tes_wrap_open(&new, &resealed, &again, &error));
    assert_memory_equal(&again, &key, sizeof key);
    assert_null(strstr(error.text, SECRET));
    assert_null(strstr(error.text, ANOTHER));
}

static void write_file(const char *text, mode_t mode)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, mode), 0);
}

static void test_files(void **state)
{
    static const struct {
        const char *name, *text;
        mode_t mode;
        size_t count; /* of secrets; 0: it is refused */
    } CASES[] = {
        {"one line", SECRET "\n", 0600, 1},
        {"without a break", SECRET, 0600, 1},
        {"breaks of another system", SECRET "\r\n" ANOTHER "\r\n", 0600, 2},
        {"two lines", ANOTHER "\n" SECRET "\n", 0400, 2},
        {"three lines", SECRET "\n" SECRET "\n" SECRET "\n", 0600, 0},
        {"an empty file", "", 0600, 0},
        {"an empty line", "\n" SECRET "\n", 0600, 0},
        {"a short one", "0123456789012345678901234567890\n", 0600, 0},
        {"one that everybody may write", SECRET "\n", 0602, 0},
        {"one that others may read", SECRET "\n", 0644, 1},
    };
    (void)state;
    struct tes_wrap wrap;
    variables[0] = variables[1] = NULL;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        print_message("%s\n", CASES[i].name);
        write_file(CASES[i].text, CASES[i].mode);
        assert_int_equal(tes_wrap_load(path, lookup, &wrap, &error), CASES[i].count > 0);
        assert_int_equal(wrap.count, CASES[i].count);
        assert_null(strstr(error.text, SECRET));
    }
    char longest[TES_KEYS_SECRET_MAX + 2];
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    write_file(longest, 0600);
    assert_false(tes_wrap_load(path, lookup, &wrap, &error));
    longest[sizeof longest - 2] = '\0';
    write_file(longest, 0600);
    assert_true(tes_wrap_load(path, lookup, &wrap, &error));

    variables[0] = ANOTHER; /* the variable goes before the file */
    assert_true(tes_wrap_load(path, lookup, &wrap, &error));
    assert_int_equal(wrap.secrets[0].length, strlen(ANOTHER));
    variables[1] = "short";
    assert_false(tes_wrap_load(path, lookup, &wrap, &error));
    assert_non_null(strstr(error.text, "TESSERA_KEYS_SECRET_PREVIOUS"));
    variables[0] = "";
    assert_false(tes_wrap_load("", lookup, &wrap, &error));
    assert_non_null(strstr(error.text, "TESSERA_KEYS_SECRET"));
    assert_false(tes_wrap_load("/nowhere/at/all", lookup, &wrap, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_there_and_back),  cmocka_unit_test(test_longest),
        cmocka_unit_test(test_each_bit_counts), cmocka_unit_test(test_other_secrets),
        cmocka_unit_test(test_files),
    };
    snprintf(path, sizeof path, "%s/tessera-wrap-XXXXXX", patience_folder());
    int made = mkstemp(path);
    if (made < 0)
        return 1;
    close(made);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
