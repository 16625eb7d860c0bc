#include "http/message/reply_writer.h"

#include <time.h>

static void append_two_digits(struct tes_buf *buf, int number)
{
    tes_buf_char(buf, (char)('0' + number / 10 % 10));
    tes_buf_char(buf, (char)('0' + number % 10));
}

void http_date_update(struct http_date *date, int64_t unix_second)
{
    /* strftime() would use the locale's names. */
    static const char days[] = "SunMonTueWedThuFriSat";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    if (date->length > 0 && date->second == unix_second)
        return;

    struct tm utc;
    time_t moment = (time_t)unix_second;
    if (gmtime_r(&moment, &utc) == NULL)
        return;
    struct tes_buf buf = tes_buf_on(date->line, sizeof date->line);
    tes_buf_text(&buf, "Date: ");
    tes_buf_append(&buf, days + (size_t)utc.tm_wday * 3, 3);
    tes_buf_text(&buf, ", ");
    append_two_digits(&buf, utc.tm_mday);
    tes_buf_char(&buf, ' ');
    tes_buf_append(&buf, months + (size_t)utc.tm_mon * 3, 3);
    tes_buf_char(&buf, ' ');
    tes_buf_number(&buf, utc.tm_year + 1900);
    tes_buf_char(&buf, ' ');
    append_two_digits(&buf, utc.tm_hour);
    tes_buf_char(&buf, ':');
    append_two_digits(&buf, utc.tm_min);
    tes_buf_char(&buf, ':');
    append_two_digits(&buf, utc.tm_sec);
    tes_buf_text(&buf, " GMT\r\n");
    date->length = tes_buf_done(&buf).length;
    date->second = unix_second;
}

bool http_reply_write(const struct http_reply *reply, const struct http_reply_terms *terms,
                      struct tes_buf *out, struct tes_slice *rest)
{
    size_t before = out->length;
    bool is_bodiless = reply->status == 204 || reply->status == 304;

    *rest = (struct tes_slice){NULL, 0};
    if (reply->head.failed)
        return false;
    tes_buf_append(out, terms->to_http_1_0 ? "HTTP/1.0 " : "HTTP/1.1 ", 9);
    tes_buf_number(out, reply->status);
    tes_buf_char(out, ' ');
    tes_buf_text(out, http_status_text(reply->status));
    tes_buf_append(out, "\r\n", 2);
    tes_buf_append(out, terms->date->line, terms->date->length);
    tes_buf_slice(out, TES_SLICE("X-Content-Type-Options: nosniff\r\n"));
    if (!is_bodiless) {
        tes_buf_append(out, "Content-Length: ", 16);
        tes_buf_number(out, (int64_t)reply->body.length);
        tes_buf_append(out, "\r\n", 2);
        if (reply->type != NULL) {
            tes_buf_append(out, "Content-Type: ", 14);
            tes_buf_text(out, reply->type);
            tes_buf_append(out, "\r\n", 2);
        }
    }
    if (terms->closes)
        tes_buf_append(out, "Connection: close\r\n", 19);
    tes_buf_append(out, reply->head.at, reply->head.length);
    tes_buf_append(out, "\r\n", 2);
    if (out->failed) {
        out->failed = false;
        out->length = before;
        return false;
    }

    if (is_bodiless || terms->to_head)
        return true;
    if (reply->body.length <= out->size - out->length)
        tes_buf_slice(out, reply->body);
    else
        *rest = reply->body;
    return true;
}
