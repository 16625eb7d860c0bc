#include "cli/key_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "cli/cmd_nodes.h"
#include "crypto/seal.h"
#include "os/clock.h"
#include "store/ledger/ledger.h"

#define ROW_MAX  8192
#define SECOND   1000
#define TEXT_MAX 64

struct listed {
    struct tes_keys keys;
    struct shared_keys_about about;
    struct nodes nodes; /* who has to have a key before it signs */
    size_t signer;      /* which one signs; the count of keys: none is settled so far */
};

static bool load(const struct config *config, const struct shared_keys *shared,
                 struct listed *listed, struct tes_error *error)
{
    if (shared != NULL)
        return shared_keys_load(shared, &listed->keys, &listed->about, error);
    listed->about.now_ms = tes_clock_wall_ms();
    if (!tes_keys_load(config->data, getenv, listed->about.now_ms, &listed->keys, error))
        return false;
    tes_keys_sort(&listed->keys);
    struct tes_sealer *sealer = tes_keys_sealer(&listed->keys);
    bool done = sealer != NULL && tes_seal_ids(sealer, listed->about.ids) == listed->keys.count;
    tes_sealer_free(sealer);
    if (!done)
        tes_error_set(error, "out of memory");
    return done;
}

/* The first node at `from` or behind that has some of the keys, but not this one. */
static size_t find_lacking(const struct listed *listed, size_t place, size_t from)
{
    struct node with = {.key_count = listed->keys.count, .is_read = true};
    struct node one = {.keys = {listed->about.ids[place]}, .key_count = 1};
    memcpy(with.keys, listed->about.ids, sizeof with.keys);
    for (size_t i = from; i < listed->nodes.count; i++)
        if (node_agreement_share_key(&listed->nodes.items[i], &with) &&
            !node_agreement_share_key(&listed->nodes.items[i], &one))
            return i;
    return NODES_NONE;
}

static void find_signer(struct listed *listed)
{
    size_t count = listed->keys.count;
    for (listed->signer = 0; listed->signer < count; listed->signer++)
        if (tes_key_is_settled(&listed->keys.items[listed->signer], listed->about.now_ms) &&
            find_lacking(listed, listed->signer, 0) == NODES_NONE)
            return;
    listed->signer = count - 1; /* the oldest, as servers have it */
}

static const char *state_of(const struct listed *listed, size_t place)
{
    return place == listed->signer ? "signs" : place < listed->signer ? "waits" : "opens";
}

static void write_age(char text[TEXT_MAX], const struct listed *listed, size_t place)
{
    uint64_t created_ms = listed->keys.items[place].created_at_ms;
    uint64_t now_ms = listed->about.now_ms;
    snprintf(text, TEXT_MAX, "%llu",
             (unsigned long long)(now_ms > created_ms ? (now_ms - created_ms) / SECOND : 0));
    if (created_ms == 0)
        snprintf(text, TEXT_MAX, "-"); /* from a variable */
}

static void print_row(const struct listed *listed, size_t place)
{
    char age[TEXT_MAX];
    const char *before = " for ";
    write_age(age, listed, place);
    printf("%08x %12s  %s", (unsigned)listed->about.ids[place], age, state_of(listed, place));
    for (size_t i = 0; place < listed->signer && (i = find_lacking(listed, place, i)) < NODES_NONE;
         i++) {
        printf("%s%s", before, listed->nodes.items[i].name);
        before = ", ";
    }
    putchar('\n');
}

static void write_row(struct tes_json *json, const struct listed *listed, size_t place)
{
    char id[TEXT_MAX];
    snprintf(id, sizeof id, "%08x", (unsigned)listed->about.ids[place]);
    tes_json_open(json, NULL, '{');
    tes_json_string(json, "id", tes_slice_of(id));
    tes_json_number(json, "created_ms", (int64_t)listed->keys.items[place].created_at_ms);
    tes_json_string(json, "state", tes_slice_of(state_of(listed, place)));
    tes_json_open(json, "waits_for", '[');
    for (size_t i = 0; place < listed->signer && (i = find_lacking(listed, place, i)) < NODES_NONE;
         i++)
        tes_json_string(json, NULL, tes_slice_of(listed->nodes.items[i].name));
    tes_json_close(json, ']');
    tes_json_close(json, '}');
}

static void print_json(const struct listed *listed)
{
    char memory[ROW_MAX * 2];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);
    struct tes_json json = tes_json_on(&buf);
    tes_json_open(&json, NULL, '{');
    tes_json_string(&json, "source", tes_slice_of(listed->keys.source));
    tes_json_open(&json, "keys", '[');
    for (size_t i = 0; i < listed->keys.count; i++)
        write_row(&json, listed, i);
    tes_json_close(&json, ']');
    tes_json_close(&json, '}');
    struct tes_slice text = tes_buf_done(&buf);
    printf("%.*s\n", (int)text.length, text.at);
}

bool key_list(const struct config *config, const struct shared_keys *shared, bool as_json,
              struct tes_error *error)
{
    static struct listed listed;
    char why[256];
    if (!load(config, shared, &listed, error))
        return false;
    /* Without the ledger, it can't be known who has them; what there is, is shown all the same. */
    listed.nodes.count = 0;
    if (ledger_can_meet(config->store_ledger) &&
        !nodes_read(config, &listed.nodes, why, sizeof why))
        fprintf(stderr, "it is not known which nodes have them: %s\n", why);
    find_signer(&listed);
    if (as_json) {
        print_json(&listed);
    } else {
        printf("%-8s %12s  %s\n", "id", "age_s", "state");
        for (size_t i = 0; i < listed.keys.count; i++)
            print_row(&listed, i);
    }
    tes_keys_wipe(&listed.keys);
    return true;
}
