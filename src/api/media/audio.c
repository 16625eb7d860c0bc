/* The description of a challenge, read aloud. */
#include <string.h>

#include "api/media/media.h"
#include "extras/speech/speech.h"
#include "os/clock.h"
#include "server/app/budget.h"
#include "server/app/handlers.h"
#include "server/log/log.h"
#include "server/words/words.h"

#define WARN_EVERY_US ((uint64_t)60 * 1000 * 1000)
#define SLOW_MARK     "-slow" /* behind the language, of a sound that is held */

/* The language that fits what is asked for as `lang` best; English where it can't be read. */
static const char *language_of(struct visit *visit)
{
    struct tes_slice tag = http_request_parameter(visit->request, TES_SLICE("lang"));
    const char *language = tes_arena_string(visit->request->arena, words_for(tag)->lang);
    return language != NULL && speech_knows(language) ? language : "en";
}

/* For those who play it in the browser's own player, where slower is hard to find. */
static bool is_slow(const struct visit *visit)
{
    struct tes_slice pace = http_request_parameter(visit->request, TES_SLICE("pace"));
    return tes_slice_equal(pace, TES_SLICE("slow"));
}

static enum tes_status read_aloud(struct visit *visit, const struct tes_claims *claims,
                                  const struct tes_challenge *challenge, struct tes_slice *sound)
{
    char text[TES_SPOKEN_MAX];
    size_t length;
    /* Who speaks differs from challenge to challenge, and is the same when it is played again. */
    struct speech_voice voice = {.language = language_of(visit), .is_slow = is_slow(visit)};
    memcpy(&voice.seed, claims->seed, sizeof voice.seed);
    enum tes_status status = tes_speak(challenge, voice.language, text, sizeof text, &length);
    if (status != TES_OK)
        return status;
    uint64_t started_us = tes_clock_steady_us();
    struct tes_buf wav = tes_arena_buf(visit->request->arena, SPEECH_WAV_MAX);
    status = speech_read(visit->app->helper, visit->config->challenge_audio, voice,
                         (struct tes_slice){text, length}, &wav);
    metrics_observe_us(visit->app->metrics, METRICS_SPEAK_DURATION, 0,
                       tes_clock_steady_us() - started_us);
    *sound = tes_buf_done(&wav);
    return status == TES_BAD_ARGUMENT ? TES_FAILED : status;
}

/* A failure is the operator's to mend: it is logged, but once in a while only; and once for all
 * where nothing can be read any more. */
static void count_failure(struct app *app, enum tes_status status)
{
    uint64_t now_us = tes_clock_steady_us(), due_us = atomic_load(&app->speech_warning_due_us);
    metrics_count_label(app->metrics, METRICS_SPEAK_FAILURES, METRICS_SPEECH_FAILED);
    if (!helper_is_there(app->helper)) {
        if (atomic_exchange(&app->speech_warning_due_us, UINT64_MAX) != UINT64_MAX)
            log_message(LOG_ERROR, "nothing is read aloud any more: the process that starts the "
                                   "program has ended; a restart brings it back");
    } else if (now_us >= due_us && atomic_compare_exchange_strong(&app->speech_warning_due_us,
                                                                  &due_us, now_us + WARN_EVERY_US))
        log_event(LOG_WARN, "a description could not be read aloud",
                  log_text("why", tes_status_text(status)));
}

static enum media_outcome take_turn(struct visit *visit, const struct tes_claims *claims,
                                    const struct tes_challenge *challenge, struct tes_slice *sound)
{
    struct app *app = visit->app;
    enum tes_status status = TES_FAILED;
    /* A sound is expensive to make, and only the network that may answer has a use for it. */
    if (!challenge->view.is_heard || !tes_slice_equal(claims->ip_bucket, visit->bucket))
        return MEDIA_NONE;
    if (!budget_take(visit, BUDGET_AUDIO))
        return MEDIA_OVER_BUDGET;
    uint64_t network = budget_network(&visit->client, BUDGET_LEVEL_WIDE);
    if (limiter_take(&app->speech_runs, network)) {
        status = read_aloud(visit, claims, challenge, sound);
        limiter_give_back(&app->speech_runs, network);
        if (status != TES_OK)
            count_failure(app, status);
    } else {
        metrics_count_label(app->metrics, METRICS_SPEAK_FAILURES, METRICS_SPEECH_BUSY);
    }
    return media_outcome_of(status);
}

void handle_api_audio(struct visit *visit)
{
    struct tes_buf variant = tes_arena_buf(visit->request->arena, WORDS_TAG_MAX + sizeof SLOW_MARK);
    tes_buf_text(&variant, language_of(visit));
    tes_buf_text(&variant, is_slow(visit) ? SLOW_MARK : "");
    struct media media = {
        .prefix = TES_SLICE("/v1/audio/"),
        .type = "audio/wav",
        .variant = tes_buf_done(&variant),
        .where = HTTP_ON_WAITERS,
        .make = take_turn,
    };
    media_reply(visit, &media);
}
