/* The challenges made of sprites: predator, human, emotions; and the tables behind them. */
#include "../../lib/statistics.h"

#include <stdio.h>

#include "challenge/sprites.h"

#ifdef TES_SANITIZED
enum { DRAWS = 10000 }; /* the plain build has the rest of the seeds, and is ten times as fast */
#else
enum { DRAWS = 100000 };
#endif

static const struct tes_sprites *make(const char *kind, uint64_t seed,
                                      enum tes_difficulty difficulty,
                                      struct tes_challenge *challenge)
{
    uint8_t key[TES_KEY_BYTES];
    struct tes_options options = {.difficulty = difficulty};
    tes_key_from_seed(seed, key);
    assert_int_equal(tes_generate(kind, key, &options, challenge), TES_OK);
    return tes_sprites_of(challenge);
}

/* The number of a set of three of ten, 0 .. 119. */
static unsigned rank_of_three(const uint8_t cells[3])
{
    unsigned a = cells[0], b = cells[1], c = cells[2];
    return a + b * (b - 1) / 2 + c * (c - 1) * (c - 2) / 6;
}

/* PRE-2.1-1, PRE-2.1-2, PRE-2.1-3, PRE-2.1-4, PRE-2.2-1, PRE-2.2-2, PRE-2.2-3,
 * PRE-5.1-2, PRE-5.1-3, PRE-5.1-4, PRE-S-1 */
static void predators_are_seven_and_three_friends(void **state)
{
    (void)state;
    static unsigned sets[120], safe[TES_SPECIES_COUNT], wild[TES_SPECIES_COUNT];
    for (uint64_t seed = 0; seed < DRAWS; seed++) {
        struct tes_challenge challenge;
        const struct tes_sprites *sprites = make("predator", seed, TES_MEDIUM, &challenge);
        unsigned friends = 0, threats = 0, right = 0;
        assert_int_equal(sprites->count, 10);
        assert_int_equal(sprites->select.count, 3);
        for (unsigned i = 0; i < 10; i++) {
            struct tes_sprite sprite = sprites->cells[i];
            bool is_safe = sprite.sheet == TES_SHEET_SAFE;
            unsigned *seen = is_safe ? &friends : &threats;
            assert_true(is_safe || sprite.sheet == TES_SHEET_PREDATOR);
            assert_int_equal(*seen >> sprite.index & 1, 0); /* none twice */
            *seen |= 1U << sprite.index;
            (is_safe ? safe : wild)[sprite.index]++;
            if (is_safe)
                assert_int_equal(sprites->select.cells[right++], i);
        }
        assert_int_equal(__builtin_popcount(friends), 3);
        assert_int_equal(__builtin_popcount(threats), 7);
        sets[rank_of_three(sprites->select.cells)]++;
    }
    check_shares("the three places", sets, NULL, 120);
    check_shares("species of friends", safe, NULL, TES_SPECIES_COUNT);
    check_shares("species of threats", wild, NULL, TES_SPECIES_COUNT);
}

/* The number of an ordered pair of different species, 0 .. 239. */
static unsigned rank_of_pair(unsigned first, unsigned second)
{
    return first * (TES_SPECIES_COUNT - 1) + second - (second > first);
}

/* PRE-2.1-5, PRE-S-1: what stands in one cell tells nothing about the others. Each species alone
 * can come as often as it should while they are always neighbours in the table; so pairs are
 * counted, and species together with the cell, and how many species come in both moods. */
static void species_are_picked_independently(void **state)
{
    (void)state;
    static unsigned threats[240], friends[240], cells[10][2 * TES_SPECIES_COUNT], in_both[4];
    static const double MOODS[] = {[TES_SHEET_PREDATOR] = 0.7 / 16, [TES_SHEET_SAFE] = 0.3 / 16};
    /* 3 of 16 and 7 of 16 have k in common: C(3, k) C(13, 7 - k) / C(16, 7). */
    static const double COMMON[] = {1716 / 11440.0, 3 * 1716 / 11440.0, 3 * 1287 / 11440.0,
                                    715 / 11440.0};
    double shares[2 * TES_SPECIES_COUNT];
    for (unsigned i = 0; i < 2 * TES_SPECIES_COUNT; i++)
        shares[i] = MOODS[i / TES_SPECIES_COUNT];
    for (uint64_t seed = 0; seed < DRAWS; seed++) {
        struct tes_challenge challenge;
        const struct tes_sprites *sprites = make("predator", seed, TES_MEDIUM, &challenge);
        unsigned species[2][7], count[2] = {0}, seen[2] = {0}, cell = (unsigned)seed % 10;
        for (unsigned i = 0; i < 10; i++) {
            struct tes_sprite sprite = sprites->cells[i];
            species[sprite.sheet][count[sprite.sheet]++] = sprite.index;
            seen[sprite.sheet] |= 1U << sprite.index;
        }
        threats[rank_of_pair(species[TES_SHEET_PREDATOR][0], species[TES_SHEET_PREDATOR][1])]++;
        friends[rank_of_pair(species[TES_SHEET_SAFE][0], species[TES_SHEET_SAFE][1])]++;
        cells[cell][sprites->cells[cell].sheet * TES_SPECIES_COUNT + sprites->cells[cell].index]++;
        in_both[__builtin_popcount(seen[0] & seen[1])]++;
    }
    check_shares("the first two threats", threats, NULL, 240);
    check_shares("the first two friends", friends, NULL, 240);
    check_shares("species in both moods", in_both, COMMON, 4);
    for (unsigned i = 0; i < 10; i++)
        check_shares("what a cell shows", cells[i], shares, 2 * TES_SPECIES_COUNT);
}

/* HUM-2.1-1, HUM-2.1-2, HUM-2.1-3, HUM-2.1-4, HUM-2.1-5, HUM-2.2-1, HUM-2.2-2, HUM-2.2-3,
 * HUM-2.2-4, HUM-2.3-1, HUM-2.3-4, HUM-2.4-1, HUM-2.4-2, HUM-2.4-3, HUM-5.1-3, HUM-S-1,
 * HUM-S-5 */
static void human_is_one_of_a_hundred(void **state)
{
    (void)state;
    static unsigned places[100], sexes[2], emotions[TES_EMOTION_COUNT], items[TES_ITEM_COUNT];
    static unsigned placed_sexes[2][100], sexed_emotions[2][TES_EMOTION_COUNT];
    static const double SEXES[] = {0.45, 0.55};
    double place_shares[2][100], emotion_shares[2][TES_EMOTION_COUNT];
    for (unsigned i = 0; i < 200; i++)
        place_shares[i / 100][i % 100] = SEXES[i / 100] / 100;
    for (unsigned i = 0; i < 2 * TES_EMOTION_COUNT; i++)
        emotion_shares[i / TES_EMOTION_COUNT][i % TES_EMOTION_COUNT] =
            SEXES[i / TES_EMOTION_COUNT] / TES_EMOTION_COUNT;
    for (uint64_t seed = 0; seed < DRAWS; seed++) {
        struct tes_challenge challenge;
        const struct tes_sprites *sprites = make("human", seed, TES_EASY, &challenge);
        unsigned humans = 0;
        assert_int_equal(sprites->count, 100);
        for (unsigned i = 0; i < 100; i++) {
            struct tes_sprite sprite = sprites->cells[i];
            if (sprite.sheet == TES_SHEET_ITEM) {
                items[sprite.index]++;
                continue;
            }
            humans++;
            assert_int_equal(sprites->select.cells[0], i);
            sexes[sprite.sheet == TES_SHEET_FEMALE]++;
            emotions[sprite.index]++;
            places[i]++;
            placed_sexes[sprite.sheet == TES_SHEET_FEMALE][i]++;
            sexed_emotions[sprite.sheet == TES_SHEET_FEMALE][sprite.index]++;
        }
        assert_int_equal(humans, 1);
    }
    check_shares("place of the human", places, NULL, 100);
    check_shares("men and women", sexes, SEXES, 2);
    /* Neither tells anything about the other: HUM-2.1-4, HUM-S-1, HUM-S-5 */
    check_shares("men and women by place", placed_sexes[0], place_shares[0], 200);
    check_shares("men and women by sprite", sexed_emotions[0], emotion_shares[0],
                 2 * TES_EMOTION_COUNT);
    check_shares("sprite of the sheet", emotions, NULL, TES_EMOTION_COUNT);
    check_shares("items", items, NULL, TES_ITEM_FIRST_DECOY);
}

enum { COPIES_MAX = 6, LAGS = 3 };

/* How likely an item comes `copies` times where each of 99 squares has one of `kinds`, all alike.
 * The last share is that of COPIES_MAX and more. */
static void write_binomial(unsigned kinds, double shares[COPIES_MAX + 1])
{
    double share = 1, left = 1;
    for (unsigned square = 0; square < 99; square++)
        share *= 1 - 1.0 / kinds;
    for (unsigned copies = 0; copies < COPIES_MAX; copies++) {
        shares[copies] = share;
        left -= share;
        share *= (99.0 - copies) / (copies + 1) / (kinds - 1);
    }
    shares[COPIES_MAX] = left;
}

/* HUM-2.3-2, HUM-2.3-3, HUM-S-1: each square's item is picked by itself. So the steps in the table
 * from a square to the next, to the one below and to the one after next are all equally likely,
 * the step of 0 included; and an item comes as often as chance has it, not as often as any other.
 */
static void items_are_picked_independently(void **state)
{
    (void)state;
    static const unsigned APART[LAGS] = {1, 2, 10};
    static unsigned steps[LAGS][TES_ITEM_FIRST_DECOY], copies[COPIES_MAX + 1];
    double shares[COPIES_MAX + 1];
    for (uint64_t seed = 0; seed < DRAWS; seed++) {
        struct tes_challenge challenge;
        const struct tes_sprites *sprites = make("human", seed, TES_EASY, &challenge);
        unsigned own = 0;
        for (unsigned i = 0; i < 100; i++) {
            if (sprites->cells[i].sheet != TES_SHEET_ITEM)
                continue;
            own += sprites->cells[i].index == seed % TES_ITEM_FIRST_DECOY;
            for (unsigned lag = 0; lag < LAGS; lag++) {
                unsigned next = i + APART[lag];
                if (next < 100 && sprites->cells[next].sheet == TES_SHEET_ITEM)
                    steps[lag][(unsigned)(sprites->cells[next].index + TES_ITEM_FIRST_DECOY -
                                          sprites->cells[i].index) %
                               TES_ITEM_FIRST_DECOY]++;
            }
        }
        copies[own < COPIES_MAX ? own : COPIES_MAX]++;
    }
    for (unsigned lag = 0; lag < LAGS; lag++)
        check_shares("steps between squares", steps[lag], NULL, TES_ITEM_FIRST_DECOY);
    write_binomial(TES_ITEM_FIRST_DECOY, shares);
    check_shares("copies of an item", copies, shares, COPIES_MAX + 1);
}

/* PRE-S-3, HUM-S-3, SPA-S-3: all 256 bits of the key count. Each of them alone makes another
 * challenge: other sprites or options, or the same that look different. */
static void every_bit_of_the_key_counts(void **state)
{
    (void)state;
    static const char *const KINDS[] = {"predator", "human", "emotions", "spatial"};
    static struct tes_challenge made[8 * TES_KEY_BYTES + 1];
    for (size_t kind = 0; kind < sizeof KINDS / sizeof KINDS[0]; kind++) {
        for (unsigned bit = 0; bit <= 8 * TES_KEY_BYTES; bit++) {
            uint8_t key[TES_KEY_BYTES];
            tes_key_from_seed(kind, key);
            if (bit < 8 * TES_KEY_BYTES)
                key[bit / 8] ^= (uint8_t)(1U << bit % 8);
            assert_int_equal(tes_generate(KINDS[kind], key, NULL, &made[bit]), TES_OK);
            for (unsigned other = 0; other < bit; other++)
                assert_memory_not_equal(made[bit].detail, made[other].detail,
                                        sizeof made[bit].detail);
        }
    }
}

/* PRE-S-3, HUM-S-3: how sprites look is decided by a key of 256 bits as well, other for each
 * challenge. Each of its bytes has every value equally often. */
static void looks_have_a_whole_key(void **state)
{
    (void)state;
    static const char *const KINDS[] = {"predator", "human", "emotions"};
    static struct key_counts counts;
    for (uint64_t seed = 0; seed < 10000; seed++) {
        struct tes_challenge challenge;
        count_key(&counts, make(KINDS[seed % 3], seed, TES_MEDIUM, &challenge)->looks);
    }
    check_key("the looks' key", &counts);
}

static void decoys_come_with_difficulty(void **state)
{
    (void)state;
    static const unsigned EXPECTED[] = {[TES_EASY] = 0, [TES_MEDIUM] = 5, [TES_HARD] = 12};
    static unsigned kinds[TES_ITEM_COUNT - TES_ITEM_FIRST_DECOY], apart[99];
    for (enum tes_difficulty level = TES_EASY; level <= TES_HARD; level++) {
        for (uint64_t seed = 0; seed < 2000; seed++) {
            struct tes_challenge challenge;
            const struct tes_sprites *sprites =
                make("human", seed + level * 10000U, level, &challenge);
            unsigned decoys = 0, human = sprites->select.cells[0];
            for (unsigned i = 0; i < 100; i++) {
                struct tes_sprite sprite = sprites->cells[i];
                if (sprite.sheet != TES_SHEET_ITEM || sprite.index < TES_ITEM_FIRST_DECOY)
                    continue;
                decoys++;
                apart[(i + 100 - human) % 100 - 1]++;
                kinds[sprite.index - TES_ITEM_FIRST_DECOY]++;
            }
            assert_int_equal(decoys, EXPECTED[level]);
        }
    }
    check_shares("decoys", kinds, NULL, TES_ITEM_COUNT - TES_ITEM_FIRST_DECOY);
    check_shares("squares from the human to a decoy", apart, NULL, 99); /* HUM-S-1 */
}

#define NEAR(name) (1U << TES_EMOTION_##name)
static const uint32_t NEAR_TO[] = {
#define EMOTION(name, word, near) near,
#include "challenge/emotions.def"
#undef EMOTION
};

static void near_is_mutual(void **state)
{
    (void)state;
    for (unsigned i = 0; i < TES_EMOTION_COUNT; i++) {
        assert_int_equal(NEAR_TO[i] >> i & 1, 0);
        assert_true(__builtin_popcount(NEAR_TO[i]) <= 8); /* enough others are left */
        for (unsigned j = 0; j < TES_EMOTION_COUNT; j++)
            assert_int_equal(NEAR_TO[i] >> j & 1, NEAR_TO[j] >> i & 1);
    }
}

static void one_face_shows_what_is_asked(void **state)
{
    (void)state;
    static unsigned places[16], asked[TES_EMOTION_COUNT], sexes[2], target_sexes[2];
    static unsigned neighbours[2][2];
    for (uint64_t seed = 0; seed < DRAWS; seed++) {
        struct tes_challenge challenge;
        const struct tes_sprites *sprites =
            make("emotions", seed, seed % 2 == 0 ? TES_MEDIUM : TES_HARD, &challenge);
        assert_int_equal(sprites->count, 16);
        for (unsigned i = 0; i < 16; i++) {
            struct tes_sprite sprite = sprites->cells[i];
            bool is_female = sprite.sheet == TES_SHEET_FEMALE;
            assert_true(is_female || sprite.sheet == TES_SHEET_MALE);
            sexes[is_female]++;
            assert_int_equal(sprite.index == sprites->asked, i == sprites->select.cells[0]);
            assert_int_equal(NEAR_TO[sprites->asked] >> sprite.index & 1, 0);
            if (i == sprites->select.cells[0])
                target_sexes[is_female]++;
        }
        unsigned right = sprites->select.cells[0];
        places[right]++;
        asked[sprites->asked]++;
        neighbours[sprites->cells[right].sheet == TES_SHEET_FEMALE]
                  [sprites->cells[(right + 1) % 16].sheet == TES_SHEET_FEMALE]++;
    }
    check_shares("place of the right face", places, NULL, 16);
    check_shares("emotion that is asked for", asked, NULL, TES_EMOTION_COUNT);
    check_shares("women and men", sexes, NULL, 2);
    check_shares("women and men, the right face", target_sexes, NULL, 2);
    check_shares("the right face and the next", neighbours[0], NULL, 4);
}

static void easy_faces_show_four_emotions(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        struct tes_challenge challenge;
        const struct tes_sprites *sprites = make("emotions", seed, TES_EASY, &challenge);
        unsigned seen = 0;
        for (unsigned i = 0; i < 16; i++)
            seen |= 1U << sprites->cells[i].index;
        assert_true(__builtin_popcount(seen) <= 4);
        assert_int_equal(seen & NEAR_TO[sprites->asked], 0);
    }
}

/* --------------------------------------------------------------- answers */

static const struct answer_case {
    const char *kind, *given;
    const char *normal; /* NULL: has no form */
} ANSWERS[] = {
    {"predator", "1,4,7", "1,4,7"},
    {"predator", "7,1,4", "1,4,7"},        /* PRE-5.2-3, PRE-5.3-1 */
    {"predator", " 7 ,\t1,  4 ", "1,4,7"}, /* PRE-5.3-3 */
    {"predator", "", ""},                  /* PRE-5.3-2 */
    {"predator", "   ", ""},
    {"predator", "3", "3"},
    {"predator", "9,8,7,6,5,4,3,2,1,0", "0,1,2,3,4,5,6,7,8,9"},
    {"predator", "10", NULL},
    {"predator", "1,,2", NULL},
    {"predator", ",1", NULL},
    {"predator", "1,", NULL},
    {"predator", "1,1", NULL},
    {"predator", "-1", NULL},
    {"predator", "1.0", NULL},
    {"predator", "0x1", NULL},
    {"predator", "1;2;3", NULL},
    {"predator", "one", NULL},
    {"predator", "99999999999999999999999", NULL},
    {"human", "57", "57"},   /* HUM-5.1-1, HUM-5.1-4, HUM-5.3-1, HUM-5.3-4 */
    {"human", " 57 ", "57"}, /* HUM-5.3-3 */
    {"human", "057", "57"},
    {"human", "99", "99"}, /* HUM-5.1-2 */
    {"human", "100", NULL},
    {"human", "", ""}, /* HUM-5.3-2 */
    {"human", "1,2", "1,2"},
    {"spatial", "3", "3"},
    {"spatial", "4", NULL},
    {"spatial", "", ""},
    {"emotions", "15", "15"},
    {"emotions", "16", NULL},
};

static void answers_have_one_form(void **state) /* PRE-5.1-1, PRE-5.1-5, PRE-5.3-4, HUM-5.1-5 */
{
    (void)state;
    for (size_t i = 0; i < sizeof ANSWERS / sizeof ANSWERS[0]; i++) {
        struct tes_challenge challenge;
        char text[TES_ANSWER_MAX + 1];
        const struct answer_case *row = &ANSWERS[i];
        print_message("  %s: \"%s\"\n", row->kind, row->given);
        make(row->kind, 1, TES_MEDIUM, &challenge);
        enum tes_status status =
            tes_normalise(&challenge, row->given, strlen(row->given), text, sizeof text, NULL);
        assert_int_equal(status, row->normal != NULL ? TES_OK : TES_BAD_ANSWER);
        if (row->normal != NULL)
            assert_string_equal(text, row->normal);
    }
}

static enum tes_status verify(const struct tes_challenge *challenge, const char *text)
{
    return tes_verify(challenge, text, strlen(text));
}

/* PRE-5.2-1, PRE-5.2-2, PRE-5.2-4, PRE-5.2-5, PRE-5.2-6, PRE-5.2-7, PRE-5.2-8: every set of cells,
 * by brute force. */
static void only_the_three_friends_are_right(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct tes_challenge challenge;
        const struct tes_sprites *sprites = make("predator", seed, TES_MEDIUM, &challenge);
        unsigned right = 0, passes = 0;
        for (unsigned i = 0; i < 3; i++)
            right |= 1U << sprites->select.cells[i];
        for (unsigned set = 0; set < 1024; set++) {
            char text[64] = "";
            for (int i = 9; i >= 0; i--)
                if ((set >> i & 1) != 0)
                    snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d",
                             *text != '\0' ? "," : "", i);
            assert_int_equal(verify(&challenge, text), set == right ? TES_OK : TES_INCORRECT);
            passes += set == right;
        }
        assert_int_equal(passes, 1);
    }
}

/* HUM-5.2-1, HUM-5.2-2, HUM-5.2-3, HUM-5.2-4, HUM-5.2-5, HUM-5.2-6, HUM-5.2-7, SPA-5-2, SPA-5-3 */
static void only_the_one_cell_is_right(void **state)
{
    (void)state;
    static const char *const KINDS[] = {"human", "emotions", "spatial"};
    for (size_t kind = 0; kind < 3; kind++) {
        for (uint64_t seed = 0; seed < 50; seed++) {
            struct tes_challenge challenge;
            char text[64];
            unsigned right = make(KINDS[kind], seed, TES_MEDIUM, &challenge)->select.cells[0];
            for (unsigned i = 0; i < challenge.view.count; i++) {
                snprintf(text, sizeof text, "%u", i);
                assert_int_equal(verify(&challenge, text), i == right ? TES_OK : TES_INCORRECT);
                snprintf(text, sizeof text, "%u,%u", right, i);
                if (i != right)
                    assert_int_equal(verify(&challenge, text), TES_INCORRECT);
            }
            assert_int_equal(verify(&challenge, ""), TES_INCORRECT);
        }
    }
}

/* An open challenge of a release that made it differently is stale, and not wrong. */
static void tokens_name_their_generation(void **state)
{
    (void)state;
    static const char *const KINDS[] = {"predator", "human", "emotions", "spatial"};
    for (size_t i = 0; i < 4; i++) {
        uint8_t key[TES_KEY_BYTES];
        struct tes_challenge challenge, again;
        struct tes_claims claims = {0};
        make(KINDS[i], 5, TES_MEDIUM, &challenge);
        tes_key_from_seed(5, key);
        tes_claim(&challenge, &claims);
        assert_int_equal(tes_generate_claimed(&claims, key, &again), TES_OK);
        assert_memory_equal(again.detail, challenge.detail, sizeof again.detail);
        claims.params = TES_SLICE("");
        assert_int_equal(tes_generate_claimed(&claims, key, &again), TES_STALE);
        claims.params = TES_SLICE("\xFF");
        assert_int_equal(tes_generate_claimed(&claims, key, &again), TES_STALE);
    }
}

/* ---------------------------------------------------------------- tables */

static void sheets_hold_sixteen_each(void **state) /* PRE-1.1-2, HUM-1.1-2 */
{
    (void)state;
    unsigned stands_for[TES_SHEET_SPRITES] = {0};
    for (unsigned sheet = 0; sheet < TES_SHEET_COUNT; sheet++) {
        for (unsigned place = 0; place < TES_SHEET_SPRITES; place++) {
            struct tes_sprite sprite = tes_sprite_at((enum tes_sheet)sheet, place);
            assert_int_equal(sprite.sheet, sheet);
            assert_int_equal(tes_sprite_place(sprite), place);
        }
    }
    for (unsigned item = 0; item < TES_ITEM_COUNT; item++)
        stands_for[tes_sprite_place((struct tes_sprite){TES_SHEET_ITEM, (uint8_t)item})]++;
    for (unsigned place = 0; place < TES_SHEET_SPRITES; place++)
        assert_int_equal(stands_for[place], place < 12 ? 4 : 2);
    /* HUM-2.3-4: none of the sheet's things shows a human; who changes one has looked at it. */
    static const char *const THINGS[TES_SHEET_SPRITES] = {
        "apple",  "cup",  "chair", "clock",  "umbrella", "book",    "key",        "balloon",
        "teapot", "shoe", "lamp",  "flower", "robot",    "snowman", "smiley_mug", "teddy"};
    for (unsigned place = 0; place < TES_SHEET_SPRITES; place++)
        assert_string_equal(tes_sprite_name(tes_sprite_at(TES_SHEET_ITEM, place)), THINGS[place]);
    assert_true(TES_ITEM_FIRST_DECOY >= 40);
}

static const struct kind_case {
    const char *kind, *instructions;
    unsigned time_limit_s, columns, rows, select, width, height, guess_percent;
} KIND_CASES[] = {
    /* PRE-3.2-1, PRE-6.2-1, PRE-6.1-2, PRE-3.1-3 */
    {"predator", "Click on the predators that are safe to approach.", 75, 5, 2, 3, 800, 320, 1},
    /* HUM-3.2-1, HUM-6.2-1, HUM-6.1-2, HUM-3.1-1, HUM-3.1-3 */
    {"human", "Select the human", 90, 10, 10, 1, 800, 800, 1},
    {"emotions", NULL, 60, 4, 4, 1, 640, 640, 6},
};

static void views_are_as_published(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof KIND_CASES / sizeof KIND_CASES[0]; i++) {
        const struct kind_case *row = &KIND_CASES[i];
        struct tes_challenge challenge;
        char text[TES_INSTRUCTIONS_MAX] = {0};
        struct tes_buf buf = tes_buf_on(text, sizeof text - 1);
        make(row->kind, 1, 0, &challenge);
        tes_kind_instructions(&challenge, NULL, &buf);
        if (row->instructions != NULL)
            assert_string_equal(text, row->instructions);
        assert_string_equal(challenge.kind->name, row->kind);
        assert_int_equal(challenge.time_limit_s, row->time_limit_s);
        assert_int_equal(challenge.view.columns, row->columns);
        assert_int_equal(challenge.view.rows, row->rows);
        assert_int_equal(challenge.view.count, row->columns * row->rows);
        assert_int_equal(challenge.view.select_min, row->select);
        assert_int_equal(challenge.view.select_max, row->select);
        assert_int_equal(challenge.view.width, row->width);
        assert_int_equal(challenge.view.height, row->height);
        assert_int_equal(challenge.kind->guess_percent(&challenge), row->guess_percent);
    }
}

/* What is told before the verdict is the same for every challenge of a kind, but for the emotion.
 */
static void view_tells_nothing(void **state) /* PRE-S-2, HUM-S-2 */
{
    (void)state;
    static const char *const KINDS[] = {"predator", "human", "emotions"};
    for (size_t kind = 0; kind < 3; kind++) {
        char first[4096], other[4096];
        unsigned asked = 0;
        for (uint64_t seed = 0; seed < 500; seed++) {
            struct tes_challenge challenge;
            const struct tes_sprites *sprites = make(KINDS[kind], seed, TES_HARD, &challenge);
            if (seed == 0)
                asked = sprites->asked;
            if (sprites->asked != asked)
                continue;
            assert_int_equal(
                tes_describe(&challenge, "x", false, seed == 0 ? first : other, sizeof other, NULL),
                TES_OK);
            if (seed > 0)
                assert_string_equal(other, first);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(predators_are_seven_and_three_friends),
        cmocka_unit_test(species_are_picked_independently),
        cmocka_unit_test(human_is_one_of_a_hundred),
        cmocka_unit_test(items_are_picked_independently),
        cmocka_unit_test(every_bit_of_the_key_counts),
        cmocka_unit_test(looks_have_a_whole_key),
        cmocka_unit_test(decoys_come_with_difficulty),
        cmocka_unit_test(near_is_mutual),
        cmocka_unit_test(one_face_shows_what_is_asked),
        cmocka_unit_test(easy_faces_show_four_emotions),
        cmocka_unit_test(answers_have_one_form),
        cmocka_unit_test(only_the_three_friends_are_right),
        cmocka_unit_test(only_the_one_cell_is_right),
        cmocka_unit_test(tokens_name_their_generation),
        cmocka_unit_test(sheets_hold_sixteen_each),
        cmocka_unit_test(views_are_as_published),
        cmocka_unit_test(view_tells_nothing),
    };
    return cmocka_run_group_tests_name("sprites", tests, NULL, NULL);
}
