/*
 * sites.h: the sites in memory, so that no request asks a database for one. A snapshot of the
 * records, read again when they have changed; a request looks its site up once, in one snapshot
 * (visit_set_site()), and reads all else from what it has found.
 */
#ifndef SERVER_SITES_H
#define SERVER_SITES_H

#include "policy/accept.h"
#include "policy/escalation/budget_limits.h"
#include "store/records/records.h"
#include "tessera.h"

/* What a site asks and takes, where it differs from the config. Names that this build does not know
 * are no setting, but for a strength, which is then the greatest. */
struct sites_policy {
    unsigned kinds; /* bits (policy/accept.h); 0: it does not say */
    bool has_alternatives, has_strength, has_fail;
    unsigned alternatives;
    enum tes_strength_class strength;
    unsigned rounds; /* 0: it does not say */
    bool fails_open; /* where it says what is done while the ledger is away */
    enum accept_profile profile;
    const char *theme;   /* "light", "dark" or "auto"; "": it does not say. A text that stays */
    unsigned lifetime_s; /* of a pass; 0: it does not say */
    bool has_renew;
    unsigned renew_s; /* so long after the solving a pass may be renewed; 0: never */
};

enum sites_state {
    SITES_NOT_NAMED, /* the request is not about a site: the gate's, for instance */
    SITES_NOT_FOUND, /* it names one that there is not */
    SITES_DEMO,      /* the demo page's own, which has no record */
    SITES_FOUND
};

/* A site, and what its words mean. */
struct site {
    enum sites_state state;
    struct records_site record; /* empty but for SITES_FOUND */
    struct sites_policy policy;
    struct budget_limits limits;    /* of budgets, that it has of its own */
    enum tes_difficulty difficulty; /* of its challenges; 0: it does not say */
};

extern const struct site sites_not_named, sites_not_found, sites_demo;

#define DEMO_SITEKEY "demo"

struct sites;      /* changes with the records */
struct sites_list; /* never changes */

struct sites *sites_new(void);
void sites_free(struct sites *sites);

/* Reads the sites anew where the records have changed since. False where that failed; what was
 * known before stays. From one thread. */
TES_MUST_CHECK bool sites_refresh(struct sites *sites, struct records *records);

/* The sites of this moment, until they are put back. Any thread; never fails. Accepts NULL. */
const struct sites_list *sites_get(struct sites *sites);
void sites_put(const struct sites_list *list);

/* The site of that key, `sites_not_found` or `sites_not_named`: good as long as the list. */
const struct site *sites_find(const struct sites_list *list, struct tes_slice sitekey);

/* The site that the secret of this hash belongs to at this moment; `sites_not_found` where it
 * belongs to none. The site's number, or how much of the hash is right, takes no time that tells
 * anything: see there. */
const struct site *sites_find_secret(const struct sites_list *list,
                                     const uint8_t hash[RECORDS_HASH_BYTES]);

/* How many sites let visitors pass while the ledger is away, and how many there are, where those
 * that do not say do as `by_default`. */
struct sites_open {
    size_t open, all;
};
struct sites_open sites_open(struct sites *sites, bool by_default);

/* Whether there is such a site, the demo's included. */
bool sites_is_known(const struct site *site);

enum sites_answer { SITES_KNOWN, SITES_UNKNOWN, SITES_WRONG_HOST };

/* Whether there is such a site, and whether it takes visitors of pages on `hostname` (empty: not
 * known, which a site with hostnames refuses). */
enum sites_answer sites_check(const struct site *site, struct tes_slice hostname);

/* The first of the site's hosts that is one by name; NULL where it has none. */
const char *sites_first_host(const struct site *site);

/* The hash of a secret that is good for the site at this moment, from number 0, the newest, on;
 * NULL where there are no more. */
const uint8_t *sites_secret_hash(const struct site *site, unsigned number);

/* A theme that a site may have: "light", "dark" or "auto", a text that stays; "" for another word.
 */
const char *sites_read_theme(const char *word);

/* What those words mean, where they are a site's. */
struct sites_policy sites_read_policy(const struct records_wishes *words);

/* The one name of alternatives that is a list of nothing. */
#define SITES_NONE "none"

/* Makes up a sitekey, or a secret with its hash. False where there is no randomness. */
TES_MUST_CHECK bool sites_make_sitekey(char sitekey[RECORDS_SITEKEY_MAX + 1]);
TES_MUST_CHECK bool sites_make_secret(char secret[RECORDS_SECRET_MAX + 1],
                                      uint8_t hash[RECORDS_HASH_BYTES]);

/* SHA-256. The secrets that are hashed with it are random and long: no salt or stretching is
 * needed. */
TES_MUST_CHECK bool sites_hash(struct tes_slice secret, uint8_t hash[RECORDS_HASH_BYTES]);

#endif
