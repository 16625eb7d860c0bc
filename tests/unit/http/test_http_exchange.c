/*
 * What an exchange holds on to while more of its request is awaited: where many wait, no more than
 * has come and what plan() has kept for the handler.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>

#include "http/exchange.h"

enum { ARENA_MAX = 1 << 16, MANY = 1000 };

static void what_is_kept_stays_while_a_body_is_awaited(void **state)
{
    static const struct {
        enum http_phase phase;
        unsigned in_use;
        bool is_kept, stays;
    } ROWS[] = {
        {HTTP_PHASE_BODY, MANY, true, true},
        {HTTP_PHASE_BODY, MANY, false, false},
        {HTTP_PHASE_BODY, 1, false, true},
        {HTTP_PHASE_HEAD, MANY, true, false}, /* of the request before */
    };
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        struct http_exchange_store store = {.head_max = 1024, .arena_max = ARENA_MAX};
        struct http_exchange *exchange = http_exchange_take(&store);
        assert_non_null(exchange);
        const void *kept = tes_arena_alloc(&exchange->arena, 16);
        assert_non_null(kept);
        exchange->phase = ROWS[i].phase;
        exchange->request.kept = ROWS[i].is_kept ? kept : NULL;
        atomic_store(&store.in_use, ROWS[i].in_use);
        http_exchange_wait(&store, exchange);
        assert_int_equal(exchange->arena.blocks != NULL, ROWS[i].stays);
        http_exchange_put(&store, exchange);
        http_exchange_store_clear(&store);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_kept_stays_while_a_body_is_awaited),
    };
    return cmocka_run_group_tests_name("exchange", tests, NULL, NULL);
}
