#include "http/message/chunks.h"

#include <string.h>

#include "base/ascii.h"

/* "SIZE CRLF DATA CRLF" again and again, then "0 CRLF CRLF". */
enum { SIZE, SIZE_LF, DATA, DATA_CR, DATA_LF, LAST_LF, END_CR, END_LF, DONE };

/* The states in which one byte alone may come, and what follows it. */
static const struct {
    char byte;
    unsigned next;
} ONLY[DONE] = {
    [SIZE_LF] = {'\n', DATA},   [DATA_CR] = {'\r', DATA_LF}, [DATA_LF] = {'\n', SIZE},
    [LAST_LF] = {'\n', END_CR}, [END_CR] = {'\r', END_LF},   [END_LF] = {'\n', DONE},
};

void http_chunks_start(struct http_chunks *chunks, size_t body_max)
{
    *chunks = (struct http_chunks){.state = SIZE, .body_max = body_max};
}

/* Returns the status of a refusal, or 0. */
static unsigned read_size(struct http_chunks *chunks, char byte)
{
    int digit = tes_ascii_hex(byte);
    if (digit >= 0) {
        chunks->left = chunks->left * 16 + (size_t)digit;
        return ++chunks->digits <= HTTP_CHUNK_DIGITS_MAX ? 0 : 400;
    }
    if (byte != '\r' || chunks->digits == 0)
        return 400;
    chunks->digits = 0;
    chunks->state = chunks->left > 0 ? SIZE_LF : LAST_LF;
    return chunks->left <= chunks->body_max - chunks->length ? 0 : 413;
}

static unsigned read_only(struct http_chunks *chunks, char byte)
{
    if (byte != ONLY[chunks->state].byte)
        return 400;
    chunks->state = ONLY[chunks->state].next;
    return 0;
}

/* Puts what is there of the chunk behind the body; returns how much that is. */
static size_t take_data(struct http_chunks *chunks, char *bytes, size_t at, size_t end)
{
    size_t part = end - at < chunks->left ? end - at : chunks->left;
    memmove(bytes + chunks->length, bytes + at, part);
    chunks->length += part;
    chunks->left -= part;
    if (chunks->left == 0)
        chunks->state = DATA_CR;
    return part;
}

enum http_progress http_chunks_feed(struct http_chunks *chunks, char *bytes, size_t *length)
{
    size_t at = chunks->length, end = *length;
    while (at < end && chunks->state != DONE) {
        if (chunks->state == DATA) {
            at += take_data(chunks, bytes, at, end);
            continue;
        }
        char byte = bytes[at++];
        chunks->refusal = chunks->state == SIZE ? read_size(chunks, byte) : read_only(chunks, byte);
        if (chunks->refusal != 0)
            return HTTP_REFUSED;
    }
    memmove(bytes + chunks->length, bytes + at, end - at);
    *length = chunks->length + (end - at);
    return chunks->state == DONE ? HTTP_COMPLETE : HTTP_PARTIAL;
}
