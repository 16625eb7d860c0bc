/*
 * The library and the readers of bodies when memory is out: they say so or they succeed, nothing in
 * between, and they give back what they took.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "http/message/form.h"
#include "inject.h"
#include "tessera.h"

#define SECRET  "a secret of thirty-two characters"
#define EARLIER "the secret that was used before it"
#define ROOM    ((size_t)8 << 20)

/* ------------------------------------------------------------------ challenge */

/* All of it takes its memory from the caller. */
static struct {
    const char *kind;
    struct tes_challenge challenge;
    char text[8192], normal[TES_ANSWER_MAX + 1];
    size_t text_length, normal_length, png_length;
    uint8_t pixels[ROOM], png[ROOM];
    struct tes_image image;
    enum tes_status generated, described, drawn, encoded, answered, normalised, verified;
} challenge;

static void challenge_run(void *context)
{
    (void)context;
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(7, key);
    struct tes_challenge *made = &challenge.challenge;
    challenge.generated = tes_generate(challenge.kind, key, NULL, made);
    challenge.described = tes_describe(made, "id", true, challenge.text, sizeof challenge.text,
                                       &challenge.text_length);
    challenge.drawn = tes_draw(made, challenge.pixels, sizeof challenge.pixels, &challenge.image);
    challenge.encoded = tes_png_encode(&challenge.image, challenge.png, sizeof challenge.png,
                                       &challenge.png_length);
    challenge.answered =
        tes_answer(made, challenge.text, sizeof challenge.text, &challenge.text_length);
    challenge.normalised =
        tes_normalise(made, challenge.text, challenge.text_length, challenge.normal,
                      sizeof challenge.normal, &challenge.normal_length);
    challenge.verified = tes_verify(made, challenge.normal, challenge.normal_length);
}

static void challenge_after(void *context, bool was_hit)
{
    (void)context;
    assert_false(was_hit); /* only functions that end in _new allocate */
    assert_int_equal(challenge.generated, TES_OK);
    assert_int_equal(challenge.described, TES_OK);
    assert_int_equal(challenge.drawn, TES_OK);
    assert_int_equal(challenge.encoded, TES_OK);
    assert_int_equal(challenge.answered, TES_OK);
    assert_int_equal(challenge.normalised, TES_OK);
    assert_int_equal(challenge.verified, TES_OK);
}

static void test_challenge(void **state)
{
    (void)state;
    for (size_t i = 0; (challenge.kind = tes_kind_name(i)) != NULL; i++)
        inject_each(&(struct inject_trial){.name = challenge.kind,
                                           .is_counted = true,
                                           .run = challenge_run,
                                           .after = challenge_after},
                    NULL);
}

/* --------------------------------------------------------------------- sealer */

static const uint8_t NONCE[16] = {1, 2, 3};

static const struct tes_claims CLAIMS = {
    .id = "0123456789abcde",
    .expires_at_ms = 5000,
    .kind = {"puzzle", 6},
};

static struct {
    struct tes_sealer *sealer;
    enum tes_status accepted, sealed, opened, keyed;
    char token[TES_TOKEN_MAX + 1];
    size_t token_length;
    uint8_t plain[TES_TOKEN_MAX], key[TES_KEY_BYTES];
    struct tes_claims claims;
} seal;

/* What came out where nothing failed. */
static char right_token[TES_TOKEN_MAX + 1];
static uint8_t right_key[TES_KEY_BYTES];

static void seal_make(void)
{
    seal.sealer = tes_sealer_new(SECRET, strlen(SECRET));
    seal.accepted = seal.sealer == NULL ? TES_NO_MEMORY
                                        : tes_sealer_accept(seal.sealer, EARLIER, strlen(EARLIER));
}

static void seal_use(void)
{
    seal.sealed = tes_seal(seal.sealer, TES_PURPOSE_CHALLENGE, &CLAIMS, NONCE, seal.token,
                           sizeof seal.token, &seal.token_length);
    seal.opened = tes_open(seal.sealer, TES_PURPOSE_CHALLENGE, right_token, strlen(right_token),
                           seal.plain, &seal.claims);
    seal.keyed = tes_challenge_key(seal.sealer, &CLAIMS, seal.key);
}

static void assert_seals(void)
{
    seal_use();
    assert_int_equal(seal.sealed, TES_OK);
    assert_int_equal(seal.opened, TES_OK);
    assert_int_equal(seal.keyed, TES_OK);
    assert_string_equal(seal.token, right_token);
    assert_memory_equal(seal.claims.id, CLAIMS.id, sizeof CLAIMS.id);
    assert_memory_equal(seal.key, right_key, sizeof right_key);
}

static void make_run(void *context)
{
    (void)context;
    seal_make();
}

static void make_after(void *context, bool was_hit)
{
    (void)context;
    if (!was_hit)
        assert_int_equal(seal.accepted, TES_OK);
    if (seal.accepted != TES_OK)
        assert_int_equal(seal.accepted, TES_NO_MEMORY);
    /* Where only the earlier secret was refused, the sealer is as good as before. */
    if (seal.sealer != NULL)
        assert_seals();
    tes_sealer_free(seal.sealer);
}

static void use_run(void *context)
{
    (void)context;
    seal_use();
}

static void use_after(void *context, bool was_hit)
{
    (void)context;
    if (!was_hit || seal.sealed != TES_FAILED) {
        assert_int_equal(seal.sealed, TES_OK);
        assert_string_equal(seal.token, right_token);
    }
    if (!was_hit || seal.opened != TES_FAILED) {
        assert_int_equal(seal.opened, TES_OK);
        assert_memory_equal(seal.claims.id, CLAIMS.id, sizeof CLAIMS.id);
    }
    if (!was_hit || seal.keyed != TES_FAILED) {
        assert_int_equal(seal.keyed, TES_OK);
        assert_memory_equal(seal.key, right_key, sizeof right_key);
    }
    assert_seals();
}

static void test_sealer(void **state)
{
    (void)state;
    seal_make();
    assert_int_equal(seal.accepted, TES_OK);
    seal_use();
    assert_int_equal(seal.sealed, TES_OK);
    memcpy(right_token, seal.token, sizeof right_token);
    memcpy(right_key, seal.key, sizeof right_key);
    inject_each(&(struct inject_trial){.name = "seal, open and derive",
                                       .is_counted = true,
                                       .run = use_run,
                                       .after = use_after},
                NULL);
    tes_sealer_free(seal.sealer);
    inject_each(
        &(struct inject_trial){
            .name = "make a sealer", .is_counted = true, .run = make_run, .after = make_after},
        NULL);
}

/* --------------------------------------------------------------------- bodies */

#define LONG_TEXT                                                                                  \
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"             \
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

/* Each says token=LONG_TEXT and answer=a b, and perhaps more. */
static const struct body {
    const char *name, *type, *text;
    enum tes_status status;
    size_t count;
} BODIES[] = {
    {"JSON", "application/json", "{\"token\":\"" LONG_TEXT "\",\"answer\":\"a b\"}", TES_OK, 2},
    {"JSON with all types", "application/json; charset=utf-8",
     "{\"answer\":\"\\u0061 b\",\"number\":1234567890123456789,\"yes\":true,\"none\":null,"
     "\"token\":\"" LONG_TEXT "\",\"nested\":{\"a\":[1,{\"" LONG_TEXT "\":2.5e3},\"x\"]}}",
     TES_OK, 6},
    {"JSON cut short", "application/json",
     "{\"token\":\"" LONG_TEXT "\",\"answer\":", TES_BAD_ARGUMENT, 0},
    {"form", "application/x-www-form-urlencoded", "token=" LONG_TEXT "&answer=a+%62", TES_OK, 2},
    {"form cut short", "application/x-www-form-urlencoded", "token=" LONG_TEXT "&answer=%6",
     TES_BAD_ARGUMENT, 0},
    {"multipart", "multipart/form-data; boundary=x",
     "--x\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n" LONG_TEXT
     "\r\n--x\r\nContent-Disposition: form-data; name=\"answer\"\r\n\r\na b\r\n--x--\r\n",
     TES_OK, 2},
    {"another type", "text/plain", "token", TES_UNKNOWN_KIND, 0},
};

static struct {
    struct tes_arena arena;
    struct tes_fields fields;
    enum tes_status status;
} read_body;

static void assert_field(const char *name, const char *value)
{
    struct tes_slice text;
    assert_true(tes_fields_text(&read_body.fields, tes_slice_of(name), SIZE_MAX, &text));
    assert_int_equal(text.length, strlen(value));
    assert_memory_equal(text.at, value, text.length);
}

static void body_run(void *context)
{
    const struct body *body = context;
    read_body.arena = tes_arena_new((size_t)1 << 20);
    read_body.status = http_body_read(&read_body.arena, tes_slice_of(body->type),
                                      tes_slice_of(body->text), NULL, &read_body.fields);
}

static void body_after(void *context, bool was_hit)
{
    const struct body *body = context;
    if (!was_hit || read_body.status != TES_NO_MEMORY)
        assert_int_equal(read_body.status, body->status);
    if (read_body.status == TES_OK) {
        assert_int_equal(read_body.fields.count, body->count);
        assert_field("token", LONG_TEXT);
        assert_field("answer", "a b");
    }
    tes_arena_free(&read_body.arena);
}

static void test_bodies(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof BODIES / sizeof BODIES[0]; i++) {
        struct body body = BODIES[i];
        inject_each(
            &(struct inject_trial){
                .name = body.name, .is_counted = true, .run = body_run, .after = body_after},
            &body);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_challenge),
        cmocka_unit_test(test_sealer),
        cmocka_unit_test(test_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
