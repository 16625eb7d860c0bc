/*
 * inject.h: makes allocations fail. malloc() and its family are defined in the test program, so
 * that every library in it allocates through here, and are handed on to the C library's.
 *
 * A trial is repeated with the 1st, the 2nd, the 3rd ... allocation failing until it gets through
 * without reaching the one that would have failed: first with that one alone failing, which shows
 * who goes on with half of what they wanted, then with all later ones failing too, which shows who
 * needs memory to give up in an orderly way.
 *
 * SQLite and OpenSSL make hundreds of allocations for themselves where a request has twenty of its
 * own, and the same hundreds for every kind of request. A trial can leave most of those out
 * (`library_every`); the next trial then begins at another one, so that trials that follow each
 * other reach them all. With TESSERA_FAULTS=all in the environment nothing is left out, but where a
 * trial says so (`library_every_all`).
 */
#ifndef TEST_FAULT_INJECT_H
#define TEST_FAULT_INJECT_H

#include <stdbool.h>

#define INJECT_TRIES_MAX 12000

/* Whose allocations count, and fail. */
enum inject_scope {
    INJECT_THIS_THREAD,
    INJECT_OTHER_THREADS, /* a server's, while this thread is its client */
    INJECT_ALL_THREADS,
};

struct inject_trial {
    const char *name;
    enum inject_scope scope;
    bool is_counted; /* it must give back whatever it allocated */
    /* Of what SQLite and OpenSSL allocate, only one in so many fails; 0: each. */
    unsigned library_every;
    unsigned library_every_all; /* the same with TESSERA_FAULTS=all */

    void (*before)(void *context); /* NULL: nothing to do */
    void (*run)(void *context);    /* with failing allocations: it must assert nothing, since the
                                      means to report that need memory */
    /* Looks at what came of it, and cleans up. `was_hit`: an allocation did fail. */
    void (*after)(void *context, bool was_hit);
};

/* Repeats the trial as above; fails the running cmocka test where memory was lost, or where
 * INJECT_TRIES_MAX tries did not do. */
void inject_each(const struct inject_trial *trial, void *context);

/* While set, getrandom() fails, for every thread. */
void inject_no_entropy(bool fails);

#endif
