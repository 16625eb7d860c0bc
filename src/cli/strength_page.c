#include "cli/strength_page.h"

#include "challenge/strength.h"
#include "extras/study/interval.h"

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

void strength_write_markdown(struct tes_buf *buf)
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
