#include "api/media/optical_memory.h"

#include <stdio.h>

#include "base/codec.h"
#include "challenge/kind.h"
#include "os/folder.h"
#include "server/log/log.h"

#define MEGABYTE 1000000

_Static_assert((int)METRICS_ARCHIVE_COUNT == (int)ARCHIVE_RESULT_COUNT,
               "a label for each result, in their order");

static void count(void *context, enum archive_result result)
{
    const struct app *app = context;
    metrics_count_label(app->metrics, METRICS_ARCHIVE, result);
}

/* The history knows where each challenge's picture lies, below the archive's folder. */
static void note(void *context, const struct archive_picture *picture, const char *path)
{
    struct app *app = context;
    const struct config *config = config_holder_get(app->config);
    if (config->store_history)
        (void)records_pictured(app->records, &(struct records_answer){
                                                 .challenge_id = picture->challenge_id,
                                                 .presented_at_ms = picture->presented_at_ms,
                                                 .png_path = tes_slice_of(path),
                                             });
    config_holder_put(config);
}

static void tell(void *context, const char *why)
{
    (void)context;
    if (why != NULL)
        log_event(LOG_ERROR, "pictures can't be archived", log_text("why", why));
    else
        log_message(LOG_INFO, "pictures are archived again");
}

bool optical_memory_folder(const struct config *config, char path[TES_FOLDER_MAX])
{
    const char *folder = config->integration_optical_memory_folder;
    bool is_absolute = folder[0] == '/';
    int length = snprintf(path, TES_FOLDER_MAX, "%s%s%s", is_absolute ? "" : config->data,
                          is_absolute ? "" : "/", folder);
    return length > 0 && length < TES_FOLDER_MAX;
}

bool optical_memory_open(struct app *app, const struct config *config)
{
    char path[TES_FOLDER_MAX];
    if (!config->integration_optical_memory_enabled)
        return true;
    if (optical_memory_folder(config, path))
        app->archive = archive_start(&(struct archive_settings){
            .folder = path,
            .bounds = {(uint64_t)config->integration_optical_memory_max_mb * MEGABYTE,
                       config->integration_optical_memory_max_days},
            .free_bytes_min = (uint64_t)config->store_free_min_mb * MEGABYTE,
            .context = app,
            .done = count,
            .stored = note,
            .trouble = tell,
        });
    if (app->archive == NULL)
        log_message(LOG_ERROR, "no memory or thread for the archive of pictures");
    return app->archive != NULL;
}

void optical_memory_keep(struct visit *visit, const struct tes_claims *claims,
                         const struct tes_challenge *challenge, struct tes_slice png)
{
    char id[TES_ID_BYTES * 2 + 1];
    struct tes_buf id_text = tes_buf_on(id, sizeof id);
    if (visit->app->archive == NULL)
        return;
    tes_hex_encode(&id_text, claims->id, sizeof claims->id);
    archive_add(visit->app->archive,
                &(struct archive_picture){
                    .challenge_id = tes_buf_done(&id_text),
                    .kind = claims->kind,
                    .difficulty = tes_slice_of(tes_difficulty_name(challenge->difficulty)),
                    .site = claims->site,
                    .width = challenge->view.width,
                    .height = challenge->view.height,
                    .presented_at_ms = claims->issued_at_ms,
                    .drawn_at_ms = visit->now_ms,
                    .png = png,
                });
}
