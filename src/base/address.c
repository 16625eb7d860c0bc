#include "base/address.h"

#include <arpa/inet.h>
#include <string.h>

struct tes_address tes_address_from(const uint8_t *bytes, unsigned length)
{
    static const uint8_t MAPPED[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    struct tes_address address = {.length = length};
    if (length == 16 && memcmp(bytes, MAPPED, sizeof MAPPED) == 0) {
        address.length = 4;
        memcpy(address.bytes, bytes + sizeof MAPPED, 4);
    } else {
        memcpy(address.bytes, bytes, length);
    }
    return address;
}

bool tes_address_read(struct tes_slice text, struct tes_address *address)
{
    char copy[INET6_ADDRSTRLEN];
    uint8_t bytes[16];
    if (text.length == 0 || text.length >= sizeof copy ||
        memchr(text.at, '\0', text.length) != NULL)
        return false;
    memcpy(copy, text.at, text.length);
    copy[text.length] = '\0';
    if (inet_pton(AF_INET, copy, bytes) == 1)
        *address = tes_address_from(bytes, 4);
    else if (inet_pton(AF_INET6, copy, bytes) == 1)
        *address = tes_address_from(bytes, 16);
    else
        return false;
    return true;
}

void tes_address_write(struct tes_buf *buf, const struct tes_address *address)
{
    char text[INET6_ADDRSTRLEN] = "unknown";
    if (address->length != 0)
        inet_ntop(address->length == 4 ? AF_INET : AF_INET6, address->bytes, text, sizeof text);
    tes_buf_text(buf, text);
}

static void write_group(struct tes_buf *buf, unsigned group)
{
    bool started = false;
    for (int shift = 12; shift >= 0; shift -= 4) {
        unsigned digit = group >> shift & 15;
        started = started || digit != 0 || shift == 0;
        if (started)
            tes_buf_char(buf, "0123456789abcdef"[digit]);
    }
}

void tes_address_bucket(struct tes_buf *buf, const struct tes_address *address)
{
    if (address->length == 4) {
        for (unsigned i = 0; i < 3; i++) {
            tes_buf_number(buf, address->bytes[i]);
            tes_buf_char(buf, '.');
        }
        tes_buf_char(buf, '0');
    } else if (address->length == 16) {
        for (unsigned i = 0; i < 8; i += 2) {
            write_group(buf, (unsigned)address->bytes[i] << 8 | address->bytes[i + 1]);
            tes_buf_char(buf, ':');
        }
        tes_buf_slice(buf, TES_SLICE(":/64"));
    } else {
        tes_buf_slice(buf, TES_SLICE("unknown"));
    }
}

uint64_t tes_address_network(const struct tes_address *address, unsigned bits_4, unsigned bits_6)
{
    uint64_t first = 0;
    unsigned bits = address->length == 4 ? bits_4 : bits_6;
    if (address->length == 0)
        return 0;
    for (unsigned i = 0; i < 8; i++)
        first = first << 8 | address->bytes[i];
    /* The lower half of an IPv4 address is empty: its last bit marks it, so that no IPv6 network
     * has the same number. */
    return (first & ~UINT64_C(0) << (64 - bits)) | (address->length == 4);
}

bool tes_address_range_read(struct tes_slice text, struct tes_address_range *range)
{
    struct tes_slice bits_text = text;
    struct tes_slice base_text = tes_slice_cut(&bits_text, '/');
    uint64_t bits;
    if (!tes_address_read(base_text, &range->base))
        return false;
    const uint64_t most = (uint64_t)range->base.length * 8;
    bits = most;
    if (bits_text.at != NULL && !tes_slice_number(bits_text, most, &bits))
        return false;
    range->prefix_bits = (unsigned)bits;
    return true;
}

bool tes_address_in(const struct tes_address *address, const struct tes_address_range *range)
{
    unsigned whole = range->prefix_bits / 8, rest = range->prefix_bits % 8;
    if (address->length == 0 || address->length != range->base.length)
        return false;
    if (memcmp(address->bytes, range->base.bytes, whole) != 0)
        return false;
    return rest == 0 || (address->bytes[whole] ^ range->base.bytes[whole]) >> (8 - rest) == 0;
}

bool tes_address_is_loopback(const struct tes_address *address)
{
    static const uint8_t ONE[16] = {[15] = 1};
    return address->length == 4 ? address->bytes[0] == 127
                                : address->length == 16 && memcmp(address->bytes, ONE, 16) == 0;
}
