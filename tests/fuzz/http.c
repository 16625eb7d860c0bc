/*
 * Goal: whatever comes over the wire, the parser stays within it, and comes to the same result
 * whether it gets the head at once or cut in two, and so with the chunks of a body. The first byte
 * says where they are cut.
 */
#include <stdlib.h>
#include <string.h>

#include "http/message/chunks.h"
#include "http/message/message.h"
#include "http/message/parser.h"

#define HEAD_MAX 2048
#define BODY_MAX 512

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition)
        abort();
}

static bool lies_in(struct tes_slice slice, const char *bytes, size_t length)
{
    return slice.length == 0 || (slice.at >= bytes && slice.at + slice.length <= bytes + length);
}

static void check(const struct http_parser *parser, const struct http_request *request,
                  const char *bytes, size_t length)
{
    require(parser->head_length <= length && parser->head_length <= HEAD_MAX);
    require(request->path.length > 0 && request->path.at[0] == '/');
    require(lies_in(request->path, bytes, length) && lies_in(request->query, bytes, length));
    require(request->field_count <= HTTP_FIELDS_MAX);
    for (size_t i = 0; i < request->field_count; i++) {
        require(request->fields[i].name.length > 0);
        require(lies_in(request->fields[i].name, bytes, length));
        require(lies_in(request->fields[i].value, bytes, length));
    }
    struct http_cookies cookies = {.request = request, .name = TES_SLICE("tessera_pass")};
    struct tes_slice cookie;
    while ((cookie = http_cookies_next(&cookies)).at != NULL)
        require(cookie.length == 0 || lies_in(cookie, bytes, length));
    (void)http_accepts_coding(request, TES_SLICE("gzip"));
    (void)http_request_parameter(request, TES_SLICE("redirect"));
}

/* What the chunks leave in `left`, which is as long as `bytes`; those up to `first` come first. */
static enum http_progress read_chunks(struct http_chunks *chunks, struct tes_slice bytes,
                                      size_t first, char *left, size_t *length)
{
    enum http_progress progress = HTTP_PARTIAL;
    size_t cuts[] = {first < bytes.length ? first : bytes.length, bytes.length}, from = 0;
    *length = 0;
    http_chunks_start(chunks, BODY_MAX);
    for (unsigned i = 0; i < 2 && progress == HTTP_PARTIAL; i++) {
        require(*length == chunks->length && *length <= BODY_MAX);
        memcpy(left + *length, bytes.at + from, cuts[i] - from);
        *length += cuts[i] - from;
        from = cuts[i];
        progress = http_chunks_feed(chunks, left, length);
    }
    if (progress != HTTP_COMPLETE)
        return progress;
    memcpy(left + *length, bytes.at + from, bytes.length - from);
    *length += bytes.length - from;
    return progress;
}

static void check_chunks(struct tes_slice bytes, size_t first)
{
    struct http_chunks whole, cut;
    size_t length, cut_length;
    char *left = malloc(bytes.length + 1);
    char *cut_left = malloc(bytes.length + 1);
    require(left != NULL && cut_left != NULL);
    enum http_progress progress = read_chunks(&whole, bytes, 0, left, &length);
    require(read_chunks(&cut, bytes, first, cut_left, &cut_length) == progress);
    require(whole.refusal == cut.refusal && (progress == HTTP_REFUSED) == (whole.refusal != 0));
    require(progress == HTTP_REFUSED || (whole.length == cut.length && length == cut_length &&
                                         memcmp(left, cut_left, length) == 0));
    /* The last chunk is five bytes, and each other has four besides its own at least. */
    require(progress != HTTP_COMPLETE || length + 5 + (whole.length > 0 ? 5 : 0) <= bytes.length);
    free(left);
    free(cut_left);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct http_request whole, cut;
    struct http_parser parser, cut_parser;
    if (size == 0)
        return 0;
    size_t first = data[0], length = size - 1;
    char *bytes = malloc(length + 1);
    char *again = malloc(length + 1);
    require(bytes != NULL && again != NULL);
    memcpy(bytes, data + 1, length);
    memcpy(again, data + 1, length);

    http_parser_start(&parser, HEAD_MAX, &whole);
    enum http_progress progress = http_parser_feed(&parser, bytes, length, &whole);
    if (progress == HTTP_COMPLETE)
        check(&parser, &whole, bytes, length);

    http_parser_start(&cut_parser, HEAD_MAX, &cut);
    enum http_progress cut_progress = HTTP_PARTIAL;
    if (first < length)
        cut_progress = http_parser_feed(&cut_parser, again, first, &cut);
    if (cut_progress == HTTP_PARTIAL)
        cut_progress = http_parser_feed(&cut_parser, again, length, &cut);
    require(cut_progress == progress && cut_parser.refusal == parser.refusal);
    require(progress != HTTP_COMPLETE ||
            (cut_parser.head_length == parser.head_length &&
             cut_parser.content_length == parser.content_length &&
             cut_parser.closes == parser.closes && cut.field_count == whole.field_count &&
             cut_parser.is_chunked == parser.is_chunked &&
             cut_parser.awaits_continue == parser.awaits_continue));
    if (progress == HTTP_COMPLETE && parser.is_chunked)
        check_chunks((struct tes_slice){bytes + parser.head_length, length - parser.head_length},
                     first);
    free(bytes);
    free(again);
    return 0;
}
