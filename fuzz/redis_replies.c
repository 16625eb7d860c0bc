/*
 * redis_replies.c: whatever a Redis says, the ledger reads it within its bounds, and nobody is told
 * "first" by one that has not shown the marker. The first byte chooses what is being asked; a byte
 * 1 stands for the time, which no file can know.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "os/clock.h"
#include "store/ledger/redis/ledger_redis.h"

#define SAID_MAX 60000
#define RUN      "0123456789012345678901234567890123456789"
#define MARKER                                                                                     \
    "1 00000000000000000000000000000001 00000000000000000000000000000002 1000 1 0 " RUN " " RUN

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static struct redis_ledger *ledger;
static struct ledger_meeting meeting;
static struct counters_change change;

static void expect(bool is_true)
{
    if (!is_true)
        abort();
}

static void start(void)
{
    char error[256];
    ledger = calloc(1, sizeof *ledger);
    expect(ledger != NULL);
    ledger->hiredis = redis_library_load(error, sizeof error);
    expect(ledger->hiredis != NULL && redis_link_start(&ledger->link, ledger->hiredis));
    expect(redis_address_read(&ledger->address, TES_SLICE("redis://h"), error, sizeof error));
    /* What the ledger says goes nowhere, so its keys need no names. */
}

/* The bytes as they come, with the time in them. */
static size_t fill(char *said, const uint8_t *bytes, size_t length)
{
    struct tes_buf text = tes_buf_on(said, SAID_MAX);
    for (size_t i = 0; i < length; i++)
        if (bytes[i] == 1)
            tes_buf_number(&text, (int64_t)(tes_clock_wall_ms() / 1000));
        else
            tes_buf_char(&text, (char)bytes[i]);
    return text.length;
}

static bool run_batch(const char *said, size_t length, bool has_owner)
{
    static const uint8_t owner[LEDGER_OWNER_BYTES] = {1};
    struct ledger_request meet = {.verb = LEDGER_MEET, .meeting = &meeting};
    struct ledger_request count = {
        .item = {&meet}, .verb = LEDGER_COUNT, .changes = &change, .change_count = 1};
    struct ledger_request find = {
        .item = {&count}, .verb = LEDGER_FIND, .key = TES_SLICE_INIT("k"), .owner = owner};
    struct ledger_request spend = {.item = {has_owner ? &find : &count},
                                   .verb = LEDGER_SPEND,
                                   .key = TES_SLICE_INIT("k"),
                                   .owner = has_owner ? owner : NULL,
                                   .expires_at_ms = UINT64_MAX,
                                   .result = OUTCOME_UNAVAILABLE};
    meeting = (struct ledger_meeting){.id = "me", .text = "text"};
    change = (struct counters_change){.key = 1, .ends_at_s = 1, .amount = 1};
    if (!ledger_redis_run(ledger, &spend))
        return false;
    expect(memmem(said, length, MARKER, strlen(MARKER)) != NULL);
    expect(!has_owner || find.result == OUTCOME_REPLAYED || find.result == OUTCOME_REPEATED);
    expect(has_owner || spend.result != OUTCOME_REPEATED);
    expect(spend.result != OUTCOME_UNAVAILABLE && meeting.count <= LEDGER_NODES_MAX);
    expect(change.total <= UINT32_MAX);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static char said[SAID_MAX];
    struct redis_facts facts;
    int ends[2];
    bool is_there;
    if (ledger == NULL)
        start();
    if (length == 0)
        return 0;
    size_t filled = fill(said, bytes + 1, length - 1);
    expect(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0);
    expect(write(ends[1], said, filled) == (ssize_t)filled);
    shutdown(ends[1], SHUT_WR);
    ledger->link.fd = ends[0];
    ledger->link.why = NULL;
    ledger->link.replies = redis_replies_new(ledger->hiredis);
    ledger->memory = (struct redis_memory){.has_marker = true};
    expect(redis_marker_read(&ledger->memory.marker, TES_SLICE(MARKER)));
    ledger->noted_us = 0;
    ledger->gone_count = 0;
    redis_link_allow_ms(&ledger->link, 1000);
    switch (bytes[0] % 4) {
    case 0:
        is_there = run_batch(said, filled, bytes[0] % 8 >= 4);
        break;
    case 1:
        is_there = ledger_redis_adopt(ledger);
        break;
    case 2:
        is_there = redis_facts_read(&ledger->link, 0, &facts);
        break;
    default:
        is_there = ledger_redis_find(ledger, &is_there);
    }
    expect(is_there || ledger->link.why != NULL);
    redis_link_close(&ledger->link);
    close(ends[1]);
    return 0;
}
