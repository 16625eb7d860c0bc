/* The picture of a challenge. */
#include "base/clock.h"
#include "serve/pictures/media.h"
#include "serve/pictures/optical_memory.h"
#include "serve/routes.h"

static enum media_outcome draw(struct visit *visit, const struct tes_claims *claims,
                               const struct tes_challenge *challenge, struct tes_slice *picture)
{
    size_t draw_size = tes_animate_bound(challenge), length = 0;
    size_t png_size = tes_png_animation_bound(challenge);
    uint8_t *memory = visit_canvas(visit, draw_size + png_size);
    struct tes_animation animation;
    uint64_t started_us = tes_clock_steady_us();
    if (memory == NULL)
        return MEDIA_FAILED;
    enum tes_status status = tes_animate(challenge, memory, draw_size, &animation);
    if (status == TES_OK)
        status = tes_png_encode_animation(&animation, memory + draw_size, png_size, &length);
    if (status != TES_OK)
        return media_outcome_of(status);
    metrics_observe_us(visit->app->metrics, METRICS_DRAW_DURATION, 0,
                       tes_clock_steady_us() - started_us);
    struct tes_slice png = {(const char *)memory + draw_size, length};
    optical_memory_keep(visit, claims, challenge, png);
    picture->at = tes_arena_string(visit->request->arena, png);
    picture->length = length;
    return picture->at != NULL ? MEDIA_MADE : MEDIA_FAILED;
}

void handle_api_image(struct visit *visit)
{
    static const struct media PICTURE = {
        .prefix = TES_SLICE_INIT("/v1/image/"), .type = "image/png", .make = draw};
    media_reply(visit, &PICTURE);
}
