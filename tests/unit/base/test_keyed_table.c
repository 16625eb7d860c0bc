/* A table of fixed size: what is found, what is replaced, what is kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/keyed_table.h"

enum { ENTRIES = 4 * TES_KEYED_TABLE_WAYS, KEY_MAX = 16 };

static const uint64_t HASH_KEY[2] = {1, 2};

struct counted {
    unsigned count;
    bool stays;
};

static struct tes_keyed_table new_table(size_t entries, size_t key_max)
{
    struct tes_keyed_table table;
    const struct tes_keyed_table_size size = {entries, sizeof(struct counted), key_max};
    assert_true(tes_keyed_table_init(&table, &size, HASH_KEY));
    return table;
}

static struct tes_slice key_of(char memory[KEY_MAX], unsigned number)
{
    return (struct tes_slice){memory, (size_t)snprintf(memory, KEY_MAX, "key %u", number)};
}

static bool may_go(void *entry, const void *context)
{
    (void)context;
    return !((const struct counted *)entry)->stays;
}

static void test_entries_are_found_by_their_keys(void **state)
{
    (void)state;
    struct tes_keyed_table table = new_table(ENTRIES, KEY_MAX);
    char memory[KEY_MAX];
    struct tes_slice kept, none = {NULL, 0};
    size_t used = 0;
    assert_null(tes_keyed_table_find(&table, TES_SLICE("a")));
    ((struct counted *)tes_keyed_table_use(&table, TES_SLICE("a"), 1, may_go, NULL))->count = 5;
    ((struct counted *)tes_keyed_table_use(&table, none, 1, may_go, NULL))->count = 7;
    assert_int_equal(((struct counted *)tes_keyed_table_find(&table, TES_SLICE("a")))->count, 5);
    assert_int_equal(((struct counted *)tes_keyed_table_use(&table, none, 2, may_go, NULL))->count,
                     7);
    assert_null(tes_keyed_table_find(&table, key_of(memory, 0)));
    for (size_t i = 0; i < ENTRIES; i++) {
        struct counted *entry = tes_keyed_table_at(&table, i, &kept);
        if (entry == NULL)
            continue;
        assert_true(tes_slice_equal(kept, entry->count == 5 ? TES_SLICE("a") : none));
        used++;
    }
    assert_int_equal(used, 2);
    assert_null(tes_keyed_table_use(&table, TES_SLICE("more than 16 bytes"), 1, NULL, NULL));
    tes_keyed_table_free(&table);
    tes_keyed_table_free(&table);
}

/* One set: what was used least recently goes, but for what stays; a new entry is all zero. */
static void test_the_least_recent_that_may_go_is_replaced(void **state)
{
    (void)state;
    struct tes_keyed_table table = new_table(TES_KEYED_TABLE_WAYS, 0);
    char memory[KEY_MAX];
    for (unsigned i = 0; i < TES_KEYED_TABLE_WAYS; i++) {
        struct counted *entry = tes_keyed_table_use(&table, key_of(memory, i), i, may_go, NULL);
        *entry = (struct counted){.count = 1, .stays = i == 0};
    }
    assert_non_null(tes_keyed_table_use(&table, key_of(memory, 1), 100, may_go, NULL));
    struct counted *newest = tes_keyed_table_use(&table, TES_SLICE("new"), 101, may_go, NULL);
    assert_int_equal(newest->count, 0);
    for (unsigned i = 0; i < TES_KEYED_TABLE_WAYS; i++)
        assert_true((tes_keyed_table_find(&table, key_of(memory, i)) != NULL) == (i != 2));
    newest->stays = true;
    for (unsigned i = 0; i < TES_KEYED_TABLE_WAYS; i++) {
        struct counted *entry = tes_keyed_table_find(&table, key_of(memory, i));
        if (entry != NULL)
            entry->stays = true;
    }
    assert_null(tes_keyed_table_use(&table, TES_SLICE("newer"), 102, may_go, NULL));
    assert_non_null(tes_keyed_table_use(&table, TES_SLICE("newer"), 102, NULL, NULL));
    assert_null(tes_keyed_table_find(&table, key_of(memory, 0)));
    tes_keyed_table_free(&table);
}

static void test_many_keys_take_no_more_room(void **state)
{
    (void)state;
    struct tes_keyed_table table = new_table(ENTRIES, KEY_MAX);
    char memory[KEY_MAX];
    unsigned known = 0;
    for (unsigned i = 0; i < 1000; i++) {
        assert_non_null(tes_keyed_table_use(&table, key_of(memory, i), i, may_go, NULL));
        assert_non_null(tes_keyed_table_find(&table, key_of(memory, i)));
    }
    for (unsigned i = 0; i < 1000; i++)
        known += tes_keyed_table_find(&table, key_of(memory, i)) != NULL;
    assert_int_equal(known, ENTRIES);
    tes_keyed_table_free(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries_are_found_by_their_keys),
        cmocka_unit_test(test_the_least_recent_that_may_go_is_replaced),
        cmocka_unit_test(test_many_keys_take_no_more_room),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
