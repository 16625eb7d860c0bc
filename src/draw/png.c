/*
 * PNG of palette pictures: IHDR, PLTE, IDAT and IEND, nothing that tells a program or a time.
 * Pictures that move have acTL, fcTL and fdAT as well, and the first picture as IDAT. Rows are not
 * filtered: on palette pictures filters cost time and save nothing. Where there are few colours, a
 * byte holds several pixels.
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
    CONTROL_LENGTH = 8,                                              /* acTL */
    FRAME_LENGTH = 26,                                               /* fcTL */
    STEP_OVERHEAD = 2 * CHUNK_OVERHEAD + FRAME_LENGTH + 4,
    COLOUR_PALETTE = 3,
    FIRST_BYTES = 4, /* of the rows, that are compressed by themselves */
};

static const uint8_t SIGNATURE[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

/* The bits of a pixel. */
static unsigned depth_of(const struct tes_image *image)
{
    return image->palette_count <= 2 ? 1 : image->palette_count <= 4 ? 2 : 8;
}

/* The rows as they are compressed: each with the byte that says "no filter" in front. */
static size_t filtered_size(unsigned width, unsigned height, unsigned depth)
{
    return (((size_t)width * depth + 7) / 8 + 1) * height;
}

/* At worst the rows are stored, in blocks with five bytes each around them. */
static size_t compressed_bound(size_t size)
{
    return size + size / 1024 + 64;
}

size_t tes_png_bound(unsigned width, unsigned height)
{
    size_t filtered = filtered_size(width, height, 8);
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
    memcpy(data, (const uint8_t[]){(uint8_t)depth_of(image), COLOUR_PALETTE, 0, 0, 0}, 5);
    return close_chunk(at, "IHDR", HEADER_LENGTH);
}

static uint8_t *put_palette(uint8_t *at, const struct tes_image *image)
{
    size_t length = (size_t)image->palette_count * 3;
    memcpy(at + 8, image->palette, length);
    return close_chunk(at, "PLTE", length);
}

/* What compresses. It reads some of this before it has written there, so it begins as zeros:
 * nothing that others left may reach a file. For the next picture of one file it need not be zeroed
 * again, as what was left there is always the same. */
struct compressor {
    struct isal_zstream stream;
    uint8_t level_memory[ISAL_DEF_LVL1_SMALL];
};

/* Adds `length` bytes; false where there was no room for what they became. */
static bool deflate(struct isal_zstream *stream, uint8_t *from, size_t length)
{
    stream->next_in = from;
    stream->avail_in = (uint32_t)length;
    return isal_deflate(stream) == COMP_OK && stream->avail_in == 0 && stream->avail_out > 0;
}

/*
 * Compresses into at most `room` bytes; 0 where that failed.
 *
 * The same rows have to become the same bytes. ISA-L's fast loop, where it begins a stream, takes
 * the address of `stream` for bytes of the picture when it fills its table of earlier places
 * (igzip_icf_body_h1_gr_bt.asm, .write_first_byte: tmp2 has not been set), so that about one file
 * in 4,000 depended on where the stack lay. The first few bytes are therefore put in by themselves:
 * so short an input goes through another loop, and the fast one finds a stream that has begun.
 */
static size_t compress(struct compressor *compressor, uint8_t *filtered, size_t filtered_length,
                       uint8_t *out, size_t room)
{
    struct isal_zstream *stream = &compressor->stream;
    isal_deflate_init(stream);
    stream->level = 1;
    stream->level_buf = compressor->level_memory;
    stream->level_buf_size = sizeof compressor->level_memory;
    stream->gzip_flag = IGZIP_ZLIB;
    stream->next_out = out;
    stream->avail_out = (uint32_t)room;
    size_t first = filtered_length > FIRST_BYTES ? FIRST_BYTES : 0;
    stream->flush = SYNC_FLUSH;
    if (first > 0 && !deflate(stream, filtered, first))
        return 0;
    stream->flush = NO_FLUSH;
    stream->end_of_stream = 1;
    return deflate(stream, filtered + first, filtered_length - first) ? stream->total_out : 0;
}

/* A file on its way. */
struct writer {
    struct compressor *compressor;
    uint8_t *at;
    uint8_t *png;
    size_t size;
    unsigned depth;    /* bits of a pixel */
    uint32_t sequence; /* of the next fcTL or fdAT */
};

static bool is_valid(const struct tes_image *image)
{
    return image->width > 0 && image->width <= SIDE_MAX && image->height > 0 &&
           image->height <= SIDE_MAX && image->palette_count > 0 && image->palette_count <= 256;
}

/* Pixels, of which each stands for a square of `scale` x `scale` of the picture's. */
struct rows {
    struct tes_area part; /* of the picture */
    const uint8_t *pixels;
    unsigned scale;
};

/* Packs pixels of `width` bits each, the first in a byte's upper bits; a pixel is `copies` times
 * its number. Where `width` is known to the compiler, it is several times as fast. */
static inline void pack(const uint8_t *pixels, unsigned count, unsigned width, unsigned copies,
                        uint8_t *to)
{
    const unsigned per_byte = 8 / width;
    for (; count >= per_byte; count -= per_byte, pixels += per_byte) {
        unsigned bits = 0;
        for (unsigned i = 0; i < per_byte; i++)
            bits = bits << width | pixels[i] * copies;
        *to++ = (uint8_t)bits;
    }
    unsigned bits = 0;
    for (unsigned i = 0; i < count; i++)
        bits |= pixels[i] * copies << (8 - (i + 1) * width);
    if (count > 0)
        *to = (uint8_t)bits;
}

/* Writes one row: all that becomes of a pixel is in one byte. */
static void pack_row(const struct rows *rows, const uint8_t *pixels, unsigned depth, uint8_t *to)
{
    unsigned width = depth * rows->scale, count = rows->part.width / rows->scale, copies = 0;
    for (unsigned i = 0; i < width; i += depth)
        copies |= 1U << i;
    if (width == 1)
        pack(pixels, count, 1, 1, to);
    else if (width == 2)
        pack(pixels, count, 2, copies, to);
    else if (width == 4)
        pack(pixels, count, 4, copies, to);
    else
        pack(pixels, count, 8, copies, to);
}

/* Compresses rows to `to`; they are filtered at the end of the buffer first. 0 where that failed.
 */
static size_t put_rows(const struct writer *writer, const struct rows *rows, uint8_t *to)
{
    size_t length = filtered_size(rows->part.width, rows->part.height, writer->depth);
    size_t stride = length / rows->part.height, width = rows->part.width / rows->scale;
    uint8_t *filtered = writer->png + writer->size - length;
    for (size_t row = 0; row < rows->part.height; row++) {
        uint8_t *at = filtered + row * stride;
        const uint8_t *pixels = rows->pixels + row / rows->scale * width;
        *at = 0;
        if (row % rows->scale > 0)
            memcpy(at + 1, at + 1 - stride, stride - 1);
        else if (writer->depth < 8 || rows->scale > 1)
            pack_row(rows, pixels, writer->depth, at + 1);
        else
            memcpy(at + 1, pixels, width);
    }
    return compress(writer->compressor, filtered, length, to, compressed_bound(length));
}

static void put_start(struct writer *writer, const struct tes_image *image)
{
    memcpy(writer->png, SIGNATURE, sizeof SIGNATURE);
    writer->depth = depth_of(image);
    writer->at = put_header(writer->png + sizeof SIGNATURE, image);
    writer->at = put_palette(writer->at, image);
}

static bool put_image(struct writer *writer, const struct tes_image *image)
{
    const struct rows rows = {{0, 0, image->width, image->height}, image->pixels, 1};
    size_t compressed = put_rows(writer, &rows, writer->at + 8);
    writer->at = close_chunk(writer->at, "IDAT", compressed);
    return compressed > 0;
}

static size_t put_end(struct writer *writer)
{
    writer->at = close_chunk(writer->at, "IEND", 0);
    return (size_t)(writer->at - writer->png);
}

enum tes_status tes_png_encode(const struct tes_image *image, uint8_t *png, size_t png_size,
                               size_t *png_length)
{
    struct compressor compressor;
    struct writer writer = {.compressor = &compressor, .png = png, .size = png_size};
    if (!is_valid(image))
        return TES_BAD_ARGUMENT;
    if (png_size < tes_png_bound(image->width, image->height))
        return TES_TOO_SMALL;
    memset(&compressor, 0, sizeof compressor);
    put_start(&writer, image);
    if (!put_image(&writer, image))
        return TES_FAILED;
    *png_length = put_end(&writer);
    return TES_OK;
}

/* -------------------------------------------------------------- animation */

static size_t step_bound(size_t filtered)
{
    return STEP_OVERHEAD + compressed_bound(filtered);
}

size_t tes_png_animation_bound(const struct tes_challenge *challenge)
{
    size_t still = tes_png_bound(challenge->view.width, challenge->view.height);
    size_t memory = tes_animate_bound(challenge) - tes_draw_bound(challenge);
    if (memory == 0)
        return still;
    /* Their pixels all fit into that memory; each row has a byte more. */
    size_t rows = (size_t)TES_STEPS_MAX * challenge->view.height;
    return still + CHUNK_OVERHEAD + CONTROL_LENGTH + memory + rows + (memory + rows) / 1024 +
           (TES_STEPS_MAX + 1) * step_bound(0);
}

static unsigned scale_of(const struct tes_step *step)
{
    return step->scale > 0 ? step->scale : 1;
}

/* Larger pixels are for pictures of few colours, so that a byte has room for one of them: a film is
 * then no longer in a file than it was in memory. */
static bool is_scale_valid(const struct tes_image *image, const struct tes_step *step)
{
    unsigned scale = scale_of(step), depth = depth_of(image);
    return scale == 1 || (scale <= 8 && 8 % (scale * depth) == 0 && step->part.width % scale == 0 &&
                          step->part.height % scale == 0 && scale * scale * depth <= 8);
}

/* What this animation may take. */
static size_t bound_of(const struct tes_animation *animation)
{
    size_t bound = tes_png_bound(animation->image.width, animation->image.height) + CHUNK_OVERHEAD +
                   CONTROL_LENGTH + STEP_OVERHEAD;
    unsigned depth = depth_of(&animation->image);
    for (unsigned i = 0; i < animation->step_count; i++) {
        const struct tes_area *part = &animation->steps[i].part;
        bound += step_bound(filtered_size(part->width, part->height, depth));
    }
    return bound;
}

static bool are_steps_valid(const struct tes_animation *animation)
{
    const struct tes_image *image = &animation->image;
    if (animation->step_count > TES_STEPS_MAX)
        return false;
    for (unsigned i = 0; i < animation->step_count; i++) {
        const struct tes_area *part = &animation->steps[i].part;
        if (part->width == 0 || part->height == 0 || part->width > image->width ||
            part->height > image->height || part->x > image->width - part->width ||
            part->y > image->height - part->height || !is_scale_valid(image, &animation->steps[i]))
            return false;
    }
    return true;
}

/* How many pictures follow, and that they are shown once, or without an end. */
static void put_control(struct writer *writer, const struct tes_animation *animation)
{
    uint8_t *data = put_number(writer->at + 8, animation->step_count + 1);
    put_number(data, animation->repeats ? 0 : 1);
    writer->at = close_chunk(writer->at, "acTL", CONTROL_LENGTH);
}

/* Where the next picture goes and how long it stays; it stays where it is and covers what was there
 * (the last two zeros). */
static void put_frame(struct writer *writer, const struct tes_area *part, unsigned delay_ms)
{
    const size_t numbers[] = {writer->sequence++, part->width, part->height, part->x, part->y};
    uint8_t *data = writer->at + 8;
    unsigned delay = delay_ms < 65535 ? delay_ms : 65535;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        data = put_number(data, numbers[i]);
    const uint8_t rest[] = {(uint8_t)(delay >> 8), (uint8_t)delay, 1000 >> 8, 1000 & 255, 0, 0};
    memcpy(data, rest, sizeof rest);
    writer->at = close_chunk(writer->at, "fcTL", FRAME_LENGTH);
}

static bool put_step(struct writer *writer, const struct tes_step *step)
{
    put_frame(writer, &step->part, step->delay_ms);
    uint8_t *data = put_number(writer->at + 8, writer->sequence++);
    const struct rows rows = {step->part, step->pixels, scale_of(step)};
    size_t compressed = put_rows(writer, &rows, data);
    writer->at = close_chunk(writer->at, "fdAT", compressed + 4);
    return compressed > 0;
}

enum tes_status tes_png_encode_animation(const struct tes_animation *animation, uint8_t *png,
                                         size_t png_size, size_t *png_length)
{
    const struct tes_image *image = &animation->image;
    struct compressor compressor;
    struct writer writer = {.compressor = &compressor, .png = png, .size = png_size};
    if (animation->step_count == 0)
        return tes_png_encode(image, png, png_size, png_length);
    if (!is_valid(image) || !are_steps_valid(animation))
        return TES_BAD_ARGUMENT;
    if (png_size < bound_of(animation))
        return TES_TOO_SMALL;
    const struct tes_area whole = {0, 0, image->width, image->height};
    memset(&compressor, 0, sizeof compressor);
    put_start(&writer, image);
    put_control(&writer, animation);
    put_frame(&writer, &whole, animation->delay_ms);
    bool done = put_image(&writer, image);
    for (unsigned i = 0; i < animation->step_count && done; i++)
        done = put_step(&writer, &animation->steps[i]);
    if (!done)
        return TES_FAILED;
    *png_length = put_end(&writer);
    return TES_OK;
}
