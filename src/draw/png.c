/*
 * PNG of palette pictures: IHDR, PLTE, IDAT and IEND, nothing that tells a program or a time.
 * Rows are not filtered: on palette pictures filters cost time and save nothing.
 */
#include "tessera.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <string.h>

enum {
    SIDE_MAX = 16384,
    CHUNK_OVERHEAD = 12, /* length, type, CRC */
    HEADER_LENGTH = 13,
    PALETTE_MAX = 256 * 3,
    OVERHEAD = 8 + 4 * CHUNK_OVERHEAD + HEADER_LENGTH + PALETTE_MAX, /* all but the rows */
    BIT_DEPTH = 8,
    COLOUR_PALETTE = 3,
};

static const uint8_t SIGNATURE[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

/* The rows as they are compressed: each with the byte that says "no filter" in front. */
static size_t filtered_size(unsigned width, unsigned height)
{
    return ((size_t)width + 1) * height;
}

/* At worst the rows are stored, in blocks with five bytes each around them. */
static size_t compressed_bound(size_t size)
{
    return size + size / 1024 + 64;
}

size_t tes_png_bound(unsigned width, unsigned height)
{
    size_t filtered = filtered_size(width, height);
    /* The filtered rows stand at the end of the caller's buffer while the file grows before. */
    return OVERHEAD + compressed_bound(filtered) + filtered;
}

static uint8_t *put_number(uint8_t *at, size_t number)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        *at++ = (uint8_t)(number >> shift);
    return at;
}

/* A chunk whose data are in place already, 8 bytes after `at`; returns where the next begins. */
static uint8_t *close_chunk(uint8_t *at, const char type[4], size_t length)
{
    put_number(at, length);
    memcpy(at + 4, type, 4);
    return put_number(at + 8 + length, crc32_gzip_refl(0, at + 4, length + 4));
}

static uint8_t *put_header(uint8_t *at, const struct tes_image *image)
{
    uint8_t *data = put_number(at + 8, image->width);
    data = put_number(data, image->height);
    /* The last three: the only compression, the only set of filters, not interlaced. */
    memcpy(data, (const uint8_t[]){BIT_DEPTH, COLOUR_PALETTE, 0, 0, 0}, 5);
    return close_chunk(at, "IHDR", HEADER_LENGTH);
}

static uint8_t *put_palette(uint8_t *at, const struct tes_image *image)
{
    size_t length = (size_t)image->palette_count * 3;
    memcpy(at + 8, image->palette, length);
    return close_chunk(at, "PLTE", length);
}

/* Compresses into at most `room` bytes; 0 where that failed. */
static size_t compress(uint8_t *filtered, size_t filtered_length, uint8_t *out, size_t room)
{
    struct isal_zstream stream;
    uint8_t level_memory[ISAL_DEF_LVL1_SMALL];
    isal_deflate_stateless_init(&stream);
    stream.level = 1;
    stream.level_buf = level_memory;
    stream.level_buf_size = sizeof level_memory;
    stream.gzip_flag = IGZIP_ZLIB;
    stream.end_of_stream = 1;
    stream.next_in = filtered;
    stream.avail_in = (uint32_t)filtered_length;
    stream.next_out = out;
    stream.avail_out = (uint32_t)room;
    return isal_deflate_stateless(&stream) == COMP_OK ? stream.total_out : 0;
}

enum tes_status tes_png_encode(const struct tes_image *image, uint8_t *png, size_t png_size,
                               size_t *png_length)
{
    if (image->width == 0 || image->width > SIDE_MAX || image->height == 0 ||
        image->height > SIDE_MAX || image->palette_count == 0 || image->palette_count > 256)
        return TES_BAD_ARGUMENT;
    if (png_size < tes_png_bound(image->width, image->height))
        return TES_TOO_SMALL;

    size_t filtered_length = filtered_size(image->width, image->height);
    uint8_t *filtered = png + png_size - filtered_length;
    for (size_t row = 0; row < image->height; row++) {
        uint8_t *to = filtered + row * (image->width + 1);
        *to = 0;
        memcpy(to + 1, image->pixels + row * image->width, image->width);
    }

    memcpy(png, SIGNATURE, sizeof SIGNATURE);
    uint8_t *at = put_header(png + sizeof SIGNATURE, image);
    at = put_palette(at, image);
    size_t compressed =
        compress(filtered, filtered_length, at + 8, compressed_bound(filtered_length));
    if (compressed == 0)
        return TES_FAILED;
    at = close_chunk(at, "IDAT", compressed);
    at = close_chunk(at, "IEND", 0);
    *png_length = (size_t)(at - png);
    return TES_OK;
}
