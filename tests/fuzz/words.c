/* Which language a tag or the header Accept-Language asks for: whatever bytes come, one that is
 * there or none. */
#include <assert.h>

#include "server/words/words.h"

static void check(const struct words *words)
{
    assert(words == NULL || (words >= words_all && words->lines != NULL && words->lang.length > 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct tes_slice bytes = {(const char *)data, size};
    const struct words *words = words_find(bytes);
    char memory[4096];
    struct tes_buf text = tes_buf_on(memory, sizeof memory);
    const struct tes_hole holes[] = {{.name = "n", .number = 12}, {.name = "more", .text = bytes}};
    check(words);
    if (words != NULL)
        assert(words_find(words->tag) == words);
    check(words_accept(bytes));
    tes_instruction_fill(bytes, holes, sizeof holes / sizeof *holes, TES_SLICE("0123456789"),
                         &text);
    return 0;
}
