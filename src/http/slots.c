#include "http/slots.h"

#include <stdlib.h>

struct http_slot {
    struct http_conn *conn; /* NULL: free */
    uint32_t generation;
    uint32_t next_free;
};

bool http_slots_init(struct http_slots *slots, uint32_t size)
{
    /* Zeroed by the system, page by page, when it is first used. */
    *slots = (struct http_slots){.slots = calloc(size, sizeof *slots->slots)};
    if (slots->slots == NULL)
        return false;
    slots->size = slots->free = size;
    return true;
}

uint64_t http_slots_take(struct http_slots *slots, struct http_conn *conn)
{
    uint32_t index = slots->free;
    if (index < slots->size)
        slots->free = slots->slots[index].next_free;
    else if (slots->used < slots->size)
        index = slots->used++;
    else
        return 0;
    slots->slots[index].conn = conn;
    return (uint64_t)slots->slots[index].generation << 32 | (index + HTTP_SLOTS_FIRST);
}

static struct http_slot *slot_of(const struct http_slots *slots, uint64_t number)
{
    uint32_t index = (uint32_t)number - HTTP_SLOTS_FIRST;
    if (index >= slots->used || slots->slots[index].generation != (uint32_t)(number >> 32))
        return NULL;
    return &slots->slots[index];
}

struct http_conn *http_slots_find(const struct http_slots *slots, uint64_t number)
{
    const struct http_slot *slot = slot_of(slots, number);
    return slot != NULL ? slot->conn : NULL;
}

void http_slots_give(struct http_slots *slots, uint64_t number)
{
    struct http_slot *slot = slot_of(slots, number);
    if (slot == NULL || slot->conn == NULL)
        return;
    slot->conn = NULL;
    slot->generation++;
    slot->next_free = slots->free;
    slots->free = (uint32_t)(slot - slots->slots);
}

void http_slots_free(struct http_slots *slots)
{
    free(slots->slots);
    *slots = (struct http_slots){.slots = NULL};
}
