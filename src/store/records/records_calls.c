/* The calls of records.h and its neighbours that the back end does alone. */
#include <string.h>

#include "store/records/records_backend.h"

enum records_result records_stats(struct records *records,
                                  bool (*each)(void *context, const struct records_stats_row *row),
                                  void *context)
{
    return records->backend->stats(records->store, each, context);
}

enum records_result records_performance(struct records *records, const char *user,
                                        bool (*each)(void *context,
                                                     const struct records_performance_row *row),
                                        void *context)
{
    return records->backend->performance(records->store, user, each, context);
}

enum records_level records_level_find(const char *name)
{
    static const char *const NAMES[] = {
        [RECORDS_EASY] = "easy", [RECORDS_MEDIUM] = "medium", [RECORDS_HARD] = "hard"};
    unsigned level = 0;
    while (level < RECORDS_LEVEL_COUNT && (name == NULL || strcmp(name, NAMES[level]) != 0))
        level++;
    return (enum records_level)level;
}

enum records_result records_profile_read(struct records *records, const struct records_user *user,
                                         struct records_profile *profile)
{
    return records->backend->profile_read(records->store, user, profile);
}

enum records_result records_state_read(struct records *records, const struct records_user *user,
                                       const char *name, void *bytes, size_t size, size_t *length)
{
    return records->backend->state_read(records->store, user, name, bytes, size, length);
}

enum records_result records_state_write(struct records *records, const struct records_user *user,
                                        const char *name, struct tes_slice bytes)
{
    if (bytes.length > RECORDS_STATE_MAX)
        return RECORDS_FAILED;
    return records->backend->state_write(records->store, user, name, bytes);
}

const char *records_review_state_name(enum records_review_state state)
{
    static const char *const NAMES[RECORDS_REVIEW_STATE_COUNT] = {
#define RECORDS_REVIEW_NAME(name, text) text,
        RECORDS_REVIEW_STATES(RECORDS_REVIEW_NAME)
#undef RECORDS_REVIEW_NAME
    };
    return NAMES[state];
}

enum records_review_state records_review_state_read(const char *name)
{
    unsigned state = RECORDS_REVIEW_STATE_COUNT - 1;
    while (state > 0 &&
           strcmp(name, records_review_state_name((enum records_review_state)state)) != 0)
        state--;
    return (enum records_review_state)state;
}

bool records_site_copy(void *site, const struct records_site *first)
{
    memcpy(site, first, sizeof *first);
    return false;
}

enum records_result records_review_add(struct records *records, const struct records_review *review,
                                       const struct records_review_room *room)
{
    return records->backend->review_add(records->store, review, room);
}

enum records_result records_review_find(struct records *records, const char *id,
                                        struct records_review *review)
{
    return records->backend->review_find(records->store, id, review);
}

enum records_result records_review_decide(struct records *records, const char *id,
                                          enum records_review_state state)
{
    return records->backend->review_decide(records->store, id, state);
}

enum records_result
records_review_list(struct records *records, bool decided_too,
                    bool (*each)(void *context, const struct records_review *review), void *context)
{
    return records->backend->review_list(records->store, decided_too, each, context);
}

enum records_result records_ban_add(struct records *records, const struct records_ban *ban)
{
    return records->backend->ban_add(records->store, ban);
}

enum records_result records_ban_remove(struct records *records,
                                       const struct tes_address_range *network)
{
    return records->backend->ban_remove(records->store, network);
}

enum records_result records_ban_sweep(struct records *records, uint64_t before_ms)
{
    return records->backend->ban_sweep(records->store, before_ms);
}

enum records_result records_ban_list(struct records *records,
                                     bool (*each)(void *context, const struct records_ban *ban),
                                     void *context)
{
    return records->backend->ban_list(records->store, each, context);
}

uint64_t records_ban_version(struct records *records)
{
    return records->backend->version(records->store, RECORDS_LIST_BANS);
}

enum records_result records_code_add(struct records *records, const struct records_code *code,
                                     const struct records_code_bounds *bounds)
{
    return records->backend->code_add(records->store, code, bounds);
}

enum records_result records_code_find(struct records *records, const char *site, const char *hash,
                                      struct records_code *code)
{
    return records->backend->code_find(records->store, site, hash, code);
}

enum records_result records_export(struct records *records, const struct records_choice *choice,
                                   bool (*each)(void *context, const struct records_row *row),
                                   void *context)
{
    return records->backend->export(records->store, choice, each, context);
}

enum records_result records_forget(struct records *records, const struct records_choice *choice,
                                   void (*each)(void *context, const char *png_path), void *context,
                                   struct records_forgotten *forgotten)
{
    memset(forgotten, 0, sizeof *forgotten);
    if (choice->user == NULL || choice->user[0] == '\0')
        return RECORDS_FAILED;
    return records->backend->forget(records->store, choice, each, context, forgotten);
}

enum records_result records_keys_read(struct records *records, uint64_t retired_ms,
                                      struct records_keys *keys)
{
    *keys = (struct records_keys){0};
    return records->backend->keys_read != NULL
               ? records->backend->keys_read(records->store, retired_ms, keys)
               : RECORDS_FAILED;
}

enum records_result records_key_add(struct records *records, const struct records_key *key,
                                    bool is_first, uint64_t retired_ms)
{
    return records->backend->key_add != NULL
               ? records->backend->key_add(records->store, key, is_first, retired_ms)
               : RECORDS_FAILED;
}

enum records_result records_key_signs(struct records *records, uint32_t id)
{
    return records->backend->key_signs != NULL ? records->backend->key_signs(records->store, id)
                                               : RECORDS_FAILED;
}

enum records_result records_key_reseal(struct records *records, const struct records_key *key)
{
    return records->backend->key_reseal != NULL ? records->backend->key_reseal(records->store, key)
                                                : RECORDS_FAILED;
}

enum records_result records_key_remove(struct records *records, uint32_t id)
{
    return records->backend->key_remove != NULL ? records->backend->key_remove(records->store, id)
                                                : RECORDS_FAILED;
}
