/* The picture of a challenge, drawn when it is asked for, or still held from the last time. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/secret.h"
#include "serve/pictures.h"
#include "serve/reply.h"
#include "serve/routes.h"

/* Memory to draw in, of this thread: a picture takes some megabytes, and pages that are fresh from
 * the kernel would cost half as much again as the drawing. NULL where there is none. */
static uint8_t *canvas_of(struct app_thread *thread, size_t size)
{
    if (thread->canvas_size >= size)
        return thread->canvas;
    free(thread->canvas);
    thread->canvas = malloc(size);
    thread->canvas_size = thread->canvas != NULL ? size : 0;
    return thread->canvas;
}

/* Draws and encodes into the request's arena. */
static struct tes_slice draw(struct visit *visit, const struct tes_challenge *challenge)
{
    struct tes_slice picture = {NULL, 0};
    size_t draw_size = tes_animate_bound(challenge), png_length = 0;
    size_t png_size = tes_png_animation_bound(challenge);
    uint8_t *memory = canvas_of(visit->thread, draw_size + png_size);
    struct tes_animation animation;
    uint64_t started_us = tes_clock_steady_us();
    if (memory != NULL && tes_animate(challenge, memory, draw_size, &animation) == TES_OK &&
        tes_png_encode_animation(&animation, memory + draw_size, png_size, &png_length) == TES_OK) {
        metrics_observe_us(visit->app->metrics, METRICS_DRAW_DURATION, 0,
                           tes_clock_steady_us() - started_us);
        struct tes_slice png = {(const char *)memory + draw_size, png_length};
        picture.at = tes_arena_string(visit->request->arena, png);
        picture.length = picture.at != NULL ? png_length : 0;
    }
    return picture;
}

static enum tes_status open_token(struct visit *visit, uint8_t plain[TES_TOKEN_MAX],
                                  struct tes_claims *claims)
{
    const struct tes_slice prefix = TES_SLICE("/v1/image/");
    struct tes_slice path = visit->request->path;
    enum tes_status status = tes_open(visit->sealer, TES_PURPOSE_IMAGE, path.at + prefix.length,
                                      path.length - prefix.length, plain, claims);
    return status == TES_OK && visit->now_ms >= claims->expires_at_ms ? TES_STALE : status;
}

static enum tes_status generate(struct visit *visit, const struct tes_claims *claims,
                                struct tes_challenge *challenge)
{
    uint8_t key[TES_KEY_BYTES];
    enum tes_status status = tes_challenge_key(visit->sealer, claims, key);
    if (status == TES_OK)
        status = tes_generate_claimed(claims, key, challenge);
    tes_wipe(key, sizeof key);
    return status;
}

/* TES_NO_MEMORY where it could not be drawn. */
static enum tes_status find_picture(struct visit *visit, struct tes_slice *picture)
{
    struct pictures *pictures = visit->app->pictures;
    uint8_t plain[TES_TOKEN_MAX];
    struct tes_claims claims;
    struct tes_challenge challenge;
    enum tes_status status = open_token(visit, plain, &claims);
    if (status != TES_OK)
        return status;
    *picture = pictures_find(pictures, claims.id, visit->request->arena);
    if (picture->at != NULL) {
        metrics_count(visit->app->metrics, METRICS_PICTURES_REUSED);
        return TES_OK;
    }
    status = generate(visit, &claims, &challenge);
    if (status != TES_OK)
        return status;
    *picture = draw(visit, &challenge);
    if (picture->at == NULL)
        return TES_NO_MEMORY;
    pictures_keep(pictures, claims.id, *picture);
    return TES_OK;
}

void handle_api_image(struct visit *visit)
{
    switch (find_picture(visit, &visit->reply->body)) {
    case TES_OK:
        visit->reply->status = 200;
        visit->reply->type = "image/png";
        reply_no_store(visit->reply);
        return;
    case TES_FAILED:
    case TES_NO_MEMORY:
        visit->reply->body = (struct tes_slice){NULL, 0};
        reply_error(visit->reply, visit->request->arena, API_ERROR_UNAVAILABLE);
        reply_retry_after(visit->reply, 1);
        return;
    default:
        visit->reply->body = (struct tes_slice){NULL, 0};
        reply_error(visit->reply, visit->request->arena, API_ERROR_NOT_FOUND);
    }
}
