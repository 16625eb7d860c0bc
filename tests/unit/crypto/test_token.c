/* Tokens: what was sealed opens, and nothing else does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/codec.h"
#include "base/slice.h"
#include "crypto/claims.h"

static const char SECRET[] = "a secret of the test's own making";
static const char OTHER[] = "another secret that is not the same";
static const uint8_t NONCE[16] = "sixteen bytes..";

static struct tes_claims sample(void)
{
    struct tes_claims claims = {
        .issued_at_ms = 1000,
        .not_before_ms = 1500,
        .expires_at_ms = 301000,
        .difficulty = TES_MEDIUM,
        .round = 1,
        .kind = TES_SLICE("puzzle"),
        .params = TES_SLICE("\x04\x08\x06\x01"),
        .ip_bucket = TES_SLICE("192.0.2.0"),
        .site = TES_SLICE("ts_example"),
    };
    memset(claims.id, 7, sizeof claims.id);
    memset(claims.seed, 9, sizeof claims.seed);
    return claims;
}

static size_t seal(struct tes_sealer *sealer, enum tes_purpose purpose,
                   const struct tes_claims *claims, char token[TES_TOKEN_MAX + 1])
{
    size_t length;
    assert_int_equal(tes_seal(sealer, purpose, claims, NONCE, token, TES_TOKEN_MAX + 1, &length),
                     TES_OK);
    assert_int_equal(strlen(token), length);
    return length;
}

static enum tes_status open_token(struct tes_sealer *sealer, enum tes_purpose purpose,
                                  const char *token, size_t length)
{
    uint8_t plain[TES_TOKEN_MAX];
    struct tes_claims claims;
    return tes_open(sealer, purpose, token, length, plain, &claims);
}

/* PUZ-9: seed_id, issued_at, expires_at, ip_bucket, the puzzle's parameters and seed come back. */
static void test_round_trip(void **state)
{
    (void)state;
    struct tes_sealer *sealer = tes_sealer_new(SECRET, sizeof SECRET);
    struct tes_claims claims = sample(), opened;
    char token[TES_TOKEN_MAX + 1];
    uint8_t plain[TES_TOKEN_MAX];
    size_t length = seal(sealer, TES_PURPOSE_CHALLENGE, &claims, token);
    assert_int_equal(tes_open(sealer, TES_PURPOSE_CHALLENGE, token, length, plain, &opened),
                     TES_OK);
    assert_memory_equal(opened.id, claims.id, sizeof claims.id);
    assert_memory_equal(opened.seed, claims.seed, sizeof claims.seed);
    assert_int_equal(opened.issued_at_ms, 1000);
    assert_int_equal(opened.not_before_ms, 1500);
    assert_int_equal(opened.expires_at_ms, 301000);
    assert_int_equal(opened.difficulty, TES_MEDIUM);
    assert_true(tes_slice_equal(opened.kind, claims.kind));
    assert_true(tes_slice_equal(opened.params, claims.params));
    assert_true(tes_slice_equal(opened.ip_bucket, claims.ip_bucket));
    assert_true(tes_slice_equal(opened.site, claims.site));
    assert_int_equal(opened.user.length, 0);
    tes_sealer_free(sealer);
}

/* As another program computed it from what seal.c says: tokens outlive a release, and a challenge
 * is made again from its key. */
static void test_format(void **state)
{
    (void)state;
    static const char TOKEN[] =
        "AY4SIvhzaXh0ZWVuIGJ5dGVzLi4AQYrFQdBTnulBDaQ9scGnQdMWlaYsPfXV-rv1NPbZcwx6JaODgRKJXAgu"
        "AZPziFvrpn9x0Xdfx_y58q-BeEUDAZFC6mFB8Pe5V4Pzz2c1XXSZTFYV5Ado-1sUsYgX_FVN-71J3Jwh1G7P"
        "Aq54lpwB2QUGk_zdDu2tRrY1337uuRJw52kcC4lq";
    static const char KEY[] = "ae2992e56ce32806333b55902fcc0a2ed4772756b1be48b86f2b8f960de58866";
    struct tes_sealer *sealer = tes_sealer_new(SECRET, sizeof SECRET);
    struct tes_claims claims = sample();
    char token[TES_TOKEN_MAX + 1], hex[2 * TES_KEY_BYTES + 1];
    uint8_t key[TES_KEY_BYTES];
    struct tes_buf text = tes_buf_on(hex, sizeof hex);
    seal(sealer, TES_PURPOSE_CHALLENGE, &claims, token);
    assert_string_equal(token, TOKEN);
    assert_int_equal(tes_challenge_key(sealer, &claims, key), TES_OK);
    tes_hex_encode(&text, key, sizeof key);
    assert_true(tes_slice_equal(tes_buf_done(&text), tes_slice_of(KEY)));
    tes_sealer_free(sealer);
}

/* PUZ-11, R7: one bit changed anywhere, and it is not ours; and nothing in it can be read. */
static void test_every_bit(void **state)
{
    (void)state;
    struct tes_sealer *sealer = tes_sealer_new(SECRET, sizeof SECRET);
    struct tes_claims claims = sample();
    char token[TES_TOKEN_MAX + 1], changed[TES_TOKEN_MAX + 1];
    uint8_t raw[TES_TOKEN_MAX];
    size_t raw_length, length = seal(sealer, TES_PURPOSE_CHALLENGE, &claims, token);
    assert_true(tes_base64_decode((struct tes_slice){token, length}, raw, sizeof raw, &raw_length));
    assert_null(memmem(raw, raw_length, "puzzle", 6));
    assert_null(memmem(raw, raw_length, "192.0.2.0", 9));
    for (size_t bit = 0; bit < raw_length * 8; bit++) {
        raw[bit / 8] ^= (uint8_t)(1U << bit % 8);
        struct tes_buf text = tes_buf_on(changed, sizeof changed);
        tes_base64_encode(&text, raw, raw_length);
        assert_int_equal(open_token(sealer, TES_PURPOSE_CHALLENGE, changed, text.length),
                         TES_FORGED);
        raw[bit / 8] ^= (uint8_t)(1U << bit % 8);
    }
    /* The same on the text: any other character at any place. */
    for (size_t i = 0; i < length; i++) {
        memcpy(changed, token, length);
        changed[i] = token[i] == 'A' ? 'B' : 'A';
        assert_int_equal(open_token(sealer, TES_PURPOSE_CHALLENGE, changed, length), TES_FORGED);
    }
    tes_sealer_free(sealer);
}

static void test_every_length(void **state)
{
    (void)state;
    struct tes_sealer *sealer = tes_sealer_new(SECRET, sizeof SECRET);
    struct tes_claims claims = sample();
    char token[TES_TOKEN_MAX + 64];
    size_t length = seal(sealer, TES_PURPOSE_CHALLENGE, &claims, token);
    for (size_t cut = 0; cut < length; cut++)
        assert_int_equal(open_token(sealer, TES_PURPOSE_CHALLENGE, token, cut), TES_FORGED);
    memset(token + length, 'A', sizeof token - length);
    for (size_t longer = length + 1; longer < sizeof token; longer++)
        assert_int_equal(open_token(sealer, TES_PURPOSE_CHALLENGE, token, longer), TES_FORGED);
    tes_sealer_free(sealer);
}

static void test_purposes_and_secrets(void **state)
{
    (void)state;
    struct tes_sealer *sealer = tes_sealer_new(SECRET, sizeof SECRET);
    struct tes_sealer *other = tes_sealer_new(OTHER, sizeof OTHER);
    struct tes_claims claims = sample();
    char token[TES_TOKEN_MAX + 1];
    for (unsigned sealed = 0; sealed < TES_PURPOSE_COUNT; sealed++) {
        size_t length = seal(sealer, (enum tes_purpose)sealed, &claims, token);
        for (unsigned opened = 0; opened < TES_PURPOSE_COUNT; opened++)
            assert_int_equal(open_token(sealer, (enum tes_purpose)opened, token, length),
                             sealed == opened ? TES_OK : TES_FORGED);
        assert_int_equal(open_token(other, (enum tes_purpose)sealed, token, length), TES_FORGED);
    }
    assert_int_equal(open_token(sealer, TES_PURPOSE_COUNT, token, 8), TES_BAD_ARGUMENT);
    tes_sealer_free(sealer);
    tes_sealer_free(other);
    tes_sealer_free(NULL);
}

/* A token of the key before still opens, and its challenge is still the same one. */
static void test_rotation(void **state)
{
    (void)state;
    struct tes_sealer *old = tes_sealer_new(SECRET, sizeof SECRET);
    struct tes_sealer *rotated = tes_sealer_new(OTHER, sizeof OTHER);
    struct tes_claims claims = sample(), opened;
    char token[TES_TOKEN_MAX + 1];
    uint8_t plain[TES_TOKEN_MAX], key[TES_KEY_BYTES], key_again[TES_KEY_BYTES];
    size_t length = seal(old, TES_PURPOSE_CHALLENGE, &claims, token);
    assert_int_equal(tes_challenge_key(old, &claims, key), TES_OK);
    assert_int_equal(tes_sealer_accept(rotated, SECRET, sizeof SECRET), TES_OK);
    assert_int_equal(tes_open(rotated, TES_PURPOSE_CHALLENGE, token, length, plain, &opened),
                     TES_OK);
    assert_int_equal(tes_challenge_key(rotated, &opened, key_again), TES_OK);
    assert_memory_equal(key, key_again, sizeof key);
    /* The seed alone generates nothing: under another secret, the same claims give another key. */
    assert_int_equal(tes_challenge_key(rotated, &claims, key_again), TES_OK);
    assert_memory_not_equal(key, key_again, sizeof key);
    /* And it depends on every bit of id and seed. */
    for (size_t bit = 0; bit < 8 * (TES_ID_BYTES + TES_SEED_BYTES); bit++) {
        struct tes_claims other = claims;
        uint8_t *bytes = bit < 8 * TES_ID_BYTES ? other.id : other.seed;
        bytes[bit / 8 % TES_ID_BYTES] ^= (uint8_t)(1 << bit % 8);
        assert_int_equal(tes_challenge_key(old, &other, key_again), TES_OK);
        assert_memory_not_equal(key, key_again, sizeof key);
    }
    for (int i = 2; i < 8; i++)
        assert_int_equal(tes_sealer_accept(rotated, SECRET, sizeof SECRET), TES_OK);
    assert_int_equal(tes_sealer_accept(rotated, SECRET, sizeof SECRET), TES_BAD_ARGUMENT);
    tes_sealer_free(old);
    tes_sealer_free(rotated);
}

static void test_bounds(void **state)
{
    (void)state;
    static char long_text[600];
    memset(long_text, 'x', sizeof long_text);
    static const struct {
        const char *name;
        size_t offset, most;
    } TEXTS[] = {
        {"kind", offsetof(struct tes_claims, kind), 16},
        {"params", offsetof(struct tes_claims, params), TES_PARAMS_MAX},
        {"ip_bucket", offsetof(struct tes_claims, ip_bucket), 40},
        {"site", offsetof(struct tes_claims, site), 64},
        {"hostname", offsetof(struct tes_claims, hostname), 253},
        {"user", offsetof(struct tes_claims, user), 128},
        {"session", offsetof(struct tes_claims, session), 128},
        {"action", offsetof(struct tes_claims, action), 32},
        {"cdata", offsetof(struct tes_claims, cdata), 255},
        {"alternative", offsetof(struct tes_claims, alternative), 16},
        {"answer", offsetof(struct tes_claims, answer), 64},
        {"reason", offsetof(struct tes_claims, reason), 16},
        {"return_path", offsetof(struct tes_claims, return_path), 512},
    };
    struct tes_sealer *sealer = tes_sealer_new(SECRET, sizeof SECRET);
    char token[TES_TOKEN_MAX + 1];
    size_t length;
    struct tes_claims full = sample();
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        struct tes_claims claims = sample();
        struct tes_slice *text = (void *)((char *)&claims + TEXTS[i].offset);
        *text = (struct tes_slice){long_text, TEXTS[i].most};
        *(struct tes_slice *)(void *)((char *)&full + TEXTS[i].offset) = *text;
        assert_int_equal(
            tes_seal(sealer, TES_PURPOSE_CHALLENGE, &claims, NONCE, token, sizeof token, &length),
            TES_OK);
        text->length++;
        assert_int_equal(
            tes_seal(sealer, TES_PURPOSE_CHALLENGE, &claims, NONCE, token, sizeof token, &length),
            TES_BAD_ARGUMENT);
    }
    /* All of them at their longest still fit into one token. */
    full.issued_at_ms = full.not_before_ms = full.expires_at_ms = UINT64_MAX;
    full.round = full.extensions = full.difficulty = UINT64_MAX;
    length = seal(sealer, TES_PURPOSE_CHALLENGE, &full, token);
    assert_int_equal(open_token(sealer, TES_PURPOSE_CHALLENGE, token, length), TES_OK);
    assert_int_equal(tes_seal(sealer, TES_PURPOSE_CHALLENGE, &full, NONCE, token, length, &length),
                     TES_TOO_SMALL);
    assert_null(tes_sealer_new("short", 5));
    tes_sealer_free(sealer);
}

/* Claims have one form: whatever is read was written so. */
static void test_claims_form(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        struct tes_slice bytes;
        bool good;
    } CASES[] = {
        {"nothing", TES_SLICE_INIT(""), true},
        {"a number", TES_SLICE_INIT("\x03\x00\x01\x05"), true},
        {"a number with a zero before it", TES_SLICE_INIT("\x03\x00\x02\x00\x05"), false},
        {"a number of nine bytes",
         TES_SLICE_INIT("\x03\x00\x09"
                        "123456789"),
         false},
        {"a number of no bytes", TES_SLICE_INIT("\x03\x00\x00"), false},
        {"twice", TES_SLICE_INIT("\x03\x00\x01\x05\x03\x00\x01\x05"), false},
        {"descending", TES_SLICE_INIT("\x04\x00\x01\x05\x03\x00\x01\x05"), false},
        {"ascending", TES_SLICE_INIT("\x03\x00\x01\x05\x04\x00\x01\x05"), true},
        {"unknown tag 0", TES_SLICE_INIT("\x00\x00\x01\x05"), false},
        {"unknown tag 200", TES_SLICE_INIT("\xC8\x00\x01\x05"), false},
        {"cut after the tag", TES_SLICE_INIT("\x03"), false},
        {"a byte behind the last", TES_SLICE_INIT("\x03\x00\x01\x05\x04"), false},
        {"cut in the head", TES_SLICE_INIT("\x03\x00"), false},
        {"cut in the value", TES_SLICE_INIT("\x03\x00\x04\x05"), false},
        {"an id too short",
         TES_SLICE_INIT("\x01\x00\x04"
                        "1234"),
         false},
        {"a text too long",
         TES_SLICE_INIT("\x06\x00\x11"
                        "12345678901234567"),
         false},
        {"an empty text", TES_SLICE_INIT("\x06\x00\x00"), false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct tes_claims claims;
        if (tes_claims_read(CASES[i].bytes, &claims) != CASES[i].good)
            fail_msg("%s", CASES[i].name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),   cmocka_unit_test(test_every_bit),
        cmocka_unit_test(test_every_length), cmocka_unit_test(test_purposes_and_secrets),
        cmocka_unit_test(test_rotation),     cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_claims_form),  cmocka_unit_test(test_format),
    };
    return cmocka_run_group_tests_name("token", tests, NULL, NULL);
}
