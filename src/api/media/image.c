/* The picture of a challenge. */
#include "api/media/media.h"
#include "api/media/optical_memory.h"
#include "os/clock.h"
#include "server/app/handlers.h"

/* Draws into memory of that size and encodes behind it. */
typedef enum tes_status painter(const struct tes_challenge *challenge, uint8_t *memory,
                                size_t draw_size, size_t png_size, size_t *length);

static enum tes_status paint_all(const struct tes_challenge *challenge, uint8_t *memory,
                                 size_t draw_size, size_t png_size, size_t *length)
{
    struct tes_animation animation;
    enum tes_status status = tes_animate(challenge, memory, draw_size, &animation);
    if (status != TES_OK)
        return status;
    return tes_png_encode_animation(&animation, memory + draw_size, png_size, length);
}

static enum tes_status paint_first(const struct tes_challenge *challenge, uint8_t *memory,
                                   size_t draw_size, size_t png_size, size_t *length)
{
    struct tes_image image;
    enum tes_status status = tes_draw(challenge, memory, draw_size, &image);
    return status == TES_OK ? tes_png_encode(&image, memory + draw_size, png_size, length) : status;
}

static enum media_outcome draw_by(struct visit *visit, const struct tes_challenge *challenge,
                                  painter *paint, struct tes_slice *picture)
{
    size_t draw_size = tes_animate_bound(challenge), length = 0;
    size_t png_size = tes_png_animation_bound(challenge);
    uint8_t *memory = visit_canvas(visit, draw_size + png_size);
    uint64_t started_us = tes_clock_steady_us();
    if (memory == NULL)
        return MEDIA_FAILED;
    enum tes_status status = paint(challenge, memory, draw_size, png_size, &length);
    if (status != TES_OK)
        return media_outcome_of(status);
    metrics_observe_us(visit->app->metrics, METRICS_DRAW_DURATION, 0,
                       tes_clock_steady_us() - started_us);
    struct tes_slice png = {(const char *)memory + draw_size, length};
    picture->at = tes_arena_string(visit->request->arena, png);
    picture->length = length;
    return picture->at != NULL ? MEDIA_MADE : MEDIA_FAILED;
}

static enum media_outcome draw(struct visit *visit, const struct tes_claims *claims,
                               const struct tes_challenge *challenge, struct tes_slice *picture)
{
    enum media_outcome outcome = draw_by(visit, challenge, paint_all, picture);
    if (outcome == MEDIA_MADE)
        optical_memory_keep(visit, claims, challenge, *picture);
    return outcome;
}

/* How a film begins, for pages where nothing may move before it is started. It is not archived: the
 * film is, and begins with it. */
static enum media_outcome draw_first(struct visit *visit, const struct tes_claims *claims,
                                     const struct tes_challenge *challenge,
                                     struct tes_slice *picture)
{
    (void)claims;
    return draw_by(visit, challenge, paint_first, picture);
}

void handle_api_image(struct visit *visit)
{
    static const struct media PICTURE = {.prefix = TES_SLICE_INIT("/v1/image/"),
                                         .type = "image/png",
                                         .where = HTTP_ON_DRAWERS,
                                         .make = draw};
    static const struct media BEGINNING = {.prefix = TES_SLICE_INIT("/v1/image/"),
                                           .type = "image/png",
                                           .variant = TES_SLICE_INIT("still"),
                                           .where = HTTP_ON_DRAWERS,
                                           .make = draw_first};
    struct tes_slice still = http_request_parameter(visit->request, TES_SLICE("still"));
    media_reply(visit, tes_slice_equal(still, TES_SLICE("1")) ? &BEGINNING : &PICTURE);
}
