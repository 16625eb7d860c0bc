/*
 * load_answer.c: token and answer are copied as they stand, so they may only hold what needs no
 * escape in JSON.
 */
#include "load_answer.h"

#include <err.h>
#include <stdbool.h>
#include <string.h>

static bool is_plain(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] < ' ' || text[i] > '~' || text[i] == '"' || text[i] == '\\')
            return false;
    return length > 0;
}

/* The text behind `opening`, up to its quote. */
static const char *text_of(const struct load_reply *reply, const char *opening, size_t *length)
{
    const char *at = memmem(reply->body, reply->body_length, opening, strlen(opening));
    if (at == NULL)
        return NULL;
    at += strlen(opening);
    const char *quote = memchr(at, '"', (size_t)(reply->body + reply->body_length - at));
    if (quote == NULL)
        return NULL;
    *length = (size_t)(quote - at);
    return at;
}

void load_answer_write(FILE *file, const struct load_reply *reply)
{
    size_t token_length = 0, truth_length = 0;
    const char *token = text_of(reply, "\"token\":\"", &token_length);
    const char *truth = load_reply_header(reply, "Tessera-Truth", &truth_length);
    if (token == NULL || !is_plain(token, token_length))
        errx(1, "a reply without a token:\n%.*s", (int)reply->body_length, reply->body);
    if (truth == NULL || !is_plain(truth, truth_length))
        errx(1, "a reply without Tessera-Truth:\n%.*s", (int)reply->head_length, reply->head);
    fprintf(file, "{\"token\":\"%.*s\",\"answer\":\"%.*s\"}\n", (int)token_length, token,
            (int)truth_length, truth);
}

/* What stands in a form as it is. */
static bool is_word(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (strchr("&=+%#", text[i]) != NULL)
            return false;
    return is_plain(text, length);
}

void load_answer_write_pass(FILE *file, const struct load_reply *reply, const char *secret)
{
    size_t length = 0;
    const char *response = text_of(reply, "\"response\":\"", &length);
    if (response == NULL || !is_word(response, length))
        errx(1, "a reply without a response:\n%.*s", (int)reply->body_length, reply->body);
    fprintf(file, "secret=%s&response=%.*s\n", secret, (int)length, response);
}
