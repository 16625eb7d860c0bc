/*
 * accept_encoding.h: which codings of a body a client takes (RFC 9110, 12.5.3).
 */
#ifndef HTTP_ACCEPT_ENCODING_H
#define HTTP_ACCEPT_ENCODING_H

#include "http/message/message.h"

/* Whether the body may be sent in `coding` ("gzip") and the client does not prefer it unencoded.
 * A header that is absent or malformed means unencoded. */
bool http_accepts_coding(const struct http_request *request, struct tes_slice coding);

#endif
