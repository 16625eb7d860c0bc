/*
 * redis_address.c: whatever stands where the address of a Redis should, it is read or refused with
 * one line; and what was read is written for people without its password.
 */
#include <stdlib.h>
#include <string.h>

#include "store/db/redis/redis_address.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void expect(bool is_true)
{
    if (!is_true)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char error[256] = "", name[8192];
    struct redis_address address;
    if (!redis_address_read(&address, (struct tes_slice){(const char *)bytes, length}, error,
                            sizeof error)) {
        expect(error[0] != '\0' && strchr(error, '\n') == NULL);
        expect(address.password[0] == '\0');
        return 0;
    }
    expect((address.host_count > 0) != (address.socket[0] != '\0'));
    expect(address.host_count <= REDIS_HOSTS_MAX && address.db <= REDIS_DB_MAX);
    expect(address.prefix[0] != '\0' && address.wait <= REDIS_WAIT_MAX);
    expect(address.is_sentinel == (address.master[0] != '\0'));
    for (size_t i = 0; i < address.host_count; i++)
        expect(address.hosts[i].name[0] != '\0' && address.hosts[i].port - 1 < 65535);
    redis_address_name(&address, name, sizeof name);
    expect(strncmp(name, "redis", 5) == 0);
    redis_address_wipe(&address);
    return 0;
}
