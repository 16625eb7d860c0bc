/*
 * What programs achieve against questions about scenes. Each row of the table is one way to answer,
 * tried on fresh challenges; what has to be learned is learned from others.
 *
 *   guess     does not look at the picture
 *   shortcut  sees everything (it is given the truth) and does not reason: a yardstick, no attack
 *   attack    gets what a client gets (struct sight)
 *
 * `scene LEVEL COUNT [QUESTION]` makes challenges and counts; `scene read LEVEL` answers those of a
 * stream on standard input (sight.h), a line for each: ATTACK=OPTION;ATTACK=OPTION.
 */
#include "scene.h"
#include "scene_forest.h"
#include "scene_guess.h"
#include "scene_table.h"
#include "sight.h"

#include <err.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t LEARN_SEED = 10000000, MEASURE_SEED = 30000000;
static const char *const LEVELS[] = {"", "easy", "medium", "hard"};
static const char *const NAMES[] = {
#define QUESTION(name, levels, form, needs) #name,
#include "challenge/scene/questions/questions.def"
#undef QUESTION
};

enum { LEARNED = 4000, TABLES_LEARNED = 300, ROWS_MAX = 40 };

const struct scene_row scene_attacks[] = {
    {TES_QUESTION_sun, "shadow against dials", scene_sun, NULL},
    {TES_QUESTION_net, "inks, then folding", scene_net, NULL},
    {TES_QUESTION_motion, "track, camera, line", scene_motion, NULL},
    {TES_QUESTION_polycube, "drawings of every figure", scene_polycube, NULL},
    {TES_QUESTION_turn, "blobs, neighbours, geometry", scene_turn, NULL},
    {TES_QUESTION_turn, "trees, votes, geometry", scene_turn_votes, NULL},
    {TES_QUESTION_behind, "blobs, neighbours, geometry", scene_behind, NULL},
    {TES_QUESTION_behind, "trees, votes, geometry", scene_behind_votes, NULL},
    {TES_QUESTION_viewer, "blobs, neighbours, geometry", scene_viewer, NULL},
    {TES_QUESTION_viewer, "trees, votes, geometry", scene_viewer_votes, NULL},
    {TES_QUESTION_visible, "blobs, neighbours, geometry", scene_visible, NULL},
    {TES_QUESTION_visible, "trees, votes, geometry", scene_visible_votes, NULL},
    {0},
};

/* A way to answer, and how it went with each question. */
struct tally {
    const char *sort;
    const struct scene_row *row;
    unsigned right[TES_QUESTION_COUNT], asked[TES_QUESTION_COUNT];
};

static unsigned add_rows(const char *sort, const struct scene_row *rows, struct tally *tallies,
                         unsigned count)
{
    for (; rows->name != NULL && count < ROWS_MAX; rows++)
        tallies[count++] = (struct tally){.sort = sort, .row = rows};
    return count;
}

static bool is_for(const struct scene_row *row, enum tes_question_id question)
{
    return row->question == TES_QUESTION_COUNT || row->question == question;
}

static void ask(struct sample *sample, struct tally *tallies, unsigned count)
{
    enum tes_question_id question = sample->sight.question;
    bool is_drawn = false;
    for (unsigned i = 0; i < count; i++) {
        const struct scene_row *row = tallies[i].row;
        if (!is_for(row, question))
            continue;
        if (row->question != TES_QUESTION_COUNT && row->attack != NULL && !is_drawn) {
            scene_sample_draw(sample);
            is_drawn = true;
        }
        int answer = row->attack ? row->attack(&sample->sight) : row->shortcut(sample->truth);
        tallies[i].asked[question]++;
        tallies[i].right[question] += answer == sample->answer;
    }
}

/* The bounds of a share that was found `right` times of `asked`: Wilson's interval of 95%. */
static void print_share(unsigned right, unsigned asked)
{
    const double z = 1.96;
    double n = asked, share = right / n, whole = 1 + z * z / n;
    double middle = (share + z * z / (2 * n)) / whole;
    double half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / whole;
    printf("%5u of %-5u %6.1f%%  %.1f to %.1f\n", right, asked, 100 * share,
           100 * fmax(0, middle - half), 100 * fmin(1, middle + half));
}

static void print(const struct tally *tallies, unsigned count, unsigned level)
{
    for (unsigned question = 0; question < TES_QUESTION_heard; question++) {
        for (unsigned i = 0; i < count; i++) {
            if (tallies[i].asked[question] == 0)
                continue;
            printf("%-9s %-7s %-9s %-30s ", NAMES[question], LEVELS[level], tallies[i].sort,
                   tallies[i].row->name);
            print_share(tallies[i].right[question], tallies[i].asked[question]);
        }
    }
}

static bool is_table(enum tes_question_id question)
{
    return question == TES_QUESTION_turn || question == TES_QUESTION_behind ||
           question == TES_QUESTION_viewer || question == TES_QUESTION_visible;
}

/* What attackers learn from challenges that they make for themselves. */
static void learn(enum tes_difficulty difficulty)
{
    static struct sample sample;
    unsigned tables = 0;
    for (uint64_t i = 0; i < LEARNED; i++) {
        scene_sample(LEARN_SEED + i, difficulty, &sample);
        scene_guess_learn(&sample);
        scene_shortcut_learn(&sample);
        if (!is_table(sample.sight.question) || tables == FOREST_PICTURES)
            continue;
        scene_sample_draw(&sample);
        forest_take(&sample);
        if (tables++ < TABLES_LEARNED)
            table_learn(&sample);
    }
    forest_learn();
}

static int answer_stream(enum tes_difficulty difficulty)
{
    static struct sight sight;
    struct tes_select nobody_says;
    learn(difficulty);
    while (sight_read(stdin, &sight, &nobody_says)) {
        const char *between = "";
        for (const struct scene_row *row = scene_attacks; row->name != NULL; row++) {
            if (row->question != sight.question)
                continue;
            printf("%s%s=%d", between, row->name, row->attack(&sight));
            between = ";";
        }
        printf("\n");
        fflush(stdout);
    }
    return 0;
}

static unsigned level_of(const char *name)
{
    unsigned level = 1;
    while (level < 3 && strcmp(name, LEVELS[level]) != 0)
        level++;
    return level;
}

int main(int argc, char **argv)
{
    static struct tally tallies[ROWS_MAX];
    static struct sample sample;
    unsigned rows = 0, asked[TES_QUESTION_COUNT] = {0};
    if (argc == 3 && strcmp(argv[1], "read") == 0)
        return answer_stream((enum tes_difficulty)level_of(argv[2]));
    if (argc != 3 && argc != 4)
        errx(2, "usage: scene easy|medium|hard COUNT [QUESTION], or scene read LEVEL");
    unsigned level = level_of(argv[1]);
    unsigned most = (unsigned)atoi(argv[2]);
    const char *only = argc == 4 ? argv[3] : NULL;
    rows = add_rows("guess", scene_guesses, tallies, rows);
    rows = add_rows("shortcut", scene_shortcuts, tallies, rows);
    rows = add_rows("attack", scene_attacks, tallies, rows);
    learn((enum tes_difficulty)level);
    for (uint64_t i = 0; i < 10ULL * most; i++) {
        scene_sample(MEASURE_SEED + i, (enum tes_difficulty)level, &sample);
        enum tes_question_id question = sample.sight.question;
        if (asked[question] == most || (only != NULL && strcmp(NAMES[question], only) != 0))
            continue;
        asked[question]++;
        ask(&sample, tallies, rows);
    }
    print(tallies, rows, level);
    return 0;
}
