/*
 * ledgers.h: the ledgers that the contract of ledger.h is held against: every row of
 * ledger_backends.def, by itself. A test that asks for more than the contract asks the row for it
 * (ledger_backend.h), never for a name.
 */
#ifndef TEST_STORE_LEDGERS_H
#define TEST_STORE_LEDGERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scratch.h"
#include "store/ledger_backend.h"

#define NOW   1790000000000u
#define LATER (NOW + 60000)

struct place {
    const char *where;
    const struct ledger_backend *row;
};

static const struct place places[] = {
#define LEDGER_BACKEND(name, where) {where, &ledger_##name},
#include "store/ledger_backends.def"
#undef LEDGER_BACKEND
};

enum { PLACES = sizeof places / sizeof places[0] };

struct fixture {
    struct scratch scratch;
    struct ledger *ledger;
};

static inline struct ledger *open_in(const struct scratch *scratch, const char *where,
                                     size_t entries_max)
{
    char error[256] = "";
    struct ledger_settings settings = {.where = where,
                                       .data = scratch->data,
                                       .entries_max = entries_max,
                                       .has_counts = ledger_can_count(where)};
    struct ledger *ledger = ledger_open(&settings, error, sizeof error);
    if (ledger == NULL)
        fail_msg("%s: %s", where, error);
    return ledger;
}

static inline struct fixture open_fixture(const char *where, size_t entries_max)
{
    struct fixture fixture = {.scratch = scratch_new()};
    fixture.ledger = open_in(&fixture.scratch, where, entries_max);
    return fixture;
}

static inline void close_fixture(struct fixture *fixture)
{
    ledger_close(fixture->ledger);
    scratch_remove(&fixture->scratch);
}

static inline enum ledger_result spend_number(struct ledger *ledger, unsigned number,
                                              uint64_t now_ms, uint64_t expires_at_ms)
{
    char key[16];
    int length = snprintf(key, sizeof key, "n%u", number);
    return ledger_spend(ledger, (struct tes_slice){key, (size_t)length}, now_ms, expires_at_ms);
}

#endif
