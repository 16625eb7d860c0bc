/*
 * test_http_accept.c: which codings a client takes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "http/message/message.h"

static const struct {
    const char *lines[3]; /* NULL ends them */
    bool takes_gzip;
} CASES[] = {
    {{NULL}, false},
    {{""}, false},
    {{"gzip"}, true},
    {{"GZip"}, true},
    {{"gzip, deflate, br, zstd"}, true}, /* what browsers say */
    {{"br, gzip"}, true},
    {{" br ,\tgzip "}, true},
    {{"br"}, false},
    {{"gzipx"}, false},
    {{"xgzip"}, false},
    {{"x-gzip-not"}, false},
    {{"gzip2, br"}, false},
    {{"br;gzip"}, false},
    {{"gzip;q=1"}, true},
    {{"gzip;q=0.001"}, true},
    {{"gzip ; q=0.5"}, true},
    {{"gzip;Q=0.5"}, true},
    {{"gzip;q=0"}, false},
    {{"gzip;q=0.0"}, false},
    {{"gzip;q=0.000"}, false},
    {{"gzip; q=0"}, false},
    {{"gzip ;q=0"}, false},
    {{"br, gzip;q=0, deflate"}, false},
    {{"gzip;q="}, false},
    {{"gzip;q"}, false},
    {{"gzip;q=2"}, false},
    {{"gzip;q=1.001"}, false},
    {{"gzip;q=0.0001"}, false},
    {{"gzip;q=.5"}, false},
    {{"gzip;q=-1"}, false},
    {{"gzip;q=0,5"}, false},
    {{"gzip;q=1;x"}, false},
    {{"gzip;x=1"}, false},
    {{"gzip;"}, false},
    {{"*"}, true},
    {{"*;q=0"}, false},
    {{"*;q=0, gzip"}, true},
    {{"gzip;q=0, *"}, false},
    {{"identity"}, false},
    {{"identity, gzip"}, true},
    {{"identity;q=1, gzip;q=0.5"}, false},
    {{"identity;q=0.5, gzip;q=1"}, true},
    {{"identity;q=0, gzip;q=0"}, false},
    {{"gzip, gzip;q=0"}, false},
    {{"br", "gzip"}, true},
    {{"gzip", "gzip;q=0"}, false},
    {{",,,gzip,,"}, true},
    {{",;=,"}, false},
};

static void test_gzip(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct http_request request = {.field_count = 0};
        for (size_t line = 0; line < 3 && CASES[i].lines[line] != NULL; line++)
            request.fields[request.field_count++] = (struct http_field){
                TES_SLICE("accept-encoding"), tes_slice_of(CASES[i].lines[line])};
        request.fields[request.field_count++] =
            (struct http_field){TES_SLICE("accept"), TES_SLICE("gzip")};
        if (http_accepts_coding(&request, TES_SLICE("gzip")) != CASES[i].takes_gzip)
            fail_msg("%zu: %s", i, CASES[i].lines[0] != NULL ? CASES[i].lines[0] : "nothing");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_gzip)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
