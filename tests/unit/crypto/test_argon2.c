/* Argon2id and BLAKE2b: the RFCs' vectors, and two other implementations. */
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/codec.h"
#include "crypto/work/blake2b.h"
#include "crypto/work/work_proof.h"

static const char *hex(const uint8_t *bytes, size_t length)
{
    static char text[2 * 1024 + 1];
    struct tes_buf buf = tes_buf_on(text, sizeof text);
    tes_hex_encode(&buf, bytes, length);
    text[buf.length] = '\0';
    return text;
}

static void blake2b_is_that_of_the_rfc(void **state)
{
    (void)state;
    struct tes_blake2b hash;
    uint8_t result[64];
    tes_blake2b_start(&hash, 64, (struct tes_slice){NULL, 0});
    tes_blake2b_add(&hash, "abc", 3);
    tes_blake2b_end(&hash, result);
    assert_string_equal(hex(result, 64),
                        "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                        "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
}

/* OpenSSL's, over every length of text up to three blocks, and of keys and results. */
static void blake2b_is_that_of_openssl(void **state)
{
    (void)state;
    uint8_t text[3 * 128 + 1], key[64], ours[64], theirs[64];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (uint8_t)(i * 7 + 1);
    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (uint8_t)(200 - i);
    EVP_MAC *mac = EVP_MAC_fetch(NULL, "BLAKE2BMAC", NULL);
    assert_non_null(mac);
    for (size_t length = 0; length <= sizeof text; length++) {
        size_t size = 1 + length % 64, key_length = 1 + length * 5 % 64, told;
        struct tes_blake2b hash;
        tes_blake2b_start(&hash, size, (struct tes_slice){(char *)key, key_length});
        tes_blake2b_add(&hash, text, length / 3);
        tes_blake2b_add(&hash, text + length / 3, length - length / 3);
        tes_blake2b_end(&hash, ours);
        EVP_MAC_CTX *context = EVP_MAC_CTX_new(mac);
        OSSL_PARAM parameters[] = {OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size),
                                   OSSL_PARAM_construct_end()};
        assert_int_equal(EVP_MAC_init(context, key, key_length, parameters), 1);
        assert_int_equal(EVP_MAC_update(context, text, length), 1);
        assert_int_equal(EVP_MAC_final(context, theirs, &told, sizeof theirs), 1);
        EVP_MAC_CTX_free(context);
        assert_int_equal(told, size);
        assert_memory_equal(ours, theirs, size);
    }
    EVP_MAC_free(mac);
}

static void argon2id_is_that_of_the_rfc(void **state)
{
    (void)state;
    uint8_t tag[32];
    char password[32], salt[16], secret[8], data[12];
    memset(password, 1, sizeof password);
    memset(salt, 2, sizeof salt);
    memset(secret, 3, sizeof secret);
    memset(data, 4, sizeof data);
    const struct tes_argon2_order order = {.password = {password, sizeof password},
                                           .salt = {salt, sizeof salt},
                                           .secret = {secret, sizeof secret},
                                           .data = {data, sizeof data},
                                           .lanes = 4,
                                           .memory_kib = 32,
                                           .passes = 3,
                                           .tag_length = 32};
    size_t size = tes_argon2_size(&order);
    assert_int_equal(size, 32 * 1024);
    void *memory = aligned_alloc(16, size);
    assert_int_equal(tes_argon2(&order, memory, size, tag), TES_OK);
    assert_string_equal(hex(tag, sizeof tag),
                        "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659");

    /* By steps of any length it is the same. */
    for (uint32_t step = 1; step < 9; step++) {
        struct tes_argon2 argon2;
        memset(memory, (int)step, size);
        memset(&argon2, 0xA5, sizeof argon2);
        memset(tag, 0, sizeof tag);
        assert_int_equal(tes_argon2_start(&argon2, &order, memory, size), TES_OK);
        while (!tes_argon2_step(&argon2, step))
            ;
        tes_argon2_end(&argon2, tag);
        assert_int_equal(tag[0], 0x0d);
        assert_int_equal(tag[31], 0x59);
    }
    free(memory);
}

/* Debian's own program. */
static void argon2id_is_that_of_the_program(void **state)
{
    (void)state;
    static const struct {
        uint32_t lanes, memory_kib, passes, tag_length;
    } ROWS[] = {{1, 8, 1, 4},    {1, 9, 1, 5},      {1, 8192, 1, 4},  {1, 1000, 2, 64},
                {2, 16, 1, 16},  {3, 77, 2, 65},    {1, 4096, 1, 96}, {5, 1234, 3, 33},
                {1, 513, 1, 32}, {1, 32768, 1, 32}, {4, 32, 4, 128},  {2, 2049, 1, 24}};
    void *memory = aligned_alloc(16, (size_t)32768 * 1024);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        char command[256], password[64], theirs[512] = {0};
        uint8_t tag[128];
        int length = snprintf(password, sizeof password, "a password, number %zu", i);
        const struct tes_argon2_order order = {.password = {password, (size_t)length},
                                               .salt = {"saltsalt", 8},
                                               .lanes = ROWS[i].lanes,
                                               .memory_kib = ROWS[i].memory_kib,
                                               .passes = ROWS[i].passes,
                                               .tag_length = ROWS[i].tag_length};
        snprintf(command, sizeof command,
                 "printf %%s '%s' | argon2 saltsalt -id -r -p %u -k %u -t %u -l %u", password,
                 order.lanes, order.memory_kib, order.passes, order.tag_length);
        FILE *program = popen(command, "r"); /* NOLINT: the command is ours */
        assert_non_null(program);
        assert_non_null(fgets(theirs, sizeof theirs, program));
        assert_int_equal(pclose(program), 0);
        theirs[strcspn(theirs, "\n")] = '\0';
        assert_int_equal(tes_argon2(&order, memory, tes_argon2_size(&order), tag), TES_OK);
        assert_string_equal(hex(tag, order.tag_length), theirs);
    }
    free(memory);
}

static void bad_orders_are_refused(void **state)
{
    (void)state;
    _Alignas(16) static uint8_t memory[64 * 1024];
    static const struct tes_argon2_order GOOD = {.password = {"", 0},
                                                 .salt = {"saltsalt", 8},
                                                 .lanes = 1,
                                                 .memory_kib = 8,
                                                 .passes = 1,
                                                 .tag_length = 4};
    uint8_t tag[4];
    assert_int_equal(tes_argon2(&GOOD, memory, sizeof memory, tag), TES_OK);
    assert_int_equal(tes_argon2(&GOOD, memory, 8 * 1024 - 1, tag), TES_BAD_ARGUMENT);
    assert_int_equal(tes_argon2(&GOOD, memory + 8, 8 * 1024, tag), TES_BAD_ARGUMENT);
    assert_int_equal(tes_argon2(&GOOD, NULL, 8 * 1024, tag), TES_BAD_ARGUMENT);
    struct tes_argon2_order bad[6];
    for (size_t i = 0; i < 6; i++)
        bad[i] = GOOD;
    bad[0].lanes = 0;
    bad[1].lanes = 2; /* which need 16 KiB */
    bad[2].memory_kib = 7;
    bad[3].memory_kib = UINT32_MAX;
    bad[4].passes = 0;
    bad[5].tag_length = 3;
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(tes_argon2(&bad[i], memory, sizeof memory, tag), TES_BAD_ARGUMENT);
}

/* As anybody can make it with Debian's program:
 * printf tessera-work-1:5 | argon2 0123456789abcdef0123456789abcdef -id -t 1 -k 8192 -p 1 -l 4 -r
 */
static void a_tag_is_what_the_documentation_says(void **state)
{
    (void)state;
    struct tes_slice seed = {"0123456789abcdef0123456789abcdef", 32};
    uint8_t tag[TES_PROOF_TAG_BYTES];
    void *memory = aligned_alloc(16, TES_PROOF_SIZE);
    assert_int_equal(tes_proof_tag(seed, 5, memory, tag), TES_OK);
    assert_string_equal(hex(tag, sizeof tag), "4e97dc08");
    seed.length--;
    assert_int_equal(tes_proof_tag(seed, 5, memory, tag), TES_BAD_ARGUMENT);
    free(memory);
    assert_int_equal(tes_proof_evaluations(0), 0);
    assert_int_equal(tes_proof_evaluations(1), 1);
    assert_int_equal(tes_proof_evaluations(TES_PROOF_WORK_MAX), 512);
    assert_int_equal(tes_proof_evaluations(TES_PROOF_WORK_MAX + 1), 0);
    assert_int_equal(tes_proof_evaluations(UINT32_MAX), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blake2b_is_that_of_the_rfc),
        cmocka_unit_test(blake2b_is_that_of_openssl),
        cmocka_unit_test(argon2id_is_that_of_the_rfc),
        cmocka_unit_test(argon2id_is_that_of_the_program),
        cmocka_unit_test(bad_orders_are_refused),
        cmocka_unit_test(a_tag_is_what_the_documentation_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
