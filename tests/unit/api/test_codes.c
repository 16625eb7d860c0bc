/*
 * Short codes in the records: found by hash and site, bounded for each site and in all, and gone
 * some time after they are over.
 */
#include <unistd.h>

#include "../store/records_support.h"
#include "os/clock.h"
#include "store/records/records_codes.h"

static const struct records_code_bounds MANY = {1000, 1000};

static struct records_code make_code(unsigned number, const char *site, uint64_t expires_at_ms)
{
    struct records_code code = {.expires_at_ms = expires_at_ms};
    snprintf(code.hash, sizeof code.hash, "%064x", number);
    snprintf(code.site, sizeof code.site, "%s", site);
    snprintf(code.token, sizeof code.token, "token_%u", number);
    return code;
}

static enum records_result add(struct records *records, unsigned number, const char *site,
                               uint64_t expires_at_ms, struct records_code_bounds bounds)
{
    struct records_code code = make_code(number, site, expires_at_ms);
    return records_code_add(records, &code, &bounds);
}

static bool has(struct records *records, unsigned number, const char *site)
{
    struct records_code code = make_code(number, site, 0), found;
    enum records_result result = records_code_find(records, site, code.hash, &found);
    assert_true(result == RECORDS_OK || result == RECORDS_ABSENT);
    return result == RECORDS_OK;
}

static void records_keep_them(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    uint64_t later_ms = tes_clock_wall_ms() + 600123;
    struct records_code code = make_code(7, "ts_one", later_ms), found;
    memset(code.token, 'a', RECORDS_CODE_TOKEN_MAX);
    code.token[RECORDS_CODE_TOKEN_MAX] = '\0';
    assert_int_equal(records_code_find(records, "ts_one", code.hash, &found), RECORDS_ABSENT);
    assert_int_equal(records_code_add(records, &code, &MANY), RECORDS_OK);
    records_close(records);
    records = open_in(&scratch); /* they outlive the process */
    assert_int_equal(records_code_find(records, "ts_one", code.hash, &found), RECORDS_OK);
    assert_string_equal(found.hash, code.hash);
    assert_string_equal(found.site, "ts_one");
    assert_string_equal(found.token, code.token);
    assert_int_equal(found.expires_at_ms, later_ms);
    assert_false(has(records, 7, "ts_two")); /* another site's */
    assert_false(has(records, 7, "ts_on"));
    assert_false(has(records, 8, "ts_one"));
    records_close(records);
    scratch_remove(&scratch);
}

static void the_first_stays(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    struct records_code found;
    uint64_t later_ms = tes_clock_wall_ms() + 600000;
    struct records_code first = make_code(7, "ts_one", later_ms);
    struct records_code second = make_code(7, "ts_two", later_ms + 5);
    snprintf(second.token, sizeof second.token, "another");
    assert_int_equal(records_code_add(records, &first, &MANY), RECORDS_OK);
    assert_int_equal(records_code_add(records, &second, &MANY), RECORDS_OK);
    assert_int_equal(records_code_find(records, "ts_one", first.hash, &found), RECORDS_OK);
    assert_string_equal(found.token, first.token);
    assert_int_equal(found.expires_at_ms, later_ms);
    assert_false(has(records, 7, "ts_two"));
    records_close(records);
    scratch_remove(&scratch);
}

static void there_is_a_bound(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    const struct records_code_bounds few = {3, 5};
    uint64_t later_ms = tes_clock_wall_ms() + 600000;
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(add(records, i, "ts_one", later_ms, few), RECORDS_OK);
    assert_int_equal(add(records, 3, "ts_one", later_ms, few), RECORDS_EXISTS);
    assert_false(has(records, 3, "ts_one"));
    assert_int_equal(add(records, 0, "ts_one", later_ms, few), RECORDS_OK); /* is there already */
    assert_int_equal(add(records, 4, "ts_two", later_ms, few), RECORDS_OK);
    assert_int_equal(add(records, 5, "ts_two", later_ms, few), RECORDS_OK);
    assert_int_equal(add(records, 6, "ts_two", later_ms, few), RECORDS_EXISTS); /* five in all */
    assert_int_equal(add(records, 6, "ts_six", later_ms, few), RECORDS_EXISTS);
    records_close(records);
    scratch_remove(&scratch);
}

static void what_is_over_goes_in_time(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    const struct records_code_bounds two = {2, 2};
    uint64_t now_ms = tes_clock_wall_ms();
    assert_int_equal(add(records, 1, "ts_one", now_ms - 1000, two), RECORDS_OK);
    assert_int_equal(add(records, 2, "ts_one", now_ms - RECORDS_CODE_KEPT_MS - 60000, two),
                     RECORDS_OK);
    /* The one that was over an hour ago makes room; the other one is still told of. */
    assert_int_equal(add(records, 3, "ts_one", now_ms + 600000, two), RECORDS_OK);
    assert_false(has(records, 2, "ts_one"));
    assert_true(has(records, 1, "ts_one"));
    /* Unless there is no room: whoever has had many must not shut out those who come later. */
    assert_int_equal(add(records, 4, "ts_one", now_ms + 600000, two), RECORDS_OK);
    assert_false(has(records, 1, "ts_one"));
    assert_int_equal(add(records, 5, "ts_one", now_ms + 600000, two), RECORDS_EXISTS);
    assert_true(has(records, 3, "ts_one"));
    records_close(records);
    scratch_remove(&scratch);
}

/* Those of others only where all are too many. */
static void what_is_over_gives_way(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    const struct records_code_bounds few = {1, 3};
    uint64_t now_ms = tes_clock_wall_ms();
    assert_int_equal(add(records, 1, "ts_one", now_ms - 1000, few), RECORDS_OK);
    assert_int_equal(add(records, 2, "ts_two", now_ms - 1000, few), RECORDS_OK);
    assert_int_equal(add(records, 3, "ts_two", now_ms + 600000, few), RECORDS_OK);
    assert_true(has(records, 1, "ts_one"));
    assert_false(has(records, 2, "ts_two"));
    assert_int_equal(add(records, 4, "ts_six", now_ms + 600000, few), RECORDS_OK);
    assert_int_equal(add(records, 5, "ts_ten", now_ms + 600000, few), RECORDS_OK);
    assert_false(has(records, 1, "ts_one"));
    assert_int_equal(add(records, 6, "ts_new", now_ms + 600000, few), RECORDS_EXISTS);
    records_close(records);
    scratch_remove(&scratch);
}

/* Also where nobody asks for another one: the thread that writes begins with it. */
static void what_is_over_goes_by_itself(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    uint64_t now_ms = tes_clock_wall_ms();
    assert_int_equal(add(records, 1, "ts_one", now_ms - 1000, MANY), RECORDS_OK);
    assert_int_equal(add(records, 2, "ts_one", now_ms - RECORDS_CODE_KEPT_MS - 60000, MANY),
                     RECORDS_OK);
    assert_true(has(records, 2, "ts_one"));
    records_close(records);
    struct records_settings settings = settings_for(&scratch);
    char error[256];
    settings.history_days = 30; /* as a server has by default: what is old is forgotten at all */
    records = records_open(&settings, error, sizeof error);
    assert_non_null(records);
    PATIENCE_UNTIL(!has(records, 2, "ts_one"));
    assert_false(has(records, 2, "ts_one"));
    assert_true(has(records, 1, "ts_one"));
    records_close(records);
    scratch_remove(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_keep_them),      cmocka_unit_test(the_first_stays),
        cmocka_unit_test(there_is_a_bound),       cmocka_unit_test(what_is_over_goes_in_time),
        cmocka_unit_test(what_is_over_gives_way), cmocka_unit_test(what_is_over_goes_by_itself),
    };
    return records_run_each(tests, sizeof tests / sizeof tests[0]);
}
