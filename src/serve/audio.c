/* The description of a challenge, read aloud. */
#include <string.h>

#include "base/clock.h"
#include "serve/media.h"
#include "serve/routes.h"
#include "serve/speech.h"

enum {
    AT_ONCE = 4,       /* programs that read; more callers are told to come again */
    LANGUAGE_MAX = 35, /* longest tag, in bytes */
};

/* The language that is asked for as `lang`, "de-AT" or "de"; English where it can't be read. */
static const char *language_of(struct visit *visit)
{
    struct tes_slice tag = http_request_parameter(visit->request, TES_SLICE("lang"));
    if (tag.at == NULL || tag.length > LANGUAGE_MAX)
        return "en";
    const char *language = tes_arena_string(visit->request->arena, tes_slice_cut(&tag, '-'));
    return language != NULL && speech_knows(language) ? language : "en";
}

static enum tes_status read_aloud(struct visit *visit, const struct tes_claims *claims,
                                  const struct tes_challenge *challenge, struct tes_slice *sound)
{
    char text[TES_SPOKEN_MAX];
    size_t length;
    /* Who speaks differs from challenge to challenge, and is the same when it is played again. */
    struct speech_voice voice = {.language = language_of(visit)};
    memcpy(&voice.seed, claims->seed, sizeof voice.seed);
    enum tes_status status = tes_speak(challenge, voice.language, text, sizeof text, &length);
    if (status != TES_OK)
        return status;
    uint64_t started_us = tes_clock_steady_us();
    struct tes_buf wav = tes_arena_buf(visit->request->arena, SPEECH_WAV_MAX);
    status =
        speech_read(visit->config->challenge_audio, voice, (struct tes_slice){text, length}, &wav);
    metrics_observe_us(visit->app->metrics, METRICS_SPEAK_DURATION, 0,
                       tes_clock_steady_us() - started_us);
    *sound = tes_buf_done(&wav);
    return status == TES_BAD_ARGUMENT ? TES_FAILED : status;
}

static enum tes_status take_turn(struct visit *visit, const struct tes_claims *claims,
                                 const struct tes_challenge *challenge, struct tes_slice *sound)
{
    enum tes_status status = TES_FAILED;
    if (atomic_fetch_add(&visit->app->speaking, 1) < AT_ONCE)
        status = read_aloud(visit, claims, challenge, sound);
    atomic_fetch_sub(&visit->app->speaking, 1);
    return status;
}

void handle_api_audio(struct visit *visit)
{
    struct media media = {
        .prefix = TES_SLICE("/v1/audio/"),
        .type = "audio/wav",
        .variant = tes_slice_of(language_of(visit)),
        .make = take_turn,
    };
    media_reply(visit, &media);
}
