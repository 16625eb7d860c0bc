/*
 * Questions about a table with six solids: what is asked is seen, by the plainest of references,
 * and the words. For many more seeds: test_question_turn.c, and likewise behind, visible, viewer.
 */
#include "../../lib/statistics.h"

#include "challenge/types/scene_type.h"
#include "questions_reference.h"

#ifdef TES_SANITIZED
enum { LOOKED_AT = 5 }; /* the plain build looks at more, ten times as fast */
#else
enum { LOOKED_AT = 40 }; /* of each question and level */
#endif

enum {
    FIRST = 1, /* the solids' indices: the table comes before them */
    END = 7,
};

static const struct row {
    const struct tes_question *question;
    enum tes_question_id id;
    enum tes_difficulty level;
} ROWS[] = {
    {&tes_question_turn, TES_QUESTION_turn, TES_EASY},
    {&tes_question_turn, TES_QUESTION_turn, TES_MEDIUM},
    {&tes_question_turn, TES_QUESTION_turn, TES_HARD},
    {&tes_question_behind, TES_QUESTION_behind, TES_MEDIUM},
    {&tes_question_behind, TES_QUESTION_behind, TES_HARD},
    {&tes_question_visible, TES_QUESTION_visible, TES_HARD},
    {&tes_question_viewer, TES_QUESTION_viewer, TES_MEDIUM},
    {&tes_question_viewer, TES_QUESTION_viewer, TES_HARD},
};

enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

/* Draws one; the first try has to do. */
static void make(const struct row *row, uint64_t seed, struct tes_question_asked *question)
{
    uint8_t key[TES_KEY_BYTES];
    struct tes_random random;
    tes_key_from_seed(seed, key);
    tes_random_start(&random, key);
    memset(question, 0, sizeof *question);
    question->id = (uint8_t)row->id;
    assert_true(row->question->make(&random, row->level, question));
}

static unsigned answer_of(const struct tes_question_asked *question)
{
    assert_int_equal(question->select.count, 1);
    assert_true(question->select.cells[0] < question->option_count);
    return question->options[question->select.cells[0]];
}

static double anticlockwise(const struct tes_question_asked *question)
{
    return question->is_clockwise ? -question->degrees : question->degrees;
}

static double distance_of(struct tes_vector a, struct tes_vector b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

/* ---------------------------------------------------------------- seen */

static double share_seen(const struct reference_picture *picture, unsigned thing)
{
    assert_true(picture->alone[thing] > 0);
    return (double)picture->left[thing] / picture->alone[thing];
}

/* S3D-9, S3D-10: in the picture that is shown, each solid can be told: it is large enough and
 * enough of it is seen. S3D-8: at EASY nothing of it is hidden, before the turn and after it. */
static void check_shown(const struct row *row, const struct tes_question_asked *question)
{
    const struct tes_camera *camera = &question->scene.camera;
    struct reference_view view = {0, camera->eye, camera->target, camera->field};
    struct reference_picture picture;
    bool is_open = row->id == TES_QUESTION_turn && row->level == TES_EASY;
    reference_look(&question->scene, &view, &picture);
    for (unsigned i = FIRST; i < END; i++) {
        unsigned top = REFERENCE_HEIGHT, bottom = 0;
        for (unsigned y = 0; y < REFERENCE_HEIGHT; y++)
            for (unsigned x = 0; x < REFERENCE_WIDTH; x++)
                if (picture.seen[y][x] == i) {
                    top = y < top ? y : top;
                    bottom = y;
                    /* Nothing is cut off. */
                    assert_true(x > 0 && y > 0 && x + 1 < REFERENCE_WIDTH &&
                                y + 1 < REFERENCE_HEIGHT);
                }
        assert_true((bottom + 1 - top) * 480 >= 28 * REFERENCE_HEIGHT / 2);
        assert_true(share_seen(&picture, i) >= (is_open ? 1 : 0.5));
    }
    if (!is_open)
        return;
    view.turn = anticlockwise(question);
    reference_look(&question->scene, &view, &picture);
    for (unsigned i = FIRST; i < END; i++)
        assert_true(share_seen(&picture, i) >= 1);
}

/* S3D-13: after turn and tilt, as many solids are wholly seen as the answer says, and each of the
 * others is plainly hidden in part. */
static void check_visible(const struct tes_question_asked *question)
{
    const struct tes_camera *camera = &question->scene.camera;
    struct tes_vector target = camera->target, eye = camera->eye;
    double far = distance_of(eye, target), level = hypot(eye.x - target.x, eye.y - target.y);
    double above = atan2(eye.z - target.z, level) + reference_radians(question->tilt);
    struct tes_vector lower = {target.x + (eye.x - target.x) / level * far * cos(above),
                               target.y + (eye.y - target.y) / level * far * cos(above),
                               target.z + far * sin(above)};
    struct reference_view view = {anticlockwise(question), lower, target, camera->field};
    struct reference_picture picture;
    unsigned whole = 0;
    reference_look(&question->scene, &view, &picture);
    for (unsigned i = FIRST; i < END; i++) {
        double share = share_seen(&picture, i);
        assert_true(share >= 0.995 || share <= 0.92);
        whole += share >= 0.995;
    }
    assert_int_equal(whole, answer_of(question));
}

/* S3D-12: seen along the table, the reference is in front of the answer and of nothing else. */
static void check_hidden(const struct tes_question_asked *question)
{
    const struct tes_camera *camera = &question->scene.camera;
    struct tes_vector eye = camera->eye, ahead = {0, 0, 0.5};
    eye.z = 0.3;
    struct reference_view view = {anticlockwise(question), eye, ahead, camera->field * 1.6};
    struct reference_picture picture;
    unsigned reference = 0;
    reference_look(&question->scene, &view, &picture);
    for (unsigned i = FIRST; i < END; i++)
        reference = question->scene.things[i].solid == question->reference ? i : reference;
    for (unsigned i = FIRST; i < END; i++) {
        double both = picture.before[reference][i];
        double of_front = both / picture.alone[reference], of_back = both / picture.alone[i];
        double share = of_front > of_back ? of_front : of_back;
        if (question->scene.things[i].solid == answer_of(question))
            assert_true(share > 0.3);
        else
            assert_true(share < 0.05);
    }
}

/* The figure sees at least about half of each solid. */
static void check_seeing(const struct tes_question_asked *question)
{
    struct tes_vector eye = question->spot, ahead = {0, 0, 0.5};
    eye.z = 1.5;
    struct reference_view view = {0, eye, ahead, 100};
    struct reference_picture picture;
    reference_look(&question->scene, &view, &picture);
    for (unsigned i = FIRST; i < END; i++)
        assert_true(share_seen(&picture, i) > 0.4);
}

/* S3D-4, S3D-8, S3D-9, S3D-10, S3D-12, S3D-13: the truth, found again by looking at every pixel. */
static void what_is_asked_can_be_seen(void **state)
{
    (void)state;
    for (unsigned r = 0; r < ROW_COUNT; r++) {
        struct tes_question_asked question;
        for (uint64_t seed = 0; seed < LOOKED_AT; seed++) {
            make(&ROWS[r], 1000000 + seed, &question);
            check_shown(&ROWS[r], &question);
            if (ROWS[r].id == TES_QUESTION_visible)
                check_visible(&question);
            if (ROWS[r].id == TES_QUESTION_behind)
                check_hidden(&question);
            if (ROWS[r].id == TES_QUESTION_viewer)
                check_seeing(&question);
        }
    }
}

/* ------------------------------------------------------------------ words */

static void expect_sentence(const struct row *row, const struct tes_question_asked *question,
                            const char *expected)
{
    char memory[256];
    struct tes_buf text = tes_buf_on(memory, sizeof memory);
    const struct tes_instruction ask = row->question->ask(question);
    tes_instruction_write(&ask, &tes_instruction_english, &text);
    struct tes_slice slice = tes_buf_done(&text);
    assert_int_equal(slice.length, strlen(expected));
    assert_memory_equal(slice.at, expected, slice.length);
}

/* S3D-11, S3D-12, S3D-13 */
static void sentences_say_what_is_asked(void **state)
{
    (void)state;
    struct tes_question_asked question = {.degrees = 90, .is_clockwise = true};
    expect_sentence(&ROWS[0], &question,
                    "The table turns 90° clockwise. Which object is then furthest to the right?");
    question.degrees = 45;
    question.is_clockwise = false;
    question.reference = TES_SOLID_CUBE;
    expect_sentence(&ROWS[3], &question,
                    "The table turns 45° anticlockwise. Which object is then behind the cube?");
    question.degrees = 35;
    question.tilt = -25;
    expect_sentence(&ROWS[5], &question,
                    "The table turns 35° anticlockwise. You look from 25° lower, from where the "
                    "eye is. How many objects can you see completely?");
    expect_sentence(&ROWS[6], &question, "Which object does the figure see furthest to its left?");
    question.is_clockwise = true;
    expect_sentence(&ROWS[6], &question, "Which object does the figure see furthest to its right?");
}

/* An option's word, "nothing" too, is an answer as good as its number. S3D-12 */
static void words_are_answers(void **state)
{
    (void)state;
    static const char *const words[] = {"cube",    "Ball", "CYLINDER", "cone",
                                        "pyramid", "ring", "nothing"};
    unsigned nothings = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct tes_challenge challenge;
        struct tes_options options = {.difficulty = TES_HARD};
        uint8_t key[TES_KEY_BYTES];
        tes_key_from_seed(seed, key);
        assert_int_equal(tes_generate("scene", key, &options, &challenge), TES_OK);
        const struct tes_question_asked *question = tes_question_of(&challenge);
        if (question->id != TES_QUESTION_behind)
            continue;
        for (unsigned i = 0; i < 7; i++) {
            char text[32];
            bool is_option = i != question->reference, is_right = i == answer_of(question);
            enum tes_status status =
                tes_normalise(&challenge, words[i], strlen(words[i]), text, sizeof text, NULL);
            assert_int_equal(status == TES_OK, is_option);
            if (is_option)
                assert_int_equal(text[0] - '0' == question->select.cells[0], is_right);
        }
        nothings += answer_of(question) == TES_SOLID_COUNT;
    }
    assert_true(nothings > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_asked_can_be_seen),
        cmocka_unit_test(sentences_say_what_is_asked),
        cmocka_unit_test(words_are_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
