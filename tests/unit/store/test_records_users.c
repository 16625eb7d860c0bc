/* Users and those who wait for a review, in every store: what is written is what is read. */
#include "records_support.h"
#include "store/records/records_reviews.h"
#include "store/records/records_users.h"

static const struct records_user ANN = {"ts_one", "ann"}, OTHER_ANN = {"ts_two", "ann"};

static void states_belong_to_a_user_of_a_site(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    char bytes[64];
    size_t length;
    assert_int_equal(records_state_read(records, &ANN, "style", bytes, sizeof bytes, &length),
                     RECORDS_ABSENT);
    assert_int_equal(records_state_write(records, &ANN, "style", TES_SLICE("a\0b")), RECORDS_OK);
    assert_int_equal(records_state_write(records, &ANN, "count", TES_SLICE("")), RECORDS_OK);
    assert_int_equal(records_state_write(records, &OTHER_ANN, "style", TES_SLICE("other")),
                     RECORDS_OK);
    assert_int_equal(records_state_read(records, &ANN, "style", bytes, sizeof bytes, &length),
                     RECORDS_OK);
    assert_int_equal(length, 3);
    assert_memory_equal(bytes, "a\0b", 3);
    assert_int_equal(records_state_read(records, &ANN, "count", bytes, sizeof bytes, &length),
                     RECORDS_OK);
    assert_int_equal(length, 0);
    assert_int_equal(records_state_write(records, &ANN, "style", TES_SLICE("again")), RECORDS_OK);
    assert_int_equal(records_state_read(records, &ANN, "style", bytes, 4, &length), RECORDS_FAILED);
    assert_int_equal(records_state_read(records, &ANN, "style", bytes, 5, &length), RECORDS_OK);
    assert_memory_equal(bytes, "again", 5);
    static char large[RECORDS_STATE_MAX + 1];
    assert_int_equal(
        records_state_write(records, &ANN, "style", (struct tes_slice){large, sizeof large}),
        RECORDS_FAILED);
    records_close(records);
    scratch_remove(&scratch);
}

static void answer_at(struct records *records, const char *id, const char *site, bool is_correct)
{
    struct records_answer row = {.challenge_id = tes_slice_of(id),
                                 .user_id = TES_SLICE("ann"),
                                 .site = tes_slice_of(site),
                                 .difficulty = TES_SLICE("hard"),
                                 .question_type = TES_SLICE("scene"),
                                 .presented_at_ms = T0,
                                 .responded_at_ms = T0 + 1000,
                                 .is_correct = is_correct,
                                 .is_user_proven = true};
    assert_true(records_answered(records, &row));
}

/* S3D-15: a profile is a user's at one site, and follows from the answers. */
static void profiles_belong_to_a_user_of_a_site(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    struct records_profile profile;
    assert_int_equal(records_profile_read(records, &ANN, &profile), RECORDS_ABSENT);
    answer_at(records, "a", ANN.site, true);
    answer_at(records, "b", ANN.site, false);
    answer_at(records, "c", ANN.site, false);
    answer_at(records, "d", OTHER_ANN.site, false);
    records_close(records); /* writes what waits */
    records = open_in(&scratch);
    assert_int_equal(records_profile_read(records, &ANN, &profile), RECORDS_OK);
    assert_int_equal(profile.completed[RECORDS_HARD], 3);
    assert_int_equal(profile.passed[RECORDS_HARD], 1);
    assert_int_equal(profile.completed[RECORDS_EASY] + profile.completed[RECORDS_MEDIUM], 0);
    assert_int_equal(records_profile_read(records, &OTHER_ANN, &profile), RECORDS_OK);
    assert_int_equal(profile.completed[RECORDS_HARD], 1);
    answer_at(records, "e", ANN.site, true);
    records_close(records);
    records = open_in(&scratch);
    assert_int_equal(records_profile_read(records, &ANN, &profile), RECORDS_OK);
    assert_int_equal(profile.completed[RECORDS_HARD], 4);
    assert_int_equal(profile.passed[RECORDS_HARD], 2);
    records_close(records);
    scratch_remove(&scratch);
}

static bool count_review(void *context, const struct records_review *review)
{
    unsigned *count = context;
    assert_string_equal(review->site, "ts_one");
    ++*count;
    return true;
}

static unsigned count_reviews(struct records *records, bool decided_too)
{
    unsigned count = 0;
    assert_int_equal(records_review_list(records, decided_too, count_review, &count), RECORDS_OK);
    return count;
}

/* S3D-23. A site has its places, however many of other sites wait, until the queue is full. */
static void sites_have_places_of_their_own(void **state)
{
    (void)state;
    static const struct {
        const char *id, *site;
        enum records_result result;
    } rows[] = {{"A1", "ts_one", RECORDS_OK},       {"A2", "ts_one", RECORDS_OK},
                {"A3", "ts_one", RECORDS_OK},       {"A4", "ts_one", RECORDS_EXISTS},
                {"B1", "ts_other", RECORDS_OK},     {"B2", "ts_other", RECORDS_OK},
                {"B3", "ts_other", RECORDS_EXISTS}, {"C1", "ts_third", RECORDS_OK},
                {"D1", "ts_fourth", RECORDS_EXISTS}};
    const struct records_review_room room = {.of_site = 2, .of_all = 3, .of_queue = 6};
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct records_review review = {.reason = "asked", .created_at_ms = T0};
        strcpy(review.review_id, rows[i].id);
        strcpy(review.site, rows[i].site);
        assert_int_equal(records_review_add(records, &review, &room), rows[i].result);
    }
    records_close(records);
    scratch_remove(&scratch);
}

/* S3D-23 */
static void reviews_are_decided_once(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    struct records_review review = {.review_id = "K7Q4",
                                    .site = "ts_one",
                                    .reason = "failures",
                                    .user_answer = "5",
                                    .created_at_ms = T0},
                          found;
    assert_int_equal(records_review_find(records, "K7Q4", &found), RECORDS_ABSENT);
    assert_int_equal(records_review_add(records, &review,
                                        &(struct records_review_room){.of_all = 2, .of_queue = 2}),
                     RECORDS_OK);
    assert_int_equal(records_review_add(records, &review,
                                        &(struct records_review_room){.of_all = 2, .of_queue = 2}),
                     RECORDS_EXISTS);
    strcpy(review.review_id, "ABCD");
    assert_int_equal(records_review_add(records, &review,
                                        &(struct records_review_room){.of_all = 2, .of_queue = 2}),
                     RECORDS_OK);
    strcpy(review.review_id, "FULL");
    assert_int_equal(records_review_add(records, &review,
                                        &(struct records_review_room){.of_all = 2, .of_queue = 2}),
                     RECORDS_EXISTS);
    assert_int_equal(records_review_find(records, "K7Q4", &found), RECORDS_OK);
    assert_string_equal(found.user_answer, "5");
    assert_string_equal(found.hostname, "");
    assert_int_equal(found.state, RECORDS_REVIEW_WAITING);
    assert_true(found.created_at_ms == T0 && found.decided_at_ms == 0);
    assert_int_equal(records_review_decide(records, "K7Q4", RECORDS_REVIEW_APPROVED), RECORDS_OK);
    assert_int_equal(records_review_decide(records, "K7Q4", RECORDS_REVIEW_REJECTED),
                     RECORDS_EXISTS);
    assert_int_equal(records_review_decide(records, "NONE", RECORDS_REVIEW_REJECTED),
                     RECORDS_ABSENT);
    assert_int_equal(records_review_find(records, "K7Q4", &found), RECORDS_OK);
    assert_int_equal(found.state, RECORDS_REVIEW_APPROVED);
    assert_true(found.decided_at_ms > T0);
    assert_int_equal(count_reviews(records, false), 1);
    assert_int_equal(records_review_decide(records, "ABCD", RECORDS_REVIEW_EXPIRED), RECORDS_OK);
    assert_int_equal(records_review_decide(records, "ABCD", RECORDS_REVIEW_APPROVED),
                     RECORDS_EXISTS);
    assert_int_equal(records_review_find(records, "ABCD", &found), RECORDS_OK);
    assert_int_equal(found.state, RECORDS_REVIEW_EXPIRED);
    assert_int_equal(count_reviews(records, false), 0);
    assert_int_equal(count_reviews(records, true), 2);
    records_close(records);
    scratch_remove(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_belong_to_a_user_of_a_site),
        cmocka_unit_test(profiles_belong_to_a_user_of_a_site),
        cmocka_unit_test(reviews_are_decided_once),
        cmocka_unit_test(sites_have_places_of_their_own),
    };
    return records_run_each(tests, sizeof tests / sizeof tests[0]);
}
