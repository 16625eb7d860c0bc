#include "flow/issue/page_host.h"

#include "store/records/records.h"

struct tes_slice page_host(const struct http_request *request)
{
    struct tes_slice from = http_request_header(request, TES_SLICE("origin"));
    if (from.at == NULL)
        from = http_request_header(request, TES_SLICE("referer"));
    struct tes_slice rest = from; /* "https://HOST[:PORT]..." */
    for (int slashes = 0; slashes < 2; slashes++)
        tes_slice_cut(&rest, '/');
    struct tes_slice host = http_host(rest.at != NULL ? tes_slice_cut(&rest, '/') : rest);
    return host.length <= RECORDS_HOSTNAME_MAX ? host : (struct tes_slice){NULL, 0};
}
