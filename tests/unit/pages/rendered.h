/*
 * rendered.h: a page that was written, and what it says.
 */
#ifndef TEST_RENDERED_H
#define TEST_RENDERED_H

#include <string.h>

#include "base/buf.h"
#include "pages/html/page.h"

/* A NUL-terminated page, so that strstr() can look into it. */
static char memory[PAGE_MAX + 1];

static inline struct tes_buf fresh(void)
{
    memset(memory, 0, sizeof memory);
    return tes_buf_on(memory, PAGE_MAX);
}

static inline bool says(const char *text)
{
    return strstr(memory, text) != NULL;
}

static inline size_t count(const char *text)
{
    size_t found = 0;
    for (const char *at = memory; (at = strstr(at, text)) != NULL; at += strlen(text))
        found++;
    return found;
}

#endif
