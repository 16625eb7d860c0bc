#include "store/db/moment.h"

#include "os/clock.h"

void moment_write(char text[MOMENT_MAX], uint64_t wall_ms)
{
    struct tes_buf buf = tes_buf_on(text, MOMENT_MAX);
    tes_clock_write(&buf, wall_ms);
    tes_buf_char(&buf, '\0');
}
