/* Questions about a table with six solids: made without fail, balanced, clear, and true. */
#include "statistics.h"

#include "core/kinds/scene.h"
#include "questions_reference.h"

enum {
    DRAWS = 6000,   /* of each question and level */
    LOOKED_AT = 40, /* of these, whose truth is found again by the reference */
    FIRST = 1,      /* the solids' indices: the table comes before them */
    END = 7,
};

static const double ASPECT = 4.0 / 3.0;

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
    {&tes_question_viewer, TES_QUESTION_viewer, TES_EASY},
    {&tes_question_viewer, TES_QUESTION_viewer, TES_MEDIUM},
    {&tes_question_viewer, TES_QUESTION_viewer, TES_HARD},
};

enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

/* Draws one; the first try has to do. */
static void make(const struct row *row, uint64_t seed, struct tes_question_drawn *question)
{
    uint8_t key[TES_KEY_BYTES];
    struct tes_random random;
    tes_key_from_seed(seed, key);
    tes_random_start(&random, key);
    memset(question, 0, sizeof *question);
    question->id = (uint8_t)row->id;
    assert_true(row->question->draw(&random, row->level, question));
}

static unsigned answer_of(const struct tes_question_drawn *question)
{
    assert_int_equal(question->select.count, 1);
    assert_true(question->select.cells[0] < question->option_count);
    return question->options[question->select.cells[0]];
}

static double anticlockwise(const struct tes_question_drawn *question)
{
    return question->is_clockwise ? -question->degrees : question->degrees;
}

static double distance_of(struct tes_vector a, struct tes_vector b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

/* ---------------------------------------------------------------- options */

/* Each option is there once, six of them, and the reference is none: S3D-4, S3D-12. */
static void check_options(const struct tes_question_drawn *question)
{
    unsigned seen = 0;
    assert_int_equal(question->option_count, 6);
    for (unsigned i = 0; i < question->option_count; i++) {
        assert_int_equal(seen >> question->options[i] & 1, 0);
        seen |= 1U << question->options[i];
    }
    switch (question->id) {
    case TES_QUESTION_behind: /* five solids, and nothing */
        assert_int_equal(seen, 0x7F & ~(1U << question->reference));
        break;
    case TES_QUESTION_visible:
        assert_int_equal(seen, 0x7E);
        break;
    default:
        assert_int_equal(seen, 0x3F);
    }
}

/* Each solid once, on the table, and none in another: their inner circles keep a distance. */
static void check_solids(const struct tes_question_drawn *question)
{
    const struct tes_thing *things = question->scene.things;
    unsigned seen = 0;
    assert_int_equal(question->scene.count, END);
    assert_int_equal(things[0].solid, TES_SOLID_DISC);
    for (unsigned i = FIRST; i < END; i++) {
        seen |= 1U << things[i].solid;
        assert_true(hypot(things[i].at.x, things[i].at.y) + things[i].size < things[0].size);
        for (unsigned j = FIRST; j < i; j++)
            assert_true(distance_of(things[i].at, things[j].at) >
                        things[i].size + things[j].size + 0.2);
    }
    assert_int_equal(seen, 0x3F);
}

/* S3D-8: quarters at EASY. S3D-9: eighths at MEDIUM. S3D-10: any angle at HARD. */
static void check_turn(const struct row *row, const struct tes_question_drawn *question)
{
    int degrees = question->degrees;
    if (row->id == TES_QUESTION_viewer) {
        assert_int_equal(degrees, 0);
        return;
    }
    assert_true(degrees > 0 && degrees < 360);
    if (row->level == TES_EASY)
        assert_int_equal(degrees % 90, 0);
    if (row->level == TES_MEDIUM)
        assert_int_equal(degrees % 45, 0);
    if (row->level == TES_HARD)
        assert_int_equal(degrees % 5, 0);
    if (row->id == TES_QUESTION_visible)
        assert_true(degrees >= 15 && degrees <= 60 && question->tilt <= -15 &&
                    question->tilt >= -60);
    else if (row->level == TES_HARD)
        assert_true(degrees >= 20 && degrees <= 340 && degrees % 90 >= 10 && degrees % 90 <= 80);
}

/* --------------------------------------------------------------- geometry */

/* Where the camera sees a point: -ASPECT .. ASPECT. */
static double across(const struct tes_camera *camera, struct tes_vector point)
{
    double dx = camera->target.x - camera->eye.x, dy = camera->target.y - camera->eye.y;
    double dz = camera->target.z - camera->eye.z;
    double level = hypot(dx, dy), far = hypot(level, dz);
    double x = point.x - camera->eye.x, y = point.y - camera->eye.y, z = point.z - camera->eye.z;
    double depth = (x * dx + y * dy + z * dz) / far;
    return (x * dy - y * dx) / level / (depth * tan(reference_radians(camera->field / 2)));
}

/* S3D-11: what is furthest to the right after the turn, by 8% of half the width at least. */
static void check_furthest(const struct row *row, const struct tes_question_drawn *question)
{
    (void)row;
    double best = -1e9, next = -1e9;
    unsigned solid = TES_SOLID_COUNT;
    for (unsigned i = FIRST; i < END; i++) {
        struct tes_vector at =
            reference_turned(question->scene.things[i].at, anticlockwise(question));
        at.z += question->scene.things[i].height / 2;
        double x = across(&question->scene.camera, at);
        next = x > best ? best : x > next ? x : next;
        solid = x > best ? question->scene.things[i].solid : solid;
        best = x > best ? x : best;
    }
    assert_int_equal(solid, answer_of(question));
    assert_true(best - next >= 0.08 * ASPECT - 1e-9);
}

/* S3D-12: along the line from the camera through the reference, after the turn, stands the answer,
 * and no other solid comes near that line beyond the reference. */
static void check_behind(const struct row *row, const struct tes_question_drawn *question)
{
    (void)row;
    const struct tes_scene *scene = &question->scene;
    struct tes_vector at[END], eye = scene->camera.eye;
    unsigned reference = 0;
    for (unsigned i = FIRST; i < END; i++) {
        at[i] = reference_turned(scene->things[i].at, anticlockwise(question));
        reference = scene->things[i].solid == question->reference ? i : reference;
    }
    double dx = at[reference].x - eye.x, dy = at[reference].y - eye.y, far = hypot(dx, dy);
    for (unsigned i = FIRST; i < END; i++) {
        double along = ((at[i].x - eye.x) * dx + (at[i].y - eye.y) * dy) / far;
        double aside = fabs((at[i].x - eye.x) * dy - (at[i].y - eye.y) * dx) / far;
        double sizes = scene->things[i].size + scene->things[reference].size;
        if (i == reference || along < far)
            assert_true(scene->things[i].solid != answer_of(question));
        else if (scene->things[i].solid == answer_of(question))
            assert_true(aside < 0.35 * sizes && along - far < sizes + 2);
        else
            assert_true(aside > sizes);
    }
}

/* The figure sees the answer furthest to the side, by 8 degrees at least, all within 60 degrees of
 * straight ahead; and it stands well away from the camera's side. S3D-4 */
static void check_viewer(const struct row *row, const struct tes_question_drawn *question)
{
    (void)row;
    const struct tes_scene *scene = &question->scene;
    struct tes_vector spot = question->spot, eye = scene->camera.eye;
    double best = -1e9, next = -1e9, length = hypot(spot.x, spot.y);
    unsigned solid = TES_SOLID_COUNT;
    double cosine = (spot.x * eye.x + spot.y * eye.y) / (length * hypot(eye.x, eye.y));
    assert_true(cosine <= 0.5 + 1e-9);
    /* It looks at the middle. */
    assert_true(fabs(spot.x - length * sin(reference_radians(question->spot_turn))) < 1e-9);
    assert_true(fabs(spot.y + length * cos(reference_radians(question->spot_turn))) < 1e-9);
    for (unsigned i = FIRST; i < END; i++) {
        double x = scene->things[i].at.x - spot.x, y = scene->things[i].at.y - spot.y;
        /* Positive to the left of the way to the middle. */
        double bearing =
            atan2(-spot.x * y + spot.y * x, -spot.x * x - spot.y * y) * 180 / 3.14159265358979;
        assert_true(fabs(bearing) < 60);
        bearing = question->is_clockwise ? -bearing : bearing;
        next = bearing > best ? best : bearing > next ? bearing : next;
        solid = bearing > best ? scene->things[i].solid : solid;
        best = bearing > best ? bearing : best;
    }
    assert_int_equal(solid, answer_of(question));
    assert_true(best - next >= 8);
}

static void check_nothing(const struct row *row, const struct tes_question_drawn *question)
{
    (void)row;
    (void)question;
}

static void (*const CHECKS[TES_QUESTION_COUNT])(const struct row *,
                                                const struct tes_question_drawn *) = {
    [TES_QUESTION_turn] = check_furthest,
    [TES_QUESTION_behind] = check_behind,
    [TES_QUESTION_viewer] = check_viewer,
    [TES_QUESTION_visible] = check_nothing, /* rays alone tell: below */
};

/* S3D-4, S3D-8, S3D-9, S3D-10, S3D-11, S3D-12: every seed gives a question, with one right answer
 * that follows from where the solids are, and all answers are equally frequent. */
static void questions_are_sound_and_balanced(void **state)
{
    (void)state;
    for (unsigned r = 0; r < ROW_COUNT; r++) {
        const struct row *row = &ROWS[r];
        unsigned answers[8] = {0}, places[6] = {0}, sides[2] = {0}, references[6] = {0};
        struct tes_question_drawn question;
        for (uint64_t seed = 0; seed < DRAWS; seed++) {
            make(row, seed, &question);
            check_options(&question);
            check_solids(&question);
            check_turn(row, &question);
            CHECKS[row->id](row, &question);
            answers[answer_of(&question)]++;
            places[question.select.cells[0]]++;
            sides[question.is_clockwise]++;
            references[question.reference]++;
        }
        print_message("%s, level %d\n", row->question->name, row->level);
        if (row->id == TES_QUESTION_behind) {
            /* Nothing is right as often as each of the five: one time in six. */
            const double shares[7] = {5 / 36.0, 5 / 36.0, 5 / 36.0, 5 / 36.0,
                                      5 / 36.0, 5 / 36.0, 1 / 6.0};
            check_shares("answers", answers, shares, 7);
            check_shares("references", references, NULL, 6);
        } else {
            check_shares("answers", answers + (row->id == TES_QUESTION_visible), NULL, 6);
        }
        check_shares("places", places, NULL, 6);
        check_shares("sides", sides, NULL, 2);
    }
}

/* ---------------------------------------------------------------- seen */

static double share_seen(const struct reference_picture *picture, unsigned thing)
{
    assert_true(picture->alone[thing] > 0);
    return (double)picture->left[thing] / picture->alone[thing];
}

/* S3D-9, S3D-10: in the picture that is shown, each solid can be told: it is large enough and
 * enough of it is seen. S3D-8: at EASY nothing of it is hidden, before the turn and after it. */
static void check_shown(const struct row *row, const struct tes_question_drawn *question)
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
static void check_visible(const struct tes_question_drawn *question)
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
static void check_hidden(const struct tes_question_drawn *question)
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
static void check_seeing(const struct tes_question_drawn *question)
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
        struct tes_question_drawn question;
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

static void expect_sentence(const struct row *row, const struct tes_question_drawn *question,
                            const char *expected)
{
    char memory[256];
    struct tes_buf text = tes_buf_on(memory, sizeof memory);
    row->question->ask(question, &text);
    struct tes_slice slice = tes_buf_done(&text);
    assert_int_equal(slice.length, strlen(expected));
    assert_memory_equal(slice.at, expected, slice.length);
}

/* S3D-11, S3D-12, S3D-13 */
static void sentences_say_what_is_asked(void **state)
{
    (void)state;
    struct tes_question_drawn question = {.degrees = 90, .is_clockwise = true};
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
                    "The table turns 35° anticlockwise and you look from 25° lower, from the "
                    "eye along the lines. How many objects are then fully visible?");
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
        const struct tes_question_drawn *question = tes_question_of(&challenge);
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
        cmocka_unit_test(questions_are_sound_and_balanced),
        cmocka_unit_test(what_is_asked_can_be_seen),
        cmocka_unit_test(sentences_say_what_is_asked),
        cmocka_unit_test(words_are_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
