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

/* What is declared here, and nothing else, can be called in libtessera.so. */
#pragma GCC visibility push(default)

#define TESSERA_VERSION "0.1.0"

/* The version of the library that was loaded: of libtessera.so, which may be another one than that
 * of this header. */
const char *tes_version(void);

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

/* What the levels of a scene are. TES_PROFILE_SEED has 2, 3 and 5 to 7 objects, turned by
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
    uint32_t installation; /* hidden: a number that the caller has from its secret, always the same;
                            * some of the ranges that films are made from depend on it. 0: none */
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

/* What records, bindings and `tessera generate` tell of a challenge, under the names of the table
 * `spatial_challenges`. Nothing is owned by the caller. */
struct tes_record {
    const char *question_type; /* "turn", "behind"; of a kind with one question, the kind's name */
    int rotation_angle; /* in degrees, 0 .. 359, as the question says; -1 where nothing turns */
    bool has_occlusion; /* objects may hide parts of one another */
};
struct tes_record tes_record_of(const struct tes_challenge *challenge);

#define TES_RECORD_MAX 8192 /* longest text of the four below, with its NUL, in bytes */

/* The question, in English, as the visitor reads it. */
TES_MUST_CHECK enum tes_status tes_record_question_text(const struct tes_challenge *challenge,
                                                        char *text, size_t text_size,
                                                        size_t *text_length);

/* A JSON array of what can be chosen: words, or numbers of cells, counted from 0; each a string. */
TES_MUST_CHECK enum tes_status tes_record_options(const struct tes_challenge *challenge, char *text,
                                                  size_t text_size, size_t *text_length);

/* A JSON array of what is in the picture, an object each, all with a `type`; of a scene also
 * color, material, position, size, height and rotation. Like tes_record_correct_answer(), which
 * writes one of the options or, where several are to be chosen, all of them with commas between,
 * it gives the answer away: keep it on the server. */
TES_MUST_CHECK enum tes_status tes_record_objects(const struct tes_challenge *challenge, char *text,
                                                  size_t text_size, size_t *text_length);
TES_MUST_CHECK enum tes_status tes_record_correct_answer(const struct tes_challenge *challenge,
                                                         char *text, size_t text_size,
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
    unsigned scale;    /* each of its pixels is a square of that many of the picture's in each
                        * direction, so that there are fewer of them; 0 is 1 */
};

#define TES_STEPS_MAX 80

/* A picture and how it goes on; it moves once and then stands still, unless it repeats. */
struct tes_animation {
    struct tes_image image; /* what tes_draw() draws: the beginning */
    unsigned delay_ms;      /* until the first step */
    unsigned step_count;    /* 0: it stands still */
    bool repeats;           /* without an end: who shows it has to stop it */
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
    TES_PURPOSE_ORDER,     /* a challenge that the site's server wants of a user of its own */
    TES_PURPOSE_REVIEW, /* the right to be looked at by a person, and to be told what came of it */
    TES_PURPOSE_CODE,   /* what a short code stands for */
    TES_PURPOSE_FRAME,  /* which page frames the widget's own */
    TES_PURPOSE_COUNT
};

/* What a token says. Zero-initialise it; absent fields stay zero. Bounds are in
 * src/crypto/claims.def; a longer text makes tes_seal() return TES_BAD_ARGUMENT. */
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
    struct tes_slice order;       /* the id of the order that the challenge was asked for by */
    uint64_t attempts;            /* answers that this order allows */
    uint64_t order_expires_at_ms;
    uint64_t response_ms;    /* of a pass: how long the answer took */
    uint64_t suspicious;     /* of a pass: 1 where that, or who sent it, was suspicious */
    struct tes_slice answer; /* of a review: what was answered; may be cut */
    struct tes_slice reason; /* of a review: why one may be asked for */
    struct tes_slice chain;  /* the id of the first of several rounds; empty: it is the first */
    uint64_t score;          /* what the rounds before have shown (policy/escalation/rounds.h) */
    uint64_t accept;         /* what they have to show together */
    uint64_t rounds_most;    /* after so many it is decided */
    uint64_t
        work; /* that the device has to do for this answer; 0: none (policy/escalation/terms.h) */
    uint64_t work_done;     /* that it has done in the rounds before, and of a pass: in all */
    uint64_t started_at_ms; /* when the first round was handed out; 0: it is the first */
    uint64_t strength;      /* of a pass: the class of what was passed (challenge/strength.h) */
    uint64_t unproven; /* 1: nobody could prove, in this round or one before, that the challenge was
                        * answered once */
    uint64_t renew_until_ms; /* of a pass: no form of it is good from then on; 0: there is one form
                              * alone */
    uint64_t entry;          /* of a challenge: the entry point that accepts its answer */
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

/* -------------------------------------------------------- authentication */

/*
 * Whether a request comes from a person, and from the one it says, as several ways of telling see
 * it. Each way is an adapter behind one port; a fusion weighs what they say.
 *
 * Confidences are a convention of the port: 0.9 means "a challenge was answered right", not that
 * nine of ten who do so are people. What an answer stands against is told beside it, as evidence.
 */

#define TES_AUTH_NAME_MAX     32    /* longest name of an adapter, in bytes */
#define TES_AUTH_USER_MAX     128   /* longest name of a user, or of a session, in bytes */
#define TES_AUTH_MESSAGE_MAX  65536 /* bytes of a message that are looked at */
#define TES_AUTH_TYPING_MAX   1024  /* intervals between keys that are looked at */
#define TES_AUTH_METADATA_MAX 384   /* room for what an adapter adds, as JSON, with its NUL */
#define TES_AUTH_HUMAN_FROM   0.7   /* the confidence from which on one adapter says "a person" */

/* What an adapter knows. Unknown is no opinion at all, and is never weighed; pending means that a
 * challenge has been put and not been answered yet. */
enum tes_auth_state { TES_AUTH_UNKNOWN, TES_AUTH_PENDING, TES_AUTH_KNOWN };

/* "unknown", "pending", "known"; NULL from the first number on that is none. */
const char *tes_auth_state_name(unsigned state);

/* Where a challenge stands that was put to the user. Zero is one that nobody knows: it never was,
 * is over, was answered before, or is another user's. */
enum tes_auth_outcome {
    TES_AUTH_GONE,
    TES_AUTH_OPEN,   /* `challenge` holds it: to be answered, or judged by `answer` */
    TES_AUTH_PASSED, /* judged elsewhere, and right: `difficulty` and `evidence` say what it was */
    TES_AUTH_FAILED  /* judged elsewhere, and wrong */
};

/* A challenge in the hands of whoever calls, for the spatial adapter, which makes it gone once it
 * has counted. No two threads may use one at once. */
struct tes_auth_challenge {
    enum tes_auth_outcome outcome;
    struct tes_challenge challenge; /* while open */
    struct tes_slice answer;        /* while open; a NULL `at`: not answered yet */
    enum tes_difficulty difficulty; /* where judged elsewhere */
    unsigned evidence;              /* where judged elsewhere: see tes_evidence() */
    unsigned rounds;                /* likewise: that were answered for it; 0 is 1 */
    uint64_t response_ms;           /* from showing it to the answer */
    bool has_device;                /* whether the answer came with information on the device */
    bool is_suspicious;             /* whether the caller has found it suspicious by itself */
};

/* What is to be looked at. Zero-initialise it; each adapter takes what it knows how to use. */
struct tes_auth_request {
    struct tes_slice user, session;
    struct tes_slice message;  /* that the user wrote; UTF-8; a NULL `at`: none */
    const uint32_t *typing_ms; /* from key to key while it was typed; may be NULL */
    size_t typing_count;
    struct tes_auth_challenge *challenge; /* NULL: none was put */
};

/* What one adapter says. */
struct tes_auth_result {
    double confidence; /* 0..1; of an adapter that knows nothing 0 */
    bool is_human;     /* whether that is TES_AUTH_HUMAN_FROM at least, and known */
    enum tes_auth_state state;
    const char *method;                   /* the adapter's name */
    char metadata[TES_AUTH_METADATA_MAX]; /* what else there is to tell: one JSON object, or "" */
};

/* The port: an adapter is a row of functions with something of its own. All of them are there, and
 * none may keep what it is handed. */
struct tes_auth_port {
    void *self;
    /* Fills in the result, which comes zeroed. TES_BAD_ARGUMENT where the request can't be right;
     * any other failure counts as an adapter that is not available. */
    enum tes_status (*authenticate)(void *self, const struct tes_auth_request *request,
                                    struct tes_auth_result *result);
    const char *(*name)(const void *self);           /* as "spatial_captcha"; always the same */
    unsigned (*latency_budget_ms)(const void *self); /* how long it may take, people included */
    bool (*supports_challenge)(const void *self);    /* whether it can put something to the user */
    bool (*is_available)(const void *self);
};

/* What passing this challenge says, in percent: the probability that a person answered, where
 * people and the best published program for the kind (the rows of src/challenge/strength.def) come
 * equally often, and people always pass. 50 says nothing either way. Rounded down. */
unsigned tes_evidence(const struct tes_challenge *challenge);

/* The spatial adapter: "spatial_captcha". Zero-initialise it. */
struct tes_auth_spatial {
    enum tes_renderer renderer; /* the wanted one: with none at all the adapter is unavailable */
    unsigned time_budget_ms;    /* for the user to answer; 0: 8000 */
    unsigned fast_ms, slow_ms;  /* an answer below or above is suspicious; 0: 500 and 30000 */
};

/* Its port, which points to `spatial`. Confidences, the first row that fits: no challenge was put:
 * unknown; gone: 0.0; open and not answered: pending, 0.5; suspicious (too fast, too slow, no
 * information on the device): 0.1; wrong: 0.1; right: 0.9, and 1.0 where it was HARD. Metadata:
 * outcome, difficulty, response_time_ms, is_suspicious, evidence and rounds. */
struct tes_auth_port tes_auth_spatial_port(struct tes_auth_spatial *spatial);

#define TES_STYLE_BINS   1216
#define TES_STYLE_GROUPS 7
#define TES_STYLE_BYTES  2600 /* a profile in its form as bytes, at most */

/*
 * How one user writes: how often each of a number of things was seen in the user's messages. No
 * message can be read back from it, but that a user writes some words and letters much can. Plain
 * memory; zeroed, it knows nothing. Members are for the functions below.
 */
struct tes_style_profile {
    uint32_t messages; /* that were learned from */
    uint16_t counts[TES_STYLE_BINS];
    struct tes_style_own {
        int32_t mean; /* of the scores of the user's own messages, in 4096ths of a bit */
        uint32_t count;
    } own[TES_STYLE_GROUPS];
};

/* What a message says about its author. */
struct tes_style_score {
    enum tes_auth_state state; /* never pending */
    double confidence;         /* 0..1, falls as the message is less like the user's others */
    unsigned groups;           /* of features that had enough to be looked at */
    const char *missing;       /* what there was too little of, for people; NULL where known */
};

/* Learns from a message that the user is known to have written. Never call it with one that is not
 * confirmed by other means: whoever teaches a profile can have it recognise them. At most
 * TES_AUTH_MESSAGE_MAX bytes and TES_AUTH_TYPING_MAX intervals are looked at, and no message counts
 * for more than some 2,000 characters. TES_BAD_ARGUMENT, and nothing is learned, where the text is
 * not UTF-8. */
TES_MUST_CHECK enum tes_status tes_style_learn(struct tes_style_profile *profile,
                                               const struct tes_auth_request *request);

/* Holds a message against the profile. Unknown, with a confidence of 0, until enough was learned
 * and while the message is too short (src/auth/auth_style_groups.def). TES_BAD_ARGUMENT: not UTF-8.
 */
TES_MUST_CHECK enum tes_status tes_style_score(const struct tes_style_profile *profile,
                                               const struct tes_auth_request *request,
                                               struct tes_style_score *score);

/* The profile as bytes, the same on every machine, and back. Reading is strict: TES_BAD_ARGUMENT,
 * and a zeroed profile, for whatever tes_style_write() of this version or an earlier one can't have
 * written. */
TES_MUST_CHECK enum tes_status tes_style_write(const struct tes_style_profile *profile,
                                               uint8_t *bytes, size_t size, size_t *length);
TES_MUST_CHECK enum tes_status tes_style_read(struct tes_style_profile *profile,
                                              const uint8_t *bytes, size_t length);

/* The cultural adapter: "cultural_biometrics". It knows the user by the profile, which it never
 * changes. */
struct tes_auth_cultural {
    const struct tes_style_profile *profile; /* NULL: the adapter is not available */
};
struct tes_auth_port tes_auth_cultural_port(struct tes_auth_cultural *cultural);

#define TES_FUSION_MAX       8
#define TES_FUSION_THRESHOLD 0.9

/* Several adapters, each with a weight; weights need not sum up to anything. */
struct tes_fusion {
    size_t count;
    struct tes_fusion_part {
        const struct tes_auth_port *port;
        double weight;
    } parts[TES_FUSION_MAX];
    double threshold; /* the confidence from which on it is a person, up to 1; 0: 0.9 */
};

/* What they say together. */
struct tes_fusion_result {
    double confidence, threshold;
    bool is_human;
    enum tes_auth_state state;
    size_t count, used_count;
    struct tes_fusion_score {
        bool is_available, is_used;
        double weight; /* after those that were left out; 0 for these */
        struct tes_auth_result result;
    } scores[TES_FUSION_MAX]; /* in the order of the parts */
};

/*
 * Asks every adapter that is available and weighs those that have an opinion: the weights of these
 * are brought to a sum of 1. One that is unavailable, fails or knows nothing is left out. Nobody
 * left: unknown, confidence 0, not a person. One that is pending counts as 0.5, and while any is,
 * the result is pending and not a person, whatever the sum. Else it is a person where the sum
 * reaches the threshold (to a billionth, as weights are fractions).
 *
 * TES_BAD_ARGUMENT: no part or too many, a weight that is negative or no number, all weights 0, a
 * threshold outside 0..1, two adapters of one name, or an adapter that says so of the request.
 */
TES_MUST_CHECK enum tes_status tes_fusion_authenticate(const struct tes_fusion *fusion,
                                                       const struct tes_auth_request *request,
                                                       struct tes_fusion_result *result);

/* Writes one JSON object: adapters_used, individual_scores, weights, threshold, and details with
 * what each adapter added. `text_length` may be NULL. */
TES_MUST_CHECK enum tes_status tes_fusion_write(const struct tes_fusion_result *result, char *text,
                                                size_t text_size, size_t *text_length);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
