/*
 * accept.h: which codings of a body a client takes (RFC 9110, 12.5.3).
 */
#ifndef HTTP_ACCEPT_H
#define HTTP_ACCEPT_H

#include "http/message.h"

/* Whether the body may be sent in `coding` ("gzip"), and the client would not rather have it as it
 * is. Whoever says nothing, or says it wrong, gets it as it is. */
bool http_accepts_coding(const struct http_request *request, struct tes_slice coding);

#endif
