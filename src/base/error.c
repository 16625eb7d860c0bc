#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

bool tes_error_set(struct tes_error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    /* NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized): va_start stands right above */
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}
