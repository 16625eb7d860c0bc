/* The queue before the records: what its thread does and when, over a store that only counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "../../lib/patience.h"
#include "os/clock.h"
#include "store/records/answers.h"

#define NEVER_MS 3600000

struct counting_store {
    atomic_uint written, forgotten;
    atomic_uint refusals; /* how often it still refuses a batch */
    atomic_uint left;     /* how often it still says that there is more to forget */
};

/* Takes one off, where there is one. */
static bool take_one(atomic_uint *number)
{
    if (atomic_load(number) == 0)
        return false;
    atomic_fetch_sub(number, 1);
    return true;
}

static bool count_written(void *context, const struct answer *batch)
{
    struct counting_store *store = context;
    if (take_one(&store->refusals))
        return false;
    for (; batch != NULL; batch = batch->item.next)
        atomic_fetch_add(&store->written, 1);
    return true;
}

static bool count_forgotten(void *context)
{
    struct counting_store *store = context;
    atomic_fetch_add(&store->forgotten, 1);
    return take_one(&store->left);
}

static void pause_ms(unsigned ms)
{
    uint64_t scaled = patience_scaled(ms);
    nanosleep(&(struct timespec){.tv_sec = (time_t)(scaled / 1000),
                                 .tv_nsec = (long)(scaled % 1000) * 1000000},
              NULL);
}

/* Whether the number gets there. */
static bool reaches(atomic_uint *number, unsigned wanted)
{
    PATIENCE_UNTIL(atomic_load(number) >= wanted);
    return atomic_load(number) >= wanted;
}

static struct answers *start(struct counting_store *store, answers_forget *forget,
                             unsigned forget_every_ms)
{
    struct answers *answers = answers_start(&(struct answers_settings){
        .write = count_written,
        .forget = forget,
        .forget_every_ms = forget_every_ms,
        .store = store,
    });
    assert_non_null(answers);
    return answers;
}

static const struct records_answer AN_ANSWER = {.challenge_id = {"c", 1}};

static void test_forgets_when_due(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool can_forget;
        unsigned every_ms, left, least, most;
    } cases[] = {
        {"nothing where it is not asked to", false, 1, 9, 0, 0},
        {"once at the start", true, NEVER_MS, 0, 1, 1},
        {"again at once while there is more", true, NEVER_MS, 3, 4, 4},
        {"again and again, though nothing comes", true, 20, 0, 5, 1000},
    };
    for (size_t busy = 0; busy < 2; busy++) {
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            print_message("%s%s\n", cases[i].name, busy ? ", with answers between" : "");
            struct counting_store store = {.left = cases[i].left};
            struct answers *answers =
                start(&store, cases[i].can_forget ? count_forgotten : NULL, cases[i].every_ms);
            for (unsigned sent = 0; busy && sent < 50; sent++) {
                assert_true(answers_add(answers, ANSWER_ANSWERED, &AN_ANSWER));
                pause_ms(1);
            }
            assert_true(reaches(&store.forgotten, cases[i].least));
            pause_ms(2 * ANSWERS_FORGET_MORE_MS);
            answers_stop(answers);
            assert_true(store.forgotten <= cases[i].most);
            assert_int_equal(store.written, busy ? 50 : 0);
        }
    }
}

/* Forgetting has no end here: it must hold up neither answers nor the end. */
static void test_more_to_forget_holds_nothing_up(void **state)
{
    (void)state;
    struct counting_store store = {.left = UINT32_MAX};
    struct answers *answers = start(&store, count_forgotten, NEVER_MS);
    assert_true(reaches(&store.forgotten, 2));
    for (unsigned i = 0; i < 1000; i++)
        assert_true(answers_add(answers, ANSWER_ANSWERED, &AN_ANSWER));
    assert_true(reaches(&store.written, 1000));
    answers_stop(answers);
    assert_int_equal(store.written, 1000);
}

static void test_tries_again(void **state)
{
    (void)state;
    struct counting_store store = {.refusals = 2};
    struct answers *answers = start(&store, NULL, 0);
    uint64_t start_us = tes_clock_steady_us();
    assert_true(answers_add(answers, ANSWER_ANSWERED, &AN_ANSWER));
    assert_true(reaches(&store.written, 1));
    assert_true(tes_clock_steady_us() - start_us >= 300000); /* it paused between the tries */
    answers_stop(answers);
    assert_int_equal(store.written, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forgets_when_due),
        cmocka_unit_test(test_more_to_forget_holds_nothing_up),
        cmocka_unit_test(test_tries_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
