/* "First" is told only once the row is on the disk: a power cut is not to be had in a test, so the
 * calls that write to the disk are counted here, in place of the C library's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "scratch.h"
#include "store/ledger/ledger.h"

#define SPENDS 20
#define NOW    1790000000000u
#define LATER  (NOW + 60000)

static atomic_uint syncs;

int fsync(int file)
{
    atomic_fetch_add(&syncs, 1);
    return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file)
{
    atomic_fetch_add(&syncs, 1);
    return (int)syscall(SYS_fdatasync, file);
}

/* PUZ-14 */
static void test_first_is_on_the_disk(void **state)
{
    (void)state;
    struct scratch scratch = scratch_new();
    char error[256] = "";
    struct ledger *ledger = ledger_open(
        &(struct ledger_settings){.where = "sqlite", .data = scratch.data}, error, sizeof error);
    assert_non_null(ledger);
    for (unsigned i = 0; i < SPENDS; i++) {
        char key[32];
        int length = snprintf(key, sizeof key, "durable-%u", i);
        unsigned before = atomic_load(&syncs);
        assert_int_equal(ledger_spend(ledger, (struct tes_slice){key, (size_t)length}, NOW, LATER),
                         OUTCOME_OK);
        assert_true(atomic_load(&syncs) > before);
    }
    ledger_close(ledger);
    scratch_remove(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_first_is_on_the_disk)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
