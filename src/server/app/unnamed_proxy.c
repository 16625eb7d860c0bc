#include "server/app/unnamed_proxy.h"

#include <string.h>

#include "server/log/log.h"

/* The headers by which proxies name the client. */
static const struct tes_slice HEADERS[] = {
    TES_SLICE_INIT("x-forwarded-for"), TES_SLICE_INIT("forwarded"), TES_SLICE_INIT("x-real-ip")};

/* The header by which the other end shows that it is a proxy; NULL where it shows none. */
static const struct tes_slice *find_header(const struct http_request *request)
{
    for (size_t i = 0; i < sizeof HEADERS / sizeof *HEADERS; i++)
        if (http_request_header(request, HEADERS[i]).at != NULL)
            return &HEADERS[i];
    return NULL;
}

/* Whether a trusted proxy names somebody in front of the client: then the client forwards, too. */
static bool has_one_before(const struct http_request *request, const struct tes_address *client)
{
    struct tes_slice line = http_request_header(request, HEADERS[0]);
    struct tes_address first;
    return tes_address_read(tes_slice_trim(tes_slice_cut(&line, ',')), &first) &&
           (first.length != client->length ||
            memcmp(first.bytes, client->bytes, first.length) != 0);
}

void unnamed_proxy_look(struct app *app, const struct http_request *request, enum app_client how,
                        const struct tes_address *client)
{
    /* Visitors from elsewhere may send these headers as they like. */
    if (atomic_load_explicit(&app->has_told_of_proxy, memory_order_relaxed) ||
        !tes_address_is_private(client))
        return;
    const struct tes_slice *header = how == APP_CLIENT_PEER ? find_header(request) : HEADERS;
    if (header == NULL || (how == APP_CLIENT_TOLD && !has_one_before(request, client)) ||
        how == APP_CLIENT_UNTOLD || atomic_exchange(&app->has_told_of_proxy, true))
        return;
    char memory[TES_ADDRESS_RANGE_MAX + 1];
    struct tes_buf text = tes_buf_on(memory, sizeof memory);
    tes_address_write(&text, client);
    log_event(LOG_WARN,
              "requests are forwarded by an address that trusted_proxies does not name: if it is a "
              "proxy, all visitors behind it count as one network; add it to trusted_proxies",
              log_slice("address", tes_buf_done(&text)), log_slice("header", *header));
}
