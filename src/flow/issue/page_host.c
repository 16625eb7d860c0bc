#include "flow/issue/page_host.h"

#include "flow/issue/issue.h"

/* So long may somebody have a page open before they tick the box. */
#define SEAL_LIFETIME_MS ((uint64_t)12 * 3600 * 1000)

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

struct tes_slice page_host_seal(struct visit *visit, struct tes_slice site, struct tes_slice host)
{
    return issue_token(visit, TES_PURPOSE_FRAME,
                       &(struct tes_claims){
                           .issued_at_ms = visit->now_ms,
                           .expires_at_ms = visit->now_ms + SEAL_LIFETIME_MS,
                           .ip_bucket = visit->bucket,
                           .site = site,
                           .hostname = host,
                       });
}

struct tes_slice page_host_framed(struct visit *visit, struct tes_slice site, struct tes_slice seal)
{
    struct tes_claims claims;
    if (seal.length == 0)
        return page_host(visit->request);
    uint8_t *plain = tes_arena_alloc(visit->request->arena, TES_TOKEN_MAX);
    if (plain == NULL || seal.length > TES_TOKEN_MAX ||
        tes_open(visit->sealer, TES_PURPOSE_FRAME, seal.at, seal.length, plain, &claims) !=
            TES_OK ||
        visit->now_ms >= claims.expires_at_ms || !tes_slice_equal(claims.site, site) ||
        !tes_slice_equal(claims.ip_bucket, visit->bucket))
        return (struct tes_slice){NULL, 0};
    return claims.hostname;
}
