/*
 * Whatever an operator gives for a sheet of sprites: it is good, or it is told what is wrong. The
 * same bytes come twice, the second time with the sums of all chunks put right: without that, what
 * is changed never gets past them.
 */
#include <isa-l/crc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/assets/sheets.h"

enum { SIGNATURE = 8, CHUNK_LEAST = 12 };

static void require(bool holds)
{
    if (!holds)
        abort();
}

static uint32_t number_at(const char *bytes)
{
    const uint8_t *at = (const uint8_t *)bytes;
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void put_sums_right(char *bytes, size_t length)
{
    size_t at = SIGNATURE;
    while (at < length && length - at >= CHUNK_LEAST) {
        size_t data = number_at(bytes + at);
        if (data > length - at - CHUNK_LEAST)
            return;
        uint32_t sum = crc32_gzip_refl(0, (const unsigned char *)bytes + at + 4, data + 4);
        at += data + CHUNK_LEAST;
        for (unsigned i = 0; i < 4; i++)
            bytes[at - 4 + i] = (char)(sum >> (24 - 8 * i));
    }
}

static void check(struct tes_slice file)
{
    struct tes_error error;
    memset(error.text, 'x', sizeof error.text);
    if (!sheets_check(file, &error)) {
        size_t length = strnlen(error.text, sizeof error.text);
        require(length > 0 && length < sizeof error.text);
        return;
    }
    require(file.length > 24);
    uint32_t width = number_at(file.at + 16), height = number_at(file.at + 20);
    require(width == height && width % TES_SHEET_SIDE == 0);
    require(width / TES_SHEET_SIDE >= SHEETS_SIDE_MIN && width / TES_SHEET_SIDE <= SHEETS_SIDE_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = malloc(size > 0 ? size : 1);
    require(copy != NULL);
    memcpy(copy, data, size);
    check((struct tes_slice){copy, size});
    put_sums_right(copy, size);
    check((struct tes_slice){copy, size});
    free(copy);
    return 0;
}
