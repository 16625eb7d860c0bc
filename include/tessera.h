/*
 * tessera.h: the public interface of libtessera, and its manual.
 *
 * Tessera makes puzzles for people, which programs have to pay for. This library is the part of it
 * that needs no server: it generates a challenge from a key, draws it, seals it into a token that a
 * browser may hold, opens that token again and verifies an answer.
 *
 * Rules that hold for every function here:
 *   - No global state. Different threads may call anything at the same time, as long as no two of
 *     them use one `struct tes_sealer` at once.
 *   - Time and randomness are arguments: same arguments, same result, on every machine and in
 *     WebAssembly, bit for bit.
 *   - Memory belongs to the caller. Only functions that end in `_new` allocate; the matching
 * `_free` accepts NULL and wipes what was secret.
 *   - Output buffers come with their size. A buffer that is too small gives TES_TOO_SMALL and its
 *     content is then undefined.
 *   - Text is UTF-8 with an explicit length; what is written into a `char *` buffer is also ended
 * by a NUL that is not counted.
 */
#ifndef TESSERA_H
#define TESSERA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TESSERA_VERSION "0.1.0"

#define TES_MUST_CHECK __attribute__((warn_unused_result))

/* ---------------------------------------------------------------- status */

/* Every status a function can return: name and what it means. */
#define TES_STATUS_LIST(X)                                                                         \
    X(TES_OK, "done")                                                                              \
    X(TES_INCORRECT, "the answer is wrong")                                                        \
    X(TES_BAD_ANSWER, "the answer does not have the form that this challenge asks for")            \
    X(TES_BAD_ARGUMENT, "an argument is out of bounds")                                            \
    X(TES_UNKNOWN_KIND, "there is no such kind of challenge")                                      \
    X(TES_TOO_SMALL, "the output buffer is too small")                                             \
    X(TES_FORGED, "the token was not sealed with this key, or was changed")                        \
    X(TES_STALE, "the token was made by another version of the generator")                         \
    X(TES_NO_MEMORY, "out of memory")                                                              \
    X(TES_EXHAUSTED, "no valid challenge was found within the allowed tries")                      \
    X(TES_UNAVAILABLE, "this challenge has nothing of that sort to show or to say")                \
    X(TES_FAILED, "a system call or library failed")

enum tes_status {
#define TES_STATUS_ENUM(name, text) name,
    TES_STATUS_LIST(TES_STATUS_ENUM)
#undef TES_STATUS_ENUM
};

/* The meaning of a status, for people. Never NULL. */
const char *tes_status_text(enum tes_status status);

/* Borrowed bytes: not NUL-terminated, not owned. */
struct tes_slice {
    const char *at;
    size_t length;
};

/* ------------------------------------------------------------- challenge */

#define TES_KEY_BYTES    32   /* the generator's key */
#define TES_ANSWER_MAX   512  /* longest answer that is looked at, in bytes */
#define TES_PARAMS_MAX   16   /* what a kind keeps in a token to make a challenge again */
#define TES_DETAIL_BYTES 3072 /* room for what a kind keeps of a challenge */

enum tes_difficulty { TES_EASY = 1, TES_MEDIUM, TES_HARD }; /* 0: the default, medium */

/* How scenes are drawn, best first: with light and shadow, as flat shapes, not at all. */
enum tes_renderer { TES_RENDERER_3D, TES_RENDERER_2D, TES_RENDERER_NONE, TES_RENDERER_COUNT };

/* What the levels of a scene are. TES_PROFILE_SEED has few objects: 2, 3 and 6 of them, turned by
 * quarters, by eighths and by any angle, and a guess passes more often. */
enum tes_profile { TES_PROFILE_DEFAULT, TES_PROFILE_SEED, TES_PROFILE_COUNT };

/* What the caller may ask of a generator. Zero-initialise it; 0 means the default. */
struct tes_options {
    enum tes_difficulty difficulty;
    unsigned transform_count;   /* puzzle: length of the legend, clamped to 4..8; 0 means 6 */
    bool is_still;              /* scene: nothing that moves, for those who do not want motion */
    bool is_heard;              /* scene: told in words, for those who do not see */
    enum tes_renderer renderer; /* scene: see tes_renderer_best() */
    enum tes_profile profile;   /* scene */
};

/* A part of a picture, in pixels. */
struct tes_area {
    unsigned x, y, width, height;
};

/* What is chosen from, and how much of it. */
struct tes_view {
    unsigned width, height; /* of the raster, in pixels; 0 where there is nothing to see */
    unsigned columns, rows; /* how its cells lie */
    struct tes_area cells; /* the part of the raster that they fill; nothing where they are words */
    unsigned count;        /* how many things there are to choose from */
    unsigned select_min, select_max;
    unsigned animation_ms; /* how long the picture moves, once; 0: it stands still */
    bool is_heard;         /* there is no picture: tes_speak() has what is to be read aloud */
};

/* A generated challenge. It holds the answer: keep it on the server.
 * Plain memory, may be copied; nothing to free. `detail` is read through the functions below only.
 */
struct tes_challenge {
    const struct tes_kind *kind;
    enum tes_difficulty difficulty;
    unsigned time_limit_s;
    struct tes_view view;
    uint8_t params[TES_PARAMS_MAX];
    size_t params_length;
    _Alignas(8) unsigned char detail[TES_DETAIL_BYTES];
};

/* Kinds are numbered from 0; tes_kind_name() returns NULL from the first number on that is none. */
const char *tes_kind_name(size_t index);

/* Expands a 64-bit seed into a generator's key, for reproducible challenges. A server must instead
 * take 32 bytes that depend on a secret: whoever knows the key knows the answer. */
void tes_key_from_seed(uint64_t seed, uint8_t key[TES_KEY_BYTES]);

/* Generates the challenge that belongs to `key`. `options` may be NULL.
 * TES_UNKNOWN_KIND, TES_BAD_ARGUMENT (one of the options), TES_EXHAUSTED (never seen). */
TES_MUST_CHECK enum tes_status tes_generate(const char *kind, const uint8_t key[TES_KEY_BYTES],
                                            const struct tes_options *options,
                                            struct tes_challenge *challenge);

/* Brings an answer into the one form that is compared: "1, 4,7" to "1,4,7", transform names to the
 * resulting grid. TES_BAD_ANSWER where it has no such form. `text_length` may be NULL. */
TES_MUST_CHECK enum tes_status tes_normalise(const struct tes_challenge *challenge,
                                             const char *answer, size_t answer_length, char *text,
                                             size_t text_size, size_t *text_length);

/* TES_OK: right. TES_INCORRECT: wrong. TES_BAD_ANSWER: not an answer at all. */
TES_MUST_CHECK enum tes_status tes_verify(const struct tes_challenge *challenge, const char *answer,
                                          size_t answer_length);

/* Writes the right answer, in the form of tes_normalise(). */
TES_MUST_CHECK enum tes_status tes_answer(const struct tes_challenge *challenge, char *text,
                                          size_t text_size, size_t *text_length);

/* Writes the challenge as one JSON object without line breaks. Only with `truth` does it hold
 * `answer` and whatever else gives the solution away. `id` is copied into it. */
TES_MUST_CHECK enum tes_status tes_describe(const struct tes_challenge *challenge, const char *id,
                                            bool truth, char *text, size_t text_size,
                                            size_t *text_length);

#define TES_SPOKEN_MAX 1024 /* longest text that is read aloud, with its NUL, in bytes */

/* Writes what is to be read aloud of a challenge that was generated with `is_heard`. `language` is
 * a tag as in "de" or "pt-BR"; one that is not known is answered in English. TES_UNAVAILABLE where
 * the challenge is to be seen, not heard. The text gives the answer away to whoever can read: send
 * it as sound. `text_length` may be NULL. */
TES_MUST_CHECK enum tes_status tes_speak(const struct tes_challenge *challenge,
                                         const char *language, char *text, size_t text_size,
                                         size_t *text_length);

/* "default", "seed"; NULL from the first number on that is none. */
const char *tes_profile_name(unsigned profile);

/* ------------------------------------------------------------------ draw */

/* "3d", "2d", "none"; NULL from the first number on that is none. */
const char *tes_renderer_name(unsigned renderer);

/* Whether this build can draw scenes that way. */
bool tes_renderer_available(enum tes_renderer renderer);

/* The best renderer that this build has and that is no better than the wanted one: for
 * tes_options. With TES_RENDERER_NONE a scene is generated, and tes_draw() says
 * TES_UNAVAILABLE. */
enum tes_renderer tes_renderer_best(enum tes_renderer wanted);

/* A picture of up to 256 colours: one byte a pixel, row by row, and the palette. */
struct tes_image {
    unsigned width, height;
    uint8_t palette[256][3];
    unsigned palette_count;
    uint8_t *pixels; /* width * height bytes */
};

/* Bytes that tes_draw() needs: for the pixels of this challenge, and to work in behind them. */
size_t tes_draw_bound(const struct tes_challenge *challenge);

/* Draws the challenge. `image->pixels` then lies at `memory`, whose alignment is that of malloc().
 * TES_TOO_SMALL where `memory_size` is below the bound, TES_UNAVAILABLE where view.width is 0. */
TES_MUST_CHECK enum tes_status tes_draw(const struct tes_challenge *challenge, void *memory,
                                        size_t memory_size, struct tes_image *image);

/* One step of a picture that moves: these pixels take the place of a part of it. */
struct tes_step {
    struct tes_area part;
    uint8_t *pixels;   /* part.width * part.height bytes, of the picture's palette */
    unsigned delay_ms; /* until the next step; the last one stays */
};

#define TES_STEPS_MAX 80

/* A picture and how it goes on; it moves once and then stands still. */
struct tes_animation {
    struct tes_image image; /* what tes_draw() draws: the beginning */
    unsigned delay_ms;      /* until the first step */
    unsigned step_count;    /* 0: it stands still */
    struct tes_step steps[TES_STEPS_MAX];
};

/* As tes_draw_bound() and tes_draw(), with all that moves: of a challenge whose view.animation_ms
 * is 0 it is the same picture, without steps. All pixels lie in `memory`. */
size_t tes_animate_bound(const struct tes_challenge *challenge);
TES_MUST_CHECK enum tes_status tes_animate(const struct tes_challenge *challenge, void *memory,
                                           size_t memory_size, struct tes_animation *animation);

/* Bytes that tes_png_encode() may need for a picture of that size. */
size_t tes_png_bound(unsigned width, unsigned height);

/* Encodes the picture as PNG; the same picture gives the same bytes. Takes 170 kB of stack.
 * TES_BAD_ARGUMENT where a side is 0 or above 16384, or the palette's count not 1..256. */
TES_MUST_CHECK enum tes_status tes_png_encode(const struct tes_image *image, uint8_t *png,
                                              size_t png_size, size_t *png_length);

/* Encodes a picture with its steps as animated PNG: the same type of file, and the first picture is
 * what a program shows that knows nothing of animations. Without steps it is tes_png_encode().
 * The bound is good for whatever tes_animate() makes of this challenge. TES_BAD_ARGUMENT also where
 * a step's part is empty or not inside of the picture, or there are too many of them. */
size_t tes_png_animation_bound(const struct tes_challenge *challenge);
TES_MUST_CHECK enum tes_status tes_png_encode_animation(const struct tes_animation *animation,
                                                        uint8_t *png, size_t png_size,
                                                        size_t *png_length);

/* ----------------------------------------------------------------- token */

#define TES_TOKEN_MAX  4096 /* longest token, in characters */
#define TES_ID_BYTES   16
#define TES_SEED_BYTES 16
#define TES_SECRET_MIN 8 /* shortest secret that is taken, in bytes; take 32 random ones */

/* What a token is for. A token of one purpose never opens as another. */
enum tes_purpose {
    TES_PURPOSE_CHALLENGE, /* an open challenge, in the visitor's hands */
    TES_PURPOSE_IMAGE,     /* the right to fetch a challenge's picture or sound */
    TES_PURPOSE_RESPONSE,  /* a pass, for the site's server to redeem */
    TES_PURPOSE_TICKET,    /* the right to see the challenge page */
    TES_PURPOSE_COOKIE,    /* a pass for the gate */
    TES_PURPOSE_REVIEW, /* the right to be looked at by a person, and to be told what came of it */
    TES_PURPOSE_COUNT
};

/* What a token says. Zero-initialise it; absent fields stay zero. Bounds are in
 * src/token/claims.def; a longer text makes tes_seal() return TES_BAD_ARGUMENT. */
struct tes_claims {
    uint8_t id[TES_ID_BYTES];     /* what is spent once */
    uint8_t seed[TES_SEED_BYTES]; /* with the secret, gives the generator's key */
    uint64_t issued_at_ms, not_before_ms, expires_at_ms;
    uint64_t difficulty, round, extensions;
    uint64_t confidence;  /* of a pass, in percent */
    uint64_t user_proven; /* 1: the site vouches for `user`; 0: the visitor said so */
    uint32_t key_id;      /* which secret sealed it: set by tes_open(), 0 means the current one */
    struct tes_slice kind, params, ip_bucket, site, hostname;
    struct tes_slice user, session, action, cdata, return_path;
    struct tes_slice alternative; /* what was taken in place of a picture; empty: nothing */
    struct tes_slice answer;      /* of a review: what was answered; may be cut */
    struct tes_slice reason;      /* of a review: why one may be asked for */
};

/* Seals and opens tokens: AES-256-CTR, then HMAC-SHA256 over length-prefixed fields, with a key of
 * its own for each purpose. One sealer per thread. */
struct tes_sealer;

/* A sealer whose current secret is `secret`; NULL when it is shorter than TES_SECRET_MIN or memory
 * is out. The secret is copied and wiped by tes_sealer_free(). */
struct tes_sealer *tes_sealer_new(const void *secret, size_t secret_length);
void tes_sealer_free(struct tes_sealer *sealer);

/* Lets the sealer open tokens of an earlier secret too; at most 7 of them. */
TES_MUST_CHECK enum tes_status tes_sealer_accept(struct tes_sealer *sealer, const void *secret,
                                                 size_t secret_length);

/* Seals claims into `token`, under the secret of claims->key_id: claims that were opened stay with
 * the secret that their challenge is made from. `nonce` must be 16 random bytes that are never used
 * again. TES_BAD_ARGUMENT where the sealer does not have that secret. */
TES_MUST_CHECK enum tes_status tes_seal(struct tes_sealer *sealer, enum tes_purpose purpose,
                                        const struct tes_claims *claims, const uint8_t nonce[16],
                                        char *token, size_t token_size, size_t *token_length);

/* Opens a token. The texts in `claims` point into `plain`, which must hold TES_TOKEN_MAX bytes and
 * outlive them. TES_FORGED for whatever was not sealed by this sealer for this purpose.
 * Whether it has expired, is bound to this address, or is spent, is for the caller to look at. */
TES_MUST_CHECK enum tes_status tes_open(struct tes_sealer *sealer, enum tes_purpose purpose,
                                        const char *token, size_t token_length,
                                        uint8_t plain[TES_TOKEN_MAX], struct tes_claims *claims);

/* The generator's key for the challenge that `claims` (as opened) names, under the secret that
 * sealed it: the seed alone generates nothing. Works on claims about to be sealed as well. */
TES_MUST_CHECK enum tes_status tes_challenge_key(struct tes_sealer *sealer,
                                                 const struct tes_claims *claims,
                                                 uint8_t key[TES_KEY_BYTES]);

/* Notes in `claims` what makes this challenge again: kind, difficulty and parameters. The texts
 * point into `challenge`, which must outlive them. */
void tes_claim(const struct tes_challenge *challenge, struct tes_claims *claims);

/* Generates the challenge that opened claims name. TES_STALE where this version of the generator
 * makes another one of it. */
TES_MUST_CHECK enum tes_status tes_generate_claimed(const struct tes_claims *claims,
                                                    const uint8_t key[TES_KEY_BYTES],
                                                    struct tes_challenge *challenge);

#ifdef __cplusplus
}
#endif

#endif
