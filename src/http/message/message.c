#include "http/message/message.h"

#include <string.h>

#include "base/ascii.h"

static const char *const method_names[HTTP_METHOD_COUNT] = {
#define METHOD(name) #name,
#include "http/message/methods.def"
#undef METHOD
};

static const char *const status_texts[] = {
    [200] = "OK",
    [206] = "Partial Content",
    [201] = "Created",
    [202] = "Accepted",
    [204] = "No Content",
    [301] = "Moved Permanently",
    [302] = "Found",
    [303] = "See Other",
    [304] = "Not Modified",
    [307] = "Temporary Redirect",
    [308] = "Permanent Redirect",
    [400] = "Bad Request",
    [401] = "Unauthorized",
    [403] = "Forbidden",
    [404] = "Not Found",
    [405] = "Method Not Allowed",
    [406] = "Not Acceptable",
    [408] = "Request Timeout",
    [409] = "Conflict",
    [410] = "Gone",
    [411] = "Length Required",
    [412] = "Precondition Failed",
    [413] = "Content Too Large",
    [415] = "Unsupported Media Type",
    [416] = "Range Not Satisfiable",
    [417] = "Expectation Failed",
    [422] = "Unprocessable Content",
    [428] = "Precondition Required",
    [429] = "Too Many Requests",
    [431] = "Request Header Fields Too Large",
    [500] = "Internal Server Error",
    [501] = "Not Implemented",
    [502] = "Bad Gateway",
    [503] = "Service Unavailable",
    [504] = "Gateway Timeout",
    [505] = "HTTP Version Not Supported",
};

static const struct tes_slice absent = {NULL, 0};

const char *http_method_name(enum http_method method)
{
    return method < HTTP_METHOD_COUNT ? method_names[method] : "";
}

const char *http_status_text(unsigned status)
{
    const char *text = NULL;
    if (status < sizeof status_texts / sizeof *status_texts)
        text = status_texts[status];
    return text != NULL ? text : "Unknown";
}

struct tes_slice http_request_header(const struct http_request *request, struct tes_slice name)
{
    for (size_t i = 0; i < request->field_count; i++)
        if (tes_slice_equal(request->fields[i].name, name))
            return request->fields[i].value;
    return absent;
}

/* The value behind the next "name=" in a list, of which what follows stays; blanks around the pairs
 * do not count. */
static struct tes_slice find_pair(struct tes_slice *list, char separator, struct tes_slice name)
{
    while (list->at != NULL) {
        struct tes_slice value = tes_slice_trim(tes_slice_cut(list, separator));
        if (value.length == 0)
            continue;
        struct tes_slice key = tes_slice_cut(&value, '=');
        if (tes_slice_equal(key, name))
            return value.at != NULL ? value : (struct tes_slice){"", 0};
    }
    return absent;
}

struct tes_slice http_host(struct tes_slice authority)
{
    struct tes_slice port = authority;
    struct tes_slice address = tes_slice_cut(&port, ']');
    if (tes_slice_starts(authority, TES_SLICE("[")) && port.at != NULL)
        return (struct tes_slice){authority.at, address.length + 1};
    return tes_slice_cut(&authority, ':');
}

struct tes_slice http_request_parameter(const struct http_request *request, struct tes_slice name)
{
    struct tes_slice query = request->query;
    return find_pair(&query, '&', name);
}

struct tes_slice http_cookies_next(struct http_cookies *cookies)
{
    for (;;) {
        struct tes_slice value = find_pair(&cookies->rest, ';', cookies->name);
        if (value.at != NULL)
            return value;
        const struct http_field *field;
        do {
            if (cookies->field_count == cookies->request->field_count)
                return absent;
            field = &cookies->request->fields[cookies->field_count++];
        } while (!tes_slice_equal(field->name, TES_SLICE("cookie")));
        cookies->rest = field->value;
    }
}

void http_reply_header(struct http_reply *reply, const char *name, struct tes_slice value)
{
    for (size_t i = 0; i < value.length; i++)
        if (value.at[i] == '\r' || value.at[i] == '\n' || value.at[i] == '\0')
            return;
    tes_buf_text(&reply->head, name);
    tes_buf_append(&reply->head, ": ", 2);
    tes_buf_slice(&reply->head, value);
    tes_buf_append(&reply->head, "\r\n", 2);
}

void http_reply_number(struct http_reply *reply, const char *name, uint64_t number)
{
    char digits[21];
    struct tes_buf buf = tes_buf_on(digits, sizeof digits);
    tes_buf_number(&buf, (int64_t)number);
    http_reply_header(reply, name, tes_buf_done(&buf));
}

void http_reply_methods(struct http_reply *reply, const char *name, unsigned methods)
{
    char memory[80];
    struct tes_buf list = tes_buf_on(memory, sizeof memory);
    for (enum http_method method = 0; method < HTTP_METHOD_COUNT; method++) {
        if ((methods & 1U << method) == 0)
            continue;
        tes_buf_text(&list, list.length > 0 ? ", " : "");
        tes_buf_text(&list, http_method_name(method));
    }
    if (list.length > 0)
        http_reply_header(reply, name, tes_buf_done(&list));
}

#define MOST   1000 /* weights are counted in thousandths */
#define ABSENT (-1)

/* The weight of an item of the list, "gzip" or "gzip;q=0.5". */
static int weight_of_item(struct tes_slice parameters)
{
    if (parameters.at == NULL)
        return MOST;
    struct tes_slice value = tes_slice_trim(parameters);
    struct tes_slice name = tes_slice_cut(&value, '=');
    return tes_slice_equal_nocase(name, TES_SLICE("q")) ? (int)tes_slice_weight(value) : 0;
}

/* The least weight that any item of this name has, over all lines; ABSENT where there is none. */
static int weight_of(const struct http_request *request, struct tes_slice coding)
{
    int least = ABSENT;
    for (size_t i = 0; i < request->field_count; i++) {
        if (!tes_slice_equal(request->fields[i].name, TES_SLICE("accept-encoding")))
            continue;
        struct tes_slice list = request->fields[i].value;
        while (list.at != NULL) {
            struct tes_slice parameters = tes_slice_cut(&list, ',');
            struct tes_slice name = tes_slice_trim(tes_slice_cut(&parameters, ';'));
            if (!tes_slice_equal_nocase(name, coding))
                continue;
            int weight = weight_of_item(parameters);
            least = least == ABSENT || weight < least ? weight : least;
        }
    }
    return least;
}

bool http_accepts_coding(const struct http_request *request, struct tes_slice coding)
{
    int weight = weight_of(request, coding);
    if (weight == ABSENT)
        weight = weight_of(request, TES_SLICE("*"));
    return weight > 0 && weight >= weight_of(request, TES_SLICE("identity"));
}
