/* Profiles for those who can't wait: what is read is what the records say, and whoever asks is told
 * within their time whatever the store does. */
#include "records_support.h"
/* cmocka wants its own first. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <unistd.h>

#include "os/clock.h"
#include "store/records/profiles.h"

#define LONG_MS 20000 /* that nobody waits */

static const struct records_user ANN = {"ts_one", "ann"}, BOB = {"ts_one", "bob"};

static void note_answer(struct records *records, const struct records_user *user, const char *id)
{
    struct records_answer row = {.challenge_id = tes_slice_of(id),
                                 .user_id = tes_slice_of(user->name),
                                 .site = tes_slice_of(user->site),
                                 .difficulty = TES_SLICE("medium"),
                                 .question_type = TES_SLICE("scene"),
                                 .presented_at_ms = T0,
                                 .responded_at_ms = T0 + 1000,
                                 .is_correct = true,
                                 .is_user_proven = true};
    assert_true(records_answered(records, &row));
}

/* A store with a profile of ann's, and a site to hold it up by. */
static struct records *open_with_ann(const struct scratch *scratch)
{
    struct records *records = open_in(scratch);
    const struct records_site site = {.name = "one", .sitekey = "ts_one"};
    assert_int_equal(records_site_add(records, &site), RECORDS_OK);
    note_answer(records, &ANN, "a");
    records_close(records); /* writes what waits */
    return open_in(scratch);
}

static void what_is_read_is_what_the_records_say(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_with_ann(&scratch);
    struct profiles *profiles = profiles_start(records, 1);
    struct records_profile profile;
    assert_non_null(profiles);
    assert_int_equal(profiles_read(profiles, &ANN, LONG_MS, &profile), RECORDS_OK);
    assert_int_equal(profile.completed[RECORDS_MEDIUM], 1);
    assert_int_equal(profile.passed[RECORDS_MEDIUM], 1);
    assert_int_equal(profiles_read(profiles, &BOB, LONG_MS, &profile), RECORDS_ABSENT);
    profiles_stop(profiles);
    profiles_stop(NULL);
    records_close(records);
    scratch_remove(&scratch);
}

/* ------------------------------------------------------------------ a store that hangs */

/* While somebody lists the sites, the store has no time for others. */
struct holder {
    struct records *records;
    pthread_t thread;
    sem_t holds, may_go;
};

static bool hold_on(void *context, const struct records_site *site)
{
    struct holder *holder = context;
    (void)site;
    sem_post(&holder->holds);
    sem_wait(&holder->may_go);
    return false;
}

static void *hold(void *context)
{
    struct holder *holder = context;
    return records_site_list(holder->records, hold_on, holder) == RECORDS_OK ? holder : NULL;
}

static void begin_to_hold(struct holder *holder, struct records *records)
{
    holder->records = records;
    sem_init(&holder->holds, 0, 0);
    sem_init(&holder->may_go, 0, 0);
    assert_int_equal(pthread_create(&holder->thread, NULL, hold, holder), 0);
    sem_wait(&holder->holds);
}

static void end_to_hold(struct holder *holder)
{
    sem_post(&holder->may_go);
    pthread_join(holder->thread, NULL);
    sem_destroy(&holder->holds);
    sem_destroy(&holder->may_go);
}

static void nobody_waits_longer_than_they_said(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_with_ann(&scratch);
    struct profiles *profiles = profiles_start(records, 1);
    struct records_profile profile;
    struct holder holder;
    assert_non_null(profiles);
    begin_to_hold(&holder, records);
    assert_false(profiles_are_late(profiles, 50));
    uint64_t began_us = tes_clock_steady_us();
    assert_int_equal(profiles_read(profiles, &ANN, 50, &profile), RECORDS_FAILED);
    assert_true(tes_clock_steady_us() - began_us >= 50000);
    /* Known it is from 50 ms after the store was asked, which is a little later than we asked. */
    PATIENCE_UNTIL(profiles_are_late(profiles, 50) ||
                   profiles_read(profiles, &ANN, 50, &profile) != RECORDS_FAILED);
    /* From now on nobody waits at all, and nobody is queued. */
    assert_true(profiles_are_late(profiles, 50));
    began_us = tes_clock_steady_us();
    for (unsigned i = 0; i < 20000; i++) /* if each waited 50 ms, a quarter of an hour */
        assert_int_equal(profiles_read(profiles, &ANN, 50, &profile), RECORDS_FAILED);
    assert_true(tes_clock_steady_us() - began_us < patience_s(0) * 1000000);

    /* It goes on by itself. */
    end_to_hold(&holder);
    assert_int_equal(profiles_read(profiles, &ANN, LONG_MS, &profile), RECORDS_OK);
    assert_int_equal(profile.completed[RECORDS_MEDIUM], 1);
    assert_false(profiles_are_late(profiles, LONG_MS));
    profiles_stop(profiles);
    records_close(records);
    scratch_remove(&scratch);
}

/* ------------------------------------------------------------------------ many at once */

enum { ASKERS = 8 };

static atomic_uint back; /* askers who have been told something */

struct asker {
    struct profiles *profiles;
    const struct records_user *user;
    pthread_t thread;
    enum records_result result;
    struct records_profile profile;
};

static void *ask(void *context)
{
    struct asker *asker = context;
    asker->result = profiles_read(asker->profiles, asker->user, LONG_MS, &asker->profile);
    atomic_fetch_add(&back, 1);
    return NULL;
}

static void ask_at_once(struct asker askers[ASKERS], struct profiles *profiles)
{
    atomic_store(&back, 0);
    for (unsigned i = 0; i < ASKERS; i++) {
        askers[i] = (struct asker){.profiles = profiles, .user = i % 2 == 0 ? &ANN : &BOB};
        assert_int_equal(pthread_create(&askers[i].thread, NULL, ask, &askers[i]), 0);
    }
}

/* How many were told, each of the user that they asked for. */
static unsigned count_told(struct asker askers[ASKERS])
{
    unsigned told = 0;
    for (unsigned i = 0; i < ASKERS; i++) {
        pthread_join(askers[i].thread, NULL);
        if (askers[i].result == RECORDS_FAILED)
            continue;
        assert_int_equal(askers[i].result, askers[i].user == &ANN ? RECORDS_OK : RECORDS_ABSENT);
        assert_int_equal(askers[i].profile.completed[RECORDS_MEDIUM], askers[i].user == &ANN);
        told++;
    }
    return told;
}

static void who_asks_at_once_is_told_at_once(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_with_ann(&scratch);
    struct profiles *profiles = profiles_start(records, ASKERS);
    struct asker askers[ASKERS];
    assert_non_null(profiles);
    for (unsigned i = 0; i < 20; i++) {
        ask_at_once(askers, profiles);
        assert_int_equal(count_told(askers), ASKERS);
    }
    profiles_stop(profiles);
    records_close(records);
    scratch_remove(&scratch);
}

static void a_slow_store_has_few_who_wait(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_with_ann(&scratch);
    struct profiles *profiles = profiles_start(records, 2);
    struct records_profile profile;
    struct asker askers[ASKERS];
    struct holder holder;
    assert_non_null(profiles);
    begin_to_hold(&holder, records);
    assert_int_equal(profiles_read(profiles, &BOB, 60, &profile), RECORDS_FAILED);
    ask_at_once(askers, profiles);
    /* The others are back while the store is still held. */
    PATIENCE_UNTIL(atomic_load(&back) >= ASKERS - 2);
    assert_int_equal(atomic_load(&back), ASKERS - 2);
    end_to_hold(&holder);
    assert_int_equal(count_told(askers), 2);
    profiles_stop(profiles);
    records_close(records);
    scratch_remove(&scratch);
}

/* What nobody waits for any more is freed, also where the end comes first. */
static void it_ends_with_questions_that_were_given_up(void **state)
{
    (void)state;
    struct scratch scratch = records_scratch();
    struct records *records = open_with_ann(&scratch);
    struct profiles *profiles = profiles_start(records, 1);
    struct records_profile profile;
    struct holder holder;
    assert_non_null(profiles);
    begin_to_hold(&holder, records);
    for (unsigned i = 1; i <= 5; i++)
        assert_int_equal(profiles_read(profiles, &ANN, i, &profile), RECORDS_FAILED);
    end_to_hold(&holder);
    profiles_stop(profiles);
    records_close(records);
    scratch_remove(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_is_what_the_records_say),
        cmocka_unit_test(nobody_waits_longer_than_they_said),
        cmocka_unit_test(who_asks_at_once_is_told_at_once),
        cmocka_unit_test(a_slow_store_has_few_who_wait),
        cmocka_unit_test(it_ends_with_questions_that_were_given_up),
    };
    /* Its lists hold up all else: that stands in for any store that hangs. */
    return records_run_sqlite(tests, sizeof tests / sizeof tests[0]);
}
