/*
 * config.h: the server's configuration. config.def has a row for each key; the struct, the readers,
 * the sample file and the docs all come from there.
 *
 * Sources, the later wins: defaults, the YAML file, SHUMA_* variables, TESSERA_* variables, then
 * what the command line sets through config_set(). A value that is unknown, of the wrong type or
 * out of bounds is refused with a message that says where it stands and what was expected.
 */
#ifndef SERVER_CONFIG_H
#define SERVER_CONFIG_H

#include "base/address.h"
#include "base/error.h"
#include "base/json.h"

#define CONFIG_TEXT_MAX   1023      /* longest text value, in bytes */
#define CONFIG_FILE_MAX   (1 << 20) /* longest YAML file, in bytes */
#define CONFIG_RANGES_MAX 32
#define CONFIG_LIST_MAX   64 /* no list has more items */
#define CONFIG_NAME_MAX   80 /* longest path or variable of the table, with its NUL */

/* Room that config_write_yaml() and config_write_markdown() need at most. */
#define CONFIG_DOCS_MAX 65536

struct config_ranges {
    struct tes_address_range items[CONFIG_RANGES_MAX];
    size_t count;
};

/* Kinds of challenge, each once, by their names; the strings are constants. */
struct config_kinds {
    const char *items[CONFIG_LIST_MAX];
    size_t count;
    unsigned bits; /* by their numbers (challenge/kind.h) */
};

/* What is between 0 and 1 is held in thousandths, exactly as it was written. */
#define CONFIG_ONE 1000

/* How the authentication port works; which keys of `profiles` hold. */
enum config_mode { CONFIG_FAST, CONFIG_BALANCED, CONFIG_PARANOID, CONFIG_MODE_COUNT };

/* "fast"; NULL from the first number on that is none. */
const char *config_mode_name(unsigned number);

/* When the port asks for a challenge: where the other adapters are not sure enough, or every so
 * many requests. */
/* Who says nothing leaves it to what fits the rest of the config. */
enum config_switch { CONFIG_AUTO, CONFIG_NO, CONFIG_YES };

enum config_trigger { CONFIG_CONDITIONAL, CONFIG_PERIODIC, CONFIG_TRIGGER_COUNT };

/* What those are given who fail again and again. */
enum config_fallback { CONFIG_ALTERNATIVE_CHALLENGE, CONFIG_HUMAN_REVIEW, CONFIG_FALLBACK_COUNT };

/* Where the keys are kept. */
enum config_kept { CONFIG_IN_FILE, CONFIG_IN_RECORDS, CONFIG_KEPT_COUNT };

/* What is done while the ledger is away. */
enum config_fail { CONFIG_FAIL_CLOSED, CONFIG_FAIL_OPEN, CONFIG_FAIL_COUNT };

/* Which requests get a line in the log. */
enum config_logged {
    CONFIG_LOGGED_OFF,
    CONFIG_LOGGED_ERRORS,
    CONFIG_LOGGED_ALL,
    CONFIG_LOGGED_COUNT
};

/* The language of pages that is the visitor's own. */
enum { CONFIG_ANY_LANGUAGE = 0 };

/* The types of values, and how a member of each is declared. */
#define CONFIG_TYPES(X)                                                                            \
    X(BOOL)                                                                                        \
    X(SWITCH)                                                                                      \
    X(NUMBER)                                                                                      \
    X(DECIMAL)                                                                                     \
    X(TEXT)                                                                                        \
    X(LISTEN)                                                                                      \
    X(LEDGER)                                                                                      \
    X(RECORDS)                                                                                     \
    X(PROGRAM)                                                                                     \
    X(URL)                                                                                         \
    X(SECRET)                                                                                      \
    X(RANGES)                                                                                      \
    X(KINDS)                                                                                       \
    X(RENDERER)                                                                                    \
    X(PROFILE)                                                                                     \
    X(DIFFICULTY)                                                                                  \
    X(MODE)                                                                                        \
    X(TRIGGER)                                                                                     \
    X(FALLBACK)                                                                                    \
    X(STRENGTH)                                                                                    \
    X(FAIL)                                                                                        \
    X(LOGGED)                                                                                      \
    X(LANGUAGE)                                                                                    \
    X(ADDRESS)                                                                                     \
    X(WAYS)                                                                                        \
    X(KEPT)

#define CONFIG_MEMBER_BOOL(member)       bool member;
#define CONFIG_MEMBER_SWITCH(member)     unsigned member; /* enum config_switch */
#define CONFIG_MEMBER_NUMBER(member)     unsigned member;
#define CONFIG_MEMBER_DECIMAL(member)    unsigned member; /* of CONFIG_ONE */
#define CONFIG_MEMBER_TEXT(member)       char member[CONFIG_TEXT_MAX + 1];
#define CONFIG_MEMBER_LISTEN(member)     CONFIG_MEMBER_TEXT(member)
#define CONFIG_MEMBER_LEDGER(member)     CONFIG_MEMBER_TEXT(member)
#define CONFIG_MEMBER_RECORDS(member)    CONFIG_MEMBER_TEXT(member)
#define CONFIG_MEMBER_PROGRAM(member)    CONFIG_MEMBER_TEXT(member)
#define CONFIG_MEMBER_URL(member)        CONFIG_MEMBER_TEXT(member) /* CONFIG_OFF: none */
#define CONFIG_MEMBER_SECRET(member)     CONFIG_MEMBER_TEXT(member) /* CONFIG_OFF: none */
#define CONFIG_MEMBER_RANGES(member)     struct config_ranges member;
#define CONFIG_MEMBER_KINDS(member)      struct config_kinds member;
#define CONFIG_MEMBER_RENDERER(member)   unsigned member; /* enum tes_renderer */
#define CONFIG_MEMBER_PROFILE(member)    unsigned member; /* enum tes_profile */
#define CONFIG_MEMBER_DIFFICULTY(member) unsigned member; /* enum tes_difficulty */
#define CONFIG_MEMBER_MODE(member)       unsigned member; /* enum config_mode */
#define CONFIG_MEMBER_TRIGGER(member)    unsigned member; /* enum config_trigger */
#define CONFIG_MEMBER_FALLBACK(member)   unsigned member; /* enum config_fallback */
#define CONFIG_MEMBER_STRENGTH(member)   unsigned member; /* enum tes_strength_class */
#define CONFIG_MEMBER_FAIL(member)       unsigned member; /* enum config_fail */
#define CONFIG_MEMBER_LOGGED(member)     unsigned member; /* enum config_logged */
#define CONFIG_MEMBER_LANGUAGE(member)                                                             \
    unsigned member; /* CONFIG_ANY_LANGUAGE, or 1 + its place in words_all */
#define CONFIG_MEMBER_ADDRESS(member) unsigned member; /* enum words_address */
#define CONFIG_MEMBER_WAYS(member)    unsigned member; /* bits: policy/accept.h */
#define CONFIG_MEMBER_KEPT(member)    unsigned member; /* enum config_kept */

/* What a program, an address or a secret says that is not there. */
#define CONFIG_OFF "off"

enum config_type {
#define CONFIG_TYPE_ENUM(name) CONFIG_##name,
    CONFIG_TYPES(CONFIG_TYPE_ENUM)
#undef CONFIG_TYPE_ENUM
        CONFIG_TYPE_COUNT
};

enum config_flags {
    CONFIG_MUTABLE = 1, /* an admin may change it at run time, if challenge.config_mutable */
    CONFIG_RESTART = 2, /* a reload keeps the old value */
    CONFIG_CLAMPED = 4, /* a number out of bounds is brought to the nearer end, and nonsense in the
                           alias gives the default */
    CONFIG_PRIVATE = 8, /* may hold a password: never written out whole */
};

/* One member per row of config.def. Plain memory: may be copied, points at constants only. */
struct config {
#define CONFIG_KEY(path, member, type, ...) CONFIG_MEMBER_##type(member)
#include "server/config/config.def"
#undef CONFIG_KEY
};

struct config_row {
    const char *path; /* "challenge.transform_count" */
    enum config_type type;
    const char *default_text;
    unsigned minimum, maximum; /* of a number; of a list, how many items */
    const char *alias;         /* an environment variable besides TESSERA_<PATH>, or NULL */
    unsigned flags;            /* enum config_flags */
    const char *meaning;
    size_t offset, size; /* of the member */
};

enum {
#define CONFIG_KEY(path, member, ...) CONFIG_INDEX_##member,
#include "server/config/config.def"
#undef CONFIG_KEY
    CONFIG_KEYS
};

extern const struct config_row config_rows[CONFIG_KEYS];

/* What a file or a variable may call a key: the rows' own paths, in their order, then the other
 * names of config_names.def. */
enum {
    CONFIG_NAMES_BEFORE = CONFIG_KEYS - 1,
#define CONFIG_NAME(name, member) CONFIG_NAME_OF_##member,
#include "server/config/config_names.def"
#undef CONFIG_NAME
    CONFIG_NAMES
};

struct config_name {
    const char *path;
    const struct config_row *row;
};

extern const struct config_name config_names[CONFIG_NAMES];

/* What the file looked like, whatever its values. */
struct config_file {
    bool has[CONFIG_KEYS]; /* which keys it sets */
    bool has_last_break;   /* its last line ends as a line does; so does a file without any */
    bool has_end_mark;     /* YAML's "..." behind the document */
};

/* Reads all sources but the command line. `file` NULL: no file. `environment` is a list like
 * environ, or NULL. On false, `config` is as it was, and `error` says what is
 * wrong on one line: "FILE:LINE: KEY: expected ..., found ...". */
TES_MUST_CHECK bool config_load(const char *file, char **environment, struct config *config,
                                struct tes_error *error);

/* The same; `written` (or NULL) tells what the file looked like, on true. */
TES_MUST_CHECK bool config_load_noting(const char *file, char **environment, struct config *config,
                                       struct config_file *written, struct tes_error *error);

/* For a reload, which may come while the file is being written: whether `now` can be taken for a
 * whole file, where `before` was one. Keys of a file that was cut would be back at their defaults,
 * so what has lost its last line break, its end mark or all of its keys is refused. On false,
 * `error` says why. */
TES_MUST_CHECK bool config_file_is_whole(const char *file, const struct config_file *before,
                                         const struct config_file *now, struct tes_error *error);

/* Overwrites the config: the address of a store may hold a password. Accepts NULL. */
void config_free(struct config *config);

/* The row of that path, or NULL. */
const struct config_row *config_row_find(struct tes_slice path);

/* The variable of a path, "TESSERA_CHALLENGE_TRANSFORM_COUNT". */
void config_variable(const char *path, char variable[CONFIG_NAME_MAX]);

/* The keys of one of `profiles`. Decimals are of CONFIG_ONE. */
struct config_spatial {
    bool is_enabled;
    enum config_trigger trigger_mode;
    unsigned trigger_threshold;
    unsigned trigger_frequency;
    enum tes_difficulty default_difficulty;
    unsigned time_budget_ms;
    unsigned max_attempts;
};

struct config_spatial config_spatial(const struct config *config, enum config_mode profile);

/* Sets one key from text; the items of a list are separated by commas. Whether this key may be set
 * at this time (CONFIG_MUTABLE) is for the caller to look at. On false, `error` says why and the
 * config is as it was. */
TES_MUST_CHECK bool config_set(struct config *config, const char *path, struct tes_slice text,
                               struct tes_error *error);

/* For a reload: brings every CONFIG_RESTART key of `fresh` back to what `running` has, and lists in
 * `kept` the rows that differed. Returns how many. */
size_t config_keep(const struct config *running, struct config *fresh,
                   const struct config_row *kept[CONFIG_KEYS]);

/* Whether both have the same value of a row; of all rows. */
bool config_row_equal(const struct config_row *row, const struct config *a, const struct config *b);
bool config_equal(const struct config *a, const struct config *b);

/* `listen` in its parts, as http_settings takes them; an IPv6 host is without brackets. */
struct config_address {
    char host[256];
    char port[6];
};

/* False where the text is not HOST:PORT. */
TES_MUST_CHECK bool config_address_read(struct tes_slice listen, struct config_address *address);

/* Writes one value as JSON; of a store's address that may hold a password, the scheme only. */
void config_write_value(struct tes_json *json, const char *name, const struct config_row *row,
                        const struct config *config);

/* Writes a YAML file with every key, its bounds and meaning, and its value in `config`. With the
 * defaults it can be used as it is; what may hold a password is not written whole. */
void config_write_yaml(struct tes_buf *buf, const struct config *config);

/* Writes docs/config.md. */
void config_write_markdown(struct tes_buf *buf);

/* A number for the settings that should be the same on all servers that share a ledger, so that a
 * visitor who is sent from one to another is treated the same there: the same for the same
 * settings, within one build. It tells nothing of them, and what may be secret is not in it. */
uint64_t config_fingerprint(const struct config *config);

/* Whether a key is one of those. */
bool config_fingerprint_has(const struct config_row *row);

#endif
