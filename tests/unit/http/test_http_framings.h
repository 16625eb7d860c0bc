/*
 * test_http_framings.h: heads and chunked bodies that must be refused, and with which status. The
 * tests of the parser and of chunks read them from memory, the server's test sends them over the
 * wire.
 */
#ifndef TEST_HTTP_FRAMINGS_H
#define TEST_HTTP_FRAMINGS_H

#include "base/slice.h"

struct framing {
    const char *name;
    unsigned status;
    struct tes_slice text;
};

#define FRAMING(name, status, text)                                                                \
    {                                                                                              \
        name, status,                                                                              \
        {                                                                                          \
            text, sizeof(text) - 1                                                                 \
        }                                                                                          \
    }
#define GET       "GET / HTTP/1.1\r\nHost: a\r\n"
#define POST      "POST / HTTP/1.1\r\nHost: a\r\n"
#define CHUNKED   POST "Transfer-Encoding: chunked\r\n"
#define EIGHT     "A: b\r\nA: b\r\nA: b\r\nA: b\r\nA: b\r\nA: b\r\nA: b\r\nA: b\r\n"
#define SIXTYFOUR EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT

static const struct framing bad_framings[] = {
    FRAMING("no Host", 400, "GET / HTTP/1.1\r\n\r\n"),
    FRAMING("two Hosts", 400, GET "Host: b\r\n\r\n"),
    FRAMING("two equal Hosts", 400, GET "Host: a\r\n\r\n"),
    FRAMING("path that leads up", 400, "GET /a/../b HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("path that ends above", 400, "GET /a/.. HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("coded dot", 400, "GET /a/%2e HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("coded dot in capitals", 400, "GET /%2E./a HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("coded slash", 400, "GET /a%2fb HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("coded slash in capitals", 400, "GET /a%2F HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("empty Host", 400, "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
    FRAMING("Host with user", 400, "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n"),
    FRAMING("Host list", 400, "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n"),
    FRAMING("Host with path", 400, "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
    FRAMING("blank before colon", 400, GET "A : b\r\n\r\n"),
    FRAMING("tab before colon", 400, GET "A\t: b\r\n\r\n"),
    FRAMING("blank before colon of length", 400, POST "Content-Length : 5\r\n\r\nhello"),
    FRAMING("folded header", 400, GET "A: b\r\n c\r\n\r\n"),
    FRAMING("folded by tab", 400, GET "A: b\r\n\tc\r\n\r\n"),
    FRAMING("first field folded", 400, "GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
    FRAMING("two lengths", 400, POST "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello"),
    FRAMING("two equal lengths", 400, POST "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello"),
    FRAMING("list of lengths", 400, POST "Content-Length: 5, 5\r\n\r\nhello"),
    FRAMING("length +5", 400, POST "Content-Length: +5\r\n\r\nhello"),
    FRAMING("length -1", 400, POST "Content-Length: -1\r\n\r\nhello"),
    FRAMING("empty length", 400, POST "Content-Length: \r\n\r\nhello"),
    FRAMING("length of no digits", 400, POST "Content-Length: five\r\n\r\nhello"),
    FRAMING("hexadecimal length", 400, POST "Content-Length: 0x5\r\n\r\nhello"),
    FRAMING("length with a blank inside", 400, POST "Content-Length: 5 0\r\n\r\nhello"),
    FRAMING("fraction of a length", 400, POST "Content-Length: 5.0\r\n\r\nhello"),
    FRAMING("length past 64 bits", 400, POST "Content-Length: 18446744073709551621\r\n\r\nhello"),
    FRAMING("length of 63 bits", 400, POST "Content-Length: 9223372036854775807\r\n\r\nhello"),
    FRAMING("length and coding", 400,
            POST "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    FRAMING("coding and length", 400,
            POST "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"),
    FRAMING("unknown coding and length", 501,
            POST "Transfer-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello"),
    FRAMING("length 0 and coding", 400,
            POST "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    FRAMING("chunked twice", 400, CHUNKED "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    FRAMING("chunked, then another", 400, CHUNKED "Transfer-Encoding: gzip\r\n\r\n0\r\n\r\n"),
    FRAMING("chunked twice in a list", 501,
            POST "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n"),
    FRAMING("chunked behind another", 501,
            POST "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
    FRAMING("chunked and a comma", 501, POST "Transfer-Encoding: chunked,\r\n\r\n0\r\n\r\n"),
    FRAMING("chunked with a parameter", 501,
            POST "Transfer-Encoding: chunked;a=b\r\n\r\n0\r\n\r\n"),
    FRAMING("chunked in quotes", 501, POST "Transfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n"),
    FRAMING("vertical tab before chunked", 400,
            POST "Transfer-Encoding: \x0b"
                 "chunked\r\n\r\n0\r\n\r\n"),
    FRAMING("blank before the colon of the coding", 400,
            POST "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n"),
    FRAMING("chunked in HTTP/1.0", 400,
            "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    FRAMING("chunked without Host", 400,
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    FRAMING("unknown coding", 501, POST "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
    FRAMING("identity coding", 501, GET "Transfer-Encoding: identity\r\n\r\n"),
    FRAMING("empty coding", 501, GET "Transfer-Encoding:\r\n\r\n"),
    FRAMING("NUL in value", 400, GET "A: b\0c\r\n\r\n"),
    FRAMING("NUL in name", 400, GET "A\0: b\r\n\r\n"),
    FRAMING("NUL in target", 400, "GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("NUL first", 400, "\0GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("control byte in value", 400, GET "A: b\x01\r\n\r\n"),
    FRAMING("DEL in value", 400, GET "A: b\x7f\r\n\r\n"),
    FRAMING("bare LF", 400, "GET / HTTP/1.1\nHost: a\n\n"),
    FRAMING("bare LF at the end", 400, GET "\n"),
    FRAMING("bare LF in a value", 400, GET "A: b\nB: c\r\n\r\n"),
    FRAMING("bare CR", 400, "GET / HTTP/1.1\rHost: a\r\r"),
    FRAMING("bare CR in a value", 400, GET "A: b\rB: c\r\n\r\n"),
    FRAMING("bare CR before another field", 400, GET "A: b\r B: c\r\n\r\n"),
    FRAMING("bare CR in place of a line end", 400, GET "A: b\rxB: c\r\n\r\n"),
    FRAMING("two CRs", 400, GET "A: b\r\r\n\r\n"),
    FRAMING("bad method byte", 400, "G(T / HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("method of obs-text", 400, "G\xc3\xa4T / HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("no method", 400, " / HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("unknown method", 501, "BREW / HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("method in lower case", 501, "get / HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("CONNECT", 501, "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("absolute form", 400, "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("authority form", 400, "GET a:80 HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("asterisk form", 400, "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("path without slash", 400, "GET a HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("query without path", 400, "GET ?a HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("fragment", 400, "GET /#a HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("obs-text in target", 400, "GET /\xc3\xa4 HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("blank in target", 400, "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("tab in target", 400, "GET /a\tb HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("tab for blank", 400, "GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("two blanks before target", 400, "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("two blanks before version", 400, "GET /  HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("blank behind version", 400, "GET / HTTP/1.1 \r\nHost: a\r\n\r\n"),
    FRAMING("HTTP/0.9", 400, "GET /\r\n"),
    FRAMING("HTTP/0.9 by name", 400, "GET / HTTP/0.9\r\n\r\n"),
    FRAMING("HTTP/1.2", 505, "GET / HTTP/1.2\r\nHost: a\r\n\r\n"),
    FRAMING("HTTP/2.0", 505, "GET / HTTP/2.0\r\nHost: a\r\n\r\n"),
    FRAMING("preface of HTTP/2", 501, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    FRAMING("version in lower case", 400, "GET / http/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("version with a zero more", 400, "GET / HTTP/1.10\r\nHost: a\r\n\r\n"),
    FRAMING("version of no digits", 400, "GET / HTTP/a.b\r\nHost: a\r\n\r\n"),
    FRAMING("other Expect", 417, GET "Expect: cake\r\n\r\n"),
    FRAMING("empty Expect", 417, GET "Expect:\r\n\r\n"),
    FRAMING("Expect and another", 417, GET "Expect: 100-continue, cake\r\n\r\n"),
    FRAMING("Expect, then another", 417, GET "Expect: 100-continue\r\nExpect: cake\r\n\r\n"),
    FRAMING("65 fields", 431, "GET / HTTP/1.1\r\n" SIXTYFOUR "Host: a\r\n\r\n"),
    FRAMING("name with a blank", 400, GET "A b: c\r\n\r\n"),
    FRAMING("name with a slash", 400, GET "A/b: c\r\n\r\n"),
    FRAMING("name of obs-text", 400, GET "\xc3\xa4: c\r\n\r\n"),
    FRAMING("empty name", 400, GET ": c\r\n\r\n"),
    FRAMING("no colon", 400, GET "Abc\r\n\r\n"),
    FRAMING("empty line first", 400, "\r\n" GET "\r\n"),
    FRAMING("PUT without length", 411, "PUT / HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("PATCH without length", 411, "PATCH / HTTP/1.1\r\nHost: a\r\n\r\n"),
    FRAMING("a TLS hello", 400, "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"),
};

#define BAD_FRAMINGS (sizeof bad_framings / sizeof *bad_framings)

#define CHUNKS_MAX 1000 /* bytes that a body of these may have */

static const struct framing bad_chunks[] = {
    FRAMING("no size", 400, "\r\nhello\r\n0\r\n\r\n"),
    FRAMING("size of no digits", 400, "five\r\nhello\r\n0\r\n\r\n"),
    FRAMING("size +5", 400, "+5\r\nhello\r\n0\r\n\r\n"),
    FRAMING("size -5", 400, "-5\r\nhello\r\n0\r\n\r\n"),
    FRAMING("size 0x5", 400, "0x5\r\nhello\r\n0\r\n\r\n"),
    FRAMING("blank before a size", 400, " 5\r\nhello\r\n0\r\n\r\n"),
    FRAMING("blank behind a size", 400, "5 \r\nhello\r\n0\r\n\r\n"),
    FRAMING("tab behind a size", 400, "5\t\r\nhello\r\n0\r\n\r\n"),
    FRAMING("underscore in a size", 400, "0_5\r\nhello\r\n0\r\n\r\n"),
    FRAMING("nine digits", 400, "000000005\r\nhello\r\n0\r\n\r\n"),
    FRAMING("size past 64 bits", 400, "10000000000000005\r\nhello\r\n0\r\n\r\n"),
    FRAMING("NUL in a size", 400, "5\0\r\nhello\r\n0\r\n\r\n"),
    FRAMING("extension", 400, "5;a=b\r\nhello\r\n0\r\n\r\n"),
    FRAMING("empty extension", 400, "5;\r\nhello\r\n0\r\n\r\n"),
    FRAMING("extension with a bare LF", 400, "5;\nxx\r\nhello\r\n0\r\n\r\n"),
    FRAMING("extension of the last chunk", 400, "5\r\nhello\r\n0;a\r\n\r\n"),
    FRAMING("bare LF behind a size", 400, "5\nhello\r\n0\r\n\r\n"),
    FRAMING("bare CR behind a size", 400, "5\rhello\r\n0\r\n\r\n"),
    FRAMING("two CRs behind a size", 400, "5\r\r\nhello\r\n0\r\n\r\n"),
    FRAMING("bare LF behind a chunk", 400, "5\r\nhello\n0\r\n\r\n"),
    FRAMING("bare CR behind a chunk", 400, "5\r\nhello\r0\r\n\r\n"),
    FRAMING("no line end behind a chunk", 400, "5\r\nhello0\r\n\r\n"),
    FRAMING("chunk longer than its size", 400, "5\r\nhello!\r\n0\r\n\r\n"),
    FRAMING("chunk shorter than its size", 400, "6\r\nhello\r\n0\r\n\r\n"),
    FRAMING("bare LF behind the last size", 400, "5\r\nhello\r\n0\n\r\n"),
    FRAMING("bare LF at the end", 400, "5\r\nhello\r\n0\r\n\n"),
    FRAMING("bare CR at the end", 400, "5\r\nhello\r\n0\r\n\rX"),
    FRAMING("trailer", 400, "5\r\nhello\r\n0\r\nA: b\r\n\r\n"),
    FRAMING("trailer that has a length", 400, "5\r\nhello\r\n0\r\nContent-Length: 1\r\n\r\n"),
    FRAMING("a request in place of the end", 400, "5\r\nhello\r\n0\r\n" GET "\r\n"),
    FRAMING("one byte too many", 413, "3e9\r\n"),
    FRAMING("all bytes that a size can say", 413, "ffffffff\r\n"),
    FRAMING("too many in two chunks", 413, "5\r\nhello\r\n3e4\r\n"),
};

#define BAD_CHUNKS (sizeof bad_chunks / sizeof *bad_chunks)

#endif
