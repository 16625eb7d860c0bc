/*
 * sending.h: the bytes of a reply on their way, and whether the client takes them fast enough.
 *
 * The deadline is one by progress: in each request timeout, so many bytes a second on average, and
 * an end for all. So a big file may take its time, and nobody holds one by taking a byte now and
 * then.
 */
#ifndef HTTP_SENDING_H
#define HTTP_SENDING_H

#include "http/conn.h"

/* Sends once of what waits in the exchange. False with errno where nothing was sent. */
TES_MUST_CHECK bool http_sending_some(struct http_conn *conn);

/* The client takes no more for now: HTTP_CONN_SENDING begins. */
void http_sending_begin(struct http_conn *conn);

/* Time is up. True where the client took what it should since it was last looked at: then it has
 * as much time again. */
TES_MUST_CHECK bool http_sending_goes_on(struct http_conn *conn);

#endif
