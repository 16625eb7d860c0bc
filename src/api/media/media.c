#include "api/media/media.h"

#include <string.h>

#include "api/media/pictures.h"
#include "api/media/range.h"
#include "base/secret.h"
#include "os/clock.h"
#include "server/app/budget.h"
#include "server/app/reply.h"

/* A request for a picture or a sound: the file, and the token that permits it. */
struct fetch {
    struct media media;
    struct tes_claims claims;     /* of the token in the path */
    uint8_t plain[TES_TOKEN_MAX]; /* the claims point into it */
};

static enum tes_status open_token(struct visit *visit, struct fetch *fetch)
{
    struct tes_slice token = visit->request->path;
    token.at += fetch->media.prefix.length;
    token.length -= fetch->media.prefix.length;
    enum tes_status status = tes_open(visit->sealer, TES_PURPOSE_IMAGE, token.at, token.length,
                                      fetch->plain, &fetch->claims);
    return status == TES_OK && visit->now_ms >= fetch->claims.expires_at_ms ? TES_STALE : status;
}

static enum tes_status generate(struct visit *visit, const struct tes_claims *claims,
                                struct tes_challenge *challenge)
{
    uint8_t key[TES_KEY_BYTES];
    enum tes_status status = visit_challenge_key(visit, claims, key);
    if (status == TES_OK)
        status = tes_generate_claimed(claims, key, challenge);
    tes_wipe(key, sizeof key);
    return status;
}

/* What is held is found by the challenge and the variant. */
static void mix(uint8_t id[TES_ID_BYTES], struct tes_slice variant)
{
    for (size_t i = 0; i < variant.length; i++)
        id[i % TES_ID_BYTES] ^= (uint8_t)variant.at[i];
}

enum media_outcome media_outcome_of(enum tes_status status)
{
    switch (status) {
    case TES_OK:
        return MEDIA_MADE;
    case TES_EXHAUSTED:
    case TES_FAILED:
    case TES_NO_MEMORY:
    case TES_TOO_SMALL:
        return MEDIA_FAILED;
    default:
        return MEDIA_NONE;
    }
}

/* What it takes of a processor is known afterwards, and each counts for a millisecond at least. */
static enum media_outcome make(struct visit *visit, const struct media *media,
                               const struct tes_claims *claims, struct tes_slice *body)
{
    struct tes_challenge challenge;
    if (!budget_has(visit, BUDGET_DRAW) || !budget_has(visit, BUDGET_DRAW_ALL))
        return MEDIA_OVER_BUDGET;
    uint64_t started_us = tes_clock_thread_us();
    enum media_outcome outcome = media_outcome_of(generate(visit, claims, &challenge));
    if (outcome == MEDIA_MADE)
        outcome = media->make(visit, claims, &challenge, body);
    uint64_t took_ms = (tes_clock_thread_us() - started_us + 999) / 1000;
    budget_charge(visit, BUDGET_DRAW, took_ms);
    budget_charge(visit, BUDGET_DRAW_ALL, took_ms);
    return outcome;
}

/* Fetching is charged to whoever does it, as an image of this network or as junk; drawing to the
 * network whose challenge it is, wherever that is fetched. False where there was too much of it. */
static bool charge_fetch(struct visit *visit, const struct tes_claims *claims)
{
    struct tes_address_range theirs;
    visit_set_site(visit, claims->site);
    if (tes_slice_equal(claims->ip_bucket, visit->bucket))
        return budget_take(visit, BUDGET_IMAGE);
    bool is_taken = budget_take(visit, BUDGET_JUNK);
    if (tes_address_range_read(claims->ip_bucket, &theirs))
        visit->payer = theirs.base;
    return is_taken;
}

/* A page can make its visitors' browsers fetch what a challenge of another network shows. That is
 * served, since some sites ask for challenges on their visitors' behalf; but what it costs the
 * visitor's network is junk. */
static enum media_outcome find_or_make(struct visit *visit, const struct fetch *fetch,
                                       struct tes_slice *body)
{
    struct pictures *pictures = visit->app->pictures;
    uint8_t id[TES_ID_BYTES];
    if (!charge_fetch(visit, &fetch->claims))
        return MEDIA_OVER_BUDGET;
    memcpy(id, fetch->claims.id, sizeof id);
    mix(id, fetch->media.variant);
    *body = pictures_find(pictures, id, visit->request->arena);
    if (body->at != NULL) {
        metrics_count(visit->app->metrics, METRICS_PICTURES_REUSED);
        return MEDIA_MADE;
    }
    enum media_outcome outcome = make(visit, &fetch->media, &fetch->claims, body);
    if (outcome == MEDIA_MADE)
        pictures_keep(pictures, id, *body);
    return outcome;
}

/* The part of the body that is asked for, or all of it. */
static void reply_body(struct visit *visit, struct tes_slice body, const char *type)
{
    struct http_reply *reply = visit->reply;
    struct tes_slice header = http_request_header(visit->request, TES_SLICE("range"));
    struct range_part part = {0, body.length - 1};
    enum range range = range_read(header, body.length, &part);
    char text[80];
    struct tes_buf place = tes_buf_on(text, sizeof text);
    tes_buf_slice(&place, TES_SLICE("bytes "));
    if (range == RANGE_PART) {
        tes_buf_number(&place, (int64_t)part.first);
        tes_buf_char(&place, '-');
        tes_buf_number(&place, (int64_t)part.last);
    } else {
        tes_buf_char(&place, '*');
    }
    tes_buf_char(&place, '/');
    tes_buf_number(&place, (int64_t)body.length);
    if (range == RANGE_BEYOND) {
        reply_error(reply, visit->request->arena, API_ERROR_RANGE);
    } else {
        reply->status = range == RANGE_PART ? 206 : 200;
        reply->type = type;
        reply->body = (struct tes_slice){body.at + part.first, part.last - part.first + 1};
        reply_no_store(reply);
        http_reply_header(reply, "Accept-Ranges", TES_SLICE("bytes"));
    }
    if (range != RANGE_WHOLE)
        http_reply_header(reply, "Content-Range", tes_buf_done(&place));
}

static void reply_outcome(struct visit *visit, const struct fetch *fetch,
                          enum media_outcome outcome, struct tes_slice body)
{
    switch (outcome) {
    case MEDIA_MADE:
        reply_body(visit, body, fetch->media.type);
        return;
    case MEDIA_OVER_BUDGET:
        reply_refuse(visit, API_ERROR_BUDGET);
        return;
    case MEDIA_FAILED:
        reply_refuse(visit, API_ERROR_UNAVAILABLE);
        return;
    case MEDIA_NONE:
        reply_refuse(visit, API_ERROR_NOT_FOUND);
    }
}

static void reply_fetched(struct visit *visit, void *state)
{
    const struct fetch *fetch = state;
    struct tes_slice body = {NULL, 0};
    enum media_outcome outcome = find_or_make(visit, fetch, &body);
    reply_outcome(visit, fetch, outcome, body);
}

void media_reply(struct visit *visit, const struct media *media)
{
    struct fetch *fetch = tes_arena_alloc(visit->request->arena, sizeof *fetch);
    enum tes_status status = TES_NO_MEMORY;
    if (fetch != NULL) {
        fetch->media = *media;
        status = open_token(visit, fetch);
    }
    if (status == TES_OK)
        visit_go_on(visit, media->where, reply_fetched, fetch);
    else
        reply_outcome(visit, fetch, media_outcome_of(status), (struct tes_slice){NULL, 0});
}
