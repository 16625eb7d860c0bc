/*
 * tessera.h: the public interface of libtessera.
 *
 * libtessera generates human verification challenges without a server. It generates a challenge
 * from a key, draws it, seals it into a token that a browser can hold, opens the token again and
 * verifies the answer. docs/library.md shows a complete program.
 *
 * Conventions:
 *   - Threads: there is no global state. All functions are thread-safe, except that one
 *     `struct tes_sealer` must not be used by two threads at the same time.
 *   - Determinism: time and randomness are arguments. The same arguments give the same result, bit
 *     for bit, on every machine and in WebAssembly.
 *   - Ownership: memory belongs to the caller. Only functions named `..._new` allocate. The
 * matching
 *     `..._free` accepts NULL and wipes secrets.
 *   - Output buffers are passed with their size. If a buffer is too small, the function returns
 *     TES_TOO_SMALL and the buffer's content is undefined.
 *   - Text is UTF-8 with an explicit length. Functions that write to a `char *` add a NUL that the
 *     length does not include.
 */
#ifndef TESSERA_H
#define TESSERA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* libtessera.so exports the functions of this header and nothing else. */
#pragma GCC visibility push(default)

#define TESSERA_VERSION "0.1.0"

/* Returns the version of the loaded library, which may differ from TESSERA_VERSION. */
const char *tes_version(void);

#define TES_MUST_CHECK __attribute__((warn_unused_result))

/* ---------------------------------------------------------------- status */

/* Every status: name and text. */
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

/* Returns a description for people. Never NULL. */
const char *tes_status_text(enum tes_status status);

/* Borrowed bytes: not NUL-terminated, not owned. */
struct tes_slice {
    const char *at;
    size_t length;
};

/* ------------------------------------------------------------- challenge */

#define TES_KEY_BYTES    32   /* size of a generator key */
#define TES_ANSWER_MAX   512  /* maximum length of an answer, in bytes */
#define TES_PARAMS_MAX   16   /* maximum length of a type's own parameters in a token */
#define TES_DETAIL_BYTES 3072 /* size of a type's private data in a challenge */

enum tes_difficulty { TES_EASY = 1, TES_MEDIUM, TES_HARD }; /* 0: medium */

/* How scenes are drawn: with light and shadows, as flat shapes, or not at all. Best first. */
enum tes_renderer { TES_RENDERER_3D, TES_RENDERER_2D, TES_RENDERER_NONE, TES_RENDERER_COUNT };

/* The size of scenes at each difficulty. TES_PROFILE_SEED has fewer objects (2, 3, and 5 to 7), so
 * that random guesses pass more often. */
enum tes_profile { TES_PROFILE_DEFAULT, TES_PROFILE_SEED, TES_PROFILE_COUNT };

/* Options of tes_generate(). Zero-initialise; 0 means the default. */
struct tes_options {
    enum tes_difficulty difficulty;
    unsigned transform_count;   /* puzzle: transforms in the legend, clamped to 4..8; 0: 6 */
    bool is_still;              /* scene: no motion */
    bool is_heard;              /* scene: described in words, for blind visitors */
    enum tes_renderer renderer; /* scene: see tes_renderer_best() */
    enum tes_profile profile;   /* scene */
    uint32_t installation; /* hidden: a constant derived from the caller's secret. It varies the
                            * statistics of films between installations. 0: none */
};

/* A rectangle in a picture, in pixels. */
struct tes_area {
    unsigned x, y, width, height;
};

/* The layout of a picture and the number of options. */
struct tes_view {
    unsigned width, height; /* of the picture, in pixels; 0: there is no picture */
    unsigned columns, rows; /* of cells */
    struct tes_area cells;  /* the part of the picture with the cells; empty if options are words */
    unsigned count;         /* of options */
    unsigned select_min, select_max; /* how many options an answer selects */
    unsigned animation_ms;           /* duration of the film; 0: a still picture */
    bool is_heard;                   /* no picture; read the text of tes_speak() aloud */
};

/* A generated challenge. It contains the answer: keep it on the server. Plain memory: copying is
 * allowed, freeing is not necessary. `detail` is private. */
struct tes_challenge {
    const struct tes_kind *kind;
    enum tes_difficulty difficulty;
    unsigned time_limit_s;
    struct tes_view view;
    uint8_t params[TES_PARAMS_MAX];
    size_t params_length;
    _Alignas(8) unsigned char detail[TES_DETAIL_BYTES];
};

/* Returns the name of challenge type `index`, counted from 0; NULL behind the last. */
const char *tes_kind_name(size_t index);

/* Derives a generator key from a 64-bit seed, for reproducible challenges. The key reveals the
 * answer: a server must use tes_challenge_key() or 32 bytes that depend on a secret. */
void tes_key_from_seed(uint64_t seed, uint8_t key[TES_KEY_BYTES]);

/* Generates the challenge of type `kind` for `key`. `options` may be NULL.
 * Errors: TES_UNKNOWN_KIND, TES_BAD_ARGUMENT (an option), TES_EXHAUSTED (never observed). */
TES_MUST_CHECK enum tes_status tes_generate(const char *kind, const uint8_t key[TES_KEY_BYTES],
                                            const struct tes_options *options,
                                            struct tes_challenge *challenge);

/* Normalises an answer: "1, 4,7" becomes "1,4,7"; names of transforms become the resulting grid.
 * `text_length` may be NULL. Error: TES_BAD_ANSWER (malformed). */
TES_MUST_CHECK enum tes_status tes_normalise(const struct tes_challenge *challenge,
                                             const char *answer, size_t answer_length, char *text,
                                             size_t text_size, size_t *text_length);

/* Verifies an answer: TES_OK, TES_INCORRECT, or TES_BAD_ANSWER (malformed). */
TES_MUST_CHECK enum tes_status tes_verify(const struct tes_challenge *challenge, const char *answer,
                                          size_t answer_length);

/* Writes the correct answer, normalised. */
TES_MUST_CHECK enum tes_status tes_answer(const struct tes_challenge *challenge, char *text,
                                          size_t text_size, size_t *text_length);

/* Writes the challenge as a JSON object on one line, with `id` as a member. `truth` adds the answer
 * and everything else that reveals it. */
TES_MUST_CHECK enum tes_status tes_describe(const struct tes_challenge *challenge, const char *id,
                                            bool truth, char *text, size_t text_size,
                                            size_t *text_length);

/* Facts about a challenge, under the column names of the table `spatial_challenges`. */
struct tes_record {
    const char *question_type; /* "turn", "behind"; or the type's name if it has one question */
    int rotation_angle;        /* in degrees, 0 to 359; -1 if nothing is rotated */
    bool has_occlusion;        /* objects can hide parts of each other */
};
struct tes_record tes_record_of(const struct tes_challenge *challenge);

#define TES_RECORD_MAX 8192 /* maximum size of the next four texts, with NUL */

/* Writes the question in English, as visitors read it. */
TES_MUST_CHECK enum tes_status tes_record_question_text(const struct tes_challenge *challenge,
                                                        char *text, size_t text_size,
                                                        size_t *text_length);

/* Writes the options as a JSON array of strings: words, or cell numbers counted from 0. */
TES_MUST_CHECK enum tes_status tes_record_options(const struct tes_challenge *challenge, char *text,
                                                  size_t text_size, size_t *text_length);

/* These two texts reveal the answer: keep them on the server.
 * tes_record_objects() writes the objects of the picture as a JSON array. Each has a `type`;
 * objects of a scene also have color, material, position, size, height and rotation.
 * tes_record_correct_answer() writes the correct option, or all correct options with commas. */
TES_MUST_CHECK enum tes_status tes_record_objects(const struct tes_challenge *challenge, char *text,
                                                  size_t text_size, size_t *text_length);
TES_MUST_CHECK enum tes_status tes_record_correct_answer(const struct tes_challenge *challenge,
                                                         char *text, size_t text_size,
                                                         size_t *text_length);

#define TES_SPOKEN_MAX 1024 /* maximum size of a spoken text, with NUL */

/* Writes the spoken text of a challenge that was generated with `is_heard`. `language` is a tag
 * such as "de" or "pt-BR"; unknown languages get English. The text reveals the answer to a program:
 * send it as sound only. `text_length` may be NULL. Error: TES_UNAVAILABLE (not generated with
 * `is_heard`). */
TES_MUST_CHECK enum tes_status tes_speak(const struct tes_challenge *challenge,
                                         const char *language, char *text, size_t text_size,
                                         size_t *text_length);

/* Returns "default" or "seed"; NULL behind the last. */
const char *tes_profile_name(unsigned profile);

/* ------------------------------------------------------------------ draw */

/* Returns "3d", "2d" or "none"; NULL behind the last. */
const char *tes_renderer_name(unsigned renderer);

/* Whether this build contains the renderer. */
bool tes_renderer_available(enum tes_renderer renderer);

/* Returns the best available renderer that is not better than `wanted`, for tes_options. With
 * TES_RENDERER_NONE a scene can be generated, but tes_draw() returns TES_UNAVAILABLE. */
enum tes_renderer tes_renderer_best(enum tes_renderer wanted);

/* A picture with a palette of up to 256 colours: one byte per pixel, row by row. */
struct tes_image {
    unsigned width, height;
    uint8_t palette[256][3];
    unsigned palette_count;
    uint8_t *pixels; /* width * height bytes */
};

/* Returns the memory that tes_draw() needs, in bytes: pixels and working memory. */
size_t tes_draw_bound(const struct tes_challenge *challenge);

/* Draws the challenge into `memory`, which must be aligned as malloc() does; `image->pixels` points
 * into it. Errors: TES_TOO_SMALL, TES_UNAVAILABLE (view.width is 0). */
TES_MUST_CHECK enum tes_status tes_draw(const struct tes_challenge *challenge, void *memory,
                                        size_t memory_size, struct tes_image *image);

/* One frame of a film: pixels that replace a part of the picture. */
struct tes_step {
    struct tes_area part;
    uint8_t *pixels;   /* part.width * part.height bytes, in the palette of the picture */
    unsigned delay_ms; /* until the next step; the last step stays */
    unsigned scale;    /* one pixel of the step covers scale * scale pixels of the picture; 0: 1 */
};

#define TES_STEPS_MAX 80

/* A picture and its steps. The film plays once, unless `repeats` is set. */
struct tes_animation {
    struct tes_image image; /* the first frame, as tes_draw() draws it */
    unsigned delay_ms;      /* until the first step */
    unsigned step_count;    /* 0: a still picture */
    bool repeats;           /* loops until the viewer stops it */
    struct tes_step steps[TES_STEPS_MAX];
};

/* Like tes_draw_bound() and tes_draw(), with all frames. A challenge whose view.animation_ms is 0
 * gives the same picture and no steps. All pixels are in `memory`. */
size_t tes_animate_bound(const struct tes_challenge *challenge);
TES_MUST_CHECK enum tes_status tes_animate(const struct tes_challenge *challenge, void *memory,
                                           size_t memory_size, struct tes_animation *animation);

/* Returns the maximum size of the PNG of a picture of this size, in bytes. */
size_t tes_png_bound(unsigned width, unsigned height);

/* Encodes a picture as PNG. Deterministic. Uses 170 kB of stack.
 * Error: TES_BAD_ARGUMENT (a side is 0 or above 16384, or palette_count is not 1..256). */
TES_MUST_CHECK enum tes_status tes_png_encode(const struct tes_image *image, uint8_t *png,
                                              size_t png_size, size_t *png_length);

/* Encode a film as animated PNG (APNG). Viewers without support show the first frame. Without steps
 * the result equals that of tes_png_encode(). The bound holds for every film of this challenge.
 * Error: TES_BAD_ARGUMENT (as above, too many steps, or a step that is empty or outside the
 * picture). */
size_t tes_png_animation_bound(const struct tes_challenge *challenge);
TES_MUST_CHECK enum tes_status tes_png_encode_animation(const struct tes_animation *animation,
                                                        uint8_t *png, size_t png_size,
                                                        size_t *png_length);

/* ----------------------------------------------------------------- token */

#define TES_TOKEN_MAX  4096 /* maximum length of a token, in characters */
#define TES_ID_BYTES   16
#define TES_SEED_BYTES 16
#define TES_SECRET_MIN 8 /* minimum length of a secret, in bytes; use 32 random bytes */

/* The purpose of a token. A token opens only with the purpose for which it was sealed. */
enum tes_purpose {
    TES_PURPOSE_CHALLENGE, /* an open challenge, held by the browser */
    TES_PURPOSE_IMAGE,     /* permission to fetch the picture or sound of a challenge */
    TES_PURPOSE_RESPONSE,  /* a response token, which the site's server redeems */
    TES_PURPOSE_TICKET,    /* permission to open the challenge page */
    TES_PURPOSE_COOKIE,    /* a clearance cookie of the gate */
    TES_PURPOSE_ORDER,     /* a challenge that a site's server ordered for a user */
    TES_PURPOSE_REVIEW,    /* permission to request a review by a person, and to read its result */
    TES_PURPOSE_CODE,      /* a response token that a short code stands for */
    TES_PURPOSE_FRAME,     /* the page that frames the page of the widget */
    TES_PURPOSE_COUNT
};

/* The content of a token. Zero-initialise; absent members stay zero. tes_seal() returns
 * TES_BAD_ARGUMENT for a text that is too long. */
struct tes_claims {
    uint8_t id[TES_ID_BYTES];     /* identifies the challenge; accepted once */
    uint8_t seed[TES_SEED_BYTES]; /* gives the generator key, together with the secret */
    uint64_t issued_at_ms, not_before_ms, expires_at_ms;
    uint64_t difficulty, round, extensions;
    uint64_t confidence;  /* of a response token, in percent */
    uint64_t user_proven; /* 1: the site proved `user`; 0: the page claimed it */
    uint32_t key_id;      /* of the secret: set by tes_open(); 0: the current one */
    struct tes_slice kind, params, ip_bucket, site, hostname;
    struct tes_slice user, session, action, cdata, return_path;
    struct tes_slice alternative; /* the alternative that was used; empty: none */
    struct tes_slice order;       /* id of the order (TES_PURPOSE_ORDER) */
    uint64_t attempts;            /* number of answers that the order allows */
    uint64_t order_expires_at_ms;
    uint64_t response_ms;    /* of a response token: time from issue to answer */
    uint64_t suspicious;     /* of a response token: 1: the answer was suspicious */
    struct tes_slice answer; /* of a review: the answer, possibly truncated */
    struct tes_slice reason; /* of a review: the reason for offering it */
    struct tes_slice chain;  /* id of the first round; empty: this is the first */
    uint64_t score;          /* evidence of earlier rounds: log-odds, in thousandths */
    uint64_t accept;         /* evidence at which the visitor passes */
    uint64_t rounds_most;    /* maximum number of rounds */
    uint64_t work;           /* required proof of work: 2^(work - 1) evaluations; 0: none */
    uint64_t work_done;      /* work of earlier rounds; of a response token: in total */
    uint64_t started_at_ms;  /* when the first round was issued; 0: this is the first */
    uint64_t strength;       /* of a response token: strength class */
    uint64_t unproven;       /* 1: accepted while single use could not be checked */
    uint64_t renew_until_ms; /* of a response token: end of renewals; 0: cannot be renewed */
    uint64_t entry;          /* of a challenge: the entry point that accepts its answer */
};

/* Seals and opens tokens: AES-256-CTR, then HMAC-SHA256 over length-prefixed fields, with a
 * separate key for each purpose. Use one sealer per thread. */
struct tes_sealer;

/* Creates a sealer; `secret` is copied, and wiped by tes_sealer_free(). Returns NULL if the secret
 * is shorter than TES_SECRET_MIN or memory is exhausted. */
struct tes_sealer *tes_sealer_new(const void *secret, size_t secret_length);
void tes_sealer_free(struct tes_sealer *sealer);

/* Adds an earlier secret, whose tokens can be opened too. At most 7. */
TES_MUST_CHECK enum tes_status tes_sealer_accept(struct tes_sealer *sealer, const void *secret,
                                                 size_t secret_length);

/* Seals claims into `token`, with the secret of claims->key_id: claims that were opened stay with
 * the secret from which their challenge was generated. `nonce` must be 16 random bytes, used only
 * once. Error: TES_BAD_ARGUMENT (unknown key_id, or a text that is too long). */
TES_MUST_CHECK enum tes_status tes_seal(struct tes_sealer *sealer, enum tes_purpose purpose,
                                        const struct tes_claims *claims, const uint8_t nonce[16],
                                        char *token, size_t token_size, size_t *token_length);

/* Opens a token. The texts in `claims` point into `plain`, which must outlive them. The caller
 * checks expiry, address and single use. Error: TES_FORGED (not sealed with these secrets for
 * `purpose`). */
TES_MUST_CHECK enum tes_status tes_open(struct tes_sealer *sealer, enum tes_purpose purpose,
                                        const char *token, size_t token_length,
                                        uint8_t plain[TES_TOKEN_MAX], struct tes_claims *claims);

/* Derives the generator key of a challenge from its claims, opened or about to be sealed, and the
 * secret of claims->key_id. */
TES_MUST_CHECK enum tes_status tes_challenge_key(struct tes_sealer *sealer,
                                                 const struct tes_claims *claims,
                                                 uint8_t key[TES_KEY_BYTES]);

/* Sets the claims from which the challenge can be generated again: type, difficulty and parameters.
 * The texts point into `challenge`, which must outlive them. */
void tes_claim(const struct tes_challenge *challenge, struct tes_claims *claims);

/* Generates the challenge of opened claims again. Error: TES_STALE (this version would generate a
 * different challenge). */
TES_MUST_CHECK enum tes_status tes_generate_claimed(const struct tes_claims *claims,
                                                    const uint8_t key[TES_KEY_BYTES],
                                                    struct tes_challenge *challenge);

/* -------------------------------------------------------- authentication */

/*
 * Authentication: is a request from a person, and from the claimed user? Each method is an adapter
 * behind one interface, the port. A fusion combines the results of several adapters.
 *
 * Confidences are a convention of the port: 0.9 means "answered a challenge correctly". It is not a
 * probability. The probability is reported beside it, as evidence (tes_evidence()).
 */

#define TES_AUTH_NAME_MAX     32    /* maximum length of an adapter's name, in bytes */
#define TES_AUTH_USER_MAX     128   /* maximum length of a user or session name, in bytes */
#define TES_AUTH_MESSAGE_MAX  65536 /* bytes of a message that are evaluated */
#define TES_AUTH_TYPING_MAX   1024  /* keystroke intervals that are evaluated */
#define TES_AUTH_METADATA_MAX 384   /* maximum size of an adapter's JSON, with NUL */
#define TES_AUTH_HUMAN_FROM   0.7   /* confidence at which an adapter reports a person */

/* The state of a result. Unknown: no opinion, ignored by the fusion. Pending: a challenge was
 * issued and not answered yet. */
enum tes_auth_state { TES_AUTH_UNKNOWN, TES_AUTH_PENDING, TES_AUTH_KNOWN };

/* Returns "unknown", "pending" or "known"; NULL behind the last. */
const char *tes_auth_state_name(unsigned state);

/* The state of a user's challenge. */
enum tes_auth_outcome {
    TES_AUTH_GONE,   /* unknown, expired, answered before, or of another user */
    TES_AUTH_OPEN,   /* in `challenge`; the adapter verifies `answer`, if there is one */
    TES_AUTH_PASSED, /* verified by the caller: correct; `difficulty` and `evidence` are set */
    TES_AUTH_FAILED  /* verified by the caller: wrong */
};

/* A challenge that the caller keeps for the spatial adapter, which sets the outcome to
 * TES_AUTH_GONE once it has counted. Not thread-safe. */
struct tes_auth_challenge {
    enum tes_auth_outcome outcome;
    struct tes_challenge challenge; /* if open */
    struct tes_slice answer;        /* if open; at == NULL: not answered yet */
    enum tes_difficulty difficulty; /* if verified by the caller */
    unsigned evidence;              /* likewise: see tes_evidence() */
    unsigned rounds;                /* likewise: answered rounds; 0 means 1 */
    uint64_t response_ms;           /* time from display to answer */
    bool has_device;                /* the answer carried device information */
    bool is_suspicious;             /* set by the caller */
};

/* The request to authenticate. Zero-initialise; each adapter uses the members that it knows. */
struct tes_auth_request {
    struct tes_slice user, session;
    struct tes_slice message;  /* written by the user, in UTF-8; at == NULL: none */
    const uint32_t *typing_ms; /* intervals between keystrokes; may be NULL */
    size_t typing_count;
    struct tes_auth_challenge *challenge; /* NULL: no challenge was issued */
};

/* The result of one adapter. */
struct tes_auth_result {
    double confidence; /* 0..1; 0 if unknown */
    bool is_human;     /* known, and at least TES_AUTH_HUMAN_FROM */
    enum tes_auth_state state;
    const char *method;                   /* the adapter's name */
    char metadata[TES_AUTH_METADATA_MAX]; /* details: one JSON object, or "" */
};

/* The port: the interface of an adapter. All functions are required; none may keep its arguments.
 */
struct tes_auth_port {
    void *self;
    /* Fills in the zeroed result. TES_BAD_ARGUMENT: the request is invalid. After any other error
     * the fusion treats the adapter as unavailable. */
    enum tes_status (*authenticate)(void *self, const struct tes_auth_request *request,
                                    struct tes_auth_result *result);
    const char *(*name)(const void *self);           /* constant, such as "spatial_captcha" */
    unsigned (*latency_budget_ms)(const void *self); /* maximum duration, including people */
    bool (*supports_challenge)(const void *self);    /* whether it can challenge the user */
    bool (*is_available)(const void *self);
};

/* Returns the probability in percent that the solver of this challenge is a person, if people and
 * the best published program for the type try equally often and people always pass. 50 is no
 * evidence. Rounded down. */
unsigned tes_evidence(const struct tes_challenge *challenge);

/* The spatial adapter: "spatial_captcha". Zero-initialise. */
struct tes_auth_spatial {
    enum tes_renderer renderer; /* desired; without any renderer the adapter is unavailable */
    unsigned time_budget_ms;    /* time for the answer; 0: 8000 */
    unsigned fast_ms, slow_ms;  /* faster or slower is suspicious; 0: 500 and 30000 */
};

/* Returns its port, which points to `spatial`. The first matching row decides:
 *   no challenge was issued                                       unknown
 *   TES_AUTH_GONE                                                 0.0
 *   open, not answered                                            pending, 0.5
 *   suspicious (too fast, too slow, without device information)   0.1
 *   wrong                                                         0.1
 *   correct                                                       0.9; hard: 1.0
 * Metadata: outcome, difficulty, response_time_ms, is_suspicious, evidence, rounds. */
struct tes_auth_port tes_auth_spatial_port(struct tes_auth_spatial *spatial);

#define TES_STYLE_BINS   1216
#define TES_STYLE_GROUPS 7
#define TES_STYLE_BYTES  2600 /* maximum size of a serialised profile */

/*
 * A user's style of writing: how often each of a set of features occurred in the user's messages.
 * Messages cannot be reconstructed from it; frequent words and letters can be. Plain memory; a
 * zeroed profile is empty. The members are private.
 */
struct tes_style_profile {
    uint32_t messages; /* learned messages */
    uint16_t counts[TES_STYLE_BINS];
    struct tes_style_own {
        int32_t mean; /* mean score of the user's own messages, in 1/4096 bit */
        uint32_t count;
    } own[TES_STYLE_GROUPS];
};

/* How well a message matches a profile. */
struct tes_style_score {
    enum tes_auth_state state; /* never pending */
    double confidence;         /* 0..1, lower for less similar messages */
    unsigned groups;           /* feature groups with enough data */
    const char *missing;       /* for people: what was insufficient; NULL if known */
};

/* Learns from a message that the user certainly wrote. Only pass messages whose author was
 * confirmed by other means: an attacker who can teach a profile is recognised by it. Evaluates at
 * most TES_AUTH_MESSAGE_MAX bytes and TES_AUTH_TYPING_MAX intervals; one message counts for at most
 * about 2,000 characters. Error: TES_BAD_ARGUMENT (not UTF-8; nothing is learned). */
TES_MUST_CHECK enum tes_status tes_style_learn(struct tes_style_profile *profile,
                                               const struct tes_auth_request *request);

/* Compares a message with the profile. The state is unknown and the confidence 0 if the profile has
 * learned too little or the message is too short. Error: TES_BAD_ARGUMENT (not UTF-8). */
TES_MUST_CHECK enum tes_status tes_style_score(const struct tes_style_profile *profile,
                                               const struct tes_auth_request *request,
                                               struct tes_style_score *score);

/* Serialise and deserialise a profile, in the same format on every machine. tes_style_read() is
 * strict: it returns TES_BAD_ARGUMENT and zeroes the profile for bytes that tes_style_write() of
 * this or an earlier version cannot have written. */
TES_MUST_CHECK enum tes_status tes_style_write(const struct tes_style_profile *profile,
                                               uint8_t *bytes, size_t size, size_t *length);
TES_MUST_CHECK enum tes_status tes_style_read(struct tes_style_profile *profile,
                                              const uint8_t *bytes, size_t length);

/* The cultural adapter: "cultural_biometrics". It compares the message with the profile and never
 * changes the profile. */
struct tes_auth_cultural {
    const struct tes_style_profile *profile; /* NULL: the adapter is unavailable */
};
struct tes_auth_port tes_auth_cultural_port(struct tes_auth_cultural *cultural);

#define TES_FUSION_MAX       8
#define TES_FUSION_THRESHOLD 0.9

/* A weighted combination of adapters. Weights are relative. */
struct tes_fusion {
    size_t count;
    struct tes_fusion_part {
        const struct tes_auth_port *port;
        double weight;
    } parts[TES_FUSION_MAX];
    double threshold; /* confidence at which the result is a person, up to 1; 0: 0.9 */
};

/* The combined result. */
struct tes_fusion_result {
    double confidence, threshold;
    bool is_human;
    enum tes_auth_state state;
    size_t count, used_count;
    struct tes_fusion_score {
        bool is_available, is_used;
        double weight; /* normalised among the used adapters; 0: not used */
        struct tes_auth_result result;
    } scores[TES_FUSION_MAX]; /* in the order of the parts */
};

/*
 * Calls all available adapters and combines the results that are known or pending, with their
 * weights normalised to a sum of 1. Adapters that are unavailable, fail or know nothing are left
 * out; if none remains, the result is unknown, with confidence 0. A pending adapter counts as 0.5
 * and makes the result pending. Otherwise the result is a person if the weighted confidence reaches
 * the threshold (with a tolerance of 1e-9).
 *
 * Error: TES_BAD_ARGUMENT (no part or too many, a weight that is negative or not a number, all
 * weights 0, a threshold outside 0..1, two adapters with the same name, or a request that an
 * adapter rejects).
 */
TES_MUST_CHECK enum tes_status tes_fusion_authenticate(const struct tes_fusion *fusion,
                                                       const struct tes_auth_request *request,
                                                       struct tes_fusion_result *result);

/* Writes the result as one JSON object: adapters_used, individual_scores, weights, threshold, and
 * details with the metadata of each adapter. `text_length` may be NULL. */
TES_MUST_CHECK enum tes_status tes_fusion_write(const struct tes_fusion_result *result, char *text,
                                                size_t text_size, size_t *text_length);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
