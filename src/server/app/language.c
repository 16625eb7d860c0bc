#include "server/app/language.h"

#include <string.h>

/* The language that the address asks for; NULL where it asks for none that is there. */
static const struct words *asked_for(const struct http_request *request)
{
    return words_find(http_request_parameter(request, TES_SLICE("lang")));
}

const struct words *language_of(const struct config *config, const struct http_request *request)
{
    const struct words *asked = asked_for(request);
    if (asked != NULL && !tes_slice_equal(asked->tag, asked->lang))
        return asked; /* it says which form of address, too */
    if (asked == NULL && config->pages_lang != CONFIG_ANY_LANGUAGE)
        asked = &words_all[config->pages_lang - 1];
    if (asked == NULL)
        asked = words_accept(http_request_header(request, TES_SLICE("accept-language")));
    if (asked == NULL)
        asked = words_all;
    return words_address(asked, (enum words_address)config->pages_address);
}

void language_keep(struct tes_buf *address, const struct http_request *request)
{
    const struct words *asked = asked_for(request);
    if (asked == NULL || address->failed)
        return;
    bool has_query = memchr(address->at, '?', address->length) != NULL;
    tes_buf_text(address, has_query ? "&lang=" : "?lang=");
    tes_buf_slice(address, asked->tag);
}
