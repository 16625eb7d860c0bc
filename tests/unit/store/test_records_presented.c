/* A challenge's row, from when it is handed out to its answer; S3D-14. */
#include "records_support.h"
#include "store/records/records_users.h"

static struct records_answer a_row(const char *id)
{
    return (struct records_answer){
        .challenge_id = tes_slice_of(id),
        .user_id = TES_SLICE("ann"),
        .session_id = TES_SLICE("s1"),
        .site = TES_SLICE("blog"),
        .seed = TES_SLICE("00ff"),
        .difficulty = TES_SLICE("hard"),
        .question_type = TES_SLICE("scene"),
        .scene_question = TES_SLICE("turn"),
        .question_text = TES_SLICE("Which one?"),
        .options = TES_SLICE("[\"red sphere\",\"blue cube\"]"),
        .device_info = TES_SLICE("{\"user_agent\":\"curl\"}"),
        .is_turned = true,
        .rotation_angle = 37,
        .has_occlusion = true,
        .is_user_proven = true,
        .presented_at_ms = T0,
        .user_answer = TES_SLICE("blue cube"),
        .correct_answer = TES_SLICE("red sphere"),
        .objects = TES_SLICE("[{\"type\":\"cube\"}]"),
        .responded_at_ms = T0 + 1500,
        .is_suspicious = true,
        .png_path = TES_SLICE("ab/cd.png"),
    };
}

/* Every column, as both stores write it. */
#define FLAG(column) "coalesce(CAST(CASE WHEN " column " THEN 1 ELSE 0 END AS TEXT), '-')"
#define TEXT(column) "coalesce(CAST(" column " AS TEXT), '-')"
#define PRESENTED_ROW                                                                                                                                                                                                                           \
    "SELECT " TEXT("user_id") " || '|' || " TEXT("user_source") " || '|' || " TEXT("session_id") " || '|' || " TEXT("site") " || '|' || " TEXT("seed") " || '|' || " TEXT("difficulty") " || '|' || " TEXT("question_type") " || '|' || " TEXT( \
        "scene_question") " || '|' || " TEXT("question_text") " || '|' || " TEXT("CAST(rotation_"                                                                                                                                               \
                                                                                 "angle AS "                                                                                                                                                    \
                                                                                 "INTEGER)") " ||"                                                                                                                                              \
                                                                                             " '|"                                                                                                                                              \
                                                                                             "' "                                                                                                                                               \
                                                                                             "||"                                                                                                                                               \
                                                                                             " " FLAG("occlusion_enabled") " || '|' || " TEXT(                                                                                                  \
                                                                                                 "png_path") " FROM spatial_challenges"
#define ANSWER_OF_ROW                                                                              \
    "SELECT " TEXT("user_answer") " || '|' || " TEXT("correct_answer") " || '|' || " TEXT(         \
        "respon"                                                                                   \
        "se_"                                                                                      \
        "time_"                                                                                    \
        "ms") " || '|' || " FLAG("responded_at IS NULL") " || '|' || " FLAG("is_correct IS NULL") " || '|' || " FLAG("is_correct") " || '|' || " FLAG("is_suspicious") " || '|' || " FLAG("objects IS NULL") " FROM spatial_challenges"
/* JSON, by what is in it: the stores differ in blanks. */
#define JSON_PARTS                                                                                 \
    "SELECT CAST(options AS TEXT) || CAST(device_info AS TEXT) FROM spatial_challenges"

static void assert_contains(const struct scratch *scratch, const char *sql, const char *part)
{
    char text[1024];
    query(scratch, sql, text, sizeof text);
    if (strstr(text, part) == NULL)
        fail_msg("%s: %s", sql, text);
}

/* What is open says nothing of its answer, and is not counted by views; the answer completes it. */
static void answers_complete_what_was_presented(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records_answer row = a_row("c1");
    struct records *records = open_in(&scratch);
    assert_true(records_presented(records, &row));
    assert_true(records_presented(records, &row)); /* by whatever mistake */
    records_close(records);
    assert_query(&scratch, PRESENTED_ROW,
                 "ann|site|s1|blog|00ff|hard|scene|turn|Which one?|37|1|-");
    assert_query(&scratch, ANSWER_OF_ROW, "-|-|-|1|1|0|0|1");
    assert_contains(&scratch, JSON_PARTS, "\"red sphere\"");
    assert_contains(&scratch, JSON_PARTS, "\"curl\"");
    assert_query(&scratch, "SELECT count(*) FROM spatial_challenge_stats", "0");
    assert_query(&scratch, "SELECT count(*) FROM spatial_user_performance", "0");
    assert_query(&scratch, "SELECT count(*) FROM spatial_user_profiles", "0");

    records = open_in(&scratch);
    assert_true(records_pictured(records, &row));
    assert_true(records_answered(records, &row));
    row.user_answer = TES_SLICE("red sphere"); /* a second answer changes nothing */
    row.is_correct = true;
    assert_true(records_answered(records, &row));
    records_close(records);
    assert_query(&scratch, PRESENTED_ROW,
                 "ann|site|s1|blog|00ff|hard|scene|turn|Which one?|37|1|ab/cd.png");
    assert_query(&scratch, ANSWER_OF_ROW, "blue cube|red sphere|1500|0|0|0|1|0");
    assert_contains(&scratch, "SELECT CAST(objects AS TEXT) FROM spatial_challenges", "\"cube\"");
    assert_query(&scratch, "SELECT total_challenges FROM spatial_challenge_stats", "1");
    assert_query(&scratch, "SELECT challenges_completed FROM spatial_user_profiles", "1");
    scratch_remove(&scratch);
}

/* An answer makes the whole row where there is none, and what was presented adds nothing then. */
static void answers_need_nothing_before_them(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records_answer row = a_row("c1"), bare = {.challenge_id = TES_SLICE("c2"),
                                                     .difficulty = TES_SLICE("easy"),
                                                     .presented_at_ms = T0 + 1,
                                                     .responded_at_ms = T0 + 2,
                                                     .is_correct = true};
    struct records *records = open_in(&scratch);
    assert_true(records_answered(records, &row));
    assert_true(records_presented(records, &row));
    records_close(records);
    assert_query(&scratch, PRESENTED_ROW,
                 "ann|site|s1|blog|00ff|hard|scene|turn|Which one?|37|1|-");
    assert_query(&scratch, ANSWER_OF_ROW, "blue cube|red sphere|1500|0|0|0|1|0");
    records = open_in(&scratch);
    assert_true(records_answered(records, &bare));
    records_close(records);
    assert_query(&scratch, PRESENTED_ROW " WHERE challenge_id = 'c2'",
                 "-|-|-|-|-|easy|-|-|-|-|0|-");
    assert_query(&scratch, ANSWER_OF_ROW " WHERE challenge_id = 'c2'", "-|-|1|0|0|1|0|1");
    assert_query(&scratch, "SELECT count(*) FROM spatial_challenges", "2");
    scratch_remove(&scratch);
}

/* Many in one batch: none is lost, each answer finds its row. */
static void many_at_once(void **state)
{
    (void)state;
    enum { MANY = 900 };
    struct scratch scratch = records_scratch();
    struct records_settings settings = settings_for(&scratch);
    settings.queue_max = 4 * MANY;
    char error[256] = "", id[16];
    struct records *records = records_open(&settings, error, sizeof error);
    assert_non_null(records);
    for (unsigned i = 0; i < MANY; i++) {
        snprintf(id, sizeof id, "m%u", i);
        struct records_answer row = a_row(id);
        row.presented_at_ms = T0 + MANY - i; /* not in order */
        row.responded_at_ms = T0 + 2 * MANY;
        row.is_correct = i % 3 == 0;
        assert_true(records_presented(records, &row));
        if (i % 2 == 0)
            assert_true(records_answered(records, &row));
    }
    records_close(records);
    assert_query(&scratch, "SELECT count(*) FROM spatial_challenges", "900");
    assert_query(&scratch, "SELECT count(*) FROM spatial_challenges WHERE responded_at IS NULL",
                 "450");
    assert_query(&scratch,
                 "SELECT challenges_completed || '/' || challenges_passed FROM"
                 " spatial_user_profiles",
                 "450/150");
    scratch_remove(&scratch);
}

/* JSON that is too long, or no UTF-8, is left out whole: half of it could not be read. */
static void json_is_whole_or_missing(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_in(&scratch);
    static char longest[6000];
    memset(longest, ' ', sizeof longest);
    longest[0] = '[';
    longest[sizeof longest - 1] = ']';
    struct records_answer row = a_row("c1");
    row.options = (struct tes_slice){longest, sizeof longest};
    row.objects = row.options;
    row.device_info = TES_SLICE("{\"a\":\"\xff\"}");
    assert_true(records_answered(records, &row));
    records_close(records);
    assert_query(&scratch,
                 "SELECT count(*) FROM spatial_challenges WHERE options IS NULL AND objects IS NULL"
                 " AND device_info IS NULL",
                 "1");
    scratch_remove(&scratch);
}

/* Challenges and answers of a network are counted apart: many that nobody answers must not keep
 * the answers out. */
static void networks_have_their_share(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records_settings settings = settings_for(&scratch);
    const struct tes_address home = {.bytes = {192, 0, 2, 1}, .length = 4},
                             abroad = {.bytes = {198, 51, 100, 1}, .length = 4};
    settings.network_rows_max = 3;
    char error[256] = "", id[16];
    struct records *records = records_open(&settings, error, sizeof error);
    assert_non_null(records);
    for (unsigned i = 0; i < 5; i++) {
        snprintf(id, sizeof id, "n%u", i);
        struct records_answer row = a_row(id);
        row.client = &home;
        assert_int_equal(records_presented(records, &row), i < 3);
    }
    struct records_answer row = a_row("n0");
    row.client = &home;
    assert_true(records_answered(records, &row));
    row.client = &abroad;
    row.challenge_id = TES_SLICE("other");
    assert_true(records_presented(records, &row));
    assert_int_equal(records_dropped(records, RECORDS_DROP_NETWORK), 2);
    records_close(records);
    assert_query(&scratch, "SELECT count(*) FROM spatial_challenges", "4");
    assert_query(&scratch, "SELECT count(*) FROM spatial_challenges WHERE responded_at IS NULL",
                 "3");
    scratch_remove(&scratch);
}

static char by_passes_context[1];

static const char *by_passes(void *context, struct tes_slice site,
                             const struct records_profile *profile)
{
    assert_ptr_equal(context, by_passes_context);
    assert_true(site.length > 0);
    return profile->passed[RECORDS_HARD] >= 2   ? "hard"
           : profile->passed[RECORDS_HARD] == 1 ? "medium"
                                                : NULL;
}

/* S3D-15: each answer has the recommendation made anew. */
static void profiles_recommend(void **state)
{
    (void)state;
    static const char *const EXPECTED[] = {"NULL", "medium", "hard"};
    struct scratch scratch = records_scratch();
    struct records_settings settings = settings_for(&scratch);
    settings.recommend = by_passes;
    settings.recommend_context = by_passes_context;
    for (unsigned i = 0; i < 3; i++) {
        char error[256] = "", id[16];
        struct records *records = records_open(&settings, error, sizeof error);
        assert_non_null(records);
        snprintf(id, sizeof id, "r%u", i);
        struct records_answer row = a_row(id);
        row.is_correct = i > 0;
        assert_true(records_answered(records, &row));
        records_close(records);
        assert_query(&scratch, "SELECT recommended_difficulty FROM spatial_user_profiles",
                     EXPECTED[i]);
    }
    scratch_remove(&scratch);
}

static const char *by_count(void *context, struct tes_slice site,
                            const struct records_profile *profile)
{
    static const char *const LEVELS[] = {"medium", "medium", "hard", "hard", "easy", "hard"};
    (void)context, (void)site;
    return LEVELS[profile->completed[RECORDS_HARD] - 1];
}

/* S3D-20, S3D-21: where a level begins is kept, so that what was answered before counts no more. */
static void levels_begin(void **state)
{
    (void)state;
    static const char *const EXPECTED[] = {"medium/0/0", "medium/0/0", "hard/3/2",
                                           "hard/3/2",   "easy/0/0",   "hard/6/5"};
    struct scratch scratch = records_scratch();
    struct records_settings settings = settings_for(&scratch);
    const struct records_user user = {"7e55e7a0000000000000000000", "ann"};
    settings.recommend = by_count;
    for (unsigned i = 0; i < 6; i++) {
        char error[256] = "", id[16];
        struct records *records = records_open(&settings, error, sizeof error);
        struct records_profile profile;
        assert_non_null(records);
        snprintf(id, sizeof id, "r%u", i);
        struct records_answer row = a_row(id);
        row.user_id = tes_slice_of(user.name);
        row.site = tes_slice_of(user.site);
        row.is_correct = i > 0;
        assert_true(records_answered(records, &row));
        records_close(records);
        assert_query(&scratch,
                     "SELECT recommended_difficulty || '/' || level_began_completed || '/' ||"
                     " level_began_passed FROM spatial_user_profiles",
                     EXPECTED[i]);
        records = records_open(&settings, error, sizeof error);
        assert_int_equal(records_profile_read(records, &user, &profile), RECORDS_OK);
        char read[32];
        static const char *const NAMES[] = {"easy", "medium", "hard", "none"};
        snprintf(read, sizeof read, "%s/%u/%u", NAMES[profile.level],
                 (unsigned)profile.before_completed, (unsigned)profile.before_passed);
        assert_string_equal(read, EXPECTED[i]);
        records_close(records);
    }
    scratch_remove(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_complete_what_was_presented),
        cmocka_unit_test(answers_need_nothing_before_them),
        cmocka_unit_test(many_at_once),
        cmocka_unit_test(json_is_whole_or_missing),
        cmocka_unit_test(networks_have_their_share),
        cmocka_unit_test(profiles_recommend),
        cmocka_unit_test(levels_begin),
    };
    return records_run_each(tests, sizeof tests / sizeof tests[0]);
}
