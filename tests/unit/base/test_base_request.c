/* What a request is read with: arena, fields, the JSON reader and addresses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/address.h"
#include "base/json_read.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

/* ----------------------------------------------------------------- arena */

static void arena_gives_aligned_memory_of_its_own(void **state)
{
    (void)state;
    struct tes_arena arena = tes_arena_new((size_t)1 << 20);
    char *blocks[100];
    for (size_t i = 0; i < COUNT(blocks); i++) {
        blocks[i] = tes_arena_alloc(&arena, i * 7 + 1);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % _Alignof(max_align_t), 0);
        memset(blocks[i], (int)i, i * 7 + 1);
    }
    for (size_t i = 0; i < COUNT(blocks); i++)
        for (size_t j = 0; j <= i * 7; j++)
            assert_int_equal(blocks[i][j], (char)i);
    tes_arena_free(&arena);
}

static const size_t CEILINGS[] = {64, 1000, 16384, 20000, 100000};

static void arena_stops_at_its_ceiling(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(CEILINGS); i++) {
        struct tes_arena arena = tes_arena_new(CEILINGS[i]);
        size_t given = 0;
        assert_null(tes_arena_alloc(&arena, CEILINGS[i] + 1));
        assert_null(tes_arena_alloc(&arena, SIZE_MAX));
        while (tes_arena_alloc(&arena, 16) != NULL) {
            given += 16;
            assert_true(given <= CEILINGS[i]);
        }
        assert_true(given > CEILINGS[i] / 2);
        tes_arena_reset(&arena);
        assert_non_null(tes_arena_alloc(&arena, 16));
        tes_arena_free(&arena);
        tes_arena_free(&arena);
        assert_non_null(tes_arena_alloc(&arena, 16));
        tes_arena_free(&arena);
    }
}

static void arena_keeps_a_block_for_the_next_request(void **state)
{
    (void)state;
    struct tes_arena arena = tes_arena_new((size_t)1 << 20);
    void *first = tes_arena_alloc(&arena, 100);
    assert_non_null(tes_arena_alloc(&arena, 100000));
    tes_arena_reset(&arena);
    assert_ptr_equal(tes_arena_alloc(&arena, 100), first);
    tes_arena_free(&arena);
}

static void arena_copies_strings_and_grows_buffers(void **state)
{
    (void)state;
    struct tes_arena arena = tes_arena_new((size_t)1 << 20);
    assert_string_equal(tes_arena_string(&arena, TES_SLICE("abc")), "abc");
    assert_string_equal(tes_arena_string(&arena, (struct tes_slice){NULL, 0}), "");
    struct tes_buf buf = tes_arena_buf(&arena, 5000);
    for (unsigned i = 0; i < 5000; i++)
        tes_buf_char(&buf, (char)('a' + i % 26));
    assert_false(buf.failed);
    for (unsigned i = 0; i < 5000; i++)
        assert_int_equal(buf.at[i], 'a' + i % 26);
    tes_buf_char(&buf, 'x');
    assert_true(buf.failed);
    tes_arena_free(&arena);
}

/* ---------------------------------------------------------------- fields */

static void fields_are_found_once(void **state)
{
    (void)state;
    struct tes_fields fields = {0};
    struct tes_slice text;
    char names[TES_FIELDS_MAX + 1][8];
    for (unsigned i = 0; i < TES_FIELDS_MAX; i++) {
        struct tes_field field = {.type = TES_FIELD_STRING, .value = TES_SLICE("abc")};
        snprintf(names[i], sizeof names[i], "n%u", i);
        field.name = tes_slice_of(names[i]);
        assert_true(tes_fields_add(&fields, field));
        assert_false(tes_fields_add(&fields, field));
    }
    assert_false(tes_fields_add(&fields, (struct tes_field){.name = TES_SLICE("one more")}));
    assert_ptr_equal(tes_fields_find(&fields, TES_SLICE("n31")), &fields.items[31]);
    assert_null(tes_fields_find(&fields, TES_SLICE("n")));
    assert_null(tes_fields_find(&fields, TES_SLICE("N1")));
    assert_true(tes_fields_text(&fields, TES_SLICE("n1"), 3, &text));
    assert_true(tes_slice_equal(text, TES_SLICE("abc")));
    assert_false(tes_fields_text(&fields, TES_SLICE("n1"), 2, &text));
    assert_true(tes_fields_text(&fields, TES_SLICE("absent"), 3, &text));
    assert_null(text.at);
}

static void fields_of_another_type_are_no_text(void **state)
{
    (void)state;
    for (int type = TES_FIELD_STRING; type <= TES_FIELD_NESTED; type++) {
        struct tes_fields fields = {
            .items[0] = {TES_SLICE("a"), TES_SLICE("1"), (enum tes_field_type)type}, .count = 1};
        struct tes_slice text;
        bool is_good = type == TES_FIELD_STRING || type == TES_FIELD_NULL;
        assert_int_equal(tes_fields_text(&fields, TES_SLICE("a"), 9, &text), is_good);
        assert_int_equal(text.at != NULL, type == TES_FIELD_STRING);
    }
}

/* ------------------------------------------------------------------ JSON */

static void json_gives_fields(void **state)
{
    (void)state;
    static const struct tes_field expected[] = {
        {{"s", 1}, {"a\"é", 4}, TES_FIELD_STRING}, {{"n", 1}, {"-12", 3}, TES_FIELD_NUMBER},
        {{"t", 1}, {"true", 4}, TES_FIELD_BOOL},   {{"f", 1}, {"false", 5}, TES_FIELD_BOOL},
        {{"z", 1}, {NULL, 0}, TES_FIELD_NULL},     {{"o", 1}, {NULL, 0}, TES_FIELD_NESTED},
        {{"l", 1}, {"[1]", 3}, TES_FIELD_NESTED},  {{"", 0}, {"", 0}, TES_FIELD_STRING},
        {{"r", 1}, {NULL, 0}, TES_FIELD_NESTED},
    };
    struct tes_arena arena = tes_arena_new((size_t)1 << 20);
    struct tes_fields fields;
    assert_int_equal(tes_json_read(&arena,
                                   TES_SLICE(" {\"s\":\"a\\\"\\u00e9\",\"n\":-12,\"t\":true,\"f\":"
                                             "false,\"z\":null,\"o\":{\"s\":1},\"l\":[1],\"\":"
                                             "\"\",\"r\":1.5} \n"),
                                   &fields),
                     TES_OK);
    assert_int_equal(fields.count, COUNT(expected));
    for (size_t i = 0; i < COUNT(expected); i++) {
        assert_true(tes_slice_equal(fields.items[i].name, expected[i].name));
        assert_true(tes_slice_equal(fields.items[i].value, expected[i].value));
        assert_int_equal(fields.items[i].type, expected[i].type);
    }
    tes_arena_free(&arena);
}

#define BAD(name, literal)                                                                         \
    {                                                                                              \
        name,                                                                                      \
        {                                                                                          \
            literal, sizeof(literal) - 1                                                           \
        }                                                                                          \
    }

static const struct bad_json {
    const char *name;
    struct tes_slice text;
} BAD_JSON[] = {
    BAD("nothing", ""),
    BAD("blanks", "  "),
    BAD("a NUL", "\0"),
    BAD("a list", "[1]"),
    BAD("a string", "\"a\""),
    BAD("not closed", "{\"a\":1"),
    BAD("two values", "{} {}"),
    BAD("a NUL after it", "{}\0"),
    BAD("a comma too many", "{\"a\":1,}"),
    BAD("single quotes", "{'a':1}"),
    BAD("a bare name", "{a:1}"),
    BAD("a comment", "{/**/}"),
    BAD("one name twice", "{\"a\":1,\"a\":2}"),
    BAD("one name twice, inside", "{\"o\":{\"a\":1,\"a\":2}}"),
    BAD("one name twice, escaped", "{\"a\":1,\"\\u0061\":2}"),
    BAD("NUL in a value", "{\"a\":\"\\u0000\"}"),
    BAD("NUL in a name", "{\"a\\u0000b\":1}"),
    BAD("raw NUL in a value", "{\"a\":\"\0\"}"),
    BAD("raw line break", "{\"a\":\"\n\"}"),
    BAD("not UTF-8", "{\"a\":\"\xFF\"}"),
    BAD("half a surrogate", "{\"a\":\"\\ud800\"}"),
    BAD("a number past 64 bits", "{\"a\":99999999999999999999}"),
    BAD("NaN", "{\"a\":NaN}"),
    BAD("leading zero", "{\"a\":01}"),
    BAD("nine deep", "{\"a\":[[[[[[[[1]]]]]]]]}"),
    BAD("deep, not closed", "{\"a\":[[[[[[[[[[[[[[[["),
};

static void json_refuses_everything_else(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(BAD_JSON); i++) {
        struct tes_arena arena = tes_arena_new((size_t)1 << 20);
        struct tes_fields fields;
        if (tes_json_read(&arena, BAD_JSON[i].text, &fields) != TES_BAD_ARGUMENT)
            fail_msg("%s was taken", BAD_JSON[i].name);
        tes_arena_free(&arena);
    }
}

/* Writes {"n0":"some\ttext", ...} with that many names and reads it: escapes take memory. */
static enum tes_status read_names(unsigned count, size_t ceiling)
{
    static char memory[64 * 1024];
    struct tes_buf text = tes_buf_on(memory, sizeof memory);
    struct tes_arena arena = tes_arena_new(ceiling);
    struct tes_fields fields;
    for (unsigned i = 0; i < count; i++) {
        tes_buf_text(&text, i == 0 ? "{\"n" : ",\"n");
        tes_buf_number(&text, i);
        tes_buf_text(&text, "\":\"some\\ttext\"");
    }
    tes_buf_char(&text, '}');
    enum tes_status status = tes_json_read(&arena, tes_buf_done(&text), &fields);
    tes_arena_free(&arena);
    return status;
}

static void json_has_ceilings(void **state)
{
    (void)state;
    assert_int_equal(read_names(TES_FIELDS_MAX, 100000), TES_OK);
    assert_int_equal(read_names(TES_FIELDS_MAX + 1, 100000), TES_BAD_ARGUMENT);
    assert_int_equal(read_names(1000, 100000), TES_BAD_ARGUMENT);
    assert_int_equal(read_names(TES_FIELDS_MAX, 64), TES_NO_MEMORY);
    struct tes_arena arena = tes_arena_new(100000);
    struct tes_fields fields;
    /* Brackets in a string are no depth. */
    assert_int_equal(tes_json_read(&arena, TES_SLICE("{\"a\":\"[[[[[[[[[[[\\\"[[[\"}"), &fields),
                     TES_OK);
    assert_int_equal(tes_json_read(&arena, TES_SLICE("{\"a\":[[[[[[[1]]]]]]]}"), &fields), TES_OK);
    tes_arena_free(&arena);
}

/* ------------------------------------------------------------- addresses */

static const struct known_address {
    const char *text, *written, *bucket; /* written NULL: no address */
} ADDRESSES[] = {
    {"192.0.2.77", "192.0.2.77", "192.0.2.0"},
    {"255.255.255.255", "255.255.255.255", "255.255.255.0"},
    {"2001:db8:0:1:2:3:4:5", "2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"},
    {"2001:DB8::1", "2001:db8::1", "2001:db8:0:0::/64"},
    {"::1", "::1", "0:0:0:0::/64"},
    {"fe80::abcd:1", "fe80::abcd:1", "fe80:0:0:0::/64"},
    {"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
     "ffff:ffff:ffff:ffff::/64"},
    {"::ffff:192.0.2.77", "192.0.2.77", "192.0.2.0"},
    {"::ffff:c000:24d", "192.0.2.77", "192.0.2.0"},
    {"", NULL, NULL},
    {"192.0.2", NULL, NULL},
    {"192.0.2.256", NULL, NULL},
    {"192.0.2.01", NULL, NULL},
    {"0x7f.0.0.1", NULL, NULL},
    {" 192.0.2.1", NULL, NULL},
    {"192.0.2.1:80", NULL, NULL},
    {"[::1]", NULL, NULL},
    {"fe80::1%eth0", NULL, NULL},
    {":::", NULL, NULL},
    {"1:2:3:4:5:6:7:8:9", NULL, NULL},
    {"localhost", NULL, NULL},
    {"0000:0000:0000:0000:0000:0000:0000:0000:0000:0000", NULL, NULL},
};

static void addresses_have_buckets(void **state) /* PUZ-13 */
{
    (void)state;
    for (size_t i = 0; i < COUNT(ADDRESSES); i++) {
        const struct known_address *known = &ADDRESSES[i];
        struct tes_address address;
        char memory[64];
        bool is_good = tes_address_read(tes_slice_of(known->text), &address);
        if (is_good != (known->written != NULL))
            fail_msg("\"%s\"", known->text);
        if (!is_good)
            continue;
        struct tes_buf buf = tes_buf_on(memory, sizeof memory);
        tes_address_write(&buf, &address);
        assert_int_equal(tes_buf_finish(&buf, NULL), TES_OK);
        assert_string_equal(memory, known->written);
        buf = tes_buf_on(memory, TES_ADDRESS_BUCKET_MAX + 1);
        tes_address_bucket(&buf, &address);
        assert_int_equal(tes_buf_finish(&buf, NULL), TES_OK);
        assert_string_equal(memory, known->bucket);
    }
    struct tes_address none;
    assert_false(tes_address_read(TES_SLICE("192.0.2.1\0"), &none));
}

static const struct neighbours {
    const char *one, *other;
    unsigned bits_4, bits_6;
    bool is_one_network;
} NEIGHBOURS[] = {
    {"192.0.2.1", "192.0.2.1", 32, 64, true},
    {"192.0.2.1", "192.0.2.0", 32, 64, false},
    {"192.0.2.1", "192.0.2.255", 24, 56, true},
    {"192.0.2.1", "192.0.3.1", 24, 56, false},
    {"192.0.2.1", "192.0.255.255", 16, 48, true},
    {"192.0.2.1", "192.1.2.1", 16, 48, false},
    {"192.0.2.1", "::ffff:192.0.2.9", 24, 48, true},
    {"2001:db8:1:2::1", "2001:db8:1:2:ffff::", 32, 64, true},
    {"2001:db8:1:2::1", "2001:db8:1:3::1", 32, 64, false},
    {"2001:db8:1:2::1", "2001:db8:1:ff::1", 24, 56, true},
    {"2001:db8:1:2::1", "2001:db8:1:100::1", 24, 56, false},
    {"2001:db8:1:2::1", "2001:db8:1:ffff::1", 16, 48, true},
    {"2001:db8:1:2::1", "2001:db8:2:2::1", 16, 48, false},
    {"192.0.2.1", "c000:201::1", 32, 48, false}, /* the same bits */
};

static void addresses_lie_in_networks(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(NEIGHBOURS); i++) {
        const struct neighbours *row = &NEIGHBOURS[i];
        struct tes_address one, other;
        assert_true(tes_address_read(tes_slice_of(row->one), &one));
        assert_true(tes_address_read(tes_slice_of(row->other), &other));
        bool is_one = tes_address_network(&one, row->bits_4, row->bits_6) ==
                      tes_address_network(&other, row->bits_4, row->bits_6);
        if (is_one != row->is_one_network)
            fail_msg("%s, %s", row->one, row->other);
    }
    struct tes_address none = {.length = 0};
    assert_int_equal(tes_address_network(&none, 24, 48), 0);
}

static const struct range {
    const char *range, *address;
    int is_in; /* -1: no range */
} RANGES[] = {
    {"10.0.0.0/8", "10.255.0.1", 1},
    {"10.0.0.0/8", "11.0.0.1", 0},
    {"10.1.2.3/8", "10.9.9.9", 1},
    {"0.0.0.0/0", "203.0.113.9", 1},
    {"0.0.0.0/0", "::1", 0},
    {"::/0", "192.0.2.1", 0},
    {"::/0", "2001:db8::1", 1},
    {"192.0.2.1", "192.0.2.1", 1},
    {"192.0.2.1", "192.0.2.2", 0},
    {"192.0.2.128/25", "192.0.2.127", 0},
    {"192.0.2.128/25", "192.0.2.255", 1},
    {"192.0.2.8/31", "192.0.2.9", 1},
    {"192.0.2.8/31", "192.0.2.10", 0},
    {"2001:db8::/33", "2001:db8:7fff::1", 1},
    {"2001:db8::/33", "2001:db8:8000::1", 0},
    {"::1/128", "::1", 1},
    {"10.0.0.0/8", "::ffff:10.0.0.1", 1},
    {"::ffff:10.0.0.0/104", "10.9.9.9", 1},
    {"::ffff:10.0.0.0/104", "11.0.0.1", 0},
    {"::ffff:10.0.0.1", "10.0.0.1", 1},
    {"::ffff:10.0.0.1", "10.0.0.2", 0},
    {"::ffff:0.0.0.0/96", "203.0.113.9", 1},
    {"::ffff:10.0.0.0/95", "10.0.0.1", -1},
    {"::ffff:10.0.0.0/8", "10.0.0.1", -1},
    {"::ffff:10.0.0.0/129", "10.0.0.1", -1},
    {"10.0.0.0/33", "10.0.0.1", -1},
    {"::/129", "::1", -1},
    {"10.0.0.0/", "10.0.0.1", -1},
    {"10.0.0.0/-1", "10.0.0.1", -1},
    {"10.0.0.0/8/8", "10.0.0.1", -1},
    {"/8", "10.0.0.1", -1},
    {"", "10.0.0.1", -1},
};

static void ranges_hold_addresses(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(RANGES); i++) {
        struct tes_address address;
        struct tes_address_range range;
        assert_true(tes_address_read(tes_slice_of(RANGES[i].address), &address));
        bool is_range = tes_address_range_read(tes_slice_of(RANGES[i].range), &range);
        if (is_range != (RANGES[i].is_in >= 0) ||
            (is_range && tes_address_in(&address, &range) != RANGES[i].is_in))
            fail_msg("%s in %s", RANGES[i].address, RANGES[i].range);
    }
}

static const struct trimmed {
    const char *text, *network;
} TRIMMED[] = {
    {"192.0.2.77/24", "192.0.2.0/24"},
    {"192.0.2.77", "192.0.2.77/32"},
    {"255.255.255.255/1", "128.0.0.0/1"},
    {"255.255.255.255/0", "0.0.0.0/0"},
    {"255.255.255.255/31", "255.255.255.254/31"},
    {"::ffff:192.0.2.77/120", "192.0.2.0/24"},
    {"2001:DB8:0:0:ffff::1/33", "2001:db8::/33"},
    {"2001:db8::1", "2001:db8::1/128"},
    {"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/127", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe/127"},
    {"::1.2.3.4", "::1.2.3.4/128"},
    {"ffff::/0", "::/0"},
};

/* However a network is written, it is one text, which is read again as the same. */
static void ranges_are_trimmed(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(TRIMMED); i++) {
        char memory[TES_ADDRESS_RANGE_MAX + 1];
        struct tes_buf buf = tes_buf_on(memory, sizeof memory);
        struct tes_address_range range, again;
        assert_true(tes_address_range_read(tes_slice_of(TRIMMED[i].text), &range));
        tes_address_range_trim(&range);
        tes_address_range_write(&buf, &range);
        assert_int_equal(tes_buf_finish(&buf, NULL), TES_OK);
        assert_string_equal(memory, TRIMMED[i].network);
        assert_true(tes_address_range_read(tes_slice_of(memory), &again));
        assert_memory_equal(&again, &range, sizeof range);
    }
}

static const struct meeting {
    const char *one, *other;
    bool meets;
} MEETINGS[] = {
    {"127.0.0.0/8", "127.0.0.1", true},
    {"0.0.0.0/0", "127.0.0.0/8", true},
    {"126.0.0.0/7", "127.0.0.1", true},
    {"128.0.0.0/1", "127.0.0.0/8", false},
    {"::/16", "::1", true},
    {"::/0", "127.0.0.0/8", false},
    {"2001:db8::/32", "::1", false},
    {"10.0.0.0/8", "10.0.0.0/8", true},
};

static void ranges_meet(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(MEETINGS); i++) {
        struct tes_address_range one, other;
        assert_true(tes_address_range_read(tes_slice_of(MEETINGS[i].one), &one));
        assert_true(tes_address_range_read(tes_slice_of(MEETINGS[i].other), &other));
        assert_int_equal(tes_address_range_meets(&one, &other), MEETINGS[i].meets);
        assert_int_equal(tes_address_range_meets(&other, &one), MEETINGS[i].meets);
    }
}

static const struct loopback {
    const char *text;
    bool is_loopback;
} LOOPBACKS[] = {{"127.0.0.1", true},        {"127.9.9.9", true},  {"::1", true},
                 {"::ffff:127.0.0.1", true}, {"128.0.0.1", false}, {"::2", false},
                 {"7f00::1", false},         {"0.0.0.0", false}};

static void loopback_is_known(void **state)
{
    (void)state;
    struct tes_address address;
    for (size_t i = 0; i < COUNT(LOOPBACKS); i++) {
        assert_true(tes_address_read(tes_slice_of(LOOPBACKS[i].text), &address));
        assert_int_equal(tes_address_is_loopback(&address), LOOPBACKS[i].is_loopback);
    }
    address = (struct tes_address){.length = 0};
    assert_false(tes_address_is_loopback(&address));
}

static void private_addresses_are_known(void **state)
{
    static const struct {
        const char *text;
        bool is_private;
    } CASES[] = {{"10.255.0.1", true},   {"11.0.0.1", false},
                 {"172.16.0.1", true},   {"172.31.255.1", true},
                 {"172.32.0.1", false},  {"192.168.7.7", true},
                 {"192.169.0.1", false}, {"100.64.0.1", true},
                 {"100.128.0.1", false}, {"169.254.1.1", true},
                 {"127.0.0.1", true},    {"203.0.113.1", false},
                 {"fd00::1", true},      {"fe00::1", false},
                 {"fe80::1", true},      {"fec0::1", false},
                 {"::1", true},          {"2001:db8::1", false},
                 {"a00::1", false},      {"::ffff:10.0.0.1", true}};
    (void)state;
    struct tes_address address;
    for (size_t i = 0; i < COUNT(CASES); i++) {
        assert_true(tes_address_read(tes_slice_of(CASES[i].text), &address));
        if (tes_address_is_private(&address) != CASES[i].is_private)
            fail_msg("%s", CASES[i].text);
    }
    address = (struct tes_address){.length = 0};
    assert_false(tes_address_is_private(&address));
}

static void no_address_is_unknown(void **state)
{
    (void)state;
    char memory[32];
    const struct tes_address none = {.length = 0};
    struct tes_address_range all;
    assert_true(tes_address_range_read(TES_SLICE("0.0.0.0/0"), &all));
    assert_false(tes_address_in(&none, &all));
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);
    tes_address_bucket(&buf, &none);
    tes_address_write(&buf, &none);
    assert_int_equal(tes_buf_finish(&buf, NULL), TES_OK);
    assert_string_equal(memory, "unknownunknown");
}

static void every_status_has_a_text(void **state)
{
    (void)state;
    for (int i = TES_OK; i <= TES_FAILED; i++)
        assert_true(strlen(tes_status_text((enum tes_status)i)) > 3);
    assert_string_equal(tes_status_text((enum tes_status)1000), "unknown status");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_gives_aligned_memory_of_its_own),
        cmocka_unit_test(arena_stops_at_its_ceiling),
        cmocka_unit_test(arena_keeps_a_block_for_the_next_request),
        cmocka_unit_test(arena_copies_strings_and_grows_buffers),
        cmocka_unit_test(fields_are_found_once),
        cmocka_unit_test(fields_of_another_type_are_no_text),
        cmocka_unit_test(json_gives_fields),
        cmocka_unit_test(json_refuses_everything_else),
        cmocka_unit_test(json_has_ceilings),
        cmocka_unit_test(addresses_have_buckets),
        cmocka_unit_test(addresses_lie_in_networks),
        cmocka_unit_test(ranges_hold_addresses),
        cmocka_unit_test(ranges_are_trimmed),
        cmocka_unit_test(ranges_meet),
        cmocka_unit_test(loopback_is_known),
        cmocka_unit_test(private_addresses_are_known),
        cmocka_unit_test(no_address_is_unknown),
        cmocka_unit_test(every_status_has_a_text),
    };
    return cmocka_run_group_tests_name("base_request", tests, NULL, NULL);
}
