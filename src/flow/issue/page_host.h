/* page_host.h: which host's page a request comes from. */
#ifndef FLOW_PAGE_HOST_H
#define FLOW_PAGE_HOST_H

#include "http/message/message.h"

/* The host, from Origin, or else from Referer; an IPv6 address keeps its brackets, as in a site's
 * list of hosts. Empty where neither says, or it is longer than a host's name. */
struct tes_slice page_host(const struct http_request *request);

#endif
