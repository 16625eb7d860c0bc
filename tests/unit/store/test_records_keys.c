/* Keys that servers share: their order, who may add one, when they retire. */
#include "records_support.h"

#include "store/records/records_keys.h"

#define DAY_MS ((uint64_t)86400000)

static void postgres_run(const char *sql)
{
    assert_null(postgres_sql(sql, NULL, 0));
}

static struct records_key key_of(uint32_t id, uint64_t created_at_ms)
{
    struct records_key key = {
        .id = id, .created_at_ms = created_at_ms, .sealed_by = 4000000000u, .length = 61};
    memset(key.sealed, (int)id, key.length);
    return key;
}

static struct records_keys read_keys(struct records *records)
{
    struct records_keys keys;
    assert_int_equal(records_keys_read(records, DAY_MS, &keys), RECORDS_OK);
    return keys;
}

static void add(struct records *records, uint32_t id, uint64_t created_at_ms)
{
    struct records_key key = key_of(id, created_at_ms);
    assert_int_equal(records_key_add(records, &key, false, DAY_MS), RECORDS_OK);
}

static void test_there_and_back(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch), *other = open_in(&scratch);
    struct records_keys keys = read_keys(records);
    assert_int_equal(keys.count, 0);
    assert_true(keys.now_ms > T0);

    struct records_key key = key_of(4294967295u, T0);
    assert_int_equal(records_key_add(records, &key, true, DAY_MS), RECORDS_OK);
    keys = read_keys(other); /* another server sees it */
    assert_int_equal(keys.count, 1);
    assert_int_equal(keys.items[0].id, 4294967295u);
    assert_int_equal(keys.items[0].sealed_by, 4000000000u);
    assert_int_equal(keys.items[0].created_at_ms, T0);
    assert_int_equal(keys.items[0].length, key.length);
    assert_memory_equal(keys.items[0].sealed, key.sealed, key.length);
    assert_false(keys.items[0].has_signed);

    /* The first one is first for all of them. */
    key = key_of(2, T0 + 1);
    assert_int_equal(records_key_add(other, &key, true, DAY_MS), RECORDS_EXISTS);
    add(other, 2, T0 + 1);
    key = key_of(2, T0 + 2);
    assert_int_equal(records_key_add(records, &key, false, DAY_MS), RECORDS_EXISTS);
    keys = read_keys(records);
    assert_int_equal(keys.count, 2);
    assert_int_equal(keys.items[0].id, 2); /* newest first */

    assert_int_equal(records_key_signs(records, 2), RECORDS_OK);
    uint64_t from_ms = read_keys(other).items[0].signs_from_ms;
    assert_true(read_keys(other).items[0].has_signed && from_ms > T0);
    assert_int_equal(records_key_signs(records, 2), RECORDS_ABSENT); /* that stays as it is */
    assert_int_equal(read_keys(other).items[0].signs_from_ms, from_ms);

    key.sealed_by = 9;
    key.length = 70;
    assert_int_equal(records_key_reseal(records, &key), RECORDS_OK);
    keys = read_keys(other);
    assert_int_equal(keys.items[0].sealed_by, 9);
    assert_int_equal(keys.items[0].length, 70);
    assert_int_equal(keys.items[0].created_at_ms, T0 + 1); /* that was the key's, and stays */
    assert_true(keys.items[0].has_signed);

    assert_int_equal(records_key_remove(records, 2), RECORDS_OK);
    assert_int_equal(records_key_remove(records, 2), RECORDS_ABSENT);
    assert_int_equal(read_keys(other).count, 1);
    records_close(other);
    records_close(records);
    scratch_remove(&scratch);
}

static void test_room(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    for (uint32_t i = 1; i <= RECORDS_KEYS_MAX; i++)
        add(records, i, T0 + i);
    struct records_key key = key_of(99, T0 + 99);
    assert_int_equal(records_key_add(records, &key, false, DAY_MS), RECORDS_ABSENT);
    assert_int_equal(read_keys(records).count, RECORDS_KEYS_MAX);
    key = key_of(1, T0);
    assert_int_equal(records_key_remove(records, 8), RECORDS_OK);
    assert_int_equal(records_key_add(records, &key, false, DAY_MS), RECORDS_EXISTS);
    records_close(records);
    scratch_remove(&scratch);
}

/* A key retires a day after a newer one began to sign: not a day after that one was made. */
static void test_retirement(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    add(records, 1, T0);
    add(records, 2, T0 + 1);
    postgres_run("UPDATE signing_keys SET added_at = added_at - interval '3 days'");
    assert_int_equal(read_keys(records).count, 2); /* nobody signs with the newer one so far */
    assert_int_equal(records_key_signs(records, 2), RECORDS_OK);
    postgres_run("UPDATE signing_keys SET signs_from = signs_from - interval '23 hours 59 minutes'"
                 " WHERE key_id = 2");
    assert_int_equal(read_keys(records).count, 2);
    postgres_run("UPDATE signing_keys SET signs_from = signs_from - interval '2 minutes'"
                 " WHERE key_id = 2");
    struct records_keys keys = read_keys(records);
    assert_int_equal(keys.count, 1);
    assert_int_equal(keys.items[0].id, 2);
    postgres_run("UPDATE signing_keys SET added_at = clock_timestamp() WHERE key_id = 1");
    assert_int_equal(read_keys(records).count, 2); /* it came from elsewhere just now */

    /* What has retired makes room, and nothing else does. */
    postgres_run("UPDATE signing_keys SET added_at = added_at - interval '3 days'");
    add(records, 3, T0 + 2);
    assert_int_equal(read_keys(records).count, 2);
    assert_int_equal(records_key_remove(records, 1), RECORDS_ABSENT);
    records_close(records);
    scratch_remove(&scratch);
}

static void test_not_in_a_file(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new();
    struct records_settings settings = {.where = "sqlite", .data = scratch.data, .migrate = true};
    char error[256];
    struct records *records = records_open(&settings, error, sizeof error);
    struct records_keys keys;
    struct records_key key = key_of(1, T0);
    assert_non_null(records);
    assert_false(records_can_keep_keys("sqlite"));
    assert_true(records_can_keep_keys("postgres://somewhere/db"));
    assert_false(records_can_keep_keys("nonsense"));
    assert_int_equal(records_keys_read(records, DAY_MS, &keys), RECORDS_FAILED);
    assert_int_equal(records_key_add(records, &key, true, DAY_MS), RECORDS_FAILED);
    assert_int_equal(records_key_signs(records, 1), RECORDS_FAILED);
    assert_int_equal(records_key_reseal(records, &key), RECORDS_FAILED);
    assert_int_equal(records_key_remove(records, 1), RECORDS_FAILED);
    records_close(records);
    scratch_remove(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_room),
        cmocka_unit_test(test_retirement),
        cmocka_unit_test(test_not_in_a_file),
    };
    return records_run_postgres(tests, sizeof tests / sizeof tests[0]);
}
