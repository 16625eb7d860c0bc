#include "server/app/sites.h"

#include <stdlib.h>
#include <string.h>

#include "base/hostname.h"
#include "base/secret.h"
#include "challenge/kind.h"
#include "os/clock.h"
#include "os/snapshot.h"

#define SITES_MAX   10000
#define SECRETS_MAX 2 /* of a site */

/* A secret's hash, told from others by how it begins. */
struct secret {
    uint64_t beginning;
    const struct site *site;
    bool is_previous;
};

struct sites_list {
    struct site *items; /* by sitekey */
    size_t count, size;
    struct secret *secrets; /* of all of them, by how they begin */
    size_t secret_count;
    bool is_cut; /* there was no room for all */
};

struct sites {
    struct tes_snapshot snapshot; /* a list */
    uint64_t version;
    bool is_loaded;
};

const struct site sites_not_named = {.state = SITES_NOT_NAMED, .policy = {.theme = ""}};

/* What nobody knows never fails open. */
const struct site sites_not_found = {.state = SITES_NOT_FOUND,
                                     .policy = {.theme = "", .has_fail = true}};

/* The demo takes all there is, and never fails open. */
const struct site sites_demo = {.state = SITES_DEMO,
                                .policy = {.theme = "",
                                           .has_fail = true,
                                           .has_alternatives = true,
                                           .alternatives = ACCEPT_ALL,
                                           .has_strength = true,
                                           .strength = TES_STRENGTH_FRICTION}};

static void list_end(void *value)
{
    struct sites_list *list = value;
    free(list->items);
    free(list->secrets);
}

static struct sites_list *list_new(void)
{
    return tes_snapshot_new(sizeof(struct sites_list), list_end);
}

struct sites *sites_new(void)
{
    struct sites *sites = calloc(1, sizeof *sites);
    struct sites_list *none = list_new();
    if (sites == NULL || none == NULL) {
        sites_put(none);
        free(sites);
        return NULL;
    }
    tes_snapshot_start(&sites->snapshot, none);
    return sites;
}

void sites_free(struct sites *sites)
{
    if (sites == NULL)
        return;
    tes_snapshot_stop(&sites->snapshot);
    free(sites);
}

const struct sites_list *sites_get(struct sites *sites)
{
    return tes_snapshot_get(&sites->snapshot);
}

void sites_put(const struct sites_list *list)
{
    tes_snapshot_put(list);
}

const char *sites_read_theme(const char *word)
{
    static const char *const THEMES[] = {"light", "dark", "auto"};
    for (size_t i = 0; i < sizeof THEMES / sizeof THEMES[0]; i++)
        if (strcmp(word, THEMES[i]) == 0)
            return THEMES[i];
    return "";
}

struct sites_policy sites_read_policy(const struct records_wishes *words)
{
    struct sites_policy policy = {
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
    if (!accept_kinds_read(tes_slice_of(words->types), &policy.kinds))
        policy.kinds = 0;
    if (!accept_alternatives_read(tes_slice_of(words->alternatives), &policy.alternatives))
        policy.alternatives = 0; /* SITES_NONE is no name of one either */
    if (strcmp(words->strength, tes_strength_class_name(TES_STRENGTH_FRICTION)) == 0)
        policy.strength = TES_STRENGTH_FRICTION;
    return policy;
}

static bool list_add(void *context, const struct records_site *record)
{
    struct sites_list *list = context;
    if (list->count == list->size) {
        size_t size = list->size == 0 ? 4 : list->size * 2;
        if (size > SITES_MAX)
            size = SITES_MAX;
        struct site *items =
            list->count == SITES_MAX ? NULL : realloc(list->items, size * sizeof *items);
        if (items == NULL) {
            list->is_cut = true;
            return false;
        }
        list->items = items;
        list->size = size;
    }
    struct site *site = &list->items[list->count++];
    *site = (struct site){.state = SITES_FOUND,
                          .record = *record,
                          .policy = sites_read_policy(&record->wishes),
                          .difficulty = tes_difficulty_find(tes_slice_of(record->difficulty))};
    /* Of a newer server, maybe: those that nobody here knows are no limits. */
    (void)budget_limits_read(tes_slice_of(record->wishes.budgets), &site->limits);
    return true;
}

static int by_sitekey(const void *left, const void *right)
{
    const struct site *one = left, *other = right;
    return strcmp(one->record.sitekey, other->record.sitekey);
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
static bool index_secrets(struct sites_list *list)
{
    if (list->count == 0)
        return true;
    list->secrets = calloc(list->count * SECRETS_MAX, sizeof *list->secrets);
    if (list->secrets == NULL)
        return false;
    for (size_t i = 0; i < list->count; i++) {
        const struct site *site = &list->items[i];
        list->secrets[list->secret_count++] =
            (struct secret){beginning_of(site->record.secret_hash), site, false};
        if (site->record.previous_until_ms > 0)
            list->secrets[list->secret_count++] =
                (struct secret){beginning_of(site->record.previous_hash), site, true};
    }
    qsort(list->secrets, list->secret_count, sizeof *list->secrets, by_beginning);
    return true;
}

bool sites_refresh(struct sites *sites, struct records *records)
{
    uint64_t version = records_site_version(records);
    if (sites->is_loaded && version == sites->version)
        return true;
    struct sites_list *fresh = list_new();
    if (fresh == NULL || records_site_list(records, list_add, fresh) != RECORDS_OK ||
        fresh->is_cut) {
        sites_put(fresh);
        return false;
    }
    if (fresh->count > 0)
        qsort(fresh->items, fresh->count, sizeof *fresh->items, by_sitekey);
    if (!index_secrets(fresh)) {
        sites_put(fresh);
        return false;
    }
    tes_snapshot_replace(&sites->snapshot, fresh);
    sites->version = version;
    sites->is_loaded = true;
    return true;
}

static int compare_to(const void *sitekey, const void *item)
{
    const struct tes_slice *wanted = sitekey;
    const char *key = ((const struct site *)item)->record.sitekey;
    size_t length = strlen(key);
    int order = memcmp(wanted->at, key, wanted->length < length ? wanted->length : length);
    return order != 0 ? order : (wanted->length > length) - (wanted->length < length);
}

const struct site *sites_find(const struct sites_list *list, struct tes_slice sitekey)
{
    const struct site *site = NULL;
    if (sitekey.length == 0)
        return &sites_not_named;
    if (list->count > 0)
        site = bsearch(&sitekey, list->items, list->count, sizeof *list->items, compare_to);
    return site != NULL ? site : &sites_not_found;
}

/* Whether the secret before the newest is good at this moment: no reload ends it, but the clock. */
static bool has_previous(const struct records_site *site)
{
    return site->previous_until_ms > 0 && tes_clock_wall_ms() < site->previous_until_ms;
}

/*
 * Where the secrets that begin so stand in the index.
 *
 * Only the first 64 bits of a hash steer the search, the rest is compared in constant time. So the
 * time that it takes can tell those 64 at most, of the SHA-256 of a secret, and only to who finds
 * texts whose hashes begin as it does: each bit doubles the work. The other 192, and all 256 bits
 * of the secret itself, stay unknown.
 */
static size_t first_of(const struct sites_list *list, uint64_t beginning)
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
    const struct records_site *site = &secret->site->record;
    return tes_equal_constant_time(secret->is_previous ? site->previous_hash : site->secret_hash,
                                   hash, RECORDS_HASH_BYTES) &&
           (!secret->is_previous || has_previous(site));
}

const struct site *sites_find_secret(const struct sites_list *list,
                                     const uint8_t hash[RECORDS_HASH_BYTES])
{
    const struct site *found = &sites_not_found;
    size_t i = first_of(list, beginning_of(hash));
    for (; i < list->secret_count && list->secrets[i].beginning == beginning_of(hash); i++)
        if (is_secret(&list->secrets[i], hash))
            found = list->secrets[i].site;
    return found;
}

struct sites_open sites_open(struct sites *sites, bool by_default)
{
    const struct sites_list *list = sites_get(sites);
    struct sites_open counts = {.all = list->count};
    for (size_t i = 0; i < counts.all; i++) {
        const struct sites_policy *policy = &list->items[i].policy;
        counts.open += policy->has_fail ? policy->fails_open : by_default;
    }
    sites_put(list);
    return counts;
}

bool sites_is_known(const struct site *site)
{
    return site->state == SITES_DEMO || site->state == SITES_FOUND;
}

enum sites_answer sites_check(const struct site *site, struct tes_slice hostname)
{
    const struct records_site *record = &site->record;
    if (!sites_is_known(site))
        return SITES_UNKNOWN;
    for (size_t i = 0; i < record->hostname_count; i++)
        if (tes_hostname_matches(tes_slice_of(record->hostnames[i]), hostname))
            return SITES_KNOWN;
    return record->hostname_count == 0 ? SITES_KNOWN : SITES_WRONG_HOST;
}

const char *sites_first_host(const struct site *site)
{
    for (size_t i = 0; i < site->record.hostname_count; i++)
        if (site->record.hostnames[i][0] != '*')
            return site->record.hostnames[i];
    return NULL;
}

const uint8_t *sites_secret_hash(const struct site *site, unsigned number)
{
    if (site->state != SITES_FOUND || number >= SECRETS_MAX)
        return NULL;
    if (number == 0)
        return site->record.secret_hash;
    return has_previous(&site->record) ? site->record.previous_hash : NULL;
}
