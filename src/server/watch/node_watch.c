#include "server/watch/node_watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/codec.h"
#include "crypto/claims.h"
#include "flow/alarms.h"
#include "os/clock.h"
#include "os/entropy.h"
#include "server/cluster/node_agreement.h"
#include "server/log/log.h"

#define ID_BYTES   8
#define TEXT_MAX   256
#define WAITING_US ((uint64_t)30 * 1000 * 1000) /* a key that waits longer is worth a word */

/* What is told of: a line of /readyz each, and a value of a metric. */
enum finding { FINDING_KEYS, FINDING_WAITING, FINDING_CLOCK, FINDING_SETTINGS, FINDING_COUNT };

struct node_watch {
    struct node self;
    uint64_t uncertain_ms;         /* how well our clock could be compared with the store's */
    struct ledger_meeting meeting; /* too large for a stack */
    struct nodes nodes;
    uint64_t waits_from_us; /* since when the newest key waits for others; 0: it does not */
    struct {
        enum health_state state;
        char who[NODE_NAME_MAX + 1]; /* whom it is about */
    } told[FINDING_COUNT];
};

_Static_assert(NODES_MAX == LEDGER_NODES_MAX && NODE_TEXT_MAX == LEDGER_NODE_TEXT_MAX &&
                   NODE_ID_MAX == LEDGER_NODE_ID_MAX && NODE_KEYS_MAX >= TES_KEYS_MAX &&
                   NODE_ALARMS_MAX == ALARMS_TOLD_MAX,
               "what a ledger keeps of nodes is what is read of them");

/* ---------------------------------------------------------------- meeting */

static void name_self(struct node *self, const struct config *config)
{
    char host[256] = "";
    const char *name = config->node_name;
    if (strcmp(name, "hostname") == 0 && gethostname(host, sizeof host - 1) == 0)
        name = host;
    node_text_name(tes_slice_of(name), self->name, sizeof self->name);
}

static bool identify(struct node *self, const struct config *config)
{
    uint8_t id[ID_BYTES];
    struct tes_buf text = tes_buf_on(self->id, sizeof self->id);
    if (!tes_entropy(id, sizeof id))
        return false;
    tes_hex_encode(&text, id, sizeof id);
    snprintf(self->version, sizeof self->version, "%s", TESSERA_VERSION);
    name_self(self, config);
    self->claims = TES_CLAIM_END - 1;
    self->is_read = true;
    return true;
}

/* What is said of this server: the key that signs first. */
static void describe(struct app *app, struct node *self)
{
    struct app_keys_told told;
    const struct config *config = config_holder_get(app->config);
    self->config = config_fingerprint(config);
    config_holder_put(config);
    self->alarm_count = alarms_tell(app->alarms, self->alarms);
    app_tell_keys(app, &told);
    self->key_count = told.count;
    self->keys[0] = told.ids[told.signer];
    for (size_t i = 0, to = 1; i < told.count; i++)
        if (i != told.signer)
            self->keys[to++] = told.ids[i];
}

/* Our own clock as it was when the store looked at its own: in the middle, give or take half. */
static void compare_clocks(struct node_watch *watch, uint64_t wall_ms, uint64_t took_us)
{
    struct node *self = &watch->self;
    int64_t ahead_ms = (int64_t)(wall_ms + took_us / 2000) - (int64_t)watch->meeting.store_ms;
    watch->uncertain_ms = took_us / 2000 + 1;
    self->ahead_ms = ahead_ms > NODE_AHEAD_MAX    ? NODE_AHEAD_MAX
                     : ahead_ms < -NODE_AHEAD_MAX ? -NODE_AHEAD_MAX
                                                  : ahead_ms;
    if (self->since_ms == 0)
        self->since_ms = watch->meeting.store_ms;
}

/* Reads who is there; gives our own place among them. */
static size_t read_nodes(struct node_watch *watch)
{
    struct nodes *nodes = &watch->nodes;
    nodes->count = 1;
    nodes->items[0] = watch->self;
    for (size_t i = 0; i < watch->meeting.count && nodes->count < NODES_MAX; i++) {
        const struct ledger_node *from = &watch->meeting.nodes[i];
        struct node *node = &nodes->items[nodes->count];
        if (strcmp(from->id, watch->self.id) == 0 || from->age_ms > LEDGER_NODE_GONE_MS)
            continue;
        (void)!node_text_read(tes_slice_of(from->text), node);
        memcpy(node->id, from->id, sizeof node->id);
        node->age_ms = from->age_ms;
        nodes->count++;
    }
    return 0;
}

/* One meeting; false where the ledger did not answer. */
static bool meet(struct app *app, struct node_watch *watch)
{
    char text[NODE_TEXT_MAX + 1];
    size_t length;
    struct tes_buf buf = tes_buf_on(text, sizeof text);
    describe(app, &watch->self);
    node_text_write(&watch->self, &buf);
    if (tes_buf_finish(&buf, &length) != TES_OK)
        return false;
    watch->meeting = (struct ledger_meeting){.id = watch->self.id, .text = text};
    uint64_t wall_ms = tes_clock_wall_ms(), steady_us = tes_clock_steady_us();
    if (!ledger_meet(app->ledger, &watch->meeting))
        return false;
    compare_clocks(watch, wall_ms, tes_clock_steady_us() - steady_us);
    return true;
}

/* -------------------------------------------------------------- findings */

static const struct {
    enum health_topic topic;
    enum log_level levels[HEALTH_BAD + 1];
    const char *messages[HEALTH_BAD + 1]; /* what the log says when it comes to that */
} FINDINGS[FINDING_COUNT] = {
    [FINDING_KEYS] = {HEALTH_KEYS_SHARED,
                      {LOG_INFO, LOG_WARN, LOG_ERROR},
                      {"all nodes can open each other's tokens again",
                       "another node has another secret: neither can open the other's tokens",
                       "this node has another secret than others on this ledger: it is not ready"}},
    [FINDING_WAITING] = {HEALTH_KEYS_WAITING,
                         {LOG_INFO, LOG_WARN, LOG_WARN},
                         {"no key waits any more",
                          "a new key does not sign: a node has not read it so far", NULL}},
    [FINDING_CLOCK] = {HEALTH_CLOCK,
                       {LOG_INFO, LOG_WARN, LOG_ERROR},
                       {"the clock agrees with the ledger's store again",
                        "the clock differs from the ledger's store",
                        "the clock is wrong, compared with the ledger's store: this node is not "
                        "ready"}},
    [FINDING_SETTINGS] = {HEALTH_SETTINGS,
                          {LOG_INFO, LOG_WARN, LOG_WARN},
                          {"all nodes have the same settings again",
                           "another node treats visitors by other settings", NULL}},
};

/* Tells of a finding: in /readyz as it is, in the log when it changes. `node` is whom it is about,
 * or NULL. */
static void tell(struct app *app, enum finding finding, enum health_state state,
                 const struct node *node, const char *line)
{
    struct node_watch *watch = app->nodes;
    const char *who = node != NULL ? node->name : "";
    bool is_news =
        watch->told[finding].state != state || strcmp(watch->told[finding].who, who) != 0;
    health_lines_set(&app->health, FINDINGS[finding].topic, state, line);
    metrics_set_label(app->metrics, METRICS_NODE_TROUBLE, finding, state);
    if (!is_news)
        return;
    watch->told[finding].state = state;
    snprintf(watch->told[finding].who, sizeof watch->told[finding].who, "%s", who);
    if (state == HEALTH_GOOD)
        log_message(FINDINGS[finding].levels[state], FINDINGS[finding].messages[state]);
    else
        log_event(FINDINGS[finding].levels[state], FINDINGS[finding].messages[state],
                  log_text("what", line));
}

static const struct node *node_at(const struct node_watch *watch, size_t place)
{
    return place < watch->nodes.count ? &watch->nodes.items[place] : NULL;
}

static void tell_keys(struct app *app, const struct nodes_findings *findings)
{
    char line[TEXT_MAX] = "";
    const struct node *node = node_at(app->nodes, findings->stranger);
    if (node != NULL)
        snprintf(line, sizeof line,
                 findings->is_stray ? "another secret than node %s"
                                    : "node %s has another secret, and is not ready",
                 node->name);
    tell(app, FINDING_KEYS,
         node == NULL         ? HEALTH_GOOD
         : findings->is_stray ? HEALTH_BAD
                              : HEALTH_NOTE,
         node, line);
}

static void tell_clock(struct app *app, enum nodes_clock clock)
{
    static const enum health_state STATES[] = {[NODES_CLOCK_RIGHT] = HEALTH_GOOD,
                                               [NODES_CLOCK_OFF] = HEALTH_NOTE,
                                               [NODES_CLOCK_WRONG] = HEALTH_BAD};
    char line[TEXT_MAX];
    int64_t ahead_ms = app->nodes->self.ahead_ms;
    uint64_t off_ms = (uint64_t)(ahead_ms < 0 ? -ahead_ms : ahead_ms);
    snprintf(line, sizeof line, "%llu s %s the store", (unsigned long long)(off_ms / 1000),
             ahead_ms < 0 ? "behind" : "ahead of");
    tell(app, FINDING_CLOCK, STATES[clock], NULL, line);
    metrics_set(app->metrics, METRICS_CLOCK_OFF, off_ms * 1000);
}

static void tell_settings(struct app *app, size_t differs)
{
    char line[TEXT_MAX] = "";
    const struct node *node = node_at(app->nodes, differs);
    if (node != NULL)
        snprintf(line, sizeof line, "node %s has other settings", node->name);
    tell(app, FINDING_SETTINGS, node != NULL ? HEALTH_NOTE : HEALTH_GOOD, node, line);
}

/* Which of our keys all have. The newest that not all have waits: for whom, is told after a while.
 */
static void agree(struct app *app, struct node_watch *watch, size_t self)
{
    struct app_keys_told told;
    struct app_keys_agreed agreed = {.is_known = true};
    const struct node *lacks = NULL;
    char line[TEXT_MAX] = "";
    app_tell_keys(app, &told);
    for (size_t i = 0; i < told.count; i++) {
        size_t who = node_agreement_lacking(&watch->nodes, self, told.ids[i], 0);
        if (who == NODES_NONE)
            agreed.ids[agreed.count++] = told.ids[i];
        else if (i < told.signer && lacks == NULL) {
            lacks = &watch->nodes.items[who];
            snprintf(line, sizeof line, "key %08x waits for node %s", (unsigned)told.ids[i],
                     lacks->name);
        }
    }
    app_agree_on_keys(app, &agreed);
    uint64_t now_us = tes_clock_steady_us();
    if (lacks == NULL)
        watch->waits_from_us = 0;
    else if (watch->waits_from_us == 0)
        watch->waits_from_us = now_us;
    bool is_long = lacks != NULL && now_us - watch->waits_from_us >= WAITING_US;
    tell(app, FINDING_WAITING, is_long ? HEALTH_NOTE : HEALTH_GOOD, is_long ? lacks : NULL, line);
}

/* Takes in the alarms of those that were heard of just now. */
static void hear_alarms(struct app *app)
{
    const struct nodes *nodes = &app->nodes->nodes;
    uint32_t told[ALARMS_HEARD_MAX];
    size_t count = 0;
    for (size_t i = 1; i < nodes->count; i++) /* the first is this one */
        for (size_t j = 0; j < nodes->items[i].alarm_count && count < ALARMS_HEARD_MAX; j++)
            if (nodes->items[i].age_ms <= NODES_QUIET_MS)
                told[count++] = nodes->items[i].alarms[j];
    alarms_hear(app->alarms, told, count, tes_clock_wall_ms());
}

static void judge(struct app *app)
{
    struct node_watch *watch = app->nodes;
    struct nodes_findings findings;
    size_t self = read_nodes(watch), heard = 0;
    node_agreement_judge(&watch->nodes, self, watch->uncertain_ms, &findings);
    tell_keys(app, &findings);
    tell_clock(app, findings.clock);
    tell_settings(app, findings.differs);
    agree(app, watch, self);
    atomic_store(&app->claims_agreed, node_agreement_claims(&watch->nodes));
    hear_alarms(app);
    for (size_t i = 0; i < watch->nodes.count; i++)
        heard += watch->nodes.items[i].age_ms <= NODES_QUIET_MS;
    metrics_set(app->metrics, METRICS_NODES, heard);
}

/* ------------------------------------------------------ start, look, stop */

bool node_watch_look(struct app *app, struct tes_error *error)
{
    if (app->nodes == NULL)
        return true;
    if (!meet(app, app->nodes))
        return tes_error_set(error, "the ledger does not answer");
    judge(app);
    return true;
}

bool node_watch_start(struct app *app, const struct config *config, struct tes_error *error)
{
    struct tes_error why;
    if (!ledger_can_meet(config->store_ledger))
        return true;
    app->nodes = calloc(1, sizeof *app->nodes);
    if (app->nodes == NULL || !identify(&app->nodes->self, config))
        return tes_error_set(error, "no memory or randomness to meet other nodes with");
    /* A key that was added since ours were read may sign before the others knew of us: so they are
     * read once more. From here on, they wait for us. */
    if (!node_watch_look(app, &why))
        log_event(LOG_WARN, "other nodes could not be met", log_text("why", why.text));
    else if (!app_load_keys(app, config->data, &why))
        log_event(LOG_WARN, "the keys could not be read again", log_text("why", why.text));
    else
        (void)!node_watch_look(app, &why);
    return true;
}

void node_watch_stop(struct app *app)
{
    struct node_watch *watch = app->nodes;
    if (watch == NULL)
        return;
    watch->meeting = (struct ledger_meeting){.id = watch->self.id, .text = NULL};
    /* One that does not answer is not waited for: it forgets us in a minute. */
    if (app->ledger != NULL && ledger_trouble(app->ledger) == NULL)
        (void)!ledger_meet(app->ledger, &watch->meeting);
    free(watch);
    app->nodes = NULL;
}
