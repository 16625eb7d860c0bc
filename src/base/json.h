/*
 * json.h: writes JSON into a bounded buffer, with the commas where they belong. Freestanding.
 * (JSON is read by base/json_read.h.)
 *
 *     struct tes_json json = tes_json_on(&buf);
 *     tes_json_open(&json, NULL, '{');
 *     tes_json_string(&json, "state", TES_SLICE("pass"));
 *     tes_json_close(&json, '}');
 *
 * `name` is NULL inside an array and for the outermost value. Names are written as they stand.
 */
#ifndef TES_JSON_H
#define TES_JSON_H

#include "base/buf.h"

struct tes_json {
    struct tes_buf *buf;
    bool needs_comma;
};

struct tes_json tes_json_on(struct tes_buf *buf);

void tes_json_open(struct tes_json *json, const char *name, char bracket);
void tes_json_close(struct tes_json *json, char bracket);
void tes_json_number(struct tes_json *json, const char *name, int64_t number);

/* Writes `scaled` of the parts that 1 has when written with so many decimals, 1 to 9 of them: 63
 * with two is 0.63. */
void tes_json_decimal(struct tes_json *json, const char *name, int64_t scaled, unsigned decimals);

void tes_json_bool(struct tes_json *json, const char *name, bool value);
void tes_json_null(struct tes_json *json, const char *name);

/* Escapes what JSON and HTML need escaped, and controls that a terminal would obey; bytes that are
 * not UTF-8 become U+FFFD. */
void tes_json_string(struct tes_json *json, const char *name, struct tes_slice value);

/* Writes `raw`, which must be one whole JSON value. */
void tes_json_raw(struct tes_json *json, const char *name, struct tes_slice raw);

#endif
