/* tessera docs: the pages of docs/ and of the manual that are made from tables. */
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "challenge/kinds.h"
#include "challenge/strength.h"
#include "cli/cli.h"
#include "cli/man.h"
#include "extras/speech/speech.h"
#include "extras/study/interval.h"
#include "server/metrics/metrics.h"
#include "server/runtime/routes.h"
#include "server/words/words.h"

/* ---------------------------------------------------------------- strength */

static void write_percent(struct tes_buf *buf, unsigned thousandths)
{
    tes_buf_number(buf, thousandths / 10);
    if (thousandths % 10 != 0) {
        tes_buf_char(buf, '.');
        tes_buf_number(buf, thousandths % 10);
    }
}

static void write_interval(struct tes_buf *buf, const struct tes_strength_figure *figure)
{
    unsigned right = ((unsigned)figure->thousandths * figure->of + 500) / 1000;
    struct interval share = interval_share(right, figure->of);
    write_percent(buf, (unsigned)(1000 * share.low + 0.5));
    tes_buf_text(buf, " to ");
    write_percent(buf, (unsigned)(1000 * share.high + 0.5));
    tes_buf_text(buf, " of ");
    tes_buf_number(buf, figure->of);
}

static void write_source_link(struct tes_buf *buf, const struct tes_strength_source *source)
{
    size_t number = 0;
    while (tes_strength_source(number) != source)
        number++;
    tes_buf_text(buf, " [");
    tes_buf_number(buf, (int64_t)number + 1);
    tes_buf_text(buf, "]");
}

static void write_figure(struct tes_buf *buf, const struct tes_strength_figure *figure)
{
    tes_buf_text(buf, " | ");
    if (figure->thousandths < 0) {
        tes_buf_text(buf, "not known");
        return;
    }
    write_percent(buf, (unsigned)figure->thousandths);
    tes_buf_char(buf, '%');
    if (figure->of > 0) {
        tes_buf_text(buf, " (");
        write_interval(buf, figure);
        tes_buf_char(buf, ')');
    }
    write_source_link(buf, figure->source);
}

static void write_levels(struct tes_buf *buf, unsigned levels)
{
    const unsigned all = 1U << TES_EASY | 1U << TES_MEDIUM | 1U << TES_HARD;
    bool is_first = true;
    if (levels == all) {
        tes_buf_text(buf, "all");
        return;
    }
    for (enum tes_difficulty i = TES_EASY; i <= TES_HARD; i++) {
        if ((levels >> i & 1) == 0)
            continue;
        tes_buf_text(buf, is_first ? "" : ", ");
        tes_buf_text(buf, tes_difficulty_name(i));
        is_first = false;
    }
}

static void write_row(struct tes_buf *buf, const struct tes_strength *row)
{
    bool has_questions = !tes_slice_equal(tes_slice_of(row->kind), tes_slice_of(row->question));
    tes_buf_text(buf, "| `");
    tes_buf_text(buf, row->kind);
    tes_buf_text(buf, has_questions ? "`: `" : "");
    tes_buf_text(buf, has_questions ? row->question : "");
    tes_buf_text(buf, "` | ");
    write_levels(buf, row->levels);
    for (size_t i = 0; i < TES_STRENGTH_BY_COUNT; i++)
        write_figure(buf, &row->by[i]);
    tes_buf_text(buf, " | ");
    tes_buf_text(buf, tes_strength_class_name(tes_strength_class(row)));
    tes_buf_text(buf, " |\n");
}

static void write_source(struct tes_buf *buf, size_t number)
{
    static const char *const STIMULI[] = {
        [TES_STIMULI_OURS] = "ours",
        [TES_STIMULI_STAND_IN] = "a stand-in for ours",
        [TES_STIMULI_OTHERS] = "other people's",
    };
    const struct tes_strength_source *source = tes_strength_source(number);
    tes_buf_text(buf, "| ");
    tes_buf_number(buf, (int64_t)number + 1);
    tes_buf_text(buf, " | ");
    tes_buf_text(buf, source->date);
    tes_buf_text(buf, " | ");
    tes_buf_text(buf, STIMULI[source->stimuli]);
    tes_buf_text(buf, " | ");
    tes_buf_text(buf, source->text);
    tes_buf_text(buf, " |\n");
}

static const char OPENING[] =
    "# Strength\n\n"
    "Made from `src/challenge/strength.def` and `src/challenge/strength_sources.def` by `make "
    "docs`: the one "
    "table that what is asked, `/v1/verify`, and all that these pages say of strength follow.\n\n"
    "The share of challenges that is passed. In parentheses: between which shares the true one "
    "lies with 95% certainty (Wilson's interval), and how many were tried; without them nobody "
    "measured it, and the source says why it is known. In brackets: the [source](#sources).\n\n"
    "**The class** follows by one rule. `off-the-shelf`: scripts and general models were both "
    "tried, and neither passes more than 31%. `friction`: all else; what was not tried is taken "
    "for solved. There is no higher class: a program that was made for a type passes it, or will. "
    "What is a simple script and what was made for a type is where somebody drew a line: of "
    "`hidden`, 250 lines that follow the dots and learn nothing are counted as made for it, and "
    "pass 92 to 98%.\n\n"
    "**The confidence** of a pass is the probability that a person answered, against the best "
    "published program for each type, if a quiet network sends one program for each person and a "
    "busy one up to nine ([table](rules.md#confidence)). It is 1 / (1 + programs x share), "
    "rounded down: the share is the highest of a row's first four columns, multiplied over all "
    "rounds. 0.50 says nothing. It leaves out people who solve for money, and that the shares were "
    "measured on few.\n\n"
    "**People** are unknown where the column is empty or tells of other people's pictures: "
    "`tessera study` is what fills it ([study.md](study.md)), and no study has been run yet.\n\n"
    "| type | levels | blind guess | best simple script | general model, one look | program or "
    "network made for it | people | class |\n|---|---|---|---|---|---|---|---|\n";

static void strength_write_markdown(struct tes_buf *buf)
{
    tes_buf_text(buf, OPENING);
    for (size_t i = 0; tes_strength_row(i) != NULL; i++)
        write_row(buf, tes_strength_row(i));
    tes_buf_text(buf, "\n`pow` is proof of work, and `review` a person who looks: nobody has "
                      "measured whom people let in.\n\n"
                      "## Sources\n\n| | month | whose challenges | what was done |\n"
                      "|---|---|---|---|\n");
    for (size_t i = 0; tes_strength_source(i) != NULL; i++)
        write_source(buf, i);
}

#define OUTPUT_MAX ((size_t)256 * 1024)

int cli_print(void (*write)(struct tes_buf *buf))
{
    static char memory[OUTPUT_MAX];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);
    write(&buf);
    if (buf.failed)
        return cli_fail("the output is too long");
    fwrite(buf.at, 1, buf.length, stdout);
    return CLI_DONE;
}

/* ------------------------------------------------------------------- types */

/* A challenge of that kind, as it may come. */
static void make_sample(const struct tes_kind *kind, enum tes_difficulty difficulty,
                        struct tes_buf *buf, struct tes_challenge *sample)
{
    const struct tes_options options = {.difficulty = difficulty};
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(1, key);
    if (tes_generate(kind->name, key, &options, sample) != TES_OK)
        buf->failed = true;
}

static const char *strength_class_of(const struct tes_kind *kind, enum tes_difficulty level)
{
    const struct tes_slice any = {NULL, 0};
    return tes_strength_class_name(
        tes_strength_class(tes_strength_find(tes_slice_of(kind->name), any, level)));
}

static void write_hundredths(struct tes_buf *buf, unsigned percent)
{
    tes_buf_text(buf, percent % 100 < 10 ? "0.0" : "0.");
    tes_buf_number(buf, percent % 100);
}

static void write_type(struct tes_buf *buf, const struct tes_kind *kind)
{
    struct tes_challenge sample;
    make_sample(kind, TES_MEDIUM, buf, &sample);
    tes_buf_text(buf, "| `");
    tes_buf_text(buf, kind->name);
    tes_buf_text(buf, "` | ");
    tes_buf_text(buf, kind->title);
    tes_buf_text(buf, " | ");
    tes_kind_instructions(&sample, NULL, buf);
    tes_buf_text(buf, " | ");
    tes_buf_number(buf, kind->time_limit_s);
    for (enum tes_difficulty i = TES_EASY; i <= TES_HARD; i++) {
        make_sample(kind, i, buf, &sample);
        tes_buf_text(buf, " | ");
        tes_buf_text(buf, strength_class_of(kind, i));
        tes_buf_text(buf, ", ");
        write_hundredths(buf, tes_evidence(&sample));
    }
    tes_buf_text(buf, " |\n");
}

static void write_types(struct tes_buf *buf)
{
    tes_buf_text(
        buf, "# Types\n\n"
             "Made from `src/challenge/kinds.def` and `src/challenge/strength.def` by `make docs`. "
             "[api.md](api.md#the-types) says what each of them asks, and "
             "[strength.md](strength.md) what the last three columns are made of.\n\n"
             "They are the `strength` and the `confidence` of a pass of a quiet network at each "
             "difficulty; of a type with several questions, the strength of the weakest and the "
             "confidence of "
             "one. Sounds are friction and have 0.50, like every other alternative.\n\n"
             "| type | title | asks, for example | seconds | `easy` | `medium` | `hard` |\n"
             "|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < TES_KIND_COUNT; i++)
        write_type(buf, tes_kind_find(tes_slice_of(tes_kind_name(i))));
}

/* --------------------------------------------------------------- languages */

static bool is_read(struct tes_slice tag)
{
    char text[16];
    struct tes_buf buf = tes_buf_on(text, sizeof text);
    tes_buf_slice(&buf, tag);
    return tes_buf_finish(&buf, NULL) == TES_OK && speech_knows(text);
}

static void write_languages(struct tes_buf *buf)
{
    tes_buf_text(
        buf,
        "# Languages\n\n"
        "Made from `web/locales` and `src/challenge/scene/questions/spoken.def` by `make docs`.\n\n"
        "| tag | language | runs | read aloud by the server |\n|---|---|---|---|\n");
    for (const struct words *words = NULL; (words = words_next(words)) != NULL;) {
        bool is_rtl = tes_slice_equal(words->direction, TES_SLICE("rtl"));
        tes_buf_text(buf, "| `");
        tes_buf_slice(buf, words->tag);
        tes_buf_text(buf, "` | ");
        tes_buf_slice(buf, words->name);
        tes_buf_text(buf, is_rtl ? " | from right to left | " : " | from left to right | ");
        tes_buf_text(buf, is_read(words->tag) ? "yes |\n" : "no |\n");
    }
}

/* ------------------------------------------------------------------- rules */

static const char *const LEVEL_RULES[] = {
#define ABOVE " | above "
#define BELOW " | below "
#define ADAPTIVE_RULE(from, comparison, percent, attempts, to)                                     \
    "| " #from comparison #percent "% | " #attempts " | " #to " |\n",
#include "policy/adaptive.def"
#undef ADAPTIVE_RULE
#undef BELOW
#undef ABOVE
};

static const char *const SUSPICIONS[] = {
#define SUSPICION(name, label, meaning) "| `" label "` | " meaning " |\n",
#include "policy/escalation/suspicion.def"
#undef SUSPICION
};

static const char *const USES[] = {
#define passes                               "passes"
#define failing                              "per cent of wrong answers, from the fourth on"
#define CONFIDENCE_USE(fact, from, programs) "| " fact " | " #from " | " #programs " |\n",
#include "policy/escalation/confidence.def"
#undef CONFIDENCE_USE
#undef failing
#undef passes
};

static void write_rules(struct tes_buf *buf)
{
    tes_buf_text(
        buf, "# Rules\n\n"
             "Made from `src/policy/adaptive.def`, `src/policy/escalation/suspicion.def` and "
             "`src/policy/escalation/confidence.def` by `make docs`."
             "\n\n## A user's level\n\n"
             "What it is used for, and what else decides, is in [sites.md](sites.md"
             "#difficulty). Only answers since the last change of level count. No rule needs fewer "
             "answers than `adaptive.min_attempts_before_adapt` says; 0 stands for that number.\n\n"
             "| level | share of right answers at it | of so many, at least | next level |\n"
             "|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof LEVEL_RULES / sizeof LEVEL_RULES[0]; i++)
        tes_buf_text(buf, LEVEL_RULES[i]);
    tes_buf_text(buf, "\n## Suspicious answers\n\n"
                      "An answer that falls under one of these is marked `is_suspicious` in the "
                      "[history](history.md), and counted in "
                      "`tessera_suspicious_answers_total`. No verdict depends on it.\n\n"
                      "| rule | an answer |\n|---|---|\n");
    for (size_t i = 0; i < sizeof SUSPICIONS / sizeof SUSPICIONS[0]; i++)
        tes_buf_text(buf, SUSPICIONS[i]);
    tes_buf_text(buf,
                 "\n## Confidence\n\n"
                 "For each person that comes from a network, [`confidence`]"
                 "(api.md#post-v1verify) assumes so many programs: one, or the most that a row "
                 "gives. A row holds from that number on, counted of the network at the "
                 "site within the hour. The numbers are assumptions.\n\n"
                 "| counted | from | programs |\n|---|---|---|\n");
    for (size_t i = 0; i < sizeof USES / sizeof USES[0]; i++)
        tes_buf_text(buf, USES[i]);
}

/* ------------------------------------------------------------------- pages */

static const struct {
    const char *name;
    void (*write)(struct tes_buf *buf);
} DOCS[] = {
    {"allowlist", routes_write_allowlist}, {"config", config_write_markdown},
    {"languages", write_languages},        {"metrics", metrics_write_markdown},
    {"routes", routes_write_markdown},     {"rules", write_rules},
    {"strength", strength_write_markdown}, {"types", write_types},
};

enum { DOCS_COUNT = sizeof DOCS / sizeof DOCS[0] };

static int run_docs(const struct cli_call *call)
{
    if (cli_given(call, "--list")) {
        for (size_t i = 0; i < DOCS_COUNT; i++)
            puts(DOCS[i].name);
        return CLI_DONE;
    }
    for (size_t i = 0; cli_given(call, "--manuals") && man_pages[i].name != NULL; i++)
        puts(man_pages[i].name);
    if (cli_given(call, "--manuals"))
        return CLI_DONE;
    for (size_t i = 0; call->word_count == 1 && i < DOCS_COUNT; i++)
        if (strcmp(call->words[0], DOCS[i].name) == 0)
            return cli_print(DOCS[i].write);
    for (size_t i = 0; call->word_count == 1 && man_pages[i].name != NULL; i++)
        if (strcmp(call->words[0], man_pages[i].name) == 0)
            return cli_print(man_pages[i].write);
    return cli_wrong(call, "expected one PAGE; --list and --manuals print them");
}

const struct cli_command cli_docs = {
    .name = "docs",
    .arguments = "PAGE",
    .summary = "Prints a page of the docs, or of the manual, from its table.",
    .options = {{"--list", NULL, "print the pages of the docs that there are", 1},
                {"--manuals", NULL, "print the pages of the manual that there are", 1}},
    .run = run_docs,
};
