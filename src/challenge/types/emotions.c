/*
 * Sixteen faces, of which one shows the emotion that is asked for. The others show emotions that
 * nobody takes for it at a glance; an easy picture has only a few different ones. Women and men are
 * equally likely.
 */
#include "challenge/kinds.h"
#include "challenge/sprites.h"

enum { COLUMNS = 4, ROWS = 4, FACES = COLUMNS * ROWS, SIDE = 160, TIME_LIMIT_S = 60 };
enum { EASY_OTHERS = 3 /* other emotions in an easy picture */ };

#define NEAR(name) (1U << TES_EMOTION_##name)

static const struct emotion {
    const char *word;
    uint32_t near;
} EMOTIONS[] = {
#define EMOTION(name, word, near) {word, near},
#include "challenge/emotions.def"
#undef EMOTION
};

/* The emotions that may be shown beside the one that is asked for, in random order. Returns how
 * many there are. */
static unsigned pick_others(struct tes_random *random, unsigned asked,
                            uint8_t others[TES_EMOTION_COUNT])
{
    unsigned count = 0;
    for (unsigned i = 0; i < TES_EMOTION_COUNT; i++)
        if (i != asked && (EMOTIONS[asked].near >> i & 1) == 0)
            others[count++] = (uint8_t)i;
    tes_random_shuffle(random, others, count);
    return count;
}

static struct tes_sprite pick_face(struct tes_random *random, unsigned emotion)
{
    bool is_female = tes_random_below(random, 2) == 0;
    return (struct tes_sprite){is_female ? TES_SHEET_FEMALE : TES_SHEET_MALE, (uint8_t)emotion};
}

static enum tes_status generate(struct tes_random *random, const struct tes_options *options,
                                struct tes_challenge *challenge)
{
    struct tes_sprites *sprites = tes_sprites_start(random, FACES, challenge);
    uint8_t others[TES_EMOTION_COUNT];
    sprites->asked = (uint8_t)tes_random_below(random, TES_EMOTION_COUNT);
    uint32_t place = tes_random_below(random, FACES);
    unsigned count = pick_others(random, sprites->asked, others);
    if (options->difficulty == TES_EASY)
        count = EASY_OTHERS;
    for (unsigned i = 0; i < FACES; i++) {
        uint32_t other = tes_random_below(random, count);
        sprites->cells[i] = pick_face(random, i == place ? sprites->asked : others[other]);
    }
    sprites->select = (struct tes_select){1, {(uint8_t)place}};
    tes_select_publish(challenge, tes_select_view(COLUMNS, ROWS, SIDE, 1));
    return TES_OK;
}

/* The word in English, which is the key of the word in each language. */
static const char *asked_word(const struct tes_challenge *challenge)
{
    return EMOTIONS[tes_sprites_of(challenge)->asked].word;
}

static struct tes_instruction ask(const struct tes_challenge *challenge)
{
    return (struct tes_instruction){.key = "ask-emotions",
                                    .holes = {{.name = "emotion", .key = asked_word(challenge)}}};
}

static void describe_view(const struct tes_challenge *challenge, struct tes_json *json)
{
    tes_select_describe_view(challenge, json);
    tes_json_open(json, "prompt", '{');
    tes_json_string(json, "emotion", tes_slice_of(asked_word(challenge)));
    tes_json_close(json, '}');
}

static unsigned guess_percent(const struct tes_challenge *challenge)
{
    (void)challenge;
    return 6; /* one in 16 */
}

const struct tes_kind tes_kind_emotions = {
    .name = "emotions",
    .title = "Emotions",
    .time_limit_s = TIME_LIMIT_S,
    .generate = generate,
    .options_from_params = tes_select_options_from_params,
    .normalise = tes_select_normalise,
    .is_complete = tes_select_is_complete,
    .answer = tes_select_answer,
    .guess_percent = guess_percent,
    .ask = ask,
    .describe_view = describe_view,
    .describe_truth = tes_sprites_describe_truth,
    .describe_objects = tes_sprites_describe_objects,
    .describe_correct = tes_select_describe_correct,
};
