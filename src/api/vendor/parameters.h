/*
 * parameters.h: what a site's server says, wherever clients of the vendors put it: in a form, in
 * multipart or JSON, in the query, or in both.
 */
#ifndef API_PARAMETERS_H
#define API_PARAMETERS_H

#include "base/fields.h"
#include "http/message/message.h"

/* Reads body and query; what the body names goes before the same name in the query. An empty body
 * has no fields whatever its type, and one without a type is a form. Names that no contract has,
 * remoteip among them, are passed over, whatever they are given. TES_BAD_ARGUMENT: malformed, or of
 * another type. TES_NO_MEMORY. */
TES_MUST_CHECK enum tes_status parameters_read(const struct http_request *request,
                                               struct tes_fields *fields);

#endif
