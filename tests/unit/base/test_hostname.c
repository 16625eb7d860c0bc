/* The hosts of a site: which names are read, and which hosts they are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>
#include <string.h>

#include "base/hostname.h"
#include "policy/escalation/budget_limits.h"

#define LABEL_63 "abcdefghijklmnopqrstuvwxyz-0123456789-abcdefghijklmnopqrstuvwxy"

static void names_are_read_strictly(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name, *fault; /* one of the two; a fault by a part of it */
    } ROWS[] = {
        {"example.org", "example.org", NULL},
        {"*.example.org", "*.example.org", NULL},
        {"*.Sub.EXAMPLE.org", "*.sub.example.org", NULL},
        {"WWW.Example.ORG", "www.example.org", NULL},
        {"localhost", "localhost", NULL},
        {"*.localhost", "*.localhost", NULL},
        {"127.0.0.1", "127.0.0.1", NULL},
        {"xn--bcher-kva.example", "xn--bcher-kva.example", NULL},
        {"[::1]", "[::1]", NULL},
        {"[2001:DB8:0:0::1]", "[2001:db8::1]", NULL},
        {LABEL_63 ".org", LABEL_63 ".org", NULL},
        {LABEL_63 "z.org", NULL, "expected a host's name"},
        {"", NULL, "expected a host's name"},
        {"*", NULL, "any host is any"},
        {"*.", NULL, "expected a host's name"},
        {"*.*.org", NULL, "at the beginning"},
        {"a.*.org", NULL, "at the beginning"},
        {"*example.org", NULL, "at the beginning"},
        {"www*.example.org", NULL, "at the beginning"},
        {".example.org", NULL, "expected a host's name"},
        {"*..example.org", NULL, "expected a host's name"},
        {"a..example.org", NULL, "expected a host's name"},
        {"example.org.", NULL, "no dot at the end"},
        {"*.example.org.", NULL, "no dot at the end"},
        {"example.org:8443", NULL, "a port"},
        {"*.example.org:443", NULL, "a port"},
        {"[::1]:80", NULL, "a port"},
        {"::1", NULL, "in brackets"},
        {"[::1", NULL, "in brackets"},
        {"[", NULL, "in brackets"},
        {"[]", NULL, "IPv6"},
        {"[127.0.0.1]", NULL, "IPv6"},
        {"[::ffff:127.0.0.1]", NULL, "IPv6"},
        {"*.[::1]", NULL, "in brackets"},
        {"*.127.0.0.1", NULL, "below an address"},
        {"https://example.org", NULL, "without https://"},
        {"//example.org/", NULL, "without https://"},
        {"example.org/shop", NULL, "without https://"},
        {"a.example,b.example", NULL, "several times"},
        {"b\xc3\xbc"
         "cher.example",
         NULL, "punycode"},
        {"\xff.example", NULL, "punycode"},
        {"my host", NULL, "expected a host's name"},
        {"-a.example", NULL, "expected a host's name"},
        {"a-.example", NULL, "expected a host's name"},
        {"my_App.example.org", "my_app.example.org", NULL},
        {"*._shops.example.org", "*._shops.example.org", NULL},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        char name[TES_HOSTNAME_MAX + 1];
        print_message("%s\n", ROWS[i].text);
        const char *fault = tes_hostname_read(tes_slice_of(ROWS[i].text), name);
        if (ROWS[i].name != NULL) {
            assert_null(fault);
            assert_string_equal(name, ROWS[i].name);
        } else {
            assert_non_null(fault);
            assert_non_null(strstr(fault, ROWS[i].fault));
        }
    }
}

static void longest_name(void **state)
{
    (void)state;
    char text[TES_HOSTNAME_MAX + 1], name[TES_HOSTNAME_MAX + 1];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = i % 2 == 0 ? 'a' : '.';
    assert_null(tes_hostname_read((struct tes_slice){text, TES_HOSTNAME_MAX}, name));
    assert_int_equal(strlen(name), TES_HOSTNAME_MAX);
    text[TES_HOSTNAME_MAX - 1] = 'a';
    text[TES_HOSTNAME_MAX] = 'a';
    assert_non_null(tes_hostname_read((struct tes_slice){text, TES_HOSTNAME_MAX + 1}, name));
    assert_non_null(tes_hostname_read((struct tes_slice){"a\0b", 3}, name));
}

static void hosts_are_told_apart(void **state)
{
    (void)state;
    static const struct {
        const char *name, *host;
        bool expected;
    } ROWS[] = {
        {"example.org", "example.org", true},
        {"example.org", "EXAMPLE.org", true},
        {"example.org", "a.example.org", false},
        {"example.org", "example.org.", false},
        {"example.org", "", false},
        {"*.example.org", "a.example.org", true},
        {"*.example.org", "A.Example.Org", true},
        {"*.example.org", "b.a.example.org", true},
        {"*.example.org", "example.org", false},
        {"*.example.org", ".example.org", false},
        {"*.example.org", "evil-example.org", false},
        {"*.example.org", "evilexample.org", false},
        {"*.example.org", "a.example.org.evil", false},
        {"*.example.org", "a.example.orgs", false},
        {"*.example.org", "a.example.org.", false},
        {"*.example.org", "my_shop.example.org", true},
        {"my_app.example.org", "My_App.example.org", true},
        {"my_app.example.org", "my-app.example.org", false},
        {"*.example.org", "xn--bcher-kva.example.org", true},
        {"*.example.org", "*.example.org", false},
        {"*.example.org", "evil.com#.example.org", false},
        {"*.example.org", "evil.com?.example.org", false},
        {"*.example.org", "evil.com\\.example.org", false},
        {"*.example.org", "a@evil.com .example.org", false},
        {"*.example.org", "org", false},
        {"*.example.org", "", false},
        {"[::1]", "[::1]", true},
        {"[::1]", "::1", false},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        print_message("%s %s\n", ROWS[i].name, ROWS[i].host);
        assert_int_equal(
            tes_hostname_matches(tes_slice_of(ROWS[i].name), tes_slice_of(ROWS[i].host)),
            ROWS[i].expected);
    }
    assert_false(tes_hostname_matches(TES_SLICE("*.example.org"), (struct tes_slice){NULL, 0}));
    assert_true(tes_hostname_is_wide(TES_SLICE("*.org")));
    assert_false(tes_hostname_is_wide(TES_SLICE("*.example.org")));
    assert_false(tes_hostname_is_wide(TES_SLICE("org")));
}

static void limits_are_read_strictly(void **state)
{
    (void)state;
    static const char *const BAD[] = {
        "challenge",
        "challenge=",
        "challenge=0",
        "challenge=1000001",
        "challenge=-1",
        "challenge=1,",
        ",challenge=1",
        "challenge=1,,answer=2",
        "challenge = 1",
        "Challenge=1",
        "telepathy=1",
        "challenge=1,challenge=2",
        "junk=5",
        "draw-all=1",
        "work-all=1",
        "=1",
        "challenge=1=2",
        "passed=1",
        "challenge=1;answer=2",
        "default",
        "challenge=0x10",
        "challenge=18446744073709551617",
    };
    struct budget_limits limits;
    assert_true(budget_limits_read(TES_SLICE(""), &limits));
    assert_false(limits.has_any);
    assert_true(budget_limits_read(TES_SLICE("review-status=1,draw=1000000"), &limits));
    assert_true(limits.has_any);
    assert_int_equal(limits.of[BUDGET_REVIEW_STATUS], 1);
    assert_int_equal(limits.of[BUDGET_DRAW], 1000000);
    assert_int_equal(limits.of[BUDGET_CHALLENGE], 0);
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        print_message("%s\n", BAD[i]);
        assert_false(budget_limits_read(tes_slice_of(BAD[i]), &limits));
    }
    /* All that there are fit into what is kept of them, with their longest numbers. */
    size_t length = 0;
    for (unsigned i = 0; i < BUDGET_COUNT; i++)
        if (budget_limits_name(i) != NULL)
            length += strlen(budget_limits_name(i)) + strlen("=1000000,");
    assert_in_range(length, 100, 256);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read_strictly),
        cmocka_unit_test(longest_name),
        cmocka_unit_test(hosts_are_told_apart),
        cmocka_unit_test(limits_are_read_strictly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
