#include "base/address.h"

#include <arpa/inet.h>
#include <string.h>

#define MAPPED_BITS 96 /* of an IPv6 address, before the IPv4 address that is mapped into it */

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
    if (!tes_address_read(base_text, &range->base))
        return false;
    bool is_mapped = range->base.length == 4 && memchr(base_text.at, ':', base_text.length) != NULL;
    const uint64_t least = is_mapped ? MAPPED_BITS : 0;
    const uint64_t most = least + (uint64_t)range->base.length * 8;
    uint64_t bits = most;
    if (bits_text.at != NULL && (!tes_slice_number(bits_text, most, &bits) || bits < least))
        return false;
    range->prefix_bits = (unsigned)(bits - least);
    return true;
}

void tes_address_range_trim(struct tes_address_range *range)
{
    for (unsigned i = 0; i < sizeof range->base.bytes; i++) {
        unsigned kept = range->prefix_bits > i * 8 ? range->prefix_bits - i * 8 : 0;
        if (kept < 8)
            range->base.bytes[i] &= (uint8_t)(0xFF00 >> kept);
    }
}

void tes_address_range_write(struct tes_buf *buf, const struct tes_address_range *range)
{
    tes_address_write(buf, &range->base);
    tes_buf_char(buf, '/');
    tes_buf_number(buf, range->prefix_bits);
}

struct tes_slice tes_address_range_text(const struct tes_address_range *range,
                                        char text[TES_ADDRESS_RANGE_MAX + 1])
{
    struct tes_buf buf = tes_buf_on(text, TES_ADDRESS_RANGE_MAX + 1);
    tes_address_range_write(&buf, range);
    /* There is room for any. */
    return tes_buf_finish(&buf, NULL) == TES_OK ? tes_slice_of(text) : (struct tes_slice){NULL, 0};
}

bool tes_address_range_meets(const struct tes_address_range *one,
                             const struct tes_address_range *other)
{
    return one->prefix_bits > other->prefix_bits ? tes_address_in(&one->base, other)
                                                 : tes_address_in(&other->base, one);
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

bool tes_address_is_private(const struct tes_address *address)
{
    static const struct tes_address_range RANGES[] = {
        {{{10}, 4}, 8},        {{{172, 16}, 4}, 12}, {{{192, 168}, 4}, 16},   {{{100, 64}, 4}, 10},
        {{{169, 254}, 4}, 16}, {{{0xFC}, 16}, 7},    {{{0xFE, 0x80}, 16}, 10}};
    for (size_t i = 0; i < sizeof RANGES / sizeof *RANGES; i++)
        if (tes_address_in(address, &RANGES[i]))
            return true;
    return tes_address_is_loopback(address);
}

bool tes_address_is_loopback(const struct tes_address *address)
{
    static const uint8_t ONE[16] = {[15] = 1};
    return address->length == 4 ? address->bytes[0] == 127
                                : address->length == 16 && memcmp(address->bytes, ONE, 16) == 0;
}
