#include "server/runtime/reload.h"

#include <sys/stat.h>
#include <unistd.h>

#include "flow/issue/type_select.h"
#include "server/log/log.h"

#define VALUE_MAX 1024

/* A value for the log: as JSON, but a lone text without its quotes; one that may hold a password is
 * not shown whole. */
static struct tes_slice show(char memory[VALUE_MAX], const struct config_row *row,
                             const struct config *config)
{
    struct tes_buf buf = tes_buf_on(memory, VALUE_MAX);
    struct tes_json json = tes_json_on(&buf);
    config_write_value(&json, NULL, row, config);
    if (buf.failed)
        return TES_SLICE("(long)");
    struct tes_slice text = tes_buf_done(&buf);
    if (text.length >= 2 && text.at[0] == '"')
        text = (struct tes_slice){text.at + 1, text.length - 2};
    return text;
}

/* What a reload works on. */
struct change {
    struct config before, asked;
    struct config_file written_before, written;
};

static void tell(const struct change *change, size_t index)
{
    const struct config_row *row = &config_rows[index];
    char old_memory[VALUE_MAX], new_memory[VALUE_MAX];
    struct tes_slice old = show(old_memory, row, &change->before);
    struct tes_slice new = show(new_memory, row, &change->asked);
    bool is_gone = change->written_before.has[index] && !change->written.has[index];

    if ((row->flags & CONFIG_RESTART) != 0)
        log_event(LOG_WARN, "this changes only at a restart", log_text("key", row->path),
                  log_slice("running", old), log_slice("file", new));
    else
        log_event(is_gone ? LOG_WARN : LOG_INFO,
                  is_gone ? "config changed: no longer in the file" : "config changed",
                  log_text("key", row->path), log_slice("old", old), log_slice("new", new));
}

/* Puts it in force, but for what changes only at a restart; `before` is what was. */
static bool take(struct app *app, struct change *change)
{
    const struct config_row *kept[CONFIG_KEYS];
    struct config fresh = change->asked;
    pthread_mutex_lock(&app->config_lock);
    const struct config *running = config_holder_get(app->config);
    change->before = *running;
    config_keep(running, &fresh, kept);
    config_holder_put(running);
    bool is_taken = config_holder_replace(app->config, &fresh);
    if (is_taken) {
        request_log_set(&app->request_log, &fresh);
        atomic_store(&app->has_told_of_proxy, false);
    }
    pthread_mutex_unlock(&app->config_lock);
    config_free(&fresh);
    return is_taken;
}

/* A pipe was good for one reading: to wait for somebody to write into it would hold up all that the
 * main thread looks after. */
static bool can_be_read_again(const char *file)
{
    struct stat about;
    return file == NULL || stat(file, &about) != 0 || S_ISREG(about.st_mode);
}

void reload_config(struct app *app, const struct server_options *options,
                   struct config_file *written)
{
    struct change change = {.written_before = *written};
    struct tes_error error;
    if (!can_be_read_again(options->config_file)) {
        log_event(LOG_ERROR, "no file that can be read again; the config stays as it was",
                  log_text("file", options->config_file));
        return;
    }
    bool is_good =
        config_load_noting(options->config_file, environ, &change.asked, &change.written, &error) &&
        config_file_is_whole(options->config_file, written, &change.written, &error);
    if (is_good)
        options->override(&change.asked, options->override_context);
    if (!is_good || !type_select_check(&change.asked, &error)) {
        log_message(LOG_ERROR, error.text);
        log_message(LOG_WARN, "the config stays as it was");
        config_free(&change.asked);
        return;
    }
    if (take(app, &change)) {
        *written = change.written;
        for (size_t i = 0; i < CONFIG_KEYS; i++)
            if (!config_row_equal(&config_rows[i], &change.before, &change.asked))
                tell(&change, i);
        metrics_count(app->metrics, METRICS_CONFIG_RELOADS);
        log_message(LOG_INFO, "config read again");
        app_warn(&change.asked);
    } else {
        log_message(LOG_ERROR, "out of memory: the config stays as it was");
    }
    config_free(&change.before);
    config_free(&change.asked);
}
