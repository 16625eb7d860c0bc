/*
 * reply_writer.h: writes a reply as bytes.
 */
#ifndef HTTP_REPLY_WRITER_H
#define HTTP_REPLY_WRITER_H

#include "http/message/message.h"

#define HTTP_REPLY_HEAD_MAX 8192 /* what handlers may add in header lines */
#define HTTP_REPLY_OWN_MAX  512  /* status line and the fields that are written here */

/* The Date field, written anew once a second. */
struct http_date {
    int64_t second;
    char line[38]; /* "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n", without a NUL */
    size_t length;
};

void http_date_update(struct http_date *date, int64_t unix_second);

struct http_reply_terms {
    const struct http_date *date;
    bool closes;  /* the connection ends with this reply */
    bool to_head; /* in answer to HEAD: the body is announced but not sent */
    /* In answer to HTTP/1.0. Some of its clients, php-google-recaptcha's SocketPost is one, take no
     * other version than their own for an answer. */
    bool to_http_1_0;
};

/* Appends the head, and the body where `out` has room for it; otherwise `rest` becomes the body,
 * to be sent from where it lies. False where the head does not fit or one of the buffers failed;
 * `out` is then as it was. */
TES_MUST_CHECK bool http_reply_write(const struct http_reply *reply,
                                     const struct http_reply_terms *terms, struct tes_buf *out,
                                     struct tes_slice *rest);

#endif
