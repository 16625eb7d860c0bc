#include "crypto/claims.h"

#include <string.h>

enum claim_type { BYTES, NUMBER, TEXT };

static const struct claim {
    uint8_t tag;
    enum claim_type type;
    size_t most;   /* the longest value; for BYTES, its exact length */
    size_t offset; /* in struct tes_claims */
} TABLE[] = {
#define CLAIM_BYTES(tag, member, size) {tag, BYTES, size, offsetof(struct tes_claims, member)},
#define CLAIM_NUMBER(tag, member)      {tag, NUMBER, 8, offsetof(struct tes_claims, member)},
#define CLAIM_TEXT(tag, member, most)  {tag, TEXT, most, offsetof(struct tes_claims, member)},
#include "crypto/claims.def"
};

#define CLAIM_COUNT (sizeof TABLE / sizeof TABLE[0])

static void write_claim(struct tes_buf *bytes, uint8_t tag, const void *value, size_t length)
{
    uint8_t head[3] = {tag, (uint8_t)(length >> 8), (uint8_t)length};
    tes_buf_append(bytes, head, sizeof head);
    tes_buf_append(bytes, value, length);
}

static void write_number(struct tes_buf *bytes, uint8_t tag, uint64_t number)
{
    uint8_t digits[8];
    size_t length = 0;
    for (uint64_t rest = number; rest > 0; rest >>= 8)
        digits[7 - length++] = (uint8_t)rest;
    if (length > 0)
        write_claim(bytes, tag, digits + 8 - length, length);
}

enum tes_status tes_claims_write(const struct tes_claims *claims, struct tes_buf *bytes)
{
    for (size_t i = 0; i < CLAIM_COUNT; i++) {
        const struct claim *claim = &TABLE[i];
        const char *member = (const char *)claims + claim->offset;
        uint64_t number;
        struct tes_slice text;
        switch (claim->type) {
        case BYTES:
            write_claim(bytes, claim->tag, member, claim->most);
            break;
        case NUMBER:
            memcpy(&number, member, sizeof number);
            write_number(bytes, claim->tag, number);
            break;
        case TEXT:
            memcpy(&text, member, sizeof text);
            if (text.length > claim->most)
                return TES_BAD_ARGUMENT;
            if (text.length > 0)
                write_claim(bytes, claim->tag, text.at, text.length);
            break;
        }
    }
    return bytes->failed ? TES_TOO_SMALL : TES_OK;
}

static bool read_claim(const struct claim *claim, struct tes_slice value, struct tes_claims *claims)
{
    char *member = (char *)claims + claim->offset;
    uint64_t number = 0;
    if (value.length == 0 || value.length > claim->most)
        return false;
    switch (claim->type) {
    case BYTES:
        if (value.length != claim->most)
            return false;
        memcpy(member, value.at, value.length);
        return true;
    case NUMBER:
        if (value.at[0] == 0)
            return false;
        for (size_t i = 0; i < value.length; i++)
            number = number << 8 | (uint8_t)value.at[i];
        memcpy(member, &number, sizeof number);
        return true;
    case TEXT:
        memcpy(member, &value, sizeof value);
        return true;
    }
    return false;
}

bool tes_claims_read(struct tes_slice bytes, struct tes_claims *claims)
{
    size_t row = 0;
    *claims = (struct tes_claims){0};
    while (bytes.length > 0) {
        if (bytes.length < 3)
            return false;
        uint8_t tag = (uint8_t)bytes.at[0];
        size_t length = (size_t)(uint8_t)bytes.at[1] << 8 | (uint8_t)bytes.at[2];
        if (length > bytes.length - 3)
            return false;
        while (row < CLAIM_COUNT && TABLE[row].tag < tag)
            row++;
        if (row == CLAIM_COUNT || TABLE[row].tag != tag ||
            !read_claim(&TABLE[row], (struct tes_slice){bytes.at + 3, length}, claims))
            return false;
        row++;
        bytes.at += 3 + length;
        bytes.length -= 3 + length;
    }
    return true;
}
