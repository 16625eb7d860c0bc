/* The address of a Redis: what is read out of it, and what is refused, without its password. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "store/db/redis/redis_address.h"

static const struct {
    const char *text, *name;
    const char *user, *password, *prefix, *master;
    unsigned wait;
    bool is_tls;
} good[] = {
    {"redis://h", "redis://h:6379/0", "", "", "tessera:", "", 0, false},
    {"redis://h:1/", "redis://h:1/0", "", "", "tessera:", "", 0, false},
    {"redis://10.0.0.1:65535/15", "redis://10.0.0.1:65535/15", "", "", "tessera:", "", 0, false},
    {"redis://[::1]", "redis://[::1]:6379/0", "", "", "tessera:", "", 0, false},
    {"redis://[fe80::1%25eth0]:7/2", "redis://[fe80::1%eth0]:7/2", "", "", "tessera:", "", 0,
     false},
    {"redis://:hush@h", "redis://h:6379/0", "", "hush", "tessera:", "", 0, false},
    {"redis://ann:hush@h", "redis://h:6379/0", "ann", "hush", "tessera:", "", 0, false},
    {"redis://ann:a:b@c@h", "redis://h:6379/0", "ann", "a:b@c", "tessera:", "", 0, false},
    {"redis://a%40n:%2F%3F%25%26@h", "redis://h:6379/0", "a@n", "/?%&", "tessera:", "", 0, false},
    {"redis://h?prefix=shop-2:&wait=2&wait_ms=1", "redis://h:6379/0", "", "", "shop-2:", "", 2,
     false},
    {"rediss://h/3?ca=/a%20b&name=other", "rediss://h:6379/3", "", "", "tessera:", "", 0, true},
    {"rediss://h?cert=/c&key=/k", "rediss://h:6379/0", "", "", "tessera:", "", 0, true},
    {"redis:///0?socket=/run/r.sock", "redis:///run/r.sock/0", "", "", "tessera:", "", 0, false},
    {"redis://?socket=/r", "redis:///r/0", "", "", "tessera:", "", 0, false},
    {"redis+sentinel://a,b:1,[::1]:2/main", "redis+sentinel://a:26379,b:1,[::1]:2/main/0", "", "",
     "tessera:", "main", 1, false},
    {"rediss+sentinel://u:p@a/m%2Fn/7?wait=0&sentinel_password=x",
     "rediss+sentinel://a:26379/m/n/7", "u", "p", "tessera:", "m/n", 0, true},
};

static void test_good(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        char error[256] = "", name[512];
        struct redis_address address;
        print_message("%s\n", good[i].text);
        if (!redis_address_read(&address, tes_slice_of(good[i].text), error, sizeof error))
            fail_msg("%s", error);
        redis_address_name(&address, name, sizeof name);
        assert_string_equal(name, good[i].name);
        assert_string_equal(address.user, good[i].user);
        assert_string_equal(address.password, good[i].password);
        assert_string_equal(address.prefix, good[i].prefix);
        assert_string_equal(address.master, good[i].master);
        assert_int_equal(address.wait, good[i].wait);
        assert_int_equal(address.is_tls, good[i].is_tls);
        redis_address_wipe(&address);
        assert_string_equal(address.password, "");
    }
}

#define LONG_64  "0123456789012345678901234567890123456789012345678901234567890123"
#define LONG_256 LONG_64 LONG_64 LONG_64 LONG_64

static const struct {
    const char *text, *why;
} bad[] = {
    {"", "redis://"},
    {"redis:/h", "redis://"},
    {"http://h", "redis://"},
    {"REDIS://h", "redis://"},
    {"redis://", "there is no host"},
    {"redis:///0", "there is no host"},
    {"redis://:hush@", "there is no host"},
    {"redis://hush@h", "USER:PASSWORD@"},
    {"redis://hush:@h", "USER:PASSWORD@"},
    {"redis://:hu%sh@h", "badly encoded"},
    {"redis://:hush%@h", "badly encoded"},
    {"redis://:hush%4@h", "badly encoded"},
    {"redis://:hush%00@h", "badly encoded"},
    {"redis://:hush%0A@h", "badly encoded"},
    {"redis://:hush" LONG_256 LONG_256 "@h", "too long"},
    {"redis://h:", "a port"},
    {"redis://h:0", "a port"},
    {"redis://h:65536", "a port"},
    {"redis://h:-1", "a port"},
    {"redis://h:6379x", "a port"},
    {"redis://h:99999999999999999999", "a port"},
    {"redis://::1", "host's name"},
    {"redis://[::1", "brackets"},
    {"redis://[::1]x", "brackets"},
    {"redis://[]", "host's name"},
    {"redis://h h", "host's name"},
    {"redis://h;x", "host's name"},
    {"redis://" LONG_256, "host's name"},
    {"redis://a,b", "more than one host"},
    {"redis://h/x", "not a number"},
    {"redis://h/1/2", "not a number"},
    {"redis://h/1000001", "not a number"},
    {"redis://h/-1", "not a number"},
    {"redis://h#x", "host's name"},
    {"redis://h?", "no value"},
    {"redis://h?wait", "no value"},
    {"redis://h?verify=no", "no such option"},
    {"redis://h?wait=", "wait is not"},
    {"redis://h?wait=33", "wait is not a number from 0 to 32"},
    {"redis://h?wait=-1", "wait is not"},
    {"redis://h?wait_ms=0", "wait_ms is not"},
    {"redis://h?wait_ms=1001", "wait_ms is not a number from 1 to 1000"},
    {"redis://h?prefix=", "prefix is empty"},
    {"redis://h?prefix=a&prefix=b", "there twice"},
    {"redis://h?prefix=a%20b", "other characters"},
    {"redis://h?prefix=" LONG_64, "too long"},
    {"redis://h?ca=/x", "for rediss:// alone"},
    {"redis://h?name=x", "for rediss:// alone"},
    {"rediss://h?cert=/x", "go together"},
    {"rediss://h?key=/x", "go together"},
    {"redis://h?socket=/x", "a host and a socket"},
    {"redis://?socket=x", "not a path"},
    {"redis://?socket=/" LONG_64 LONG_64, "not a path"},
    {"rediss://?socket=/x", "redis:// alone"},
    {"redis+sentinel://?socket=/x", "name of the master"},
    {"redis+sentinel://h", "name of the master"},
    {"redis+sentinel://h/", "name of the master"},
    {"redis+sentinel:///m", "there is no host"},
    {"redis+sentinel://h,/m", "host's name"},
    {"redis+sentinel://h/m/x", "not a number"},
    {"redis+sentinel://a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a/m", "too many hosts"},
    {"redis://h?sentinel_password=hush", "sentinel:// alone"},
};

static void test_bad(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char error[512] = "";
        struct redis_address address;
        print_message("%.60s\n", bad[i].text);
        assert_false(redis_address_read(&address, tes_slice_of(bad[i].text), error, sizeof error));
        if (strstr(error, bad[i].why) == NULL)
            fail_msg("\"%s\" is not in \"%s\"", bad[i].why, error);
        assert_null(strstr(error, "hush"));
    }
}

static void test_bytes(void **state)
{
    (void)state;
    static char longest[10000];
    char error[256];
    struct redis_address address;
    memset(longest, 'h', sizeof longest);
    memcpy(longest, "redis://", 8);
    assert_false(redis_address_read(&address, (struct tes_slice){longest, sizeof longest}, error,
                                    sizeof error));
    assert_false(
        redis_address_read(&address, (struct tes_slice){"redis://h\0h", 11}, error, sizeof error));
    assert_false(redis_address_read(&address, (struct tes_slice){NULL, 0}, error, sizeof error));
    for (int byte = 0; byte < 256; byte++) {
        char text[] = "redis://:pass@host/0?prefix=x";
        for (size_t at = 0; at < sizeof text - 1; at++) {
            char changed[sizeof text];
            memcpy(changed, text, sizeof text);
            changed[at] = (char)byte;
            (void)!redis_address_read(&address, (struct tes_slice){changed, sizeof text - 1}, error,
                                      sizeof error);
            redis_address_wipe(&address);
        }
    }
}

/* The docs have every option, with its meaning. */
static void test_docs(void **state)
{
    (void)state;
    static const char *const lines[] = {
#define REDIS_OPTION_TEXT(name, meaning)                "\n| `" #name "` | " meaning " |\n",
#define REDIS_OPTION_NUMBER(name, least, most, meaning) "\n| `" #name "` | " meaning " |\n",
#include "store/db/redis/redis_options.def"
#undef REDIS_OPTION_TEXT
#undef REDIS_OPTION_NUMBER
    };
    static char page[64 * 1024];
    FILE *file = fopen("docs/redis.md", "r");
    assert_non_null(file);
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    fclose(file);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (strstr(page, lines[i]) == NULL)
            fail_msg("docs/redis.md lacks:%s", lines[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),
        cmocka_unit_test(test_bad),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_docs),
    };
    return cmocka_run_group_tests_name("address of a Redis", tests, NULL, NULL);
}
