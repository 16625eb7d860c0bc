/*
 * test_http_queue.c: whose turn it is, and who has to go when there is no room: first in the queue
 * alone, then in a pool whose only worker is held.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../lib/patience.h"
#include "http/pool.h"

#define JOBS_MAX 64

static struct http_job jobs[JOBS_MAX];
static unsigned used;

/* A job of a network, named "wide/middle/narrow" by three letters. */
static struct http_job *job_of(const char *flow)
{
    struct http_job *job = &jobs[used++];
    assert_true(used <= JOBS_MAX);
    *job = (struct http_job){.flow = {{(uint64_t)flow[0], (uint64_t)flow[1], (uint64_t)flow[2]}}};
    return job;
}

static void push(struct http_queue *queue, const char *flows)
{
    for (; *flows != '\0'; flows += flows[3] == ' ' ? 4 : 3)
        http_queue_push(queue, job_of(flows));
}

/* Takes all of them; the flows in the order in which they were served. */
static void assert_served(struct http_queue *queue, const char *expected)
{
    char served[JOBS_MAX * 4 + 1] = "";
    struct http_job *job;
    while ((job = http_queue_take(queue)) != NULL) {
        size_t length = strlen(served);
        for (unsigned i = 0; i < 3; i++)
            served[length + i] = (char)job->flow.keys[i];
        served[length + 3] = ' ';
    }
    if (served[0] != '\0')
        served[strlen(served) - 1] = '\0';
    assert_string_equal(served, expected);
    assert_int_equal(http_queue_length(queue), 0);
}

static int start(void **state)
{
    used = 0;
    *state = http_queue_new(JOBS_MAX);
    return *state == NULL;
}

static int end(void **state)
{
    http_queue_free(*state);
    return 0;
}

static void test_one_flow_goes_in_order(void **state)
{
    struct http_queue *queue = *state;
    push(queue, "aaa aaa aaa");
    for (unsigned i = 0; i < 3; i++)
        assert_ptr_equal(http_queue_take(queue), &jobs[i]);
    assert_null(http_queue_take(queue));
}

static void test_flows_take_turns(void **state)
{
    struct http_queue *queue = *state;
    push(queue, "aaa aaa aaa aaa bbb ccc ccc");
    assert_served(queue, "aaa bbb ccc aaa ccc aaa aaa");
    /* Whoever comes while another's job is worked on is next, and then they take turns. */
    push(queue, "aaa aaa aaa aaa");
    assert_non_null(http_queue_take(queue));
    push(queue, "bbb bbb");
    assert_served(queue, "bbb aaa bbb aaa aaa");
    /* But whoever was waiting already goes before them, however often they come anew. */
    push(queue, "aaa aaa bbb");
    assert_non_null(http_queue_take(queue));
    push(queue, "ccc");
    assert_served(queue, "bbb ccc aaa");
}

static void test_many_narrow_ones_are_one_wide_one(void **state)
{
    struct http_queue *queue = *state;
    /* Six /64 of one /48, two of them in one /56, and one visitor from elsewhere. */
    push(queue, "aab aab aac abd ace adf zzz zzz zzz");
    assert_served(queue, "aab zzz abd zzz ace zzz adf aac aab");
}

static void test_the_heaviest_makes_room(void **state)
{
    struct http_queue *queue = *state;
    push(queue, "aaa aaa aaa aaa bbb bbb");
    /* The last of the heaviest goes, not the newcomer. */
    assert_ptr_equal(http_queue_shed(queue, job_of("ccc")), &jobs[3]);
    /* Where the newcomer is of the heaviest itself, it goes. */
    assert_null(http_queue_shed(queue, job_of("aaa")));
    assert_ptr_equal(http_queue_shed(queue, job_of("ccc")), &jobs[2]);
    assert_ptr_equal(http_queue_shed(queue, job_of("ddd")), &jobs[1]);
    assert_ptr_equal(http_queue_shed(queue, job_of("ddd")), &jobs[5]);
    /* All have one: to take anybody's place would be no fairer. */
    assert_null(http_queue_shed(queue, job_of("ddd")));
    assert_served(queue, "aaa bbb");
}

static void test_the_heaviest_within_the_heaviest_makes_room(void **state)
{
    struct http_queue *queue = *state;
    push(queue, "aab aac aac aac add zzz");
    assert_ptr_equal(http_queue_shed(queue, job_of("yyy")), &jobs[3]);
    /* A neighbour of the heaviest, in the same wide network, does not have to go for it. */
    assert_ptr_equal(http_queue_shed(queue, job_of("aae")), &jobs[2]);
    assert_null(http_queue_shed(queue, job_of("aae")));
    assert_served(queue, "aab zzz add aac");
}

static void test_flows_are_forgotten(void **state)
{
    struct http_queue *queue = *state;
    struct http_job job = {.run = NULL};
    for (uint64_t i = 0; i < 100000; i++) {
        job.flow = (struct http_flow){{i, i * 3, i * 7}};
        http_queue_push(queue, &job);
        assert_ptr_equal(http_queue_take(queue), &job);
    }
    /* As full as it may be, each for itself, over and over. */
    static struct http_job many[JOBS_MAX];
    for (uint64_t round = 0; round < 100; round++) {
        for (uint64_t i = 0; i < JOBS_MAX; i++) {
            many[i].flow = (struct http_flow){{round << 32 | i, i, i}};
            http_queue_push(queue, &many[i]);
        }
        job.flow = (struct http_flow){{1, 1, 1}};
        assert_null(http_queue_shed(queue, &job));
        for (uint64_t i = 0; i < JOBS_MAX; i++)
            assert_ptr_equal(http_queue_take(queue), &many[i]);
    }
}

/* ------------------------------------------------------------------ the pool */

static pthread_barrier_t held;
static struct http_job *order[JOBS_MAX];
static atomic_uint done;

static void hold(struct http_job *job, unsigned worker)
{
    (void)job;
    (void)worker;
    pthread_barrier_wait(&held); /* it is being run */
    pthread_barrier_wait(&held); /* until it is let go */
}

static void note(struct http_job *job, unsigned worker)
{
    (void)worker;
    unsigned place = atomic_load(&done);
    order[place] = job;
    atomic_store(&done, place + 1);
}

static void test_a_flood_does_not_hold_up_others(void **state)
{
    (void)state;
    enum { ROOM = 8 };
    used = 0;
    struct http_pool *pool = http_pool_new(1, 0, ROOM);
    struct http_job first = {.run = hold, .flow = {{'a', 'a', 'a'}}};
    assert_non_null(pool);
    pthread_barrier_init(&held, NULL, 2);
    assert_true(http_pool_start(pool));
    assert_null(http_pool_submit(pool, &first));
    pthread_barrier_wait(&held);
    for (unsigned i = 0; i < 20; i++) {
        struct http_job *job = job_of("aaa"); /* jobs[0] to jobs[19] */
        job->run = note;
        assert_ptr_equal(http_pool_submit(pool, job), i < ROOM ? NULL : job);
    }
    struct http_job *visitor = job_of("zzz");
    visitor->run = note;
    assert_ptr_equal(http_pool_submit(pool, visitor), &jobs[ROOM - 1]);
    assert_int_equal(http_pool_waiting(pool), ROOM);
    pthread_barrier_wait(&held);
    while (atomic_load(&done) < ROOM)
        sched_yield();
    assert_ptr_equal(order[0], &jobs[0]);
    assert_ptr_equal(order[1], visitor);
    for (unsigned i = 2; i < ROOM; i++)
        assert_ptr_equal(order[i], &jobs[i - 1]);
    http_pool_stop(pool);
    assert_ptr_equal(http_pool_submit(pool, visitor), visitor); /* nobody would run it */
    http_pool_free(pool);
    pthread_barrier_destroy(&held);
}

/* Until a worker sleeps; a pool without a queue refuses until then. */
static void submit_to_one_asleep(struct http_pool *pool, struct http_job *job)
{
    bool is_taken = false;
    PATIENCE_UNTIL(is_taken = http_pool_submit(pool, job) == NULL);
    assert_true(is_taken);
}

static void test_who_sleeps_needs_no_queue(void **state)
{
    (void)state;
    enum { WORKERS = 2, ROUNDS = 3 };
    struct http_pool *pool = http_pool_new(WORKERS, 0, 0);
    struct http_job holding[WORKERS], other = {.run = note};
    assert_non_null(pool);
    pthread_barrier_init(&held, NULL, WORKERS + 1);
    assert_true(http_pool_start(pool));
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < WORKERS; i++) {
            holding[i] = (struct http_job){.run = hold};
            submit_to_one_asleep(pool, &holding[i]);
        }
        pthread_barrier_wait(&held); /* each has a worker of its own */
        assert_ptr_equal(http_pool_submit(pool, &other), &other);
        assert_int_equal(http_pool_waiting(pool), 0);
        pthread_barrier_wait(&held);
    }
    atomic_store(&done, 0);
    submit_to_one_asleep(pool, &other);
    http_pool_stop(pool); /* what somebody was woken for is run before that */
    assert_int_equal(atomic_load(&done), 1);
    assert_ptr_equal(http_pool_submit(pool, &other), &other);
    http_pool_free(pool);
    pthread_barrier_destroy(&held);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_one_flow_goes_in_order, start, end),
        cmocka_unit_test_setup_teardown(test_flows_take_turns, start, end),
        cmocka_unit_test_setup_teardown(test_many_narrow_ones_are_one_wide_one, start, end),
        cmocka_unit_test_setup_teardown(test_the_heaviest_makes_room, start, end),
        cmocka_unit_test_setup_teardown(test_the_heaviest_within_the_heaviest_makes_room, start,
                                        end),
        cmocka_unit_test_setup_teardown(test_flows_are_forgotten, start, end),
        cmocka_unit_test(test_a_flood_does_not_hold_up_others),
        cmocka_unit_test(test_who_sleeps_needs_no_queue),
    };
    return cmocka_run_group_tests_name("queue", tests, NULL, NULL);
}
