#include "server/app/app.h"

#include <stdlib.h>
#include <string.h>

#include "challenge/random.h"
#include "os/clock.h"
#include "os/entropy.h"
#include "server/app/budget.h"
#include "server/app/unnamed_proxy.h"

static bool is_trusted(const struct config *config, const struct tes_address *address)
{
    for (size_t i = 0; i < config->trusted_proxies.count; i++)
        if (tes_address_in(address, &config->trusted_proxies.items[i]))
            return true;
    return false;
}

bool app_trusts(void *context, const struct tes_address *peer)
{
    struct app *app = context;
    const struct config *config = config_holder_get(app->config);
    bool trusted = tes_address_is_loopback(peer) || is_trusted(config, peer);
    config_holder_put(config);
    return trusted;
}

/* Reads an address as proxies write it: some add the port, and then brackets around IPv6. */
static bool read_forwarded(struct tes_slice text, struct tes_address *address)
{
    struct tes_slice port = text, host;
    uint64_t number;
    if (tes_address_read(text, address))
        return true;
    if (tes_slice_starts(text, TES_SLICE("["))) {
        port.at++;
        port.length--;
        host = tes_slice_cut(&port, ']');
        if (port.at == NULL || !tes_address_read(host, address))
            return false;
        if (port.length == 0)
            return true;
        if (tes_slice_cut(&port, ':').length > 0)
            return false;
    } else {
        host = tes_slice_cut(&port, ':');
        if (!tes_address_read(host, address))
            return false;
    }
    return tes_slice_number(port, 65535, &number);
}

/* Walks one line of X-Forwarded-For from its end; false where the walk is over. */
static bool walk_line(const struct config *config, struct tes_slice line,
                      struct tes_address *client, enum app_client *how)
{
    do {
        size_t start = line.length;
        while (start > 0 && line.at[start - 1] != ',')
            start--;
        struct tes_slice last = {line.at + start, line.length - start};
        struct tes_address address;
        if (!read_forwarded(tes_slice_trim(last), &address)) {
            *how = APP_CLIENT_UNTOLD;
            return false;
        }
        *client = address;
        if (!is_trusted(config, &address))
            return false;
        line.length = start > 0 ? start - 1 : 0;
    } while (line.length > 0);
    return true;
}

/* Walks X-Forwarded-For from its end, over every proxy that is trusted, to the first address that
 * is not: whatever stands before that one was written by a stranger. A proxy may add a line of its
 * own behind the visitor's, so the lines are one list. */
static enum app_client find_client(const struct config *config, const struct http_request *request,
                                   struct tes_address *client)
{
    enum app_client how = APP_CLIENT_TOLD;
    *client = request->peer;
    if (config->trusted_proxies.count == 0 || !is_trusted(config, client))
        return APP_CLIENT_PEER;
    for (size_t i = request->field_count; i > 0; i--)
        if (tes_slice_equal(request->fields[i - 1].name, TES_SLICE("x-forwarded-for")) &&
            !walk_line(config, request->fields[i - 1].value, client, &how))
            break;
    return how;
}

bool app_all_read(const struct app *app, unsigned claim)
{
    return !app->has_nodes || atomic_load(&app->claims_agreed) >= claim;
}

bool visit_is_inside(const struct visit *visit)
{
    const struct config *config = visit->config;
    if (visit->how != APP_CLIENT_TOLD &&
        http_request_header(visit->request, TES_SLICE("x-forwarded-for")).at != NULL)
        return false;
    for (size_t i = 0; i < config->metrics_allow.count; i++)
        if (tes_address_in(&visit->client, &config->metrics_allow.items[i]))
            return true;
    return false;
}

void visit_start(struct visit *visit, struct app *app, struct http_request *request,
                 struct http_reply *reply)
{
    *visit = (struct visit){
        .app = app, .request = request, .reply = reply, .site = &sites_not_named, .is_junk = true};
    visit->config = config_holder_get(app->config);
    visit->how = find_client(visit->config, request, &visit->client);
    unnamed_proxy_look(app, request, visit->how, &visit->client);
    if (visit->how != APP_CLIENT_PEER) {
        struct tes_slice scheme = http_request_header(request, TES_SLICE("x-forwarded-proto"));
        visit->https = tes_slice_equal_nocase(scheme, TES_SLICE("https"));
    }
    visit->payer = visit->client;
    struct tes_buf bucket = tes_buf_on(visit->bucket_text, sizeof visit->bucket_text);
    tes_address_bucket(&bucket, &visit->client);
    visit->bucket = tes_buf_done(&bucket);
}

bool visit_bind(struct visit *visit)
{
    unsigned thread = visit->request->thread;
    visit->where = visit->next.where;
    visit->now_ms = tes_clock_wall_ms();
    visit->thread = &visit->app->threads[thread];
    visit->sealer = app_sealer(visit->app, thread);
    return visit->sealer != NULL;
}

void visit_go_on(struct visit *visit, enum http_where where, visit_step *step, void *state)
{
    if (visit->where == where) {
        step(visit, state);
        return;
    }
    visit->next.where = where;
    visit->step = step;
    visit->state = state;
    visit->reply->next = &visit->next;
}

bool visit_random(struct visit *visit, void *memory, size_t size)
{
    if (size > visit->random_left) {
        if (size > sizeof visit->random || !tes_entropy(visit->random, sizeof visit->random))
            return false;
        visit->random_left = sizeof visit->random;
    }
    visit->random_left -= size;
    memcpy(memory, visit->random + visit->random_left, size);
    return true;
}

static void draw_seeded(struct app *app, uint8_t *memory, size_t size)
{
    uint64_t draw = atomic_fetch_add(&app->seeded_draws, 1);
    uint8_t key[TES_KEY_BYTES] = {0};
    struct tes_random random;
    for (unsigned i = 0; i < 8; i++) {
        key[i] = (uint8_t)(app->seed >> 8 * i);
        key[8 + i] = (uint8_t)(draw >> 8 * i);
    }
    tes_random_start(&random, key);
    for (size_t i = 0; i < size; i++)
        memory[i] = (uint8_t)tes_random_word(&random);
    tes_random_end(&random);
}

bool visit_challenge_random(struct visit *visit, void *memory, size_t size)
{
    if (!visit->app->is_seeded)
        return visit_random(visit, memory, size);
    draw_seeded(visit->app, memory, size);
    return true;
}

enum tes_status visit_challenge_key(struct visit *visit, const struct tes_claims *claims,
                                    uint8_t key[TES_KEY_BYTES])
{
    enum tes_status status = tes_challenge_key(visit->sealer, claims, key);
    if (status == TES_OK && visit->app->is_seeded) {
        memset(key, 0, TES_KEY_BYTES);
        memcpy(key, claims->seed, TES_SEED_BYTES);
    }
    return status;
}

bool visit_is_banned(struct visit *visit)
{
    bool is_banned = bans_has(visit->app->bans, &visit->client, visit->now_ms);
    if (is_banned)
        metrics_count(visit->app->metrics, METRICS_BAN_REFUSALS);
    return is_banned;
}

uint8_t *visit_canvas(struct visit *visit, size_t size)
{
    struct app_thread *thread = visit->thread;
    if (thread->canvas_size >= size)
        return thread->canvas;
    free(thread->canvas);
    thread->canvas = malloc(size); /* aligned to 16 on each of our machines */
    thread->canvas_size = thread->canvas != NULL ? size : 0;
    return thread->canvas;
}

bool visit_may_wait(struct visit *visit)
{
    return limiter_take(&visit->app->record_waits, 0);
}

void visit_has_waited(struct visit *visit)
{
    limiter_give_back(&visit->app->record_waits, 0);
}

static const struct sites_list *visit_sites(struct visit *visit)
{
    if (visit->sites == NULL)
        visit->sites = sites_get(visit->app->sites);
    visit->site_lookups++;
    return visit->sites;
}

const struct site *visit_find_site(struct visit *visit, struct tes_slice sitekey)
{
    return sites_find(visit_sites(visit), sitekey);
}

void visit_set_site(struct visit *visit, struct tes_slice sitekey)
{
    bool is_demo = visit->config->demo && tes_slice_equal(sitekey, TES_SLICE(DEMO_SITEKEY));
    if (visit->site->state == SITES_FOUND &&
        tes_slice_equal(sitekey, tes_slice_of(visit->site->record.sitekey)))
        return;
    visit->site = is_demo ? &sites_demo : visit_find_site(visit, sitekey);
    visit->budget_site = budget_site_number(sitekey);
}

bool visit_set_site_of(struct visit *visit, const uint8_t hash[RECORDS_HASH_BYTES])
{
    visit->site = sites_find_secret(visit_sites(visit), hash);
    visit->budget_site = budget_site_number(tes_slice_of(visit->site->record.sitekey));
    return sites_is_known(visit->site);
}

void visit_end(struct visit *visit)
{
    sites_put(visit->sites);
    config_holder_put(visit->config);
}
