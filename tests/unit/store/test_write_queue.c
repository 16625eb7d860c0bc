/* The queue before what may wait: order, bounds, calls without items, and an end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>

#include "../../lib/patience.h"
#include "os/clock.h"
#include "store/db/write_queue.h"

#define ITEMS   1000
#define THREADS 4

struct number {
    struct write_queue_item item;
    unsigned value;
};

static struct number numbers[ITEMS];

/* What the work has seen. */
static struct {
    unsigned seen[ITEMS], seen_count, calls, calls_without, most;
    atomic_uint done;
    sem_t is_at_work, may_go_on; /* where it is to wait */
    bool waits, pauses;
    uint64_t due_us;
    bool was_stopping, paused_to_the_end;
} work;

static uint64_t note(struct write_queue *batch, void *context, void *first, size_t count)
{
    assert_ptr_equal(context, &work);
    work.calls++;
    work.calls_without += first == NULL;
    work.most = count > work.most ? (unsigned)count : work.most;
    if (work.waits) {
        sem_post(&work.is_at_work);
        sem_wait(&work.may_go_on);
    }
    if (work.pauses)
        work.paused_to_the_end |= write_queue_pause(batch, 60000);
    work.was_stopping = write_queue_is_stopping(batch);
    size_t found = 0;
    for (struct number *number = first; number != NULL; number = number->item.next, found++)
        work.seen[work.seen_count++] = number->value;
    assert_int_equal(found, count);
    atomic_fetch_add(&work.done, 1);
    return work.due_us;
}

static struct write_queue *start(size_t batch_max, size_t queue_max, uint64_t first_due_us)
{
    for (unsigned i = 0; i < ITEMS; i++)
        numbers[i].value = i;
    struct write_queue *batch =
        write_queue_start(&(struct write_queue_settings){.work = note,
                                                         .context = &work,
                                                         .batch_max = batch_max,
                                                         .queue_max = queue_max,
                                                         .first_due_us = first_due_us});
    assert_non_null(batch);
    return batch;
}

static int set_up(void **state)
{
    (void)state;
    work = (__typeof__(work)){.due_us = TES_THREAD_NEVER};
    sem_init(&work.is_at_work, 0, 0);
    sem_init(&work.may_go_on, 0, 0);
    return 0;
}

static void wait_for_calls(unsigned calls)
{
    PATIENCE_UNTIL(atomic_load(&work.done) >= calls);
    assert_true(atomic_load(&work.done) >= calls);
}

static void test_all_in_order_in_batches(void **state)
{
    (void)state;
    work.waits = true;
    struct write_queue *batch = start(100, 0, TES_THREAD_NEVER);
    assert_true(write_queue_add(batch, &numbers[0]));
    sem_wait(&work.is_at_work);
    work.waits = false; /* the work reads it no more until it is let go */
    for (unsigned i = 1; i < ITEMS; i++)
        assert_true(write_queue_add(batch, &numbers[i]));
    sem_post(&work.may_go_on);
    write_queue_stop(batch);
    assert_int_equal(work.seen_count, ITEMS);
    for (unsigned i = 0; i < ITEMS; i++)
        assert_int_equal(work.seen[i], i);
    assert_int_equal(work.most, 100);
    assert_int_equal(work.calls, 11);
    assert_int_equal(work.calls_without, 0);
}

/* What is being worked on counts: its owners have not got it back. */
static void test_bound(void **state)
{
    (void)state;
    work.waits = true;
    struct write_queue *batch = start(2, 5, TES_THREAD_NEVER);
    for (unsigned i = 0; i < 2; i++)
        assert_true(write_queue_add(batch, &numbers[i]));
    sem_wait(&work.is_at_work);
    unsigned fit = 2;
    while (fit < 10 && write_queue_add(batch, &numbers[fit]))
        fit++;
    assert_int_equal(fit, 5);
    work.waits = false;
    sem_post(&work.may_go_on);
    write_queue_stop(batch);
    assert_int_equal(work.seen_count, 5);
}

static void test_called_without_items_when_due(void **state)
{
    (void)state;
    work.due_us = 0; /* at once, again and again */
    struct write_queue *batch = start(10, 0, 0);
    wait_for_calls(3);
    write_queue_stop(batch);
    assert_true(work.calls_without >= 3);
    assert_int_equal(work.seen_count, 0);

    assert_int_equal(set_up(NULL), 0);
    batch = start(10, 0, tes_clock_steady_us() + 20000);
    wait_for_calls(1);
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    write_queue_stop(batch);
    assert_int_equal(work.calls, 1); /* it asked for no more */

    assert_int_equal(set_up(NULL), 0);
    batch = start(10, 0, TES_THREAD_NEVER);
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    write_queue_stop(batch);
    assert_int_equal(work.calls, 0);
}

/* A pause of a minute ends at once when the queue stops, and what waits is still handed over. */
static void test_stop_ends_a_pause(void **state)
{
    (void)state;
    work.waits = work.pauses = true;
    struct write_queue *batch = start(1, 0, TES_THREAD_NEVER);
    for (unsigned i = 0; i < 3; i++)
        assert_true(write_queue_add(batch, &numbers[i]));
    sem_wait(&work.is_at_work);
    work.waits = false;
    sem_post(&work.may_go_on);
    write_queue_stop(batch);
    assert_false(work.paused_to_the_end);
    assert_true(work.was_stopping);
    assert_int_equal(work.seen_count, 3);
    write_queue_stop(NULL);
}

static atomic_uint next;

static void *add_many(void *context)
{
    unsigned number;
    while ((number = atomic_fetch_add(&next, 1)) < ITEMS)
        assert_true(write_queue_add(context, &numbers[number]));
    return NULL;
}

static void test_many_who_add(void **state)
{
    (void)state;
    static bool seen[ITEMS];
    pthread_t threads[THREADS];
    struct write_queue *batch = start(16, 0, TES_THREAD_NEVER);
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, add_many, batch), 0);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    write_queue_stop(batch);
    assert_int_equal(work.seen_count, ITEMS);
    for (unsigned i = 0; i < ITEMS; i++) {
        assert_false(seen[work.seen[i]]);
        seen[work.seen[i]] = true;
    }
    assert_true(work.most <= 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_all_in_order_in_batches, set_up),
        cmocka_unit_test_setup(test_bound, set_up),
        cmocka_unit_test_setup(test_called_without_items_when_due, set_up),
        cmocka_unit_test_setup(test_stop_ends_a_pause, set_up),
        cmocka_unit_test_setup(test_many_who_add, set_up),
    };
    return cmocka_run_group_tests_name("batch", tests, NULL, NULL);
}
