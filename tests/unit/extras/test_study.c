/* The file of a study's answers: lines that are whole whatever happens, a size that is kept to, and
 * what they add up to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "../store/scratch.h"
#include "extras/study/tally.h"

#define PLENTY 1000000

static const struct study_result AN_ANSWER = {"scene",     "turn",      STUDY_HARD, STUDY_RIGHT,
                                              STUDY_TOUCH, STUDY_SMALL, 4211};

static struct study_results open_in(const struct scratch *scratch, uint64_t bytes_max)
{
    struct study_results results;
    struct tes_error error = {""};
    assert_true(study_results_open(&results, scratch->base, bytes_max, &error));
    return results;
}

static off_t size_of(const struct scratch *scratch)
{
    char path[128];
    struct stat about;
    snprintf(path, sizeof path, "%s/" STUDY_FILE, scratch->base);
    assert_int_equal(stat(path, &about), 0);
    return about.st_size;
}

static struct study_tally read_back(const struct scratch *scratch)
{
    struct study_tally tally;
    struct tes_error error = {""};
    assert_true(study_tally_read(&tally, scratch->base, &error));
    return tally;
}

/* By its members: bytes between them may have any value. */
static void assert_same_result(const struct study_result *one, const struct study_result *other)
{
    assert_string_equal(one->type, other->type);
    assert_string_equal(one->question, other->question);
    assert_int_equal(one->level, other->level);
    assert_int_equal(one->outcome, other->outcome);
    assert_int_equal(one->input, other->input);
    assert_int_equal(one->screen, other->screen);
    assert_int_equal(one->ms, other->ms);
}

static void lines_read_back(void **state)
{
    struct scratch scratch = scratch_new();
    struct study_results results = open_in(&scratch, PLENTY);
    struct study_result longest = {"aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb", STUDY_MEDIUM,
                                   STUDY_STOPPED,      STUDY_KEYBOARD,     STUDY_LARGE,
                                   STUDY_MS_MOST};
    (void)state;
    assert_int_equal(study_results_append(&results, &AN_ANSWER), STUDY_APPENDED);
    assert_int_equal(study_results_append(&results, &longest), STUDY_APPENDED);
    assert_int_equal(study_results_note_run(&results, false), STUDY_APPENDED);
    assert_int_equal(study_results_note_run(&results, true), STUDY_APPENDED);
    study_results_close(&results);
    results = open_in(&scratch, PLENTY); /* it goes on with what is there */
    assert_int_equal(study_results_append(&results, &AN_ANSWER), STUDY_APPENDED);
    study_results_close(&results);
    struct study_tally tally = read_back(&scratch);
    assert_int_equal(tally.count, 3);
    assert_same_result(&tally.results[0], &AN_ANSWER);
    assert_same_result(&tally.results[1], &longest);
    assert_int_equal(tally.begun, 1);
    assert_int_equal(tally.ended, 1);
    assert_int_equal(tally.bad, 0);
    study_tally_free(&tally);
    scratch_remove(&scratch);
}

enum { THREADS = 8, EACH = 300 };

static void *append_many(void *results)
{
    for (unsigned i = 0; i < EACH; i++)
        if (study_results_append(results, &AN_ANSWER) != STUDY_APPENDED)
            break; /* and there are lines too few */
    return NULL;
}

static void threads_do_not_mix_lines(void **state)
{
    struct scratch scratch = scratch_new();
    struct study_results results = open_in(&scratch, PLENTY);
    pthread_t threads[THREADS];
    (void)state;
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, append_many, &results), 0);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    study_results_close(&results);
    struct study_tally tally = read_back(&scratch);
    assert_int_equal(tally.count, THREADS * EACH);
    assert_int_equal(tally.bad, 0);
    study_tally_free(&tally);
    scratch_remove(&scratch);
}

static void the_size_is_kept_to(void **state)
{
    struct scratch scratch = scratch_new();
    struct study_results results = open_in(&scratch, 2000);
    enum study_append last = STUDY_APPENDED;
    (void)state;
    for (unsigned i = 0; i < 100; i++)
        last = study_results_append(&results, &AN_ANSWER);
    assert_int_equal(last, STUDY_FULL);
    assert_true(study_results_are_full(&results));
    assert_true(size_of(&scratch) <= 2000);
    study_results_close(&results);
    scratch_remove(&scratch);
}

/* A disk that is full in the midst of a line: nothing of it stays. */
static void half_a_line_is_taken_back(void **state)
{
    struct scratch scratch = scratch_new();
    struct study_results results = open_in(&scratch, PLENTY);
    struct rlimit before, little;
    (void)state;
    assert_int_equal(study_results_append(&results, &AN_ANSWER), STUDY_APPENDED);
    off_t size = size_of(&scratch);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    little = before;
    little.rlim_cur = (rlim_t)size + 40; /* less than a line */
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    assert_int_equal(study_results_append(&results, &AN_ANSWER), STUDY_FAILED);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(size_of(&scratch), size);
    assert_int_equal(study_results_append(&results, &AN_ANSWER), STUDY_APPENDED);
    study_results_close(&results);
    struct study_tally tally = read_back(&scratch);
    assert_int_equal(tally.count, 2);
    assert_int_equal(tally.bad, 0);
    study_tally_free(&tally);
    scratch_remove(&scratch);
}

static void a_file_that_cannot_be_had_is_named(void **state)
{
    struct scratch scratch = scratch_new();
    struct study_results results;
    struct study_tally tally;
    struct tes_error error = {""};
    (void)state;
    assert_false(study_results_open(&results, scratch.data, PLENTY, &error));
    assert_non_null(strstr(error.text, STUDY_FILE));
    *error.text = '\0';
    assert_false(study_tally_read(&tally, scratch.data, &error));
    assert_non_null(strstr(error.text, STUDY_FILE));
    scratch_remove(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_read_back),
        cmocka_unit_test(threads_do_not_mix_lines),
        cmocka_unit_test(the_size_is_kept_to),
        cmocka_unit_test(half_a_line_is_taken_back),
        cmocka_unit_test(a_file_that_cannot_be_had_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
