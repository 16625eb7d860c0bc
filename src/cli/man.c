#include "cli/man.h"

#include <string.h>

#include "cli/cli.h"
#include "server/config/config_value.h"

/* When what is written here, and not in a table, was last changed. */
#define PAGE_DATE "November 16, 2026"

enum { LINE_MAX_BYTES = 56 }; /* after so many, the next blank ends a line */

/* ------------------------------------------------------------------- mdoc */

/* A character as mdoc takes it: a backslash is its own escape, and a minus is no hyphen. */
static void write_char(struct tes_buf *buf, char c)
{
    if (c == '\\')
        tes_buf_text(buf, "\\e");
    else if (c == '-')
        tes_buf_text(buf, "\\-");
    else
        tes_buf_char(buf, c);
}

/* Whether a sentence ends before `at`, where a blank stands. */
static bool ends_sentence(const char *text, const char *at)
{
    return at > text && at[-1] == '.' && at[1] >= 'A' && at[1] <= 'Z';
}

/* Text of a table, a sentence a line at least. A line never opens with what would be a request. */
static void write_text(struct tes_buf *buf, const char *text)
{
    const char *line = text;
    for (const char *at = text; *at != '\0'; at++) {
        if (at == line && (*at == '.' || *at == '\''))
            tes_buf_text(buf, "\\&");
        if (*at == ' ' && (ends_sentence(text, at) || at - line > LINE_MAX_BYTES)) {
            tes_buf_char(buf, '\n');
            line = at + 1;
        } else {
            write_char(buf, *at);
        }
    }
}

/* An argument of a macro: never the name of another one, and one word. */
static void write_word(struct tes_buf *buf, const char *text)
{
    tes_buf_text(buf, " \"\\&");
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '"')
            tes_buf_char(buf, '"'); /* twice is once */
        write_char(buf, *at);
    }
    tes_buf_char(buf, '"');
}

static void write_macro(struct tes_buf *buf, const char *macro, const char *text)
{
    tes_buf_text(buf, macro);
    write_word(buf, text);
    tes_buf_char(buf, '\n');
}

static void write_head(struct tes_buf *buf, const char *title, const char *section)
{
    tes_buf_text(buf, ".Dd " PAGE_DATE "\n.Dt ");
    tes_buf_text(buf, title);
    tes_buf_char(buf, ' ');
    tes_buf_text(buf, section);
    tes_buf_text(buf, "\n.Os \"Tessera " TESSERA_VERSION "\"\n");
}

/* -------------------------------------------------------------- tessera(1) */

static void write_option(struct tes_buf *buf, const struct cli_option *option)
{
    tes_buf_text(buf, ".It Fl");
    write_word(buf, option->name + 1); /* Fl writes the first dash */
    if (option->value_name != NULL) {
        tes_buf_text(buf, " Ar");
        write_word(buf, option->value_name);
    }
    tes_buf_char(buf, '\n');
    write_text(buf, option->help);
    tes_buf_text(buf, ".\n");
}

static void write_command(struct tes_buf *buf, const struct cli_command *command)
{
    tes_buf_text(buf, ".It Xo\n");
    write_macro(buf, ".Cm", command->name);
    if (*command->arguments != '\0')
        write_macro(buf, ".Ar", command->arguments);
    tes_buf_text(buf, ".Xc\n");
    write_text(buf, command->summary);
    tes_buf_char(buf, '\n');
    if (command->options[0].name == NULL)
        return;
    tes_buf_text(buf, ".Bl -tag -width Ds -compact\n");
    for (const struct cli_option *option = command->options; option->name != NULL; option++)
        write_option(buf, option);
    tes_buf_text(buf, ".El\n");
}

static void write_variables(struct tes_buf *buf)
{
    tes_buf_text(buf, ".Sh ENVIRONMENT\n"
                      "Each key of the config has a variable, which goes before the file:\n"
                      ".Xr tessera.yaml 5\n"
                      "names them.\n"
                      "These are variables alone, since they are secret:\n"
                      ".Bl -tag -width Ds\n");
    for (const char *const *name = config_secret_variables; *name != NULL; name++)
        write_macro(buf, ".It Ev", *name);
    tes_buf_text(buf,
                 ".It Ev CREDENTIALS_DIRECTORY\n"
                 "A folder.\n"
                 "Files in it that are called as one of these variables stand for it, as with\n"
                 "LoadCredential= of\n"
                 ".Xr systemd.exec 5 .\n"
                 ".It Ev NOTIFY_SOCKET\n"
                 "Where\n"
                 ".Cm serve\n"
                 "tells its service manager that it is ready, reloads and stops.\n"
                 ".El\n");
}

static void write_program_end(struct tes_buf *buf)
{
    tes_buf_text(buf,
                 ".Sh FILES\n"
                 ".Bl -tag -width Ds\n"
                 ".It Pa /etc/tessera/tessera.yaml\n"
                 "The config of the packaged service.\n"
                 ".It Pa /var/lib/tessera\n"
                 "Its data: keys, what was spent, sites and history.\n"
                 ".El\n"
                 ".Sh EXIT STATUS\n"
                 "0 where it is done, 1 where it could not be, 2 where it was called wrongly.\n"
                 ".Sh SIGNALS\n"
                 ".Cm serve\n"
                 "reads its config again at SIGHUP.\n"
                 "At SIGTERM and SIGINT it lets requests finish, and ends within 18 seconds.\n"
                 ".Sh EXAMPLES\n"
                 "Keys for a site, while the packaged service runs:\n"
                 ".Pp\n"
                 ".Dl sudo -u tessera tessera site add shop --config "
                 "/etc/tessera/tessera.yaml\n"
                 ".Sh SEE ALSO\n"
                 ".Xr systemctl 1 ,\n"
                 ".Xr tessera.yaml 5\n");
}

static void write_program(struct tes_buf *buf)
{
    write_head(buf, "TESSERA", "1");
    tes_buf_text(buf, ".Sh NAME\n"
                      ".Nm tessera\n"
                      ".Nd human verification that you host yourself\n"
                      ".Sh SYNOPSIS\n"
                      ".Nm\n"
                      ".Ar command\n"
                      ".Op Ar options\n"
                      ".Sh DESCRIPTION\n"
                      ".Nm\n"
                      "shows visitors of a site a challenge that was drawn for them alone, judges "
                      "the\nanswer, and hands out a pass that the site's server redeems once.\n"
                      "The command\n"
                      ".Cm serve\n"
                      "runs the server; the others work on its config and its data, while it runs "
                      "or\nnot, and as the same user.\n"
                      "Each takes\n"
                      ".Fl -help .\n"
                      ".Sh COMMANDS\n"
                      ".Bl -tag -width Ds\n");
    for (size_t i = 0; cli_commands[i] != NULL; i++)
        write_command(buf, cli_commands[i]);
    tes_buf_text(buf, ".El\n");
    write_variables(buf);
    write_program_end(buf);
}

/* --------------------------------------------------------- tessera.yaml(5) */

static void write_key(struct tes_buf *buf, const struct config_row *row)
{
    char expected[CONFIG_EXPECTED_MAX], variable[CONFIG_NAME_MAX];
    config_variable(row->path, variable);
    write_macro(buf, ".It Cm", row->path);
    write_text(buf, row->meaning);
    tes_buf_text(buf, "\nTakes ");
    write_text(buf, config_value_expected(row, expected));
    tes_buf_text(buf, *row->default_text != '\0' ? "; by default " : "; by default nothing");
    write_text(buf, row->default_text);
    tes_buf_text(buf, ".\nA change needs a ");
    tes_buf_text(buf, (row->flags & CONFIG_RESTART) != 0 ? "restart.\n" : "reload.\n");
    tes_buf_text(buf, "The variable is\n");
    write_macro(buf, ".Ev", variable);
}

static void write_config(struct tes_buf *buf)
{
    write_head(buf, "TESSERA.YAML", "5");
    tes_buf_text(buf, ".Sh NAME\n"
                      ".Nm tessera.yaml\n"
                      ".Nd config of tessera\n"
                      ".Sh DESCRIPTION\n"
                      "A file in YAML, which\n"
                      ".Xr tessera 1\n"
                      "takes by\n"
                      ".Fl -config .\n"
                      "A key that is left out has its default; variables of the environment go "
                      "before\nthe file, and the command line before both.\n"
                      "Keys are written here with dots: store.ledger is\n"
                      ".Ql ledger\n"
                      "in the section\n"
                      ".Ql store .\n"
                      "Items of a list in a variable are separated by commas.\n"
                      "A key that is not known is an error, and so is a value out of its bounds.\n"
                      ".Pp\n"
                      ".Ql tessera config\n"
                      "prints a file with every key, and\n"
                      ".Ql tessera check --config FILE\n"
                      "says whether one is good.\n"
                      "A reload, by SIGHUP, does not take a bad file, nor one that has lost the\n"
                      "mark\n"
                      ".Ql ...\n"
                      "at its end: that was cut.\n"
                      ".Sh KEYS\n"
                      ".Bl -tag -width Ds\n");
    for (size_t i = 0; i < CONFIG_KEYS; i++)
        write_key(buf, &config_rows[i]);
    tes_buf_text(buf, ".El\n"
                      ".Sh SEE ALSO\n"
                      ".Xr tessera 1\n");
}

const struct man_page man_pages[] = {
    {"tessera.1", write_program}, {"tessera.yaml.5", write_config}, {NULL, NULL}};
