/* The held pictures: found again, bounded, the longest unused one goes first, safe among threads.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "api/media/pictures.h"

enum { ARENA_MAX = 1 << 20 };

static void id_of(unsigned number, uint8_t id[TES_ID_BYTES])
{
    memset(id, 0, TES_ID_BYTES);
    memcpy(id, &number, sizeof number);
}

/* A picture of `size` bytes, each of which is `number`. */
static void keep(struct pictures *pictures, unsigned number, size_t size)
{
    uint8_t id[TES_ID_BYTES];
    char *bytes = malloc(size + 1);
    assert_non_null(bytes);
    memset(bytes, (int)number, size);
    id_of(number, id);
    pictures_keep(pictures, id, (struct tes_slice){bytes, size});
    free(bytes);
}

/* How long the picture of that number is; 0 where it is not held. */
static size_t find(struct pictures *pictures, unsigned number)
{
    uint8_t id[TES_ID_BYTES];
    struct tes_arena arena = tes_arena_new(ARENA_MAX);
    id_of(number, id);
    struct tes_slice found = pictures_find(pictures, id, &arena);
    for (size_t i = 0; i < found.length; i++)
        assert_int_equal(found.at[i], (char)number);
    tes_arena_free(&arena);
    return found.length;
}

static void pictures_are_found_again(void **state)
{
    (void)state;
    struct pictures *pictures = pictures_new(1000);
    assert_int_equal(find(pictures, 1), 0);
    keep(pictures, 1, 100);
    keep(pictures, 2, 200);
    assert_int_equal(find(pictures, 1), 100);
    assert_int_equal(find(pictures, 2), 200);
    assert_int_equal(find(pictures, 3), 0);
    for (unsigned i = 0; i < 20; i++)
        keep(pictures, 1, 100); /* again: nothing changes, and nothing is held twice */
    assert_int_equal(find(pictures, 1), 100);
    assert_int_equal(find(pictures, 2), 200);
    pictures_free(pictures);
    pictures_free(NULL);
}

static void the_longest_unused_goes_first(void **state)
{
    (void)state;
    struct pictures *pictures = pictures_new(1000);
    for (unsigned number = 1; number <= 5; number++)
        keep(pictures, number, 200);
    assert_int_equal(find(pictures, 1), 200); /* used: 2 is now the oldest */
    keep(pictures, 6, 300);
    assert_int_equal(find(pictures, 2), 0);
    assert_int_equal(find(pictures, 3), 0);
    assert_int_equal(find(pictures, 1), 200);
    assert_int_equal(find(pictures, 4), 200);
    assert_int_equal(find(pictures, 6), 300);
    keep(pictures, 7, 1001); /* longer than all: not held, and nothing goes */
    assert_int_equal(find(pictures, 7), 0);
    assert_int_equal(find(pictures, 4), 200);
    pictures_free(pictures);
}

static void their_number_is_bounded(void **state)
{
    (void)state;
    struct pictures *pictures = pictures_new((size_t)1 << 20);
    unsigned held = 0;
    for (unsigned number = 1; number <= 2000; number++)
        keep(pictures, number, 10);
    for (unsigned number = 1; number <= 2000; number++)
        held += find(pictures, number) > 0;
    assert_int_equal(held, 256);
    assert_int_equal(find(pictures, 2000), 10);
    pictures_free(pictures);
}

static void none_are_held_without_room(void **state)
{
    (void)state;
    struct pictures *pictures = pictures_new(0);
    keep(pictures, 1, 1);
    assert_int_equal(find(pictures, 1), 0);
    pictures_free(pictures);
}

static void *use_many(void *shared)
{
    for (unsigned round = 0; round < 2000; round++) {
        keep(shared, round % 40, 50 + round % 40);
        size_t length = find(shared, (round * 7) % 40);
        assert_true(length == 0 || length == 50 + (round * 7) % 40);
    }
    return NULL;
}

static void threads_share_them(void **state)
{
    (void)state;
    struct pictures *pictures = pictures_new(1000);
    pthread_t threads[4];
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, use_many, pictures), 0);
    for (size_t i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    pictures_free(pictures);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_are_found_again), cmocka_unit_test(the_longest_unused_goes_first),
        cmocka_unit_test(their_number_is_bounded),  cmocka_unit_test(none_are_held_without_room),
        cmocka_unit_test(threads_share_them),
    };
    return cmocka_run_group_tests_name("pictures", tests, NULL, NULL);
}
