/* Whatever comes as a short code: one form, and read again the same. */
#include <string.h>

#include "flow/answer/code.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char digits[CODE_DIGITS + 1], again[CODE_DIGITS + 1], text[CODE_CHARS + 1];
    if (!code_read((struct tes_slice){(const char *)data, size}, digits))
        return 0;
    code_write(digits, text);
    if (strlen(digits) != CODE_DIGITS || strlen(text) != CODE_CHARS ||
        !code_read(tes_slice_of(text), again) || strcmp(digits, again) != 0)
        __builtin_trap();
    return 0;
}
