/* GET and POST /v1/admin/bans, DELETE /v1/admin/bans/NETWORK: what `tessera ban` does. */
#include <stdio.h>

#include "server/app/handlers.h"
#include "server/app/reply.h"

#define LISTED_MAX 1000
#define LIST_BYTES ((size_t)2 * 1024 * 1024) /* room for so many, whatever is in them */

struct listing {
    struct tes_json *json;
    uint64_t now_ms;
    unsigned count;
};

static bool list_ban(void *context, const struct records_ban *ban)
{
    struct listing *listing = context;
    if (ban->expires_at_ms != 0 && ban->expires_at_ms <= listing->now_ms)
        return true;
    if (listing->count++ < LISTED_MAX) {
        tes_json_open(listing->json, NULL, '{');
        bans_describe(ban, listing->json);
        tes_json_close(listing->json, '}');
    }
    return true;
}

void handle_admin_bans(struct visit *visit)
{
    struct reply_json body;
    struct listing listing = {&body.json, visit->now_ms, 0};
    enum records_result result = RECORDS_FAILED;
    reply_json_start_sized(&body, visit->request->arena, LIST_BYTES);
    tes_json_open(&body.json, "bans", '[');
    if (visit_may_wait(visit)) {
        result = records_ban_list(visit->app->records, list_ban, &listing);
        visit_has_waited(visit);
    }
    if (result != RECORDS_OK) {
        reply_refuse(visit, API_ERROR_UNAVAILABLE);
        return;
    }
    tes_json_close(&body.json, ']');
    tes_json_number(&body.json, "count", listing.count);
    reply_json_end(&body, visit->reply, 200);
}

/* Its number of seconds; 0 where it has none. False where that is something else, or too much. */
static bool read_seconds(const struct tes_fields *fields, uint64_t *seconds)
{
    const struct tes_field *field = tes_fields_find(fields, TES_SLICE("seconds"));
    *seconds = 0;
    return field == NULL || field->type == TES_FIELD_NULL ||
           (field->type == TES_FIELD_NUMBER &&
            tes_slice_number(field->value, BANS_SECONDS_MAX, seconds) && *seconds > 0);
}

/* API_ERROR_COUNT where nothing is wrong with it. */
static enum api_error read_ban(const struct tes_fields *fields, uint64_t now_ms,
                               struct records_ban *ban)
{
    struct tes_slice network, reason;
    uint64_t seconds;
    bool is_forced;
    if (!tes_fields_text(fields, TES_SLICE("network"), TES_ADDRESS_RANGE_MAX, &network) ||
        !tes_fields_text(fields, TES_SLICE("reason"), RECORDS_BAN_REASON_MAX, &reason) ||
        !tes_fields_bool(fields, TES_SLICE("force"), &is_forced) ||
        !read_seconds(fields, &seconds) || !tes_address_range_read(network, &ban->network) ||
        !bans_is_reason(reason))
        return API_ERROR_BAD_FIELD;
    tes_address_range_trim(&ban->network);
    snprintf(ban->reason, sizeof ban->reason, "%.*s", (int)reason.length,
             reason.length > 0 ? reason.at : "");
    ban->created_at_ms = now_ms;
    ban->expires_at_ms = seconds > 0 ? now_ms + seconds * 1000 : 0;
    return is_forced || bans_doubt(&ban->network) == NULL ? API_ERROR_COUNT
                                                          : API_ERROR_BAN_DOUBTFUL;
}

static enum api_error error_of(enum records_result result)
{
    static const enum api_error ERRORS[] = {
        [RECORDS_OK] = API_ERROR_COUNT,
        [RECORDS_EXISTS] = API_ERROR_BANS_FULL,
        [RECORDS_ABSENT] = API_ERROR_NOT_FOUND,
        [RECORDS_FAILED] = API_ERROR_UNAVAILABLE,
    };
    return ERRORS[result];
}

void handle_admin_ban_add(struct visit *visit)
{
    struct tes_fields fields;
    struct records_ban ban = {0};
    struct reply_json body;
    if (!reply_reads_json(visit, &fields))
        return;
    enum api_error error = read_ban(&fields, visit->now_ms, &ban);
    if (error == API_ERROR_COUNT && !visit_may_wait(visit))
        error = API_ERROR_UNAVAILABLE;
    else if (error == API_ERROR_COUNT) {
        error = error_of(records_ban_add(visit->app->records, &ban));
        visit_has_waited(visit);
    }
    if (error != API_ERROR_COUNT) {
        reply_refuse(visit, error);
        return;
    }
    reply_json_start(&body, visit->request->arena);
    bans_describe(&ban, &body.json);
    reply_json_end(&body, visit->reply, 200);
}

/* The network stands at the end of the path, with its slash: "/v1/admin/bans/192.0.2.0/24". */
void handle_admin_ban_remove(struct visit *visit)
{
    const struct tes_slice folder = TES_SLICE("/v1/admin/bans/"), path = visit->request->path;
    struct tes_address_range network;
    enum api_error error = API_ERROR_NOT_FOUND;
    if (tes_address_range_read(
            (struct tes_slice){path.at + folder.length, path.length - folder.length}, &network)) {
        tes_address_range_trim(&network);
        error = API_ERROR_UNAVAILABLE;
        if (visit_may_wait(visit)) {
            error = error_of(records_ban_remove(visit->app->records, &network));
            visit_has_waited(visit);
        }
    }
    if (error != API_ERROR_COUNT)
        reply_refuse(visit, error);
    else
        visit->reply->status = 204;
}
