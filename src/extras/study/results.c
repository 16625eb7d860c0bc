#include "extras/study/results.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "base/json_read.h"

#define ARENA_MAX 4096

/* ------------------------------------------------------------------ write */

/* One line or none of it. */
static enum study_append append_line(struct study_results *results, struct tes_slice line)
{
    struct stat about;
    enum study_append done = STUDY_FAILED;
    pthread_mutex_lock(&results->lock);
    if (fstat(results->file, &about) == 0) {
        uint64_t size = (uint64_t)about.st_size;
        if (size + line.length > results->bytes_max)
            done = STUDY_FULL;
        else if (write(results->file, line.at, line.length) == (ssize_t)line.length)
            done = STUDY_APPENDED;
        else
            (void)!ftruncate(results->file, about.st_size);
    }
    pthread_mutex_unlock(&results->lock);
    return done;
}

static enum study_append append_json(struct study_results *results, struct tes_buf *line)
{
    tes_buf_char(line, '\n');
    return line->failed ? STUDY_FAILED : append_line(results, tes_buf_done(line));
}

static enum study_append note_start(struct study_results *results)
{
    char memory[STUDY_LINE_MAX];
    struct tes_buf line = tes_buf_on(memory, sizeof memory);
    struct tes_json json = tes_json_on(&line);
    tes_json_open(&json, NULL, '{');
    tes_json_string(&json, "study", TES_SLICE("1"));
    tes_json_string(&json, "version", TES_SLICE(TESSERA_VERSION));
    tes_json_close(&json, '}');
    return append_json(results, &line);
}

bool study_results_open(struct study_results *results, const char *data, uint64_t bytes_max,
                        struct tes_error *error)
{
    char path[4096];
    results->bytes_max = bytes_max;
    results->file = -1;
    int length = snprintf(path, sizeof path, "%s/" STUDY_FILE, data);
    if (length > 0 && length < (int)sizeof path)
        results->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (results->file < 0)
        return tes_error_set(error, "%s/" STUDY_FILE ": %s", data, strerror(errno));
    pthread_mutex_init(&results->lock, NULL);
    if (note_start(results) == STUDY_FAILED) {
        tes_error_set(error, "%s/" STUDY_FILE ": it could not be written", data);
        study_results_close(results);
        return false;
    }
    return true;
}

void study_results_close(struct study_results *results)
{
    if (results->file < 0)
        return;
    close(results->file);
    results->file = -1;
    pthread_mutex_destroy(&results->lock);
}

bool study_results_are_full(struct study_results *results)
{
    struct stat about;
    return fstat(results->file, &about) != 0 ||
           (uint64_t)about.st_size + STUDY_LINE_MAX > results->bytes_max;
}

enum study_append study_results_append(struct study_results *results,
                                       const struct study_result *result)
{
    char memory[STUDY_LINE_MAX];
    struct tes_buf line = tes_buf_on(memory, sizeof memory);
    struct tes_json json = tes_json_on(&line);
    tes_json_open(&json, NULL, '{');
    tes_json_string(&json, "type", tes_slice_of(result->type));
    tes_json_string(&json, "question", tes_slice_of(result->question));
    tes_json_string(&json, "level", tes_slice_of(study_levels[result->level]));
    tes_json_string(&json, "outcome", tes_slice_of(study_outcomes[result->outcome]));
    if (result->ms == STUDY_MS_UNKNOWN)
        tes_json_null(&json, "ms");
    else
        tes_json_number(&json, "ms", result->ms);
    tes_json_string(&json, "input", tes_slice_of(study_inputs[result->input]));
    tes_json_string(&json, "screen", tes_slice_of(study_screens[result->screen]));
    tes_json_close(&json, '}');
    return append_json(results, &line);
}

enum study_append study_results_note_run(struct study_results *results, bool has_ended)
{
    return append_line(results, has_ended ? TES_SLICE("{\"run\":\"ended\"}\n")
                                          : TES_SLICE("{\"run\":\"begun\"}\n"));
}

/* ------------------------------------------------------------------- read */

static bool read_word(const struct tes_fields *fields, struct tes_slice name,
                      const char *const *list, unsigned *number)
{
    struct tes_slice word;
    return tes_fields_text(fields, name, STUDY_NAME_MAX, &word) && word.at != NULL &&
           study_word(list, word, number);
}

/* A name as kinds and questions have it: small letters and hyphens. */
static bool read_name(const struct tes_fields *fields, struct tes_slice name,
                      char text[STUDY_NAME_MAX + 1])
{
    struct tes_slice word;
    if (!tes_fields_text(fields, name, STUDY_NAME_MAX, &word) || word.length == 0)
        return false;
    for (size_t i = 0; i < word.length; i++)
        if ((word.at[i] < 'a' || word.at[i] > 'z') && word.at[i] != '-')
            return false;
    memcpy(text, word.at, word.length);
    text[word.length] = '\0';
    return true;
}

static bool read_ms(const struct tes_fields *fields, int32_t *ms)
{
    const struct tes_field *field = tes_fields_find(fields, TES_SLICE("ms"));
    uint64_t number;
    *ms = STUDY_MS_UNKNOWN;
    if (field == NULL || field->type == TES_FIELD_NULL)
        return true;
    if (field->type != TES_FIELD_NUMBER || !tes_slice_number(field->value, STUDY_MS_MOST, &number))
        return false;
    *ms = (int32_t)number;
    return true;
}

static bool read_result(const struct tes_fields *fields, struct study_result *result)
{
    unsigned level, outcome, input, screen;
    bool is_good = read_name(fields, TES_SLICE("type"), result->type) &&
                   read_name(fields, TES_SLICE("question"), result->question) &&
                   read_word(fields, TES_SLICE("level"), study_levels, &level) &&
                   read_word(fields, TES_SLICE("outcome"), study_outcomes, &outcome) &&
                   read_word(fields, TES_SLICE("input"), study_inputs, &input) &&
                   read_word(fields, TES_SLICE("screen"), study_screens, &screen) &&
                   read_ms(fields, &result->ms);
    if (is_good) {
        result->level = (enum study_level)level;
        result->outcome = (enum study_outcome)outcome;
        result->input = (enum study_input)input;
        result->screen = (enum study_screen)screen;
    }
    return is_good;
}

enum study_line study_results_read(struct tes_slice line, struct study_result *result)
{
    struct tes_arena arena = tes_arena_new(ARENA_MAX);
    struct tes_fields fields;
    struct tes_slice run;
    enum study_line what = STUDY_LINE_BAD;
    *result = (struct study_result){.ms = STUDY_MS_UNKNOWN};
    if (line.length < STUDY_LINE_MAX && tes_json_read(&arena, line, &fields) == TES_OK) {
        if (tes_fields_text(&fields, TES_SLICE("run"), STUDY_NAME_MAX, &run) && run.at != NULL)
            what = tes_slice_equal(run, TES_SLICE("begun"))   ? STUDY_LINE_BEGUN
                   : tes_slice_equal(run, TES_SLICE("ended")) ? STUDY_LINE_ENDED
                                                              : STUDY_LINE_BAD;
        else if (tes_fields_find(&fields, TES_SLICE("study")) != NULL)
            what = STUDY_LINE_HEAD;
        else if (read_result(&fields, result))
            what = STUDY_LINE_RESULT;
    }
    tes_arena_free(&arena);
    return what;
}

#define STUDY_WORD(name, text) text,
const char *const study_outcomes[] = {STUDY_OUTCOMES(STUDY_WORD) NULL};
const char *const study_inputs[] = {STUDY_INPUTS(STUDY_WORD) NULL};
const char *const study_screens[] = {STUDY_SCREENS(STUDY_WORD) NULL};
const char *const study_levels[] = {STUDY_LEVELS(STUDY_WORD) NULL};
#undef STUDY_WORD

bool study_word(const char *const *list, struct tes_slice word, unsigned *number)
{
    for (unsigned i = 0; list[i] != NULL; i++) {
        if (tes_slice_equal(tes_slice_of(list[i]), word)) {
            *number = i;
            return true;
        }
    }
    return false;
}
