/* What an operator writes of a site: its hosts and its budgets. What is read is read again the
 * same, and takes no host that it does not name. */
#include <string.h>

#include "base/hostname.h"
#include "policy/escalation/budget_limits.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char name[TES_HOSTNAME_MAX + 1], again[TES_HOSTNAME_MAX + 1];
    struct budget_limits limits;
    struct tes_slice host = {(const char *)data, size};
    struct tes_slice text = tes_slice_cut(&host, '\n');
    (void)budget_limits_read(text, &limits);
    for (unsigned i = 0; i < BUDGET_COUNT; i++)
        if (limits.of[i] > BUDGET_LIMIT_MAX || (limits.of[i] > 0 && budget_limits_name(i) == NULL))
            __builtin_trap();
    if (tes_hostname_read(text, name) != NULL)
        return 0;
    if (tes_hostname_read(tes_slice_of(name), again) != NULL || strcmp(name, again) != 0)
        __builtin_trap();
    const char *below = name[0] == '*' ? name + 1 : name;
    if (tes_hostname_matches(tes_slice_of(name), host) &&
        (host.length < strlen(below) || name[0] != '*') && host.length != strlen(name))
        __builtin_trap();
    return 0;
}
