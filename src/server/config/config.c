#include "server/config/config.h"

#include <stddef.h>
#include <string.h>

#include "base/ascii.h"
#include "base/secret.h"
#include "challenge/kinds.h"
#include "policy/accept.h"
#include "server/config/config_error.h"
#include "server/config/config_value.h"
#include "server/config/config_yaml.h"

/* ",one,another": the default of challenge.types, behind its first comma. */
static const char KINDS_BUILT_IN[] =
#define KIND(name) "," #name
#include "challenge/kinds.def"
#undef KIND
    ;

_Static_assert(CONFIG_RANGES_MAX <= CONFIG_LIST_MAX && TES_KIND_COUNT <= CONFIG_LIST_MAX,
               "one item more than a list may have can be read, and refused");

const struct config_row config_rows[CONFIG_KEYS] = {
#define CONFIG_KEY(path, member, type, default_text, minimum, maximum, alias, flags, meaning)      \
    {path,                                                                                         \
     CONFIG_##type,                                                                                \
     default_text,                                                                                 \
     minimum,                                                                                      \
     maximum,                                                                                      \
     alias,                                                                                        \
     flags,                                                                                        \
     meaning,                                                                                      \
     offsetof(struct config, member),                                                              \
     sizeof(((struct config *)0)->member)},
#include "server/config/config.def"
#undef CONFIG_KEY
};

const struct config_name config_names[CONFIG_NAMES] = {
#define CONFIG_KEY(path, member, ...) {path, &config_rows[CONFIG_INDEX_##member]},
#include "server/config/config.def"
#undef CONFIG_KEY
#define CONFIG_NAME(name, member) {name, &config_rows[CONFIG_INDEX_##member]},
#include "server/config/config_names.def"
#undef CONFIG_NAME
};

static const struct tes_slice PREFIX = {"TESSERA_", 8};

const char *const config_secret_variables[] = {"TESSERA_SECRET", "TESSERA_SECRET_PREVIOUS",
                                               "TESSERA_KEYS_SECRET",
                                               "TESSERA_KEYS_SECRET_PREVIOUS", NULL};

/* What Kubernetes sets where a service is called tessera: how a variable's name starts, and what
 * follows there, or, behind a whole name, in the value. */
static const struct {
    struct tes_slice name;
    enum { ENDS, GOES_ON, GOES_ON_BY_DIGIT, ENDS_AND_IS_ADDRESS } form;
} SERVICE_VARIABLES[] = {
    {TES_SLICE_INIT("TESSERA_SERVICE_HOST"), ENDS},
    {TES_SLICE_INIT("TESSERA_SERVICE_PORT"), ENDS},
    {TES_SLICE_INIT("TESSERA_SERVICE_PORT_"), GOES_ON},
    {TES_SLICE_INIT("TESSERA_PORT"), ENDS_AND_IS_ADDRESS},
    {TES_SLICE_INIT("TESSERA_PORT_"), GOES_ON_BY_DIGIT},
};

const struct config_row *config_row_find(struct tes_slice path)
{
    for (size_t i = 0; i < CONFIG_KEYS; i++)
        if (tes_slice_equal(path, tes_slice_of(config_rows[i].path)))
            return &config_rows[i];
    return NULL;
}

static char upper(char c)
{
    return tes_ascii_is_alpha(c) ? (char)(tes_ascii_lower(c) - 'a' + 'A') : c;
}

void config_variable(const char *path, char variable[CONFIG_NAME_MAX])
{
    struct tes_buf buf = tes_buf_on(variable, CONFIG_NAME_MAX);

    tes_buf_slice(&buf, PREFIX);
    for (const char *c = path; *c != '\0'; c++)
        tes_buf_char(&buf, *c == '.' ? '_' : upper(*c));
    /* The table's paths are short enough; a test looks at each. */
    if (tes_buf_finish(&buf, NULL) != TES_OK)
        variable[0] = '\0';
}

bool config_set(struct config *config, const char *path, struct tes_slice text,
                struct tes_error *error)
{
    const struct config_row *row = config_row_find(tes_slice_of(path));
    char shown[CONFIG_NAME_MAX];
    struct config_place place = {.key = config_error_show(tes_slice_of(path), shown)};

    if (row == NULL)
        return config_error_unknown_key(error, &place, tes_slice_of(path));
    return config_value_read_text(row, &place, text, config, error);
}

static bool set_default(const struct config_row *row, struct config *config,
                        struct tes_error *error)
{
    struct config_place place = {.key = row->path};
    return config_value_read_text(row, &place, tes_slice_of(row->default_text), config, error);
}

/* The value of a variable, or NULL. */
static const char *find_variable(char **environment, const char *name)
{
    size_t length = strlen(name);

    for (; *environment != NULL; environment++)
        if (strncmp(*environment, name, length) == 0 && (*environment)[length] == '=')
            return *environment + length + 1;
    return NULL;
}

static bool read_alias(const struct config_row *row, char **environment, struct config *config,
                       struct tes_error *error)
{
    struct config_place place = {.key = row->alias};
    const char *text = row->alias != NULL ? find_variable(environment, row->alias) : NULL;

    return text == NULL || config_value_read_text(row, &place, tes_slice_of(text), config, error);
}

/* A variable of the row: the one of its path, or of another name. */
static bool read_variable(const struct config_name *name, char **environment, struct config *config,
                          struct tes_error *error)
{
    char variable[CONFIG_NAME_MAX];
    struct config_place place = {.key = variable};

    config_variable(name->path, variable);
    const char *text = find_variable(environment, variable);
    return text == NULL ||
           config_value_read_text(name->row, &place, tes_slice_of(text), config, error);
}

/* Another name's variable: where the path's is there as well, both have to say the same. */
static bool read_other(const struct config_name *name, char **environment, struct config *config,
                       struct tes_error *error)
{
    char variable[CONFIG_NAME_MAX], other[CONFIG_NAME_MAX];
    struct config before = *config;

    config_variable(name->path, variable);
    config_variable(name->row->path, other);
    bool is_good = read_variable(name, environment, config, error);
    if (is_good && find_variable(environment, variable) != NULL &&
        find_variable(environment, other) != NULL && !config_row_equal(name->row, &before, config))
        is_good = config_error_set(error, &(struct config_place){.key = variable},
                                   CONFIG_ERROR_TWO_NAMES, name->row->path);
    config_free(&before);
    return is_good;
}

static bool is_service_variable(struct tes_slice name, struct tes_slice value)
{
    for (size_t i = 0; i < sizeof SERVICE_VARIABLES / sizeof *SERVICE_VARIABLES; i++) {
        struct tes_slice known = SERVICE_VARIABLES[i].name;
        if (!tes_slice_starts(name, known))
            continue;
        bool ends = name.length == known.length;
        switch (SERVICE_VARIABLES[i].form) {
        case ENDS:
            break;
        case GOES_ON:
            ends = !ends;
            break;
        case GOES_ON_BY_DIGIT:
            ends = !ends && tes_ascii_is_digit(name.at[known.length]);
            break;
        case ENDS_AND_IS_ADDRESS:
            /* Somebody who writes a number here means `listen`, and must learn of it. */
            ends = ends && (tes_slice_starts(value, TES_SLICE("tcp://")) ||
                            tes_slice_starts(value, TES_SLICE("udp://")));
            break;
        }
        if (ends)
            return true;
    }
    return false;
}

static bool is_known_variable(struct tes_slice name)
{
    char known[CONFIG_NAME_MAX];

    for (const char *const *secret = config_secret_variables; *secret != NULL; secret++)
        if (tes_slice_equal(name, tes_slice_of(*secret)))
            return true;
    for (size_t i = 0; i < CONFIG_NAMES; i++) {
        config_variable(config_names[i].path, known);
        if (tes_slice_equal(name, tes_slice_of(known)))
            return true;
    }
    return false;
}

static bool check_variables(char **environment, struct tes_error *error)
{
    for (; *environment != NULL; environment++) {
        struct tes_slice value = tes_slice_of(*environment);
        struct tes_slice name = tes_slice_cut(&value, '=');
        char shown[CONFIG_NAME_MAX];
        if (!tes_slice_starts(name, PREFIX) || is_known_variable(name) ||
            is_service_variable(name, value))
            continue;
        struct config_place place = {.key = config_error_show(name, shown)};
        return config_error_unknown_variable(error, &place, name);
    }
    return true;
}

static bool read_environment(char **environment, struct config *config, struct tes_error *error)
{
    for (size_t i = 0; i < CONFIG_KEYS; i++)
        if (!read_alias(&config_rows[i], environment, config, error) ||
            !read_variable(&config_names[i], environment, config, error))
            return false;
    for (size_t i = CONFIG_KEYS; i < CONFIG_NAMES; i++)
        if (!read_other(&config_names[i], environment, config, error))
            return false;
    return check_variables(environment, error);
}

static bool read_defaults(struct config *config, struct tes_error *error)
{
    /* Padding too: config_equal() and copies look at plain memory. */
    memset(config, 0, sizeof *config);
    for (size_t i = 0; i < CONFIG_KEYS; i++)
        if (!set_default(&config_rows[i], config, error))
            return false;
    return true;
}

bool config_load_noting(const char *file, char **environment, struct config *config,
                        struct config_file *written, struct tes_error *error)
{
    struct config fresh;
    struct config_file looks = {.has_last_break = true};
    bool is_good = read_defaults(&fresh, error) &&
                   (file == NULL || config_yaml_read_file(file, &fresh, &looks, error)) &&
                   (environment == NULL || read_environment(environment, &fresh, error));

    if (is_good)
        *config = fresh;
    if (is_good && written != NULL)
        *written = looks;
    config_free(&fresh);
    return is_good;
}

bool config_load(const char *file, char **environment, struct config *config,
                 struct tes_error *error)
{
    return config_load_noting(file, environment, config, NULL, error);
}

static bool sets_something(const struct config_file *written)
{
    for (size_t i = 0; i < CONFIG_KEYS; i++)
        if (written->has[i])
            return true;
    return false;
}

bool config_file_is_whole(const char *file, const struct config_file *before,
                          const struct config_file *now, struct tes_error *error)
{
    struct config_place place = {.file = file};

    if (!now->has_last_break)
        return config_error_set(error, &place, "the last line has no line break: was it cut?");
    if (sets_something(before) && !sets_something(now))
        return config_error_set(error, &place, "sets no key any more: was it emptied?");
    if (before->has_end_mark && !now->has_end_mark)
        return config_error_set(error, &place, "the end mark ... is gone: was it cut?");
    return true;
}

void config_free(struct config *config)
{
    if (config != NULL)
        tes_wipe(config, sizeof *config);
}

bool config_row_equal(const struct config_row *row, const struct config *a, const struct config *b)
{
    return memcmp((const char *)a + row->offset, (const char *)b + row->offset, row->size) == 0;
}

size_t config_keep(const struct config *running, struct config *fresh,
                   const struct config_row *kept[CONFIG_KEYS])
{
    size_t count = 0;

    for (size_t i = 0; i < CONFIG_KEYS; i++) {
        const struct config_row *row = &config_rows[i];
        if ((row->flags & CONFIG_RESTART) == 0 || config_row_equal(row, running, fresh))
            continue;
        memcpy((char *)fresh + row->offset, (const char *)running + row->offset, row->size);
        kept[count++] = row;
    }
    return count;
}

bool config_equal(const struct config *a, const struct config *b)
{
    for (size_t i = 0; i < CONFIG_KEYS; i++)
        if (!config_row_equal(&config_rows[i], a, b))
            return false;
    return true;
}

struct config_spatial config_spatial(const struct config *config, enum config_mode profile)
{
#define SPATIAL_OF(name)                                                                           \
    {                                                                                              \
        config->profiles_##name##_enabled,                                                         \
            (enum config_trigger)config->profiles_##name##_trigger_mode,                           \
            config->profiles_##name##_trigger_threshold,                                           \
            config->profiles_##name##_trigger_frequency,                                           \
            (enum tes_difficulty)config->profiles_##name##_default_difficulty,                     \
            config->profiles_##name##_time_budget_ms, config->profiles_##name##_max_attempts       \
    }
    const struct config_spatial ALL[CONFIG_MODE_COUNT] = {
        [CONFIG_FAST] = SPATIAL_OF(fast),
        [CONFIG_BALANCED] = SPATIAL_OF(balanced),
        [CONFIG_PARANOID] = SPATIAL_OF(paranoid),
    };
#undef SPATIAL_OF
    return ALL[profile];
}
