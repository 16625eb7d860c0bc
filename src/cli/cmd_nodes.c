/* tessera nodes: who is on the ledger, and how they differ. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "store/ledger/ledger.h"

#define ERROR_MAX 512
#define ROW_MAX   1024

/* An id that no server has: they have random ones. */
static const char ONLOOKER[] = "onlooker";

static void take(const struct ledger_meeting *meeting, struct nodes *nodes)
{
    nodes->count = 0;
    for (size_t i = 0; i < meeting->count; i++) {
        struct node *node = &nodes->items[nodes->count];
        if (meeting->nodes[i].age_ms > LEDGER_NODE_GONE_MS)
            continue;
        (void)!node_text_read(tes_slice_of(meeting->nodes[i].text), node);
        node_text_name(tes_slice_of(meeting->nodes[i].id), node->id, sizeof node->id);
        node->age_ms = meeting->nodes[i].age_ms;
        nodes->count++;
    }
}

bool nodes_read(const struct config *config, struct nodes *nodes, char *error, size_t error_size)
{
    struct ledger_settings settings = {.where = config->store_ledger, .data = config->data};
    if (!ledger_can_meet(config->store_ledger)) {
        snprintf(error, error_size,
                 "in this ledger servers do not meet: store.ledger is of one "
                 "machine alone");
        return false;
    }
    struct ledger_meeting *meeting = calloc(1, sizeof *meeting);
    struct ledger *ledger = meeting != NULL ? ledger_open(&settings, error, error_size) : NULL;
    bool done = false;
    if (ledger != NULL) {
        meeting->id = ONLOOKER; /* without a text: it is not noted */
        done = ledger_meet(ledger, meeting);
        if (!done)
            snprintf(error, error_size, "the ledger does not answer");
        else
            take(meeting, nodes);
    } else if (meeting == NULL) {
        snprintf(error, error_size, "out of memory");
    }
    ledger_close(ledger);
    free(meeting);
    return done;
}

/* What the node at that place differs in from the others, or from the store, as a list of words. */
static size_t find_differences(const struct nodes *nodes, size_t self, const char *words[4])
{
    struct nodes_findings findings;
    size_t count = 0;
    node_agreement_judge(nodes, self, 0, &findings);
    if (!nodes->items[self].is_read)
        words[count++] = "unreadable";
    if (findings.is_stray)
        words[count++] = "keys";
    if (findings.clock != NODES_CLOCK_RIGHT)
        words[count++] = "clock";
    if (findings.differs != NODES_NONE)
        words[count++] = "settings";
    return count;
}

static void print_row(const struct nodes *nodes, size_t place)
{
    const struct node *node = &nodes->items[place];
    const char *words[4];
    size_t count = find_differences(nodes, place, words);
    if (node->is_read)
        printf("%-24s %-12s %6.1f s  %08x %+9.3f s ", node->name, node->version,
               (double)node->age_ms / 1000, (unsigned)node->keys[0], (double)node->ahead_ms / 1000);
    else
        printf("%-24s %-12s %6.1f s  %8s %11s ", node->id, "?", (double)node->age_ms / 1000, "?",
               "?");
    for (size_t i = 0; i < count; i++)
        printf("%s%s", i > 0 ? "," : " ", words[i]);
    putchar('\n');
}

static void write_row(struct tes_json *json, const struct nodes *nodes, size_t place)
{
    const struct node *node = &nodes->items[place];
    const char *words[4];
    size_t count = find_differences(nodes, place, words);
    char id[16];
    tes_json_open(json, NULL, '{');
    tes_json_string(json, "id", tes_slice_of(node->id));
    tes_json_string(json, "name", tes_slice_of(node->name));
    tes_json_string(json, "version", tes_slice_of(node->version));
    tes_json_decimal(json, "seen_s", (int64_t)node->age_ms, 3);
    tes_json_open(json, "keys", '[');
    for (size_t i = 0; i < node->key_count; i++) {
        snprintf(id, sizeof id, "%08x", (unsigned)node->keys[i]);
        tes_json_string(json, NULL, tes_slice_of(id));
    }
    tes_json_close(json, ']');
    tes_json_decimal(json, "ahead_s", node->ahead_ms, 3);
    tes_json_number(json, "since_ms", (int64_t)node->since_ms);
    tes_json_open(json, "differs", '[');
    for (size_t i = 0; i < count; i++)
        tes_json_string(json, NULL, tes_slice_of(words[i]));
    tes_json_close(json, ']');
    tes_json_close(json, '}');
}

/* A row at a time, so that there may be any number. */
static void print_json(const struct nodes *nodes)
{
    fputs("{\"nodes\":[", stdout);
    for (size_t i = 0; i < nodes->count; i++) {
        char memory[ROW_MAX];
        struct tes_buf buf = tes_buf_on(memory, sizeof memory);
        struct tes_json json = tes_json_on(&buf);
        write_row(&json, nodes, i);
        struct tes_slice row = tes_buf_done(&buf);
        printf("%s%.*s", i > 0 ? "," : "", (int)row.length, row.at);
    }
    puts("]}");
}

static int run_nodes(const struct cli_call *call)
{
    static struct nodes nodes;
    struct config config;
    char error[ERROR_MAX];
    if (!cli_config(call, &config))
        return CLI_FAILED;
    bool done = nodes_read(&config, &nodes, error, sizeof error);
    config_free(&config);
    if (!done)
        return cli_fail(error);
    if (cli_given(call, "--json")) {
        print_json(&nodes);
        return CLI_DONE;
    }
    printf("%-24s %-12s %8s  %8s %11s  %s\n", "name", "version", "seen", "signs", "clock",
           "differs");
    for (size_t i = 0; i < nodes.count; i++)
        print_row(&nodes, i);
    return CLI_DONE;
}

const struct cli_command cli_nodes = {
    .name = "nodes",
    .arguments = "",
    .summary = "Lists the servers that share the ledger, and how they differ.",
    .options = {{"--json", NULL, "as one JSON object", 1}, CLI_CONFIG_OPTION, CLI_DATA_OPTION},
    .run = run_nodes,
};
