/* Rows for people, and a person's right to have them deleted; S3D-14. */
#include "records_support.h"
#include "store/records/records_export.h"
#include "store/records/records_users.h"

enum { ROW_COUNT = 450, SECOND_MS = 1000 }; /* more than two pages */

static void write_rows(const struct scratch *scratch)
{
    struct records *records = open_in(scratch);
    for (unsigned i = 0; i < ROW_COUNT; i++) {
        char id[16];
        snprintf(id, sizeof id, "e%03u", i);
        struct records_answer row = {.challenge_id = tes_slice_of(id),
                                     .user_id = tes_slice_of(i % 3 == 0 ? "ann" : "bob"),
                                     .is_user_proven = true,
                                     .site = tes_slice_of(i % 2 == 0 ? "ts_one" : "ts_two"),
                                     .difficulty = TES_SLICE("easy"),
                                     .options = TES_SLICE("[\"a\",\"b\"]"),
                                     .presented_at_ms = T0 + i * SECOND_MS,
                                     .responded_at_ms = T0 + i * SECOND_MS + 7,
                                     .is_correct = i % 2 == 0,
                                     .png_path = TES_SLICE("ab/cd.png")};
        assert_true(i % 5 == 0 ? records_presented(records, &row)
                               : records_answered(records, &row));
        if (i == 3 || i == 4)
            assert_true(records_pictured(records, &row));
    }
    struct records_user ann = {"ts_one", "ann"}, bob = {"ts_one", "bob"};
    assert_int_equal(records_state_write(records, &ann, "style", TES_SLICE("x")), RECORDS_OK);
    assert_int_equal(records_state_write(records, &bob, "style", TES_SLICE("x")), RECORDS_OK);
    records_close(records);
}

struct seen {
    unsigned count, stop_after;
    char last[32];
    struct records_row row;
};

static bool see(void *context, const struct records_row *row)
{
    struct seen *seen = context;
    struct tes_slice id = row->values[RECORDS_COLUMN_challenge_id];
    assert_true(id.length < sizeof seen->last);
    char name[32] = "";
    memcpy(name, id.at, id.length);
    assert_true(strcmp(name, seen->last) > 0); /* in order, each once */
    strcpy(seen->last, name);
    seen->count++;
    return seen->count != seen->stop_after;
}

static void rows_are_chosen(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        struct records_choice choice;
        unsigned count, stop_after;
    } cases[] = {
        {"all", {NULL, NULL, 0, 0}, 450, 0},
        {"a user", {"ann", NULL, 0, 0}, 150, 0},
        {"a site", {NULL, "ts_one", 0, 0}, 225, 0},
        {"both", {"ann", "ts_one", 0, 0}, 75, 0},
        {"since", {NULL, NULL, T0 + 100 * SECOND_MS, 0}, 350, 0},
        {"until", {NULL, NULL, 0, T0 + 100 * SECOND_MS}, 100, 0},
        {"between", {"bob", NULL, T0 + 3 * SECOND_MS, T0 + 6 * SECOND_MS}, 2, 0},
        {"nobody", {"eve' OR '1'='1", NULL, 0, 0}, 0, 0},
        {"the first three", {NULL, NULL, 0, 0}, 3, 3},
    };
    struct scratch scratch = records_scratch();
    write_rows(&scratch);
    struct records *records = open_in(&scratch);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct seen seen = {.stop_after = cases[i].stop_after};
        print_message("%s\n", cases[i].name);
        assert_int_equal(records_export(records, &cases[i].choice, see, &seen), RECORDS_OK);
        assert_int_equal(seen.count, cases[i].count);
    }
    records_close(records);
    scratch_remove(&scratch);
}

static bool check_first(void *context, const struct records_row *row)
{
    static const struct {
        enum records_column column;
        const char *open, *answered; /* NULL: any */
    } cases[] = {
        {RECORDS_COLUMN_user_source, "site", "site"},
        {RECORDS_COLUMN_presented_at, "2026-09-21T14:13:20.000Z", "2026-09-21T14:13:21.000Z"},
        {RECORDS_COLUMN_responded_at, "-", "2026-09-21T14:13:21.007Z"},
        {RECORDS_COLUMN_is_correct, "-", "false"},
        {RECORDS_COLUMN_is_suspicious, "false", "false"},
        {RECORDS_COLUMN_rotation_angle, "-", "-"},
        {RECORDS_COLUMN_response_time_ms, "-", "7"},
        {RECORDS_COLUMN_occlusion_enabled, "false", "false"},
    };
    unsigned *number = context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *expected = *number == 0 ? cases[i].open : cases[i].answered;
        struct tes_slice value = row->values[cases[i].column];
        if (!tes_slice_equal(value.at != NULL ? value : TES_SLICE("-"), tes_slice_of(expected)))
            fail_msg("column %u: %.*s", cases[i].column, (int)value.length, value.at);
    }
    return ++*number < 2;
}

static void values_are_alike_in_all_stores(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    write_rows(&scratch);
    struct records *records = open_in(&scratch);
    unsigned number = 0;
    struct records_choice all = {0};
    assert_int_equal(records_export(records, &all, check_first, &number), RECORDS_OK);
    assert_int_equal(number, 2);
    records_close(records);
    scratch_remove(&scratch);
}

static void count_picture(void *context, const char *path)
{
    assert_string_equal(path, "ab/cd.png");
    ++*(unsigned *)context;
}

static void persons_are_forgotten(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    write_rows(&scratch);
    struct records *records = open_in(&scratch);
    struct records_forgotten gone;
    unsigned pictures = 0;
    struct records_choice nobody = {.user = ""}, everybody = {0};
    assert_int_equal(records_forget(records, &nobody, count_picture, &pictures, &gone),
                     RECORDS_FAILED);
    assert_int_equal(records_forget(records, &everybody, count_picture, &pictures, &gone),
                     RECORDS_FAILED);
    struct records_choice at_one = {.user = "ann", .site = "ts_one"}, ann = {.user = "ann"};
    assert_int_equal(records_forget(records, &at_one, count_picture, &pictures, &gone), RECORDS_OK);
    assert_int_equal(gone.challenges, 75);
    assert_int_equal(gone.profiles, 1);
    assert_int_equal(gone.states, 1);
    assert_int_equal(pictures, 0);
    assert_int_equal(records_forget(records, &ann, count_picture, &pictures, &gone), RECORDS_OK);
    assert_int_equal(gone.challenges, 75);
    assert_int_equal(gone.profiles, 1);
    assert_int_equal(gone.states, 0);
    assert_int_equal(pictures, 1);
    assert_int_equal(records_forget(records, &ann, count_picture, &pictures, &gone), RECORDS_OK);
    assert_int_equal(gone.challenges + gone.profiles + gone.states, 0);
    records_close(records);
    assert_query(&scratch, "SELECT count(*) FROM spatial_challenges WHERE user_id = 'bob'", "300");
    assert_query(&scratch, "SELECT count(*) FROM spatial_challenges", "300");
    assert_query(&scratch, "SELECT count(*) FROM spatial_user_profiles", "2");
    assert_query(&scratch, "SELECT count(*) FROM user_states", "1");
    scratch_remove(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_chosen),
        cmocka_unit_test(values_are_alike_in_all_stores),
        cmocka_unit_test(persons_are_forgotten),
    };
    return records_run_each(tests, sizeof tests / sizeof tests[0]);
}
