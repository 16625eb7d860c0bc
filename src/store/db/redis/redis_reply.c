#include "store/db/redis/redis_reply.h"

#include <stdlib.h>
#include <string.h>

struct redis_replies {
    const struct redis_library *hiredis;
    redisReader *reader;
    size_t fed; /* since the reader was last found to be empty */
    /* Of the reply that is being read, or was read last. */
    size_t part_count, text_length;
    bool is_read;
    struct redis_reply parts[REDIS_REPLY_PARTS_MAX];
    char text[REDIS_REPLY_TEXT_MAX];
};

/* ---------------------------------------------------- what libhiredis calls */

/* A new part in its place; NULL, which the reader takes for a lack of memory, where there is no
 * room. */
static struct redis_reply *add_part(const redisReadTask *task, enum redis_reply_type type)
{
    struct redis_replies *replies = task->privdata;
    if (replies->part_count == REDIS_REPLY_PARTS_MAX)
        return NULL;
    struct redis_reply *part = &replies->parts[replies->part_count++];
    *part = (struct redis_reply){.type = type};
    if (task->parent != NULL) {
        struct redis_reply *list = task->parent->obj;
        if (list->last == NULL)
            list->first = part;
        else
            list->last->next = part;
        list->last = part;
    }
    return part;
}

static void *create_text(const redisReadTask *task, char *text, size_t length)
{
    struct redis_replies *replies = task->privdata;
    if (length > REDIS_REPLY_TEXT_MAX - replies->text_length)
        return NULL;
    struct redis_reply *part = add_part(task, task->type == REDIS_REPLY_ERROR    ? REDIS_IS_ERROR
                                              : task->type == REDIS_REPLY_STATUS ? REDIS_IS_STATUS
                                                                                 : REDIS_IS_TEXT);
    if (part == NULL)
        return NULL;
    char *copy = replies->text + replies->text_length;
    memcpy(copy, text, length);
    replies->text_length += length;
    part->text = (struct tes_slice){copy, length};
    return part;
}

static void *create_list(const redisReadTask *task, int count)
{
    if (count < 0 || count > REDIS_REPLY_PARTS_MAX)
        return NULL;
    struct redis_reply *part = add_part(task, REDIS_IS_LIST);
    if (part != NULL)
        part->count = (size_t)count;
    return part;
}

static void *create_number(const redisReadTask *task, long long number)
{
    struct redis_reply *part = add_part(task, REDIS_IS_NUMBER);
    if (part != NULL)
        part->number = number;
    return part;
}

static void *create_nil(const redisReadTask *task)
{
    return add_part(task, REDIS_IS_NIL);
}

static void free_nothing(void *part)
{
    (void)part;
}

/* ----------------------------------------------------------------- reading */

struct redis_replies *redis_replies_new(const struct redis_library *hiredis)
{
    static redisReplyObjectFunctions functions = {create_text, create_list, create_number,
                                                  create_nil, free_nothing};
    struct redis_replies *replies = malloc(sizeof *replies);
    if (replies == NULL)
        return NULL;
    replies->hiredis = hiredis;
    replies->part_count = replies->text_length = replies->fed = 0;
    replies->is_read = false;
    replies->reader = hiredis->ReaderCreateWithFunctions(&functions);
    if (replies->reader == NULL) {
        free(replies);
        return NULL;
    }
    replies->reader->privdata = replies;
    return replies;
}

void redis_replies_free(struct redis_replies *replies)
{
    if (replies == NULL)
        return;
    replies->hiredis->ReaderFree(replies->reader);
    free(replies);
}

bool redis_replies_feed(struct redis_replies *replies, const char *bytes, size_t length)
{
    if (length > REDIS_REPLY_FED_MAX - replies->fed)
        return false;
    replies->fed += length;
    return replies->hiredis->ReaderFeed(replies->reader, bytes, length) == REDIS_OK;
}

bool redis_replies_next(struct redis_replies *replies, const struct redis_reply **reply)
{
    void *found = NULL;
    *reply = NULL;
    if (replies->is_read)
        replies->part_count = replies->text_length = 0;
    replies->is_read = false;
    if (replies->hiredis->ReaderGetReply(replies->reader, &found) != REDIS_OK)
        return false;
    replies->is_read = found != NULL;
    /* What the reader still has. */
    replies->fed = replies->reader->len - replies->reader->pos;
    *reply = found;
    return true;
}

/* ----------------------------------------------------------------- replies */

const struct redis_reply *redis_reply_item(const struct redis_reply *list, size_t index)
{
    static const struct redis_reply NONE = {.type = REDIS_IS_NIL};
    const struct redis_reply *item = list->type == REDIS_IS_LIST ? list->first : NULL;
    while (item != NULL && index-- > 0)
        item = item->next;
    return item != NULL ? item : &NONE;
}

bool redis_reply_is_ok(const struct redis_reply *reply)
{
    return reply->type == REDIS_IS_STATUS && tes_slice_equal(reply->text, TES_SLICE("OK"));
}

bool redis_reply_number(const struct redis_reply *reply, uint64_t *number)
{
    *number = reply->type == REDIS_IS_NUMBER && reply->number >= 0 ? (uint64_t)reply->number : 0;
    return reply->type == REDIS_IS_NUMBER
               ? reply->number >= 0
               : reply->type == REDIS_IS_TEXT && tes_slice_number(reply->text, UINT64_MAX, number);
}

struct tes_slice redis_reply_field(const struct redis_reply *info, const char *name)
{
    struct tes_slice rest = info->type == REDIS_IS_TEXT ? info->text : (struct tes_slice){NULL, 0};
    while (rest.at != NULL) {
        struct tes_slice value = tes_slice_cut(&rest, '\n');
        struct tes_slice found = tes_slice_cut(&value, ':');
        if (value.at == NULL || !tes_slice_equal(found, tes_slice_of(name)))
            continue;
        if (value.length > 0 && value.at[value.length - 1] == '\r')
            value.length--;
        return value;
    }
    return (struct tes_slice){NULL, 0};
}
