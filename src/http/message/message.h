/*
 * message.h: a request as the parser leaves it and a reply as a handler fills it in.
 *
 * Slices of a request point into the connection's input and are good until the reply is complete.
 * Whatever a reply points to must live in the request's arena or be static.
 */
#ifndef HTTP_MESSAGE_H
#define HTTP_MESSAGE_H

#include "base/address.h"
#include "base/arena.h"

#define HTTP_FIELDS_MAX 64 /* header fields in a request */

enum http_method {
#define METHOD(name) HTTP_##name,
#include "http/message/methods.def"
#undef METHOD
    HTTP_METHOD_COUNT
};

struct http_field {
    struct tes_slice name; /* in lower case */
    struct tes_slice value;
};

struct http_request {
    enum http_method method;
    struct tes_slice path;  /* starts with '/', not decoded; without the query */
    struct tes_slice query; /* behind the '?', not decoded; empty where there is none */
    struct http_field fields[HTTP_FIELDS_MAX];
    size_t field_count;
    struct tes_slice body;
    struct tes_address peer; /* the socket's other end */
    struct tes_arena *arena; /* for what the handler needs; released after the reply was sent */
    unsigned thread;         /* the one that runs now: 0 .. http_server_threads() - 1 */
    uint64_t received_us;    /* steady clock, when the request was complete */
    const void *route;       /* whatever plan() put there */
};

struct http_continuation; /* http_server.h */

struct http_reply {
    unsigned status;  /* 0 becomes 500 */
    const char *type; /* Content-Type; NULL where there is no body */
    struct tes_slice body;
    struct tes_buf head;            /* further header lines; written by http_reply_header() only */
    struct http_continuation *next; /* goes on with the request; NULL: the reply is complete */
};

const char *http_method_name(enum http_method method);

/* "Not Found" for 404; "Unknown" for what is not in the table. */
const char *http_status_text(unsigned status);

/* The value of a header field (name in lower case); a NULL `at` where it is absent. Where it is
 * there several times, the first. */
struct tes_slice http_request_header(const struct http_request *request, struct tes_slice name);

/* "HOST" of "HOST:PORT"; an IPv6 address keeps its brackets. */
struct tes_slice http_host(struct tes_slice authority);

/* The raw, still encoded value of a query parameter; a NULL `at` where it is absent. */
struct tes_slice http_request_parameter(const struct http_request *request, struct tes_slice name);

/* The cookies of one exact name: {.request = request, .name = TES_SLICE("pass")}. There may be
 * several, since whoever runs a neighbouring host or path can set one that comes before ours. */
struct http_cookies {
    const struct http_request *request;
    struct tes_slice name;
    size_t field_count;    /* how many fields have been looked at */
    struct tes_slice rest; /* what follows in the last of them */
};

/* The value of the next one; a NULL `at` where there are no more. */
struct tes_slice http_cookies_next(struct http_cookies *cookies);

/* Adds a header line. A value with CR, LF or NUL is left out: nobody splits our replies. */
void http_reply_header(struct http_reply *reply, const char *name, struct tes_slice value);

/* The same, with a number for a value. */
void http_reply_number(struct http_reply *reply, const char *name, uint64_t number);

/* Adds a header line that lists the methods whose bits (1U << HTTP_POST) are set. Nothing where
 * there are none. */
void http_reply_methods(struct http_reply *reply, const char *name, unsigned methods);

/* Accept-Encoding (RFC 9110, 12.5.3): whether the body may be sent in `coding` ("gzip") and the
 * client does not prefer it unencoded. A header that is absent or malformed means unencoded. */
bool http_accepts_coding(const struct http_request *request, struct tes_slice coding);

#endif
