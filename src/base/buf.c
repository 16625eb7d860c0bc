#include "base/buf.h"

struct tes_buf tes_buf_on(char *memory, size_t size)
{
    return (struct tes_buf){.at = memory, .size = size};
}

static bool has_room(struct tes_buf *buf, size_t more)
{
    if (buf->failed)
        return false;
    if (more <= buf->size - buf->length)
        return true;
    if (buf->grow != NULL && more <= buf->ceiling - buf->length &&
        buf->grow(buf, buf->length + more))
        return true;
    buf->failed = true;
    return false;
}

char *tes_buf_extend(struct tes_buf *buf, size_t length)
{
    if (!has_room(buf, length))
        return NULL;
    buf->length += length;
    return buf->at + buf->length - length;
}

void tes_buf_append(struct tes_buf *buf, const void *bytes, size_t length)
{
    char *room = length > 0 ? tes_buf_extend(buf, length) : NULL;
    if (room != NULL)
        __builtin_memcpy(room, bytes, length);
}

void tes_buf_slice(struct tes_buf *buf, struct tes_slice slice)
{
    tes_buf_append(buf, slice.at, slice.length);
}

void tes_buf_text(struct tes_buf *buf, const char *text)
{
    tes_buf_slice(buf, tes_slice_of(text));
}

void tes_buf_list(struct tes_buf *buf, const char *const *texts)
{
    for (; *texts != NULL; texts++)
        tes_buf_text(buf, *texts);
}

void tes_buf_char(struct tes_buf *buf, char c)
{
    char *room = tes_buf_extend(buf, 1);
    if (room != NULL)
        *room = c;
}

void tes_buf_number(struct tes_buf *buf, int64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0)
        tes_buf_char(buf, '-');
    tes_buf_append(buf, digits + at, sizeof digits - at);
}

void tes_buf_thousandths(struct tes_buf *buf, unsigned number)
{
    tes_buf_number(buf, number / 1000);
    if (number % 1000 != 0)
        tes_buf_char(buf, '.');
    for (unsigned rest = number % 1000; rest > 0; rest = rest * 10 % 1000)
        tes_buf_char(buf, (char)('0' + rest * 10 / 1000));
}

struct tes_slice tes_buf_done(const struct tes_buf *buf)
{
    return buf->failed ? (struct tes_slice){"", 0} : (struct tes_slice){buf->at, buf->length};
}

enum tes_status tes_buf_finish(struct tes_buf *buf, size_t *length)
{
    if (!has_room(buf, 1))
        return TES_TOO_SMALL;
    buf->at[buf->length] = '\0';
    if (length != NULL)
        *length = buf->length;
    return TES_OK;
}
