/*
 * sites.h: the sites in memory, so that no request asks a database for one. A snapshot of the
 * records, read again when they have changed.
 */
#ifndef SERVER_SITES_H
#define SERVER_SITES_H

#include "policy/accept.h"
#include "policy/escalation/budget_limits.h"
#include "store/records/records.h"
#include "tessera.h"

struct sites;

struct sites *sites_new(void);
void sites_free(struct sites *sites);

/* Reads the sites anew where the records have changed since. False where that failed; what was
 * known before stays. */
TES_MUST_CHECK bool sites_refresh(struct sites *sites, struct records *records);

enum sites_answer { SITES_KNOWN, SITES_UNKNOWN, SITES_WRONG_HOST };

/* Whether there is a site of that key, and whether it takes visitors of pages on `hostname` (empty:
 * not known, which a site with hostnames refuses). */
enum sites_answer sites_check(struct sites *sites, struct tes_slice sitekey,
                              struct tes_slice hostname);

/* What that site asks and takes, where it differs from the config; false where there is no such
 * site. Names that this build does not know are no wish, but for a strength, which is then the
 * greatest. */
struct sites_wishes {
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
TES_MUST_CHECK bool sites_wishes(struct sites *sites, struct tes_slice sitekey,
                                 struct sites_wishes *wishes);

/* A theme that a site may have: "light", "dark" or "auto", a text that stays; "" for another word.
 */
const char *sites_read_theme(const char *word);

/* What those words mean, where they are a site's. */
struct sites_wishes sites_read_wishes(const struct records_wishes *words);

/* How many sites let visitors pass while the ledger is away, and how many there are, where those
 * that do not say do as `by_default`. */
struct sites_open {
    size_t open, all;
};
struct sites_open sites_open(struct sites *sites, bool by_default);

/* The first of the site's hosts that is one by name; false where it has none, or there is no such
 * site. */
TES_MUST_CHECK bool sites_first_host(struct sites *sites, struct tes_slice sitekey,
                                     char hostname[RECORDS_HOSTNAME_MAX + 1]);

/* The name of the site of that key; the key itself where there is none. */
void sites_name(struct sites *sites, struct tes_slice sitekey, char name[RECORDS_NAME_MAX + 1]);

/* The one name of wishes that is a list of nothing. */
#define SITES_NONE "none"

/* What the site of that key says of each, or `by_default` where it says nothing, or is none. */
unsigned sites_lifetime_s(struct sites *sites, struct tes_slice sitekey, unsigned by_default);
unsigned sites_renew_s(struct sites *sites, struct tes_slice sitekey, unsigned by_default);

/* "light", "dark" or "auto", a text that stays; "" where it has no say, or there is none. */
const char *sites_theme(struct sites *sites, struct tes_slice sitekey);

/* The limits of budgets that it has of its own; none where there is no such site. */
void sites_limits(struct sites *sites, struct tes_slice sitekey, struct budget_limits *limits);

/* How difficult that site's challenges are; 0 where it has no say, or there is none. */
enum tes_difficulty sites_difficulty(struct sites *sites, struct tes_slice sitekey);

/* The hashes of the secrets that are good at this moment for the site of that key, the newest
 * first: how many, 0 where there is no such site. */
enum { SITES_SECRETS_MAX = 2 };
TES_MUST_CHECK size_t sites_find_hashes(struct sites *sites, struct tes_slice sitekey,
                                        uint8_t hashes[SITES_SECRETS_MAX][RECORDS_HASH_BYTES]);

/* The sitekey that the secret of this hash belongs to at this moment; false where it belongs to
 * none. The site's number, or how much of the hash is right, takes no time that tells anything: see
 * there. */
TES_MUST_CHECK bool sites_find_secret(struct sites *sites, const uint8_t hash[RECORDS_HASH_BYTES],
                                      char sitekey[RECORDS_SITEKEY_MAX + 1]);

/* Makes up a sitekey, or a secret with its hash. False where there is no randomness. */
TES_MUST_CHECK bool sites_make_sitekey(char sitekey[RECORDS_SITEKEY_MAX + 1]);
TES_MUST_CHECK bool sites_make_secret(char secret[RECORDS_SECRET_MAX + 1],
                                      uint8_t hash[RECORDS_HASH_BYTES]);

/* SHA-256. The secrets that are hashed with it are random and long: no salt or stretching is
 * needed. */
TES_MUST_CHECK bool sites_hash(struct tes_slice secret, uint8_t hash[RECORDS_HASH_BYTES]);

#endif
