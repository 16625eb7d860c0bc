/* What follows from who else is there: who is wrong, which key may sign, and the text that nodes
 * say of themselves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "server/cluster/node_agreement.h"

#define MOST 5

/* A node in a case: its keys, the first of which signs, and since when it is there. */
struct given {
    uint32_t keys[4];
    uint64_t since_ms;
    int64_t ahead_ms;
    uint64_t config;
    const char *version; /* NULL: "1" */
};

#define NODE(since, ...)                                                                           \
    {                                                                                              \
        .keys = {__VA_ARGS__}, .since_ms = (since)                                                 \
    }

static void arrange(struct nodes *nodes, const struct given given[MOST])
{
    memset(nodes, 0, sizeof *nodes);
    for (; nodes->count < MOST && given[nodes->count].keys[0] != 0; nodes->count++) {
        const struct given *from = &given[nodes->count];
        struct node *node = &nodes->items[nodes->count];
        snprintf(node->id, sizeof node->id, "id%zu", nodes->count);
        snprintf(node->version, sizeof node->version, "%s",
                 from->version != NULL ? from->version : "1");
        for (; node->key_count < 4 && from->keys[node->key_count] != 0; node->key_count++)
            node->keys[node->key_count] = from->keys[node->key_count];
        node->since_ms = from->since_ms;
        node->ahead_ms = from->ahead_ms;
        node->config = from->config;
        node->is_read = true;
    }
}

static void test_strays(void **state)
{
    static const struct {
        const char *name;
        struct given nodes[MOST];
        const char *strays; /* a character a node: x is one */
    } CASES[] = {
        {"alone", {NODE(10, 1)}, "."},
        {"two that agree", {NODE(10, 1), NODE(20, 1)}, ".."},
        {"two that do not: the later one", {NODE(10, 1), NODE(20, 2)}, ".x"},
        {"whichever is listed first", {NODE(20, 1), NODE(10, 2)}, "x."},
        {"who has just come is the later one", {NODE(0, 1), NODE(10, 2)}, "x."},
        {"both have just come", {NODE(0, 1), NODE(0, 2)}, ".x"},
        {"three with one stray that came last", {NODE(10, 1), NODE(20, 1), NODE(30, 2)}, "..x"},
        {"three with one stray that came first", {NODE(1, 2), NODE(20, 1), NODE(30, 1)}, "x.."},
        {"each for itself: not all of them", {NODE(10, 1), NODE(20, 2), NODE(30, 3)}, ".xx"},
        {"two and two", {NODE(40, 1), NODE(10, 2), NODE(20, 1), NODE(30, 2)}, "x.x."},
        {"two, two and one",
         {NODE(40, 1), NODE(10, 2), NODE(20, 1), NODE(30, 2), NODE(1, 3)},
         "x.x.x"},
        {"a rotation under way is no quarrel",
         {NODE(10, 1, 2), NODE(20, 2, 1), NODE(30, 1)},
         "..."},
        {"nor a chain of them", {NODE(10, 1), NODE(20, 2, 1), NODE(30, 3, 2)}, "..."},
        {"a chain against one", {NODE(1, 9), NODE(10, 1), NODE(20, 2, 1), NODE(30, 3, 2)}, "x..."},
    };
    (void)state;
    struct nodes nodes;
    struct nodes_findings findings;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        print_message("%s\n", CASES[i].name);
        arrange(&nodes, CASES[i].nodes);
        bool has_stray = strchr(CASES[i].strays, 'x') != NULL;
        for (size_t self = 0; self < nodes.count; self++) {
            node_agreement_judge(&nodes, self, 0, &findings);
            assert_int_equal(findings.is_stray, CASES[i].strays[self] == 'x');
            assert_int_equal(findings.stranger != NODES_NONE, has_stray);
            /* Who is wrong is told of one that is not; the others of one that is no friend. */
            if (has_stray)
                assert_false(
                    node_agreement_share_key(&nodes.items[self], &nodes.items[findings.stranger]));
        }
    }
}

/* What can't be read takes nobody out of use, and holds no key back. */
static void test_unread(void **state)
{
    (void)state;
    struct nodes nodes;
    struct nodes_findings findings;
    arrange(&nodes, (const struct given[MOST]){NODE(10, 2, 1), NODE(20, 2, 1)});
    nodes.items[2] = nodes.items[3] = nodes.items[4] = (struct node){.id = "x"};
    nodes.count = 5;
    node_agreement_judge(&nodes, 0, 0, &findings);
    assert_false(findings.is_stray);
    assert_int_equal(findings.stranger, NODES_NONE);
    assert_int_equal(findings.differs, NODES_NONE);
    assert_int_equal(node_agreement_lacking(&nodes, 0, 2, 0), NODES_NONE);
}

/* A majority that has not been heard of for a while takes nobody out of use. */
static void test_quiet_majority(void **state)
{
    (void)state;
    struct nodes nodes;
    struct nodes_findings findings;
    for (unsigned late_ms = 0; late_ms < 2; late_ms++) {
        arrange(&nodes, (const struct given[MOST]){NODE(10, 1), NODE(1, 2), NODE(2, 2)});
        nodes.items[1].age_ms = nodes.items[2].age_ms = NODES_QUIET_MS + late_ms;
        node_agreement_judge(&nodes, 0, 0, &findings);
        assert_int_equal(findings.is_stray, late_ms == 0);
        assert_int_equal(findings.stranger != NODES_NONE, late_ms == 0);
    }
}

static void test_signing(void **state)
{
    (void)state;
    struct nodes nodes;
    arrange(&nodes,
            (const struct given[MOST]){NODE(10, 1, 2), NODE(20, 1, 2), NODE(30, 1), NODE(40, 1)});
    assert_int_equal(node_agreement_lacking(&nodes, 0, 1, 0), NODES_NONE);
    assert_int_equal(node_agreement_lacking(&nodes, 0, 2, 0), 2);
    assert_int_equal(node_agreement_lacking(&nodes, 0, 2, 3), 3);
    assert_int_equal(node_agreement_lacking(&nodes, 0, 2, 4), NODES_NONE);
    nodes.items[2].keys[nodes.items[2].key_count++] = 2;
    assert_int_equal(node_agreement_lacking(&nodes, 0, 2, 0), 3);
    nodes.items[3].keys[nodes.items[3].key_count++] = 2;
    assert_int_equal(node_agreement_lacking(&nodes, 0, 2, 0), NODES_NONE);
    /* A stranger does not hold a key back for ever. */
    arrange(&nodes, (const struct given[MOST]){NODE(10, 1, 2), NODE(20, 1, 2), NODE(1, 9)});
    assert_int_equal(node_agreement_lacking(&nodes, 0, 2, 0), NODES_NONE);
    assert_int_equal(node_agreement_lacking(&nodes, 2, 9, 0), NODES_NONE);
    /* One that is linked to us through another does. */
    arrange(&nodes, (const struct given[MOST]){NODE(10, 1), NODE(20, 1, 2), NODE(30, 2)});
    assert_int_equal(node_agreement_lacking(&nodes, 0, 1, 0), 2);
}

static void test_settings(void **state)
{
    (void)state;
    struct nodes nodes;
    struct nodes_findings findings;
    arrange(&nodes, (const struct given[MOST]){{{1}, 10, 0, 7, NULL},
                                               {{1}, 20, 0, 8, "2"}, /* another build */
                                               {{2}, 30, 0, 8, NULL},
                                               {{1}, 40, 0, 7, NULL}});
    node_agreement_judge(&nodes, 0, 0, &findings);
    assert_int_equal(findings.differs, NODES_NONE);
    nodes.items[3].config = 9;
    node_agreement_judge(&nodes, 0, 0, &findings);
    assert_int_equal(findings.differs, 3);
    node_agreement_judge(&nodes, 3, 0, &findings);
    assert_int_equal(findings.differs, 0);
}

static void test_clocks(void **state)
{
    static const struct {
        const char *name;
        int64_t ahead_ms[MOST]; /* of the node that is asked, then of the others */
        size_t count;
        uint64_t uncertain_ms;
        enum nodes_clock clock;
    } CASES[] = {
        {"right", {0}, 1, 0, NODES_CLOCK_RIGHT},
        {"five seconds", {5000}, 1, 0, NODES_CLOCK_RIGHT},
        {"a little more", {5001}, 1, 0, NODES_CLOCK_OFF},
        {"behind", {-5001}, 1, 0, NODES_CLOCK_OFF},
        {"more, but who knows", {5500}, 1, 500, NODES_CLOCK_RIGHT},
        {"half a minute", {-30000}, 1, 0, NODES_CLOCK_OFF},
        {"more than that", {30001}, 1, 0, NODES_CLOCK_WRONG},
        {"more behind", {-30001}, 1, 0, NODES_CLOCK_WRONG},
        {"not for certain", {30900}, 1, 1000, NODES_CLOCK_OFF},
        {"very uncertain", {-900}, 1, 1000, NODES_CLOCK_RIGHT},
        {"the other one agrees with the store", {60000, 0}, 2, 0, NODES_CLOCK_WRONG},
        {"the other one agrees with us: the store is wrong", {60000, 61000}, 2, 0, NODES_CLOCK_OFF},
        {"one of two others agrees", {60000, 61000, 0}, 3, 0, NODES_CLOCK_WRONG},
        {"both agree", {-60000, -59000, -75000}, 3, 0, NODES_CLOCK_OFF},
        {"each is wrong in its own way", {60000, -60000, 120000}, 3, 0, NODES_CLOCK_WRONG},
    };
    (void)state;
    struct nodes nodes;
    struct nodes_findings findings;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct given given[MOST] = {NODE(0, 0)};
        print_message("%s\n", CASES[i].name);
        for (size_t j = 0; j < CASES[i].count; j++)
            given[j] = (struct given){{1}, 1, CASES[i].ahead_ms[j], 0, NULL};
        arrange(&nodes, given);
        node_agreement_judge(&nodes, 0, CASES[i].uncertain_ms, &findings);
        assert_int_equal(findings.clock, CASES[i].clock);
    }
    /* Who has just come has not compared its clock so far. */
    arrange(&nodes, (const struct given[MOST]){{{1}, 1, 60000, 0, NULL}, {{1}, 0, 60000, 0, NULL}});
    node_agreement_judge(&nodes, 0, 0, &findings);
    assert_int_equal(findings.clock, NODES_CLOCK_WRONG);
}

static void test_text(void **state)
{
    (void)state;
    char memory[NODE_TEXT_MAX], twice[NODE_TEXT_MAX];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory), same = tes_buf_on(twice, sizeof twice);
    struct node node = {.key_count = NODE_KEYS_MAX,
                        .alarm_count = NODE_ALARMS_MAX,
                        .config = 0x0123456789abcdefu,
                        .since_ms = (uint64_t)1 << 50,
                        .ahead_ms = -NODE_AHEAD_MAX,
                        .claims = UINT8_MAX,
                        .is_read = true};
    struct node again;
    memset(node.name, 'n', NODE_NAME_MAX);
    memset(node.version, '9', NODE_VERSION_MAX);
    for (size_t i = 0; i < NODE_KEYS_MAX; i++)
        node.keys[i] = UINT32_MAX - (uint32_t)i;
    for (size_t i = 0; i < NODE_ALARMS_MAX; i++)
        node.alarms[i] = UINT32_MAX - (uint32_t)i;
    node_text_write(&node, &buf); /* the longest that there is fits */
    assert_false(buf.failed);
    assert_true(node_text_read(tes_buf_done(&buf), &again));
    node_text_write(&again, &same);
    assert_true(tes_slice_equal(tes_buf_done(&buf), tes_buf_done(&same)));
    assert_int_equal(again.ahead_ms, node.ahead_ms);
    assert_memory_equal(again.keys, node.keys, sizeof node.keys);
    assert_int_equal(again.alarm_count, NODE_ALARMS_MAX);
    assert_memory_equal(again.alarms, node.alarms, sizeof node.alarms);
    assert_int_equal(again.config, node.config);
    assert_int_equal(again.claims, UINT8_MAX);
    node.ahead_ms = 12;
    buf.length = 0;
    node_text_write(&node, &buf);
    assert_true(node_text_read(tes_buf_done(&buf), &again));
    assert_int_equal(again.ahead_ms, 12);
}

/* Who does not say, and who can't be read, is taken to know nothing new. */
static void test_claims(void **state)
{
    (void)state;
    struct nodes nodes = {.count = 3};
    assert_int_equal(node_agreement_claims(&(struct nodes){.count = 0}), 0);
    for (size_t i = 0; i < nodes.count; i++)
        nodes.items[i].claims = 60 - i;
    assert_int_equal(node_agreement_claims(&nodes), 58);
    nodes.items[1].claims = 0;
    assert_int_equal(node_agreement_claims(&nodes), 0);
}

#define GOOD "\"config\":\"0011223344556677\",\"since\":5,\"ahead\":0,\"behind\":0"

static void test_bad_texts(void **state)
{
    static const struct {
        const char *text;
        bool is_good;
    } CASES[] = {
        {"{\"name\":\"a\",\"version\":\"1\",\"keys\":[1]," GOOD "}", true},
        {"{\"name\":\"a\",\"version\":\"1\",\"keys\":[1],\"later\":[1,{}]," GOOD "}", true},
        {"{\"name\":\"a\",\"version\":\"1\",\"keys\":[1],\"alarms\":[9]," GOOD "}", true},
        {"{\"name\":\"a\",\"version\":\"1\",\"keys\":[1],\"alarms\":[1,2,3,4,5,6,7,8,9]," GOOD "}",
         false},
        {"{\"name\":\"a\",\"version\":\"1\",\"keys\":[1],\"alarms\":[\"9\"]," GOOD "}", false},
        {"{\"name\":\"a\",\"version\":\"1\",\"keys\":[1],\"claims\":57," GOOD "}", true},
        {"{\"name\":\"a\",\"version\":\"1\",\"keys\":[1],\"claims\":256," GOOD "}", false},
        {"{\"name\":\"a\",\"version\":\"1\",\"keys\":[1],\"claims\":\"57\"," GOOD "}", false},
        {"", false},
        {"{}", false},
        {"[]", false},
        {"null", false},
        {"{\"name\":\"a\",\"version\":\"1\",\"keys\":[]," GOOD "}", false},
        {"{\"name\":\"a\",\"version\":\"1\",\"keys\":[-1]," GOOD "}", false},
        {"{\"name\":\"a\",\"version\":\"1\",\"keys\":[4294967296]," GOOD "}", false},
        {"{\"name\":\"a\",\"version\":\"1\",\"keys\":[1,2,3,4,5,6,7,8,9]," GOOD "}", false},
        {"{\"name\":\"a\",\"version\":\"1\",\"keys\":[\"1\"]," GOOD "}", false},
        {"{\"name\":\"\",\"version\":\"1\",\"keys\":[1]," GOOD "}", false},
        {"{\"name\":\"a b\",\"version\":\"1\",\"keys\":[1]," GOOD "}", false},
        {"{\"name\":\"a\\u001b[31m\",\"version\":\"1\",\"keys\":[1]," GOOD "}", false},
        {"{\"name\":\"a\",\"version\":\"1\\n\",\"keys\":[1]," GOOD "}", false},
        {"{\"name\":1,\"version\":\"1\",\"keys\":[1]," GOOD "}", false},
        {"{\"name\":\"a\",\"name\":\"b\",\"version\":\"1\",\"keys\":[1]," GOOD "}", false},
        {"{\"version\":\"1\",\"keys\":[1]," GOOD "}", false},
        {"{\"name\":\"a\",\"version\":\"1\",\"keys\":[1],\"config\":\"00\",\"since\":5,"
         "\"ahead\":0,\"behind\":0}",
         false},
        {"{\"name\":\"a\",\"version\":\"1\",\"keys\":[1],\"config\":\"0011223344556677\","
         "\"since\":-5,\"ahead\":0,\"behind\":0}",
         false},
        {"{\"name\":\"a\",\"version\":\"1\",\"keys\":[1],\"config\":\"0011223344556677\","
         "\"since\":5,\"ahead\":1125899906842625,\"behind\":0}",
         false},
    };
    (void)state;
    struct node node;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        print_message("%s\n", CASES[i].text);
        assert_int_equal(node_text_read(tes_slice_of(CASES[i].text), &node), CASES[i].is_good);
        assert_int_equal(node.is_read, CASES[i].is_good);
        assert_int_equal(node.key_count, CASES[i].is_good);
        assert_int_equal(node.name[0] != '\0', CASES[i].is_good);
    }
    char longer[NODE_TEXT_MAX + 2];
    memset(longer, ' ', sizeof longer);
    memcpy(longer, CASES[0].text, strlen(CASES[0].text));
    assert_true(node_text_read((struct tes_slice){longer, NODE_TEXT_MAX}, &node));
    assert_false(node_text_read((struct tes_slice){longer, NODE_TEXT_MAX + 1}, &node));
}

static void test_names(void **state)
{
    static const struct {
        struct tes_slice text;
        const char *name;
    } CASES[] = {
        {TES_SLICE_INIT("web-1.example"), "web-1.example"},
        {TES_SLICE_INIT("two words"), "two-words"},
        {TES_SLICE_INIT("\xc3\xa4\x1b\0x"), "----x"},
        {TES_SLICE_INIT(""), "-"},
    };
    (void)state;
    char name[NODE_NAME_MAX + 1], longer[200];
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        node_text_name(CASES[i].text, name, sizeof name);
        assert_string_equal(name, CASES[i].name);
    }
    memset(longer, 'x', sizeof longer);
    node_text_name((struct tes_slice){longer, sizeof longer}, name, sizeof name);
    assert_int_equal(strlen(name), NODE_NAME_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strays),         cmocka_unit_test(test_unread),
        cmocka_unit_test(test_quiet_majority), cmocka_unit_test(test_signing),
        cmocka_unit_test(test_settings),       cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_text),           cmocka_unit_test(test_claims),
        cmocka_unit_test(test_bad_texts),      cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
