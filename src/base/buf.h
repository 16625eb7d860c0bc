/*
 * buf.h: a buffer with a ceiling. Appending past it sets `failed` and changes nothing more, so that
 * a writer looks at the flag once, at the end. Freestanding: memory comes from the caller, or from
 * `grow` where there is one (tes_arena_buf).
 */
#ifndef TES_BUF_H
#define TES_BUF_H

#include "base/slice.h"

struct tes_buf {
    char *at;
    size_t length;
    size_t size;
    bool failed;
    bool (*grow)(struct tes_buf *buf, size_t size_wanted); /* NULL: the size is the ceiling */
    void *grow_context;
    size_t ceiling; /* where there is `grow` */
};

/* A buffer on memory of the caller's. */
struct tes_buf tes_buf_on(char *memory, size_t size);

/* Room for `length` bytes, which count as written; NULL where there is none. */
char *tes_buf_extend(struct tes_buf *buf, size_t length);

void tes_buf_append(struct tes_buf *buf, const void *bytes, size_t length);
void tes_buf_slice(struct tes_buf *buf, struct tes_slice slice);
void tes_buf_text(struct tes_buf *buf, const char *text);
void tes_buf_char(struct tes_buf *buf, char c);

/* Several texts, one after the other. */
#define tes_buf_texts(buf, ...) tes_buf_list(buf, (const char *const[]){__VA_ARGS__, NULL})
void tes_buf_list(struct tes_buf *buf, const char *const *texts); /* ended by NULL */

void tes_buf_number(struct tes_buf *buf, int64_t number);

/* "0.85" for 850: a number of thousandths with the digits that it needs. */
void tes_buf_thousandths(struct tes_buf *buf, unsigned number);

/* What was written, as a slice; empty where the buffer failed. */
struct tes_slice tes_buf_done(const struct tes_buf *buf);

/* Ends the text with an uncounted NUL and reports: TES_OK or TES_TOO_SMALL. */
TES_MUST_CHECK enum tes_status tes_buf_finish(struct tes_buf *buf, size_t *length);

#endif
