/* Single use across processes and across kill -9, which only real processes can prove: for every
 * ledger that outlives its process. */
#include "ledgers.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROCESSES    2
#define THREADS      4
#define RACE_KEYS    2000
#define KILL_ROUNDS  5
#define KILL_REPORTS 300

static const char *where; /* the row that is being tested */

/* In a child, whose failure is its status. */
static struct ledger *open_here(const char *data)
{
    char error[256] = "";
    struct ledger *ledger = ledger_open(&(struct ledger_settings){.where = address_in(data, where),
                                                                  .data = data,
                                                                  .entries_max = 1000},
                                        error, sizeof error);
    if (ledger == NULL)
        fprintf(stderr, "%s\n", error);
    return ledger;
}

static enum outcome spend(struct ledger *ledger, unsigned number)
{
    return spend_number(ledger, number, NOW, LATER);
}

/* ------------------------------------------------------------------ race */

struct tally { /* in memory that the processes share */
    unsigned firsts[RACE_KEYS], agains, failures;
};

struct racer {
    struct ledger *ledger;
    struct tally *tally;
};

static void *spend_all(void *context)
{
    struct racer *racer = context;
    for (unsigned i = 0; i < RACE_KEYS; i++) {
        unsigned *counter;
        switch (spend(racer->ledger, i)) {
        case OUTCOME_OK:
            counter = &racer->tally->firsts[i];
            break;
        case OUTCOME_REPLAYED:
            counter = &racer->tally->agains;
            break;
        default:
            counter = &racer->tally->failures;
        }
        __atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST);
    }
    return NULL;
}

static int race_in_process(const char *data, struct tally *tally)
{
    struct racer racer = {open_here(data), tally};
    pthread_t threads[THREADS];
    if (racer.ledger == NULL)
        return 1;
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, spend_all, &racer) != 0)
            return 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    ledger_close(racer.ledger);
    return 0;
}

/* PUZ-14 */
static void processes_spend_once(void)
{
    struct scratch scratch = scratch_for(where);
    struct tally *tally =
        mmap(NULL, sizeof *tally, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(tally, MAP_FAILED);
    pid_t children[PROCESSES];
    for (int i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0)
            _exit(race_in_process(scratch.data, tally));
    }
    for (int i = 0; i < PROCESSES; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    for (unsigned i = 0; i < RACE_KEYS; i++)
        assert_int_equal(tally->firsts[i], 1);
    assert_int_equal(tally->failures, 0);
    assert_int_equal(tally->agains, (PROCESSES * THREADS - 1) * RACE_KEYS);
    munmap(tally, sizeof *tally);
    scratch_remove(&scratch);
}

/* ------------------------------------------------------------------ kill */

struct reporter {
    struct ledger *ledger;
    unsigned first_number;
    int pipe;
};

static void *spend_and_report(void *context)
{
    struct reporter *reporter = context;
    for (unsigned number = reporter->first_number;; number++)
        if (spend(reporter->ledger, number) == OUTCOME_OK &&
            write(reporter->pipe, &number, sizeof number) != sizeof number)
            return NULL;
}

static void spend_until_killed(const char *data, unsigned first_number, int pipe)
{
    struct ledger *ledger = open_here(data);
    struct reporter reporters[THREADS];
    pthread_t thread;
    if (ledger == NULL)
        _exit(1);
    for (unsigned i = 0; i < THREADS; i++) {
        reporters[i] = (struct reporter){ledger, first_number + i * 1000000, pipe};
        if (pthread_create(&thread, NULL, spend_and_report, &reporters[i]) != 0)
            _exit(1);
    }
    for (;;)
        pause();
}

/* PUZ-14 */
static void kill_forgets_nothing(void)
{
    static unsigned reported[KILL_ROUNDS * 100000];
    size_t count = 0;
    struct scratch scratch = scratch_for(where);
    for (unsigned round = 0; round < KILL_ROUNDS; round++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            close(ends[0]);
            spend_until_killed(scratch.data, round * 10000000, ends[1]);
        }
        close(ends[1]);
        unsigned number;
        size_t wanted = count + KILL_REPORTS;
        while (count < sizeof reported / sizeof reported[0] &&
               read(ends[0], &number, sizeof number) == sizeof number) {
            reported[count++] = number;
            /* In the midst of its work; what it has reported since then is still read. */
            if (count == wanted)
                assert_int_equal(kill(child, SIGKILL), 0);
        }
        assert_true(count >= wanted);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        close(ends[0]);
    }
    struct ledger *ledger = open_here(scratch.data);
    assert_non_null(ledger);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(spend(ledger, reported[i]), OUTCOME_REPLAYED);
    ledger_close(ledger);
    scratch_remove(&scratch);
}

/* ------------------------------------------------------------------ rows */

static void with_each_that_outlives(void (*test)(void))
{
    unsigned count = 0;
    for (size_t i = 0; i < PLACES; i++) {
        if (places[i].row->exists == NULL)
            continue;
        where = places[i].where;
        print_message("%s\n", where);
        test();
        count++;
    }
    assert_true(count > 0);
}

static void test_processes_spend_once(void **state)
{
    (void)state;
    with_each_that_outlives(processes_spend_once);
}

static void test_kill_forgets_nothing(void **state)
{
    (void)state;
    with_each_that_outlives(kill_forgets_nothing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_processes_spend_once),
        cmocka_unit_test(test_kill_forgets_nothing),
    };
    return cmocka_run_group_tests(tests, ledgers_start, NULL);
}
