/*
 * config_address.c: HOST:PORT, taken apart.
 */
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "server/config/config.h"

/* Digits and dots alone are meant as an IPv4 address and must be one; the rest is a name. */
static bool is_host(struct tes_slice host)
{
    struct tes_address address;
    bool is_name = false;

    if (host.length == 0 || host.length > 253)
        return false;
    for (size_t i = 0; i < host.length; i++) {
        char c = host.at[i];
        if (!tes_ascii_is_alnum(c) && c != '.' && c != '-')
            return false;
        is_name = is_name || !(tes_ascii_is_digit(c) || c == '.');
    }
    return is_name ? host.at[0] != '-' && host.at[0] != '.' : tes_address_read(host, &address);
}

static bool is_ipv6(struct tes_slice host)
{
    struct tes_address address;
    return memchr(host.at, ':', host.length) != NULL && tes_address_read(host, &address);
}

bool config_address_read(struct tes_slice listen, struct config_address *address)
{
    bool has_brackets = listen.length > 0 && listen.at[0] == '[';
    struct tes_slice port = listen, host;
    uint64_t number;

    if (has_brackets) {
        port.at++;
        port.length--;
        host = tes_slice_cut(&port, ']');
        if (port.length == 0 || port.at[0] != ':' || !is_ipv6(host))
            return false;
        port.at++;
        port.length--;
    } else {
        host = tes_slice_cut(&port, ':');
        if (!is_host(host))
            return false;
    }
    if (!tes_slice_number(port, 65535, &number) || port.length > 5)
        return false;
    snprintf(address->host, sizeof address->host, "%.*s", (int)host.length, host.at);
    snprintf(address->port, sizeof address->port, "%u", (unsigned)number);
    return true;
}
