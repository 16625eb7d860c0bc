#include "store/db/moment.h"

#include <time.h>

#include "base/ascii.h"
#include "os/clock.h"

void moment_write(char text[MOMENT_MAX], uint64_t wall_ms)
{
    struct tes_buf buf = tes_buf_on(text, MOMENT_MAX);
    tes_clock_write(&buf, wall_ms);
    tes_buf_char(&buf, '\0');
}

uint64_t moment_read(const char *text)
{
    struct tm utc = {0};
    const char *rest = strptime(text, "%Y-%m-%d", &utc);
    if (rest != NULL && (*rest == 'T' || *rest == ' '))
        rest = strptime(rest + 1, "%H:%M:%S", &utc);
    else
        rest = NULL;
    time_t seconds = rest != NULL ? timegm(&utc) : -1;
    if (seconds < 0)
        return 0;
    uint64_t ms = 0;
    rest += *rest == '.';
    for (unsigned digit = 0; digit < 3; digit++)
        ms = ms * 10 + (tes_ascii_is_digit(*rest) ? (uint64_t)(*rest++ - '0') : 0);
    return (uint64_t)seconds * 1000 + ms;
}
