#include "challenge/instruction.h"

enum { DIGITS = 10, NUMBER_MAX = 12 };

static const struct line {
    const char *key;
    struct tes_slice words;
} ENGLISH[] = {
#define TES_LINE(key, words) {key, TES_SLICE_INIT(words)},
#include "english.def"
#undef TES_LINE
};

static struct tes_slice say_english(const void *language, const char *key)
{
    (void)language;
    for (size_t i = 0; i < sizeof ENGLISH / sizeof *ENGLISH; i++)
        if (tes_slice_equal(tes_slice_of(ENGLISH[i].key), tes_slice_of(key)))
            return ENGLISH[i].words;
    return (struct tes_slice){NULL, 0};
}

const struct tes_instruction_words tes_instruction_english = {.say = say_english};

static void write_number(unsigned number, struct tes_slice digits, struct tes_buf *text)
{
    char memory[NUMBER_MAX];
    struct tes_buf ascii = tes_buf_on(memory, sizeof memory);
    size_t width = digits.length / DIGITS;
    tes_buf_number(&ascii, number);
    if (width == 0 || digits.length % DIGITS != 0) {
        tes_buf_slice(text, tes_buf_done(&ascii));
        return;
    }
    for (size_t i = 0; i < ascii.length; i++)
        tes_buf_append(text, digits.at + (size_t)(ascii.at[i] - '0') * width, width);
}

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The name of the hole that a line begins with: "{name}"; empty where it begins with none. */
static struct tes_slice hole_at(struct tes_slice line)
{
    size_t end = 1;
    while (end < line.length && is_name(line.at[end]))
        end++;
    bool is_hole = line.length > 0 && line.at[0] == '{' && end < line.length && line.at[end] == '}';
    return is_hole ? (struct tes_slice){line.at + 1, end - 1} : (struct tes_slice){NULL, 0};
}

static void write_hole(struct tes_slice name, const struct tes_hole *holes, size_t count,
                       struct tes_slice digits, struct tes_buf *text)
{
    for (size_t i = 0; i < count; i++) {
        if (holes[i].name == NULL || !tes_slice_equal(tes_slice_of(holes[i].name), name))
            continue;
        if (holes[i].text.at != NULL)
            tes_buf_slice(text, holes[i].text);
        else
            write_number(holes[i].number, digits, text);
        return;
    }
}

void tes_instruction_fill(struct tes_slice line, const struct tes_hole *holes, size_t count,
                          struct tes_slice digits, struct tes_buf *text)
{
    while (line.length > 0) {
        struct tes_slice name = hole_at(line);
        size_t taken = name.length > 0 ? name.length + 2 : 1;
        if (name.length > 0)
            write_hole(name, holes, count, digits, text);
        else
            tes_buf_char(text, line.at[0]);
        line.at += taken;
        line.length -= taken;
    }
}

void tes_instruction_write(const struct tes_instruction *ask,
                           const struct tes_instruction_words *words, struct tes_buf *text)
{
    struct tes_hole holes[TES_ASK_HOLES] = {0};
    for (unsigned i = 0; i < TES_ASK_HOLES; i++) {
        const struct tes_instruction_hole *hole = &ask->holes[i];
        holes[i] = (struct tes_hole){.name = hole->name, .number = hole->number};
        if (hole->key != NULL)
            holes[i].text = words->say(words->language, hole->key);
    }
    tes_instruction_fill(words->say(words->language, ask->key), holes, TES_ASK_HOLES, words->digits,
                         text);
}

const char *tes_instruction_direction(bool is_clockwise)
{
    return is_clockwise ? "clockwise" : "anticlockwise";
}
