#include "server/config/config_yaml.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <yaml.h>

#include "base/arena.h"
#include "base/secret.h"
#include "server/config/config_value.h"

#define CONFIG_DEPTH_MAX 4 /* no key stands deeper; a test looks at each */

struct reader {
    struct tes_slice text;
    yaml_parser_t parser;
    yaml_event_t event; /* the current one */
    struct config_place place;
    struct config *config;
    struct tes_error *error;
    struct config_file *written;
    bool name_seen[CONFIG_NAMES];
    /* By the number of the section's first key and how many dots the section has. */
    bool section_seen[CONFIG_NAMES][CONFIG_DEPTH_MAX];
};

static bool fail(struct reader *reader, const char *message)
{
    return config_error_set(reader->error, &reader->place, "%s", message);
}

/* Bytes that are no text have an offset only. */
static size_t line_at(struct tes_slice text, size_t offset)
{
    size_t line = 1;

    for (size_t i = 0; i < offset && i < text.length; i++)
        line += text.at[i] == '\n';
    return line;
}

static bool parser_failed(struct reader *reader)
{
    const yaml_parser_t *parser = &reader->parser;
    struct config_place place = {.file = reader->place.file, .line = parser->problem_mark.line + 1};

    if (parser->error == YAML_READER_ERROR)
        place.line = line_at(reader->text, parser->problem_offset);
    if (parser->error == YAML_MEMORY_ERROR)
        return config_error_set(reader->error, &place, "out of memory");
    return config_error_set(reader->error, &place, "this is not YAML: %s",
                            parser->problem != NULL ? parser->problem : "unreadable");
}

static bool has_extras(const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_ALIAS_EVENT:
        return true;
    case YAML_SCALAR_EVENT:
        return event->data.scalar.anchor != NULL || event->data.scalar.tag != NULL;
    case YAML_SEQUENCE_START_EVENT:
        return event->data.sequence_start.anchor != NULL || event->data.sequence_start.tag != NULL;
    case YAML_MAPPING_START_EVENT:
        return event->data.mapping_start.anchor != NULL || event->data.mapping_start.tag != NULL;
    default:
        return false;
    }
}

static bool next(struct reader *reader)
{
    yaml_event_delete(&reader->event);
    if (!yaml_parser_parse(&reader->parser, &reader->event)) {
        memset(&reader->event, 0, sizeof reader->event);
        return parser_failed(reader);
    }
    reader->place.line = reader->event.start_mark.line + 1;
    return !has_extras(&reader->event) || fail(reader, "anchors, aliases and tags are not taken");
}

static struct tes_slice scalar(const struct reader *reader)
{
    return (struct tes_slice){(const char *)reader->event.data.scalar.value,
                              reader->event.data.scalar.length};
}

static bool is_plain(const struct reader *reader)
{
    return reader->event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
}

static bool is_nothing(const struct reader *reader)
{
    static const char *const WORDS[] = {"", "~", "null", "Null", "NULL"};

    if (reader->event.type != YAML_SCALAR_EVENT || !is_plain(reader))
        return false;
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (tes_slice_equal(scalar(reader), tes_slice_of(WORDS[i])))
            return true;
    return false;
}

/* The current event is not what the row takes. */
static bool wrong_type(struct reader *reader, const struct config_row *row)
{
    char expected[CONFIG_EXPECTED_MAX];
    const char *found = "text";

    if (reader->event.type == YAML_MAPPING_START_EVENT)
        found = "a map";
    else if (reader->event.type == YAML_SEQUENCE_START_EVENT)
        found = "a list";
    else if (is_nothing(reader))
        found = "nothing";
    else if (!is_plain(reader))
        found = "text in quotes";
    return config_error_set(reader->error, &reader->place, "expected %s, found %s",
                            config_value_expected(row, expected), found);
}

static bool read_list(struct reader *reader, const struct config_row *row, struct tes_arena *arena)
{
    /* One more than any list may have, so that a list that is too long is seen to be. */
    struct tes_slice items[CONFIG_LIST_MAX + 1];
    size_t lines[CONFIG_LIST_MAX + 1];
    struct config_input input = {reader->place, items, lines, 0, true};

    for (;;) {
        if (!next(reader))
            return false;
        if (reader->event.type == YAML_SEQUENCE_END_EVENT ||
            input.count == sizeof items / sizeof *items)
            return config_value_read(row, &input, reader->config, reader->error);
        if (reader->event.type != YAML_SCALAR_EVENT || is_nothing(reader))
            return wrong_type(reader, row);
        if (scalar(reader).length > CONFIG_TEXT_MAX)
            return fail(reader, "the list is too long");
        const char *copy = tes_arena_string(arena, scalar(reader));
        if (copy == NULL)
            return fail(reader, "out of memory");
        items[input.count] = (struct tes_slice){copy, scalar(reader).length};
        lines[input.count++] = reader->place.line;
    }
}

static bool read_value(struct reader *reader, const struct config_row *row)
{
    if (!next(reader))
        return false;
    if (config_value_is_list(row)) {
        /* Room for as many items as are read, with what an arena leaves between them. */
        struct tes_arena arena = tes_arena_new((size_t)4 * CONFIG_LIST_MAX * CONFIG_TEXT_MAX);
        bool is_good = reader->event.type == YAML_SEQUENCE_START_EVENT
                           ? read_list(reader, row, &arena)
                           : wrong_type(reader, row);
        tes_arena_free(&arena);
        return is_good;
    }
    if (reader->event.type != YAML_SCALAR_EVENT || is_nothing(reader) ||
        (config_value_is_plain(row) && !is_plain(reader)))
        return wrong_type(reader, row);
    struct tes_slice text = scalar(reader);
    struct config_input input = {reader->place, &text, NULL, 1, true};
    return config_value_read(row, &input, reader->config, reader->error);
}

/* The number of the first name below the section, or CONFIG_NAMES. */
static size_t find_section(const char *path)
{
    size_t length = strlen(path), i = 0;

    while (i < CONFIG_NAMES && !(strncmp(config_names[i].path, path, length) == 0 &&
                                 config_names[i].path[length] == '.'))
        i++;
    return i;
}

/* The number of that name, or CONFIG_NAMES. */
static size_t find_name(const char *path)
{
    size_t i = 0;

    while (i < CONFIG_NAMES && strcmp(config_names[i].path, path) != 0)
        i++;
    return i;
}

static size_t count_dots(const char *path)
{
    size_t dots = 0;

    for (; *path != '\0'; path++)
        dots += *path == '.';
    return dots;
}

static bool read_map(struct reader *reader, const char *section);

static bool read_section(struct reader *reader, const char *path)
{
    if (!next(reader))
        return false;
    if (reader->event.type == YAML_MAPPING_START_EVENT)
        return read_map(reader, path);
    /* A section whose keys are all commented out. */
    return is_nothing(reader) || fail(reader, "expected a map of keys");
}

/* A key that stands here under another name already has to have the same value here. */
static bool read_key(struct reader *reader, const struct config_row *row)
{
    bool *has = &reader->written->has[row - config_rows], was_set = *has;
    struct config before = *reader->config;
    struct config_place place = reader->place;
    bool is_good = read_value(reader, row);

    if (is_good && was_set && !config_row_equal(row, &before, reader->config))
        is_good = config_error_set(reader->error, &place, CONFIG_ERROR_TWO_NAMES, row->path);
    *has = true;
    config_free(&before);
    return is_good;
}

static bool read_entry(struct reader *reader, const char *path)
{
    size_t name = find_name(path), section = find_section(path);

    if (name == CONFIG_NAMES && section == CONFIG_NAMES)
        return config_error_unknown_key(reader->error, &reader->place, tes_slice_of(path));
    bool *seen = name < CONFIG_NAMES ? &reader->name_seen[name]
                                     : &reader->section_seen[section][count_dots(path)];
    if (*seen)
        return fail(reader, "this key stands here for the second time");
    *seen = true;
    return name < CONFIG_NAMES ? read_key(reader, config_names[name].row)
                               : read_section(reader, path);
}

/* "SECTION.KEY"; false where it is longer than any key, or holds bytes that no key has. */
static bool join(struct tes_buf *path, const char *section, struct tes_slice key)
{
    tes_buf_text(path, section);
    if (section[0] != '\0')
        tes_buf_char(path, '.');
    tes_buf_slice(path, key);
    for (size_t i = 0; i < key.length; i++)
        if (key.at[i] <= ' ' || key.at[i] > '~')
            return false;
    return tes_buf_finish(path, NULL) == TES_OK;
}

/* Recurses for sections of the table only, so that no file makes it go deep. */
static bool read_map(struct reader *reader, const char *section)
{
    for (;;) {
        char path[CONFIG_NAME_MAX];
        struct tes_buf buf = tes_buf_on(path, sizeof path);

        reader->place.key = section[0] != '\0' ? section : NULL;
        if (!next(reader))
            return false;
        if (reader->event.type == YAML_MAPPING_END_EVENT)
            return true;
        if (reader->event.type != YAML_SCALAR_EVENT)
            return fail(reader, "expected a key, found a map or a list");
        if (!join(&buf, section, scalar(reader))) {
            char shown[CONFIG_NAME_MAX];
            reader->place.key = config_error_show(scalar(reader), shown);
            return fail(reader, "unknown key");
        }
        reader->place.key = path;
        if (!read_entry(reader, path))
            return false;
    }
}

static bool read_document(struct reader *reader)
{
    if (!next(reader))
        return false;
    if (reader->event.type == YAML_MAPPING_START_EVENT) {
        if (!read_map(reader, ""))
            return false;
    } else if (!is_nothing(reader)) {
        return fail(reader, "expected a map of keys");
    }
    if (!next(reader)) /* the document's end */
        return false;
    reader->written->has_end_mark =
        reader->event.type == YAML_DOCUMENT_END_EVENT && !reader->event.data.document_end.implicit;
    return true;
}

static bool read_stream(struct reader *reader)
{
    reader->place.key = NULL;
    if (!next(reader) || !next(reader)) /* the stream's start, then a document's or the end */
        return false;
    if (reader->event.type == YAML_STREAM_END_EVENT)
        return true;
    if (!read_document(reader))
        return false;
    reader->place.key = NULL;
    return next(reader) && (reader->event.type == YAML_STREAM_END_EVENT ||
                            fail(reader, "expected one document, found a second"));
}

static bool read_text(const char *name, struct tes_slice text, struct config *config,
                      struct config_file *written, struct tes_error *error)
{
    struct reader reader = {.text = text,
                            .place = {.file = name},
                            .config = config,
                            .written = written,
                            .error = error};

    *written = (struct config_file){.has_last_break =
                                        text.length == 0 || text.at[text.length - 1] == '\n'};

    if (text.length > CONFIG_FILE_MAX)
        return fail(&reader, "longer than 1 MiB");
    if (!yaml_parser_initialize(&reader.parser))
        return fail(&reader, "out of memory");
    yaml_parser_set_encoding(&reader.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&reader.parser, (const unsigned char *)text.at, text.length);
    bool is_good = read_stream(&reader);
    yaml_event_delete(&reader.event);
    yaml_parser_delete(&reader.parser);
    return is_good;
}

bool config_yaml_read(const char *name, struct tes_slice text, struct config *config,
                      struct tes_error *error)
{
    struct config_file written;
    return read_text(name, text, config, &written, error);
}

/* Reads up to `size` bytes; -1 with errno set. */
static ssize_t read_whole(const char *file, char *memory, size_t size)
{
    int descriptor = open(file, O_RDONLY | O_CLOEXEC);
    size_t length = 0;
    ssize_t got = -1;

    if (descriptor < 0)
        return -1;
    while (length < size) {
        got = read(descriptor, memory + length, size - length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        length += (size_t)got;
    }
    int saved = errno;
    close(descriptor);
    errno = saved;
    return got < 0 ? -1 : (ssize_t)length;
}

bool config_yaml_read_file(const char *file, struct config *config, struct config_file *written,
                           struct tes_error *error)
{
    struct config_place place = {.file = file};
    size_t size = CONFIG_FILE_MAX + 1;
    char *memory = malloc(size);

    if (memory == NULL)
        return config_error_set(error, &place, "out of memory");
    ssize_t length = read_whole(file, memory, size);
    bool is_good = length < 0 ? config_error_set(error, &place, "%s", strerror(errno))
                              : read_text(file, (struct tes_slice){memory, (size_t)length}, config,
                                          written, error);
    if (length > 0)
        tes_wipe(memory, (size_t)length);
    free(memory);
    return is_good;
}
