/*
 * records.h: what is kept for people to look at: sites, challenges and their answers, profiles.
 * Back ends are rows of records_backends.def. Every call may block, except records_presented(),
 * records_answered() and records_pictured().
 *
 * All functions may be called from several threads at once.
 */
#ifndef STORE_RECORDS_H
#define STORE_RECORDS_H

#include "base/address.h"
#include "base/slice.h"

#define RECORDS_NAME_MAX       64
#define RECORDS_SITEKEY_MAX    32 /* "ts_" and 22 characters of base64url */
#define RECORDS_SECRET_MAX     64 /* "tss_" and 43 characters */
#define RECORDS_HOSTNAME_MAX   253
#define RECORDS_HOSTNAMES_MAX  16
#define RECORDS_HASH_BYTES     32
#define RECORDS_DIFFICULTY_MAX 7
#define RECORDS_WISH_MAX       255 /* of a list of names, in bytes */
#define RECORDS_ROUNDS_MAX     99
#define RECORDS_LIFETIME_MIN_S 30
#define RECORDS_LIFETIME_MAX_S 3600
#define RECORDS_RENEW_MAX_S    7200
#define RECORDS_USER_MAX       128 /* of a user's or a session's name, in bytes */

struct records;

/* What a site asks and takes, as words; empty, and 0: as the config says. */
struct records_wishes {
    char types[RECORDS_WISH_MAX + 1]; /* "hidden,scene" */
    char strength[16];
    char alternatives[RECORDS_WISH_MAX + 1]; /* "still,audio", or "none" */
    unsigned rounds;
    char fail[8];        /* "open" or "closed": what is done while the ledger is away */
    char profile[16];    /* "login"; a site is added with it, all else is set later */
    char theme[8];       /* "light", "dark" or "auto" */
    unsigned lifetime_s; /* of a pass */
    bool has_renew;
    unsigned renew_s;                   /* so long after the solving a pass may be renewed */
    char budgets[RECORDS_WISH_MAX + 1]; /* "challenge=60,answer=30": of the narrowest network */
};

struct records_site {
    char name[RECORDS_NAME_MAX + 1];
    char sitekey[RECORDS_SITEKEY_MAX + 1];
    uint8_t secret_hash[RECORDS_HASH_BYTES];   /* SHA-256; the secret itself is never stored */
    uint8_t previous_hash[RECORDS_HASH_BYTES]; /* of the secret before, until that moment: */
    uint64_t previous_until_ms;                /* 0: there is none */
    char hostnames[RECORDS_HOSTNAMES_MAX][RECORDS_HOSTNAME_MAX + 1];
    size_t hostname_count;                       /* 0: any */
    char difficulty[RECORDS_DIFFICULTY_MAX + 1]; /* of its challenges; empty: the config's */
    struct records_wishes wishes;
    uint64_t created_at_ms;
};

/* A row of spatial_challenges. Texts are copied. Those that are JSON are kept whole or, where they
 * are too long, not at all. */
struct records_answer {
    struct tes_slice challenge_id, user_id, session_id, site, difficulty, question_type;
    struct tes_slice seed; /* of the token: without the server's secret it makes nothing */
    struct tes_slice scene_question; /* "turn", where question_type is "scene" */
    struct tes_slice question_text, options /* JSON */, device_info /* JSON */;
    const struct tes_address *client; /* whom it is counted for, never written; NULL: nobody */
    uint64_t presented_at_ms;
    bool is_turned; /* there is a rotation_angle, in degrees */
    unsigned rotation_angle;
    bool has_occlusion;
    bool is_user_proven; /* the site vouches for user_id; only then it adds to a profile */
    /* Of the answer; whoever can read an open challenge's row must not find it solved there. */
    struct tes_slice user_answer, correct_answer, objects /* JSON */;
    uint64_t responded_at_ms;
    bool is_correct, is_suspicious;
    struct tes_slice png_path; /* for records_pictured() */
};

/* A row of the view spatial_challenge_stats, and one of spatial_user_performance. */
struct records_stats_row {
    char difficulty[16];
    uint64_t total_challenges, passed, failed, suspicious, unique_users;
    double avg_response_time_ms, stddev_response_time_ms, pass_rate, fail_rate;
};
struct records_performance_row {
    char user_id[RECORDS_USER_MAX + 1];
    char user_source[8]; /* "site" or "visitor": who named the user; a row each */
    uint64_t total_attempts, passed, suspicious_count;
    double pass_rate, avg_response_time_ms;
    char last_attempt_at[32];
};

enum records_result { RECORDS_OK, RECORDS_EXISTS, RECORDS_ABSENT, RECORDS_FAILED };

struct records_profile;

/* Says from what is known of a user of that site how difficult their challenges should be: "easy",
 * "medium", "hard", or NULL where it can't tell; a text that stays. Called from the thread that
 * writes. */
typedef const char *records_recommend(void *context, struct tes_slice site,
                                      const struct records_profile *profile);

struct records_settings {
    const char *where; /* a row of records_backends.def: "sqlite" */
    const char *data;  /* folder of the embedded stores */
    /* Bring the schema up to date; otherwise an old schema is an error. A store that several
     * servers share may have those of an older build, so it has a switch of its own. */
    bool migrate, migrate_shared;
    size_t queue_max;             /* rows waiting to be written; 0: the default, 4096 */
    records_recommend *recommend; /* fills profiles' recommended_difficulty; NULL: nothing does */
    void *recommend_context;
    /* Bounds of the history; 0 is none, for each. What is deleted goes in the background, some at a
     * time, the oldest first. */
    unsigned history_days; /* that a challenge, a profile, a state or a review is kept */
    /* Rows of one IPv4 address, or IPv6 /64, that are kept a day, and so many answers; wider
     * networks have a few times as many (records.c). */
    unsigned network_rows_max;
    unsigned profiles_max;      /* profiles that are kept, and users with states */
    uint64_t history_bytes_max; /* that sites and history take */
    uint64_t free_bytes_min;    /* with less left on the disk, no history is kept */
};

/* Why a challenge or its answer was not kept. */
enum records_drop {
    RECORDS_DROP_QUEUE,   /* the store did not keep up, or memory is out */
    RECORDS_DROP_NETWORK, /* its network had too many today */
    RECORDS_DROP_ROOM,    /* there is little room on the disk */
    RECORDS_DROP_COUNT
};

/* Whether this build can keep records there; false with a message for people in `error`. */
TES_MUST_CHECK bool records_knows(const char *where, char *error, size_t error_size);

/* NULL on failure, with a message for people in `error`. */
struct records *records_open(const struct records_settings *settings, char *error,
                             size_t error_size);
void records_close(struct records *records); /* writes what waits, then closes; accepts NULL */

/* The schema's version in the store, before records_open() migrates it; 0 where there is none yet,
 * -1 where it can't be read. */
int records_schema_version(const struct records_settings *settings);

/* The version that this build brings a store of that kind to; -1 where there is no such kind. */
int records_schema_latest(const char *where);

/* Adds a site. `site` comes with name, sitekey, hash and hostnames. RECORDS_EXISTS: the name is
 * taken. */
TES_MUST_CHECK enum records_result records_site_add(struct records *records,
                                                    const struct records_site *site);
/* Gives the site a new secret. The one before it is good until `previous_until_ms` (0: no more),
 * and any before that no more. The site as it is then is written to `site`, unless that is NULL. */
TES_MUST_CHECK enum records_result
records_site_rotate(struct records *records, const char *name,
                    const uint8_t secret_hash[RECORDS_HASH_BYTES], uint64_t previous_until_ms,
                    struct records_site *site);
/* Sets how difficult the site's challenges are; "" leaves it to the config. */
TES_MUST_CHECK enum records_result
records_site_set_difficulty(struct records *records, const char *name, const char *difficulty);
/* Sets all that the site asks and takes. */
TES_MUST_CHECK enum records_result records_site_set_wishes(struct records *records,
                                                           const char *name,
                                                           const struct records_wishes *wishes);
/* Replaces the hostnames of the site of that name by those of `site`, of which no more is read. */
TES_MUST_CHECK enum records_result records_site_set_hostnames(struct records *records,
                                                              const struct records_site *site);
TES_MUST_CHECK enum records_result records_site_remove(struct records *records, const char *name);

/* Calls `each` for every site, by name; ends early where it returns false. Here and below, `each`
 * must not call back into the records. */
TES_MUST_CHECK enum records_result
records_site_list(struct records *records,
                  bool (*each)(void *context, const struct records_site *site), void *context);

/* A number that changes whenever another process may have changed the sites. Cheap. */
uint64_t records_site_version(struct records *records);

/* Notes that a challenge was handed out; never blocks: it is written in the background, in batches.
 * What belongs to the answer is not looked at. False where it was dropped. */
bool records_presented(struct records *records, const struct records_answer *row);

/* Completes that row, or makes one; likewise. A row takes one answer, the first. */
bool records_answered(struct records *records, const struct records_answer *row);

/* Notes where the picture of a challenge was archived; likewise. Of the row, challenge_id,
 * presented_at_ms and png_path are looked at. */
bool records_pictured(struct records *records, const struct records_answer *row);

/* How many were dropped so far. */
uint64_t records_dropped(const struct records *records, enum records_drop why);

/* Whether there is room on the disk for history. Looks at it: takes some microseconds. */
bool records_has_room(struct records *records);

/* Whether the store took what was last written to it. While it does not, rows wait in the queue. */
bool records_is_written(const struct records *records);

/* Whether other servers keep their records there, too. While such a store is away all of them are
 * without, and each goes on with what it knows. */
bool records_is_shared(const struct records *records);

/* The views. `user` NULL: all users. */
TES_MUST_CHECK enum records_result
records_stats(struct records *records,
              bool (*each)(void *context, const struct records_stats_row *row), void *context);
TES_MUST_CHECK enum records_result
records_performance(struct records *records, const char *user,
                    bool (*each)(void *context, const struct records_performance_row *row),
                    void *context);

/* Whether its files were removed or replaced while they were open: what is written is lost, sites
 * that others add are not seen, and opening it anew is all that helps. Takes some microseconds. */
bool records_is_lost(struct records *records);

/* Whether the store answers at this moment. */
bool records_ready(struct records *records);

#endif
