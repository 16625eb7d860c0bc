/*
 * kind.h: what a kind of challenge is to the rest of the core: one const row, made by one file in
 * types/. kinds.h lists them. Freestanding, like all of src/challenge.
 */
#ifndef TES_KIND_H
#define TES_KIND_H

#include "base/json.h"
#include "challenge/instruction.h"
#include "challenge/random.h"

#define TES_KIND_NAME_MAX    16  /* longest name of a kind, in bytes */
#define TES_INSTRUCTIONS_MAX 512 /* longest sentence of a kind, in bytes */

/* What of struct tes_options a kind looks at, beyond the difficulty. */
enum tes_kind_takes {
    TES_TAKES_TRANSFORM_COUNT = 1,
    TES_TAKES_STILL = 2,
    TES_TAKES_HEARD = 4,
    TES_TAKES_RENDERER = 8, /* without one there is nothing to see, and it is not handed out */
    TES_TAKES_PROFILE = 16,
    TES_TAKES_INSTALLATION = 64,
    TES_TAKES_MOTION = 32, /* with `is_still` there is nothing to see, and it is not handed out */
};

struct tes_kind {
    const char *name;  /* as in kinds.def */
    const char *title; /* for people who choose among kinds: "3D scenes" */
    unsigned time_limit_s;
    unsigned takes; /* enum tes_kind_takes */

    /* Fills in challenge->view, params and detail; kind, difficulty and time_limit_s are there. */
    enum tes_status (*generate)(struct tes_random *random, const struct tes_options *options,
                                struct tes_challenge *challenge);

    /* From the params of a token to the options that make the same challenge again. */
    bool (*options_from_params)(struct tes_slice params, struct tes_options *options);

    /* Writes the answer in the one form that is compared; TES_BAD_ANSWER where it has none. */
    enum tes_status (*normalise)(const struct tes_challenge *challenge, struct tes_slice answer,
                                 struct tes_buf *text);

    /* Writes the right answer in that form. */
    void (*answer)(const struct tes_challenge *challenge, struct tes_buf *text);

    /* How many of a hundred guesses pass for somebody who knows the generator and does not look. */
    unsigned (*guess_percent)(const struct tes_challenge *challenge);

    /* The sentence that tells the visitor what to do; at most TES_INSTRUCTIONS_MAX in each
     * language. */
    struct tes_instruction (*ask)(const struct tes_challenge *challenge);

    /* Members of `view` beyond image, columns, rows, count and select: `options` and others. */
    void (*describe_view)(const struct tes_challenge *challenge, struct tes_json *json);

    /* Members that give the solution away, beyond `answer`. */
    void (*describe_truth)(const struct tes_challenge *challenge, struct tes_json *json);

    /* Which cells or options are right, for a reveal: members of an open JSON array. */
    void (*describe_correct)(const struct tes_challenge *challenge, struct tes_json *json);

    /* What records tell beyond that (challenge/record.h). NULL: an option is its number, the right
     * answer that of answer(), there are no objects, and the kind has one question, where nothing
     * turns. */
    void (*option)(const struct tes_challenge *challenge, unsigned option, struct tes_buf *text);
    void (*correct_answer)(const struct tes_challenge *challenge, struct tes_buf *text);
    void (*describe_objects)(const struct tes_challenge *challenge, struct tes_json *json);
    struct tes_record (*record)(const struct tes_challenge *challenge);

    /* Whether describe_truth() writes `options`. */
    bool has_options_in_truth;

    /* Writes what is read aloud, or says TES_UNAVAILABLE. NULL where nothing ever is. */
    enum tes_status (*speak)(const struct tes_challenge *challenge, struct tes_slice language,
                             struct tes_buf *text);

    /* Whether a normalised answer has as many parts as `view.select` asks for. One that has not is
     * wrong, but whoever asks may say so without counting it. NULL: every one has. */
    bool (*is_complete)(const struct tes_challenge *challenge, struct tes_slice answer);

    /* Whether a normalised answer is right. NULL: it is where it equals `answer`. */
    bool (*is_right)(const struct tes_challenge *challenge, struct tes_slice answer);
};

/* The row of that name, or NULL. */
const struct tes_kind *tes_kind_find(struct tes_slice name);

/* The number of a kind, as tes_kind_name() takes it. */
size_t tes_kind_number(const struct tes_kind *kind);

/* Appends the sentence, in a language; NULL: in English. */
void tes_kind_instructions(const struct tes_challenge *challenge,
                           const struct tes_instruction_words *words, struct tes_buf *text);

/* How a client is told of a challenge: where its picture or sound is (at NULL: `view.image` and
 * `view.audio` do not say), and in which language (NULL: English). */
struct tes_kind_told {
    struct tes_slice src;
    const struct tes_instruction_words *words;
};

/* Writes the members of the challenge's JSON that a client may see: type, difficulty, instructions,
 * timeLimit, view. */
void tes_kind_describe(const struct tes_challenge *challenge, const struct tes_kind_told *told,
                       struct tes_json *json);

/* Writes `id`, those members, and with `truth` the answer and what else gives the solution away. */
void tes_kind_describe_all(const struct tes_challenge *challenge, const char *id, bool truth,
                           struct tes_json *json);

/* The difficulty's name ("easy"), and back (0 where there is none). */
const char *tes_difficulty_name(enum tes_difficulty difficulty);
enum tes_difficulty tes_difficulty_find(struct tes_slice name);

#endif
