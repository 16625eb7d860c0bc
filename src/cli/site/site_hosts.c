#include "cli/site/site_hosts.h"

#include <stdio.h>
#include <string.h>

#include "base/hostname.h"

_Static_assert(TES_HOSTNAME_MAX == RECORDS_HOSTNAME_MAX, "what is read can be kept");
_Static_assert(RECORDS_HOSTNAMES_MAX <= CLI_VALUES_MAX, "all that a site can have can be given");

/* The values of the option, which is the first of its command. */
static const char *value(const struct cli_call *call, unsigned i)
{
    return call->values[0][i];
}

static bool is_any(const struct cli_call *call)
{
    return call->counts[0] == 1 && strcmp(value(call, 0), SITE_HOSTS_ANY) == 0;
}

const char *site_hosts_find_fault(const struct cli_call *call)
{
    static char fault[256];
    char name[TES_HOSTNAME_MAX + 1];
    if (is_any(call))
        return NULL;
    for (unsigned i = 0; i < call->counts[0]; i++) {
        const char *why = strcmp(value(call, i), SITE_HOSTS_ANY) == 0
                              ? SITE_HOSTS_ANY " stands alone"
                              : tes_hostname_read(tes_slice_of(value(call, i)), name);
        if (why == NULL)
            continue;
        snprintf(fault, sizeof fault, SITE_HOSTS_OPTION ": %s", why);
        return fault;
    }
    return NULL;
}

void site_hosts_take(const struct cli_call *call, struct records_site *site)
{
    if (call->counts[0] == 0)
        return;
    site->hostname_count = 0;
    memset(site->hostnames, 0, sizeof site->hostnames);
    for (unsigned i = 0; !is_any(call) && i < call->counts[0]; i++)
        if (tes_hostname_read(tes_slice_of(value(call, i)),
                              site->hostnames[site->hostname_count]) == NULL)
            site->hostname_count++;
}
