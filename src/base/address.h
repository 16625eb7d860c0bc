/*
 * address.h: Internet addresses: reading them, the bucket that tokens are bound to, the
 * networks that they lie in, and ranges of trusted proxies. An IPv4 address mapped into IPv6 is the
 * IPv4 address.
 */
#ifndef TES_ADDRESS_H
#define TES_ADDRESS_H

#include "base/buf.h"

#define TES_ADDRESS_BUCKET_MAX 40 /* longest bucket, in characters */

struct tes_address {
    uint8_t bytes[16];
    unsigned length; /* 4 or 16; 0: none */
};

struct tes_address_range {
    struct tes_address base;
    unsigned prefix_bits;
};

/* Reads "192.0.2.1" or "2001:db8::1", nothing around it. */
TES_MUST_CHECK bool tes_address_read(struct tes_slice text, struct tes_address *address);

/* From a socket's raw bytes (4 or 16 of them). */
struct tes_address tes_address_from(const uint8_t *bytes, unsigned length);

void tes_address_write(struct tes_buf *buf, const struct tes_address *address);

/* The bucket: IPv4 /24 as "192.0.2.0", IPv6 /64 as "2001:db8:0:1::/64". */
void tes_address_bucket(struct tes_buf *buf, const struct tes_address *address);

/* The network of so many bits, 1 to 64, of an IPv4 or of an IPv6 address, as a number that tells
 * networks of that size apart; 0 for no address. */
uint64_t tes_address_network(const struct tes_address *address, unsigned bits_4, unsigned bits_6);

/* Reads "10.0.0.0/8"; without a slash, the one address. Where IPv4 is mapped into IPv6, so is the
 * number of bits: "::ffff:10.0.0.0/104" is the same. What is wider than all of IPv4 there is
 * refused, as it would be two ranges. */
TES_MUST_CHECK bool tes_address_range_read(struct tes_slice text, struct tes_address_range *range);
bool tes_address_in(const struct tes_address *address, const struct tes_address_range *range);

#define TES_ADDRESS_RANGE_MAX 49 /* longest text of one, in characters */

/* Clears the bits of the base that are not the network's: two texts of one network are one then. */
void tes_address_range_trim(struct tes_address_range *range);
void tes_address_range_write(struct tes_buf *buf, const struct tes_address_range *range);

/* The same into the caller's memory, with a NUL at its end. */
struct tes_slice tes_address_range_text(const struct tes_address_range *range,
                                        char text[TES_ADDRESS_RANGE_MAX + 1]);

/* Whether they have an address in common. */
bool tes_address_range_meets(const struct tes_address_range *one,
                             const struct tes_address_range *other);

/* A loopback, private (RFC 1918, RFC 4193, RFC 6598) or link-local address. */
bool tes_address_is_private(const struct tes_address *address);

/* 127.0.0.0/8 or ::1 */
bool tes_address_is_loopback(const struct tes_address *address);

#endif
