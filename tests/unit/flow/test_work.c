/*
 * test_work.c: the work of devices, and the ids of reviews.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/codec.h"
#include "flow/answer/review.h"
#include "flow/work.h"

/* S3D-23: what is asked for follows from the key alone, and tells nothing of it. */
static void test_task(void **state)
{
    (void)state;
    uint8_t key[TES_KEY_BYTES] = {0};
    struct work_task task, again, other;
    work_derive(key, &task);
    work_derive(key, &again);
    assert_string_equal(task.seed, again.seed);
    assert_int_equal(task.secret, again.secret);
    for (size_t i = 0; i < sizeof key; i++) {
        key[i] ^= 1;
        work_derive(key, &other);
        key[i] ^= 1;
        assert_string_not_equal(task.seed, other.seed);
        assert_int_not_equal(task.secret, other.secret);
    }
    /* Made with Python: hashlib.blake2b(b"tessera work: seed", key=bytes(32), digest_size=16), and
     * of "tessera work: place" the first four bytes of a hash of four. */
    assert_string_equal(task.seed, "830b42d52f03d7cd4427e643cfc167ab");
    assert_int_equal(task.secret, 0x19cfd93f);
}

/* Of a proof's text, the tag at the secret place; and no text but the one of that length. */
static void test_read(void **state)
{
    (void)state;
    static uint8_t tags[512 * TES_PROOF_TAG_BYTES];
    char text[WORK_TEXT_MAX];
    struct work_task task = {.secret = 0xFFFFFFF5};
    uint8_t tag[TES_PROOF_TAG_BYTES];
    for (size_t i = 0; i < sizeof tags; i++)
        tags[i] = (uint8_t)(i / TES_PROOF_TAG_BYTES + i % TES_PROOF_TAG_BYTES * 64);
    for (unsigned work = 1; work <= TES_PROOF_WORK_MAX; work++) {
        size_t count = tes_proof_evaluations(work);
        struct tes_buf buf = tes_buf_on(text, sizeof text);
        tes_base64_encode(&buf, tags, count * TES_PROOF_TAG_BYTES);
        struct tes_slice whole = tes_buf_done(&buf);
        assert_true(work_read(whole, work, &task, tag));
        size_t place = 0xFFFFFFF5 % count;
        assert_memory_equal(tag, tags + place * TES_PROOF_TAG_BYTES, sizeof tag);
        struct tes_slice cut = {whole.at, whole.length - 1};
        assert_false(work_read(cut, work, &task, tag));
        assert_false(work_read(whole, work - 1, &task, tag));
        assert_false(work_read(whole, work + 1, &task, tag));
        text[whole.length / 2] = '*';
        assert_false(work_read(whole, work, &task, tag));
        text[whole.length / 2] = '\0';
        assert_false(work_read(whole, work, &task, tag));
    }
    assert_false(work_read((struct tes_slice){NULL, 0}, 0, &task, tag));
    assert_false(work_read((struct tes_slice){NULL, 0}, 1, &task, tag));
    assert_false(work_read(TES_SLICE("AAAAAA"), UINT32_MAX, &task, tag));
}

/* `pow` is no pass for nothing: claims without work are none of it. */
static void test_pow(void **state)
{
    (void)state;
    struct tes_challenge challenge, again;
    struct tes_claims claims = {.work = 1};
    work_make(&challenge);
    tes_claim(&challenge, &claims);
    assert_true(work_is_claimed(&claims));
    assert_int_equal(work_make_claimed(&claims, &again), TES_OK);
    assert_memory_equal(&again, &challenge, sizeof again);
    assert_int_equal(tes_verify(&challenge, "", 0), TES_OK);
    assert_int_equal(tes_verify(&challenge, "1", 1), TES_BAD_ANSWER);
    claims.work = 0;
    assert_int_equal(work_make_claimed(&claims, &again), TES_STALE);
    claims.work = 1;
    claims.params = (struct tes_slice){"\xFF", 1}; /* of a release before */
    assert_int_equal(work_make_claimed(&claims, &again), TES_STALE);
    claims.kind = TES_SLICE("puzzle");
    assert_false(work_is_claimed(&claims));
    /* 100 of a hundred programs pass. */
    assert_int_equal(tes_evidence(&challenge), 50);
}

static void test_ids(void **state)
{
    (void)state;
    static const struct {
        const char *text, *id; /* NULL: it is none */
    } CASES[] = {
        {"K7Q4-9M2X", "K7Q4-9M2X"},
        {"k7q49m2x", "K7Q4-9M2X"},
        {"K7Q4-9M2", NULL},
        {"K7Q4-9M2XX", NULL},
        {"K7Q-49M2X", NULL},
        {"K7Q4--9M2X", "K7Q4-9M2X"},
        {"", NULL},
        {"K7Q4-9M2I", NULL},
        {"K7Q4-9M20", NULL},
        {"K7Q4 9M2X", NULL},
        {"-K7Q49M2X", NULL},
        {"K7Q4-9M2\xC3\xA4", NULL},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char id[REVIEW_ID_CHARS + 1];
        bool is_read = review_id_read(tes_slice_of(CASES[i].text), id);
        if (is_read != (CASES[i].id != NULL) || (is_read && strcmp(id, CASES[i].id) != 0))
            fail_msg("\"%s\"", CASES[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_task),
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_pow),
        cmocka_unit_test(test_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
