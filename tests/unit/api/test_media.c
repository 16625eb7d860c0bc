/*
 * What is fetched of a challenge: each way in which it can fail is answered as what it is. A
 * generator that found nothing is the server's fault, and never the visitor's budget.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "api/media/media.h"
#include "api/media/pictures.h"

enum { ARENA_MAX = 1 << 20, NOW_MS = 1000 };

static enum media_outcome outcome; /* of the next one that is made */

static enum media_outcome make(struct visit *visit, const struct tes_claims *claims,
                               const struct tes_challenge *challenge, struct tes_slice *made)
{
    (void)visit;
    (void)claims;
    (void)challenge;
    *made = tes_slice_of("made");
    return outcome;
}

/* The right to fetch a puzzle, as a path. */
static struct tes_slice path_of(struct tes_sealer *sealer, char path[TES_TOKEN_MAX])
{
    static const uint8_t nonce[16] = {1};
    struct tes_challenge challenge;
    struct tes_claims claims = {.expires_at_ms = NOW_MS + 1};
    uint8_t key[TES_KEY_BYTES];
    size_t length;
    assert_int_equal(tes_challenge_key(sealer, &claims, key), TES_OK);
    assert_int_equal(tes_generate("puzzle", key, NULL, &challenge), TES_OK);
    tes_claim(&challenge, &claims);
    memcpy(path, "/p/", 3);
    assert_int_equal(
        tes_seal(sealer, TES_PURPOSE_IMAGE, &claims, nonce, path + 3, TES_TOKEN_MAX - 3, &length),
        TES_OK);
    return (struct tes_slice){path, length + 3};
}

/* The status of the reply where making it ends so. */
static unsigned fetch(enum media_outcome made)
{
    static const struct media PUZZLE = {
        .prefix = TES_SLICE_INIT("/p/"), .type = "text/plain", .make = make};
    char path[TES_TOKEN_MAX];
    struct tes_arena arena = tes_arena_new(ARENA_MAX);
    struct config config = {.budget_window_s = 60};
    struct metrics_options options = {.version = "0"};
    struct app app = {
        .metrics = metrics_new(&options), .pictures = pictures_new(0), .sites = sites_new()};
    struct http_request request = {.arena = &arena};
    struct http_reply reply = {0};
    struct visit visit = {.app = &app,
                          .site = &sites_not_named,
                          .request = &request,
                          .reply = &reply,
                          .config = &config,
                          .sealer = tes_sealer_new("a secret of some length", 23),
                          .now_ms = NOW_MS};
    assert_non_null(app.metrics);
    assert_non_null(app.pictures);
    assert_non_null(app.sites);
    assert_non_null(visit.sealer);
    request.path = path_of(visit.sealer, path);
    outcome = made;
    media_reply(&visit, &PUZZLE);
    tes_sealer_free(visit.sealer);
    pictures_free(app.pictures);
    sites_put(visit.sites);
    sites_free(app.sites);
    metrics_free(app.metrics);
    tes_arena_free(&arena);
    return reply.status;
}

static void each_outcome_has_its_status(void **state)
{
    (void)state;
    assert_int_equal(fetch(MEDIA_MADE), 200);
    assert_int_equal(fetch(MEDIA_NONE), 404);
    assert_int_equal(fetch(MEDIA_OVER_BUDGET), 429);
    assert_int_equal(fetch(MEDIA_FAILED), 503);
}

/* What the library says, as a visitor hears it. */
static void no_status_of_the_library_is_a_budget(void **state)
{
    (void)state;
    static const struct {
        enum tes_status status;
        unsigned told;
    } ROWS[] = {
        {TES_OK, 200},        {TES_INCORRECT, 404},    {TES_BAD_ANSWER, 404},
        {TES_FORGED, 404},    {TES_BAD_ARGUMENT, 404}, {TES_UNKNOWN_KIND, 404},
        {TES_STALE, 404},     {TES_UNAVAILABLE, 404},  {TES_TOO_SMALL, 503},
        {TES_NO_MEMORY, 503}, {TES_FAILED, 503},       {TES_EXHAUSTED, 503},
    };
#define COUNT_ONE(name, text) +1
    assert_int_equal(sizeof ROWS / sizeof ROWS[0], 0 TES_STATUS_LIST(COUNT_ONE));
#undef COUNT_ONE
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        if (fetch(media_outcome_of(ROWS[i].status)) != ROWS[i].told)
            fail_msg("not answered with %u: %s", ROWS[i].told, tes_status_text(ROWS[i].status));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_outcome_has_its_status),
        cmocka_unit_test(no_status_of_the_library_is_a_budget),
    };
    return cmocka_run_group_tests_name("media", tests, NULL, NULL);
}
