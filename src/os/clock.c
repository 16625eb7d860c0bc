#include "os/clock.h"

#include <time.h>

uint64_t tes_clock_wall_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

uint64_t tes_clock_steady_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

uint64_t tes_clock_thread_us(void)
{
    struct timespec spent;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return (uint64_t)spent.tv_sec * 1000000 + (uint64_t)spent.tv_nsec / 1000;
}

static void write_padded(struct tes_buf *buf, unsigned number, unsigned digits)
{
    char text[8];
    for (unsigned i = digits; i > 0; i--) {
        text[i - 1] = (char)('0' + number % 10);
        number /= 10;
    }
    tes_buf_append(buf, text, digits);
}

void tes_clock_write(struct tes_buf *buf, uint64_t wall_ms)
{
    /* Civil date from days since 1970, by eras of 400 years: no lock and no time zone, unlike
     * gmtime(). Days are counted from 1 March of year 0, so that the leap day comes last. */
    uint64_t seconds = wall_ms / 1000;
    uint64_t days = seconds / 86400 + 719468;
    unsigned era = (unsigned)(days / 146097);
    unsigned day_of_era = (unsigned)(days % 146097);
    unsigned year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    unsigned day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    unsigned month_from_march = (5 * day_of_year + 2) / 153;
    unsigned day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    unsigned month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
    unsigned year = era * 400 + year_of_era + (month <= 2 ? 1 : 0);
    unsigned second_of_day = (unsigned)(seconds % 86400);

    write_padded(buf, year, 4);
    tes_buf_char(buf, '-');
    write_padded(buf, month, 2);
    tes_buf_char(buf, '-');
    write_padded(buf, day, 2);
    tes_buf_char(buf, 'T');
    write_padded(buf, second_of_day / 3600, 2);
    tes_buf_char(buf, ':');
    write_padded(buf, second_of_day / 60 % 60, 2);
    tes_buf_char(buf, ':');
    write_padded(buf, second_of_day % 60, 2);
    tes_buf_char(buf, '.');
    write_padded(buf, (unsigned)(wall_ms % 1000), 3);
    tes_buf_char(buf, 'Z');
}

void tes_clock_json(struct tes_json *json, const char *name, uint64_t wall_ms)
{
    char text[32];
    struct tes_buf moment = tes_buf_on(text, sizeof text);
    tes_clock_write(&moment, wall_ms);
    tes_json_string(json, name, tes_buf_done(&moment));
}
