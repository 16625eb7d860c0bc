#include "server/app/sites.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hostname.h"
#include "base/secret.h"
#include "challenge/kind.h"
#include "os/clock.h"

#define SITES_MAX 10000

/* A site, and what its words mean. */
struct held {
    struct records_site site;
    struct sites_wishes wishes;
    struct budget_limits limits;
};

/* A secret's hash, told from others by how it begins. */
struct secret {
    uint64_t beginning;
    const struct held *held;
    bool is_previous;
};

struct list {
    struct held *items; /* by sitekey: each request looks for one several times */
    size_t count, size;
    struct secret *secrets; /* of all of them, by how they begin */
    size_t secret_count;
    bool is_cut; /* there was no room for all */
};

struct sites {
    pthread_rwlock_t lock;
    struct list list;
    uint64_t version;
    bool loaded;
};

struct sites *sites_new(void)
{
    struct sites *sites = calloc(1, sizeof *sites);
    if (sites != NULL && pthread_rwlock_init(&sites->lock, NULL) != 0) {
        free(sites);
        return NULL;
    }
    return sites;
}

static void free_list(struct list *list)
{
    free(list->items);
    free(list->secrets);
}

void sites_free(struct sites *sites)
{
    if (sites == NULL)
        return;
    pthread_rwlock_destroy(&sites->lock);
    free_list(&sites->list);
    free(sites);
}

const char *sites_read_theme(const char *word)
{
    static const char *const THEMES[] = {"light", "dark", "auto"};
    for (size_t i = 0; i < sizeof THEMES / sizeof THEMES[0]; i++)
        if (strcmp(word, THEMES[i]) == 0)
            return THEMES[i];
    return "";
}

struct sites_wishes sites_read_wishes(const struct records_wishes *words)
{
    struct sites_wishes wishes = {
        .has_alternatives = words->alternatives[0] != '\0',
        .has_strength = words->strength[0] != '\0',
        .strength = TES_STRENGTH_OFF_THE_SHELF,
        .rounds = words->rounds,
        .has_fail = words->fail[0] != '\0',
        .fails_open = strcmp(words->fail, "open") == 0,
        .profile = words->profile[0] != '\0' ? ACCEPT_LOGIN : ACCEPT_ANY,
        .theme = sites_read_theme(words->theme),
        .lifetime_s = words->lifetime_s,
        .has_renew = words->has_renew,
        .renew_s = words->renew_s,
    };
    if (!accept_kinds_read(tes_slice_of(words->types), &wishes.kinds))
        wishes.kinds = 0;
    if (!accept_alternatives_read(tes_slice_of(words->alternatives), &wishes.alternatives))
        wishes.alternatives = 0; /* SITES_NONE is no name of one either */
    if (strcmp(words->strength, tes_strength_class_name(TES_STRENGTH_FRICTION)) == 0)
        wishes.strength = TES_STRENGTH_FRICTION;
    return wishes;
}

static bool add(void *context, const struct records_site *site)
{
    struct list *list = context;
    if (list->count == list->size) {
        size_t size = list->size == 0 ? 4 : list->size * 2;
        if (size > SITES_MAX)
            size = SITES_MAX;
        struct held *items =
            list->count == SITES_MAX ? NULL : realloc(list->items, size * sizeof *items);
        if (items == NULL) {
            list->is_cut = true;
            return false;
        }
        list->items = items;
        list->size = size;
    }
    struct held *held = &list->items[list->count++];
    *held = (struct held){.site = *site, .wishes = sites_read_wishes(&site->wishes)};
    /* Of a newer server, maybe: those that nobody here knows are no limits. */
    (void)budget_limits_read(tes_slice_of(site->wishes.budgets), &held->limits);
    return true;
}

static int by_sitekey(const void *left, const void *right)
{
    const struct held *one = left, *other = right;
    return strcmp(one->site.sitekey, other->site.sitekey);
}

static uint64_t beginning_of(const uint8_t hash[RECORDS_HASH_BYTES])
{
    uint64_t beginning;
    memcpy(&beginning, hash, sizeof beginning);
    return beginning;
}

static int by_beginning(const void *left, const void *right)
{
    const struct secret *one = left, *other = right;
    return (one->beginning > other->beginning) - (one->beginning < other->beginning);
}

/* Makes the index of secrets, once the sites stand where they stay. */
static bool index_secrets(struct list *list)
{
    if (list->count == 0)
        return true;
    list->secrets = calloc(list->count * SITES_SECRETS_MAX, sizeof *list->secrets);
    if (list->secrets == NULL)
        return false;
    for (size_t i = 0; i < list->count; i++) {
        const struct held *held = &list->items[i];
        list->secrets[list->secret_count++] =
            (struct secret){beginning_of(held->site.secret_hash), held, false};
        if (held->site.previous_until_ms > 0)
            list->secrets[list->secret_count++] =
                (struct secret){beginning_of(held->site.previous_hash), held, true};
    }
    qsort(list->secrets, list->secret_count, sizeof *list->secrets, by_beginning);
    return true;
}

bool sites_refresh(struct sites *sites, struct records *records)
{
    uint64_t version = records_site_version(records);
    struct list fresh = {0};
    if (sites->loaded && version == sites->version)
        return true;
    if (records_site_list(records, add, &fresh) != RECORDS_OK || fresh.is_cut) {
        free_list(&fresh);
        return false;
    }
    if (fresh.count > 0)
        qsort(fresh.items, fresh.count, sizeof *fresh.items, by_sitekey);
    if (!index_secrets(&fresh)) {
        free_list(&fresh);
        return false;
    }
    pthread_rwlock_wrlock(&sites->lock);
    struct list stale = sites->list;
    sites->list = fresh;
    pthread_rwlock_unlock(&sites->lock);
    free_list(&stale);
    sites->version = version;
    sites->loaded = true;
    return true;
}

static bool takes_host(const struct records_site *site, struct tes_slice hostname)
{
    for (size_t i = 0; i < site->hostname_count; i++)
        if (tes_hostname_matches(tes_slice_of(site->hostnames[i]), hostname))
            return true;
    return site->hostname_count == 0;
}

static int compare_to(const void *sitekey, const void *item)
{
    const struct tes_slice *wanted = sitekey;
    const char *key = ((const struct held *)item)->site.sitekey;
    size_t length = strlen(key);
    int order = memcmp(wanted->at, key, wanted->length < length ? wanted->length : length);
    return order != 0 ? order : (wanted->length > length) - (wanted->length < length);
}

/* With the lock held; NULL where there is none. */
static const struct held *find(const struct list *list, struct tes_slice sitekey)
{
    if (sitekey.length == 0 || list->count == 0)
        return NULL;
    return bsearch(&sitekey, list->items, list->count, sizeof *list->items, compare_to);
}

enum sites_answer sites_check(struct sites *sites, struct tes_slice sitekey,
                              struct tes_slice hostname)
{
    enum sites_answer answer = SITES_UNKNOWN;
    pthread_rwlock_rdlock(&sites->lock);
    const struct held *held = find(&sites->list, sitekey);
    if (held != NULL)
        answer = takes_host(&held->site, hostname) ? SITES_KNOWN : SITES_WRONG_HOST;
    pthread_rwlock_unlock(&sites->lock);
    return answer;
}

enum tes_difficulty sites_difficulty(struct sites *sites, struct tes_slice sitekey)
{
    enum tes_difficulty difficulty = 0;
    pthread_rwlock_rdlock(&sites->lock);
    const struct held *held = find(&sites->list, sitekey);
    if (held != NULL && held->site.difficulty[0] != '\0')
        difficulty = tes_difficulty_find(tes_slice_of(held->site.difficulty));
    pthread_rwlock_unlock(&sites->lock);
    return difficulty;
}

/* Whether the secret before the newest is good at this moment: no reload ends it, but the clock. */
static bool has_previous(const struct records_site *site)
{
    return site->previous_until_ms > 0 && tes_clock_wall_ms() < site->previous_until_ms;
}

size_t sites_find_hashes(struct sites *sites, struct tes_slice sitekey,
                         uint8_t hashes[SITES_SECRETS_MAX][RECORDS_HASH_BYTES])
{
    size_t count = 0;
    pthread_rwlock_rdlock(&sites->lock);
    const struct held *held = find(&sites->list, sitekey);
    if (held != NULL)
        memcpy(hashes[count++], held->site.secret_hash, RECORDS_HASH_BYTES);
    if (held != NULL && has_previous(&held->site))
        memcpy(hashes[count++], held->site.previous_hash, RECORDS_HASH_BYTES);
    pthread_rwlock_unlock(&sites->lock);
    return count;
}

bool sites_wishes(struct sites *sites, struct tes_slice sitekey, struct sites_wishes *wishes)
{
    pthread_rwlock_rdlock(&sites->lock);
    const struct held *held = find(&sites->list, sitekey);
    if (held != NULL)
        *wishes = held->wishes;
    pthread_rwlock_unlock(&sites->lock);
    return held != NULL;
}

unsigned sites_lifetime_s(struct sites *sites, struct tes_slice sitekey, unsigned by_default)
{
    struct sites_wishes wishes;
    bool has_say = sites_wishes(sites, sitekey, &wishes) && wishes.lifetime_s > 0;
    return has_say ? wishes.lifetime_s : by_default;
}

unsigned sites_renew_s(struct sites *sites, struct tes_slice sitekey, unsigned by_default)
{
    struct sites_wishes wishes;
    bool has_say = sites_wishes(sites, sitekey, &wishes) && wishes.has_renew;
    return has_say ? wishes.renew_s : by_default;
}

const char *sites_theme(struct sites *sites, struct tes_slice sitekey)
{
    struct sites_wishes wishes;
    return sites_wishes(sites, sitekey, &wishes) ? wishes.theme : "";
}

void sites_limits(struct sites *sites, struct tes_slice sitekey, struct budget_limits *limits)
{
    pthread_rwlock_rdlock(&sites->lock);
    const struct held *held = find(&sites->list, sitekey);
    limits->has_any = held != NULL && held->limits.has_any;
    if (limits->has_any)
        *limits = held->limits;
    pthread_rwlock_unlock(&sites->lock);
}

struct sites_open sites_open(struct sites *sites, bool by_default)
{
    struct sites_open counts = {0};
    pthread_rwlock_rdlock(&sites->lock);
    counts.all = sites->list.count;
    for (size_t i = 0; i < counts.all; i++) {
        const struct sites_wishes *wishes = &sites->list.items[i].wishes;
        counts.open += wishes->has_fail ? wishes->fails_open : by_default;
    }
    pthread_rwlock_unlock(&sites->lock);
    return counts;
}

bool sites_first_host(struct sites *sites, struct tes_slice sitekey,
                      char hostname[RECORDS_HOSTNAME_MAX + 1])
{
    bool found = false;
    pthread_rwlock_rdlock(&sites->lock);
    const struct held *held = find(&sites->list, sitekey);
    for (size_t i = 0; held != NULL && !found && i < held->site.hostname_count; i++) {
        found = held->site.hostnames[i][0] != '*';
        if (found)
            memcpy(hostname, held->site.hostnames[i], RECORDS_HOSTNAME_MAX + 1);
    }
    pthread_rwlock_unlock(&sites->lock);
    return found;
}

void sites_name(struct sites *sites, struct tes_slice sitekey, char name[RECORDS_NAME_MAX + 1])
{
    pthread_rwlock_rdlock(&sites->lock);
    const struct held *held = find(&sites->list, sitekey);
    struct tes_slice text = held != NULL ? tes_slice_of(held->site.name) : sitekey;
    snprintf(name, RECORDS_NAME_MAX + 1, "%.*s", (int)text.length, text.length > 0 ? text.at : "");
    pthread_rwlock_unlock(&sites->lock);
}

/*
 * Where the secrets that begin so stand in the index.
 *
 * Only the first 64 bits of a hash steer the search, the rest is compared in constant time. So the
 * time that it takes can tell those 64 at most, of the SHA-256 of a secret, and only to who finds
 * texts whose hashes begin as it does: each bit doubles the work. The other 192, and all 256 bits
 * of the secret itself, stay unknown.
 */
static size_t first_of(const struct list *list, uint64_t beginning)
{
    size_t low = 0, high = list->secret_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (list->secrets[middle].beginning < beginning)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_secret(const struct secret *secret, const uint8_t hash[RECORDS_HASH_BYTES])
{
    const struct records_site *site = &secret->held->site;
    return tes_equal_constant_time(secret->is_previous ? site->previous_hash : site->secret_hash,
                                   hash, RECORDS_HASH_BYTES) &&
           (!secret->is_previous || has_previous(site));
}

bool sites_find_secret(struct sites *sites, const uint8_t hash[RECORDS_HASH_BYTES],
                       char sitekey[RECORDS_SITEKEY_MAX + 1])
{
    const struct held *found = NULL;
    pthread_rwlock_rdlock(&sites->lock);
    const struct list *list = &sites->list;
    size_t i = first_of(list, beginning_of(hash));
    for (; i < list->secret_count && list->secrets[i].beginning == beginning_of(hash); i++)
        if (is_secret(&list->secrets[i], hash))
            found = list->secrets[i].held;
    if (found != NULL)
        memcpy(sitekey, found->site.sitekey, sizeof found->site.sitekey);
    pthread_rwlock_unlock(&sites->lock);
    return found != NULL;
}
