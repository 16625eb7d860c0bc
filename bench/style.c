/*
 * style: how well messages of one author are told from those of others. Reads lines "AUTHOR TAB
 * MESSAGE" from standard input, with "\n" in a message for a line break; an author's lines stand
 * together. Each author's profile learns from the first LEARNED messages; what is left of every
 * author's is then held against every profile: `style LEARNED`. Prints the equal error rate and at
 * which confidences others and the author are told apart how often.
 */
#include <stdio.h>
#include <string.h>

#include "bench.h"

#define AUTHORS_MAX    256
#define MESSAGES_MAX   20000
#define LINE_MAX_BYTES ((size_t)1 << 17)

struct message {
    unsigned author;
    char *text;
};

static struct message messages[MESSAGES_MAX];
static size_t message_count;
static struct tes_style_profile profiles[AUTHORS_MAX];
static size_t learned[AUTHORS_MAX];
static unsigned author_count;

/* Every trial's confidence: of the author's own messages, and of others'. */
static double *own, *others;
static size_t own_count, other_count, unknown_count;

static void unescape(char *text)
{
    char *to = text;
    for (const char *from = text; *from != '\0' && *from != '\n'; from++)
        if (from[0] == '\\' && from[1] == 'n') {
            *to++ = '\n';
            from++;
        } else {
            *to++ = *from;
        }
    *to = '\0';
}

static void read_messages(void)
{
    static char line[LINE_MAX_BYTES], name[256];
    while (fgets(line, sizeof line, stdin) != NULL && message_count < MESSAGES_MAX) {
        char *text = strchr(line, '\t');
        if (text == NULL || (size_t)(text - line) >= sizeof name)
            errx(1, "a line without an author");
        *text++ = '\0';
        if (author_count == 0 || strcmp(line, name) != 0) {
            strcpy(name, line);
            if (author_count++ == AUTHORS_MAX)
                errx(1, "too many authors");
        }
        unescape(text);
        messages[message_count].author = author_count - 1;
        messages[message_count++].text = strdup(text);
    }
}

static struct tes_auth_request asked(const struct message *message)
{
    return (struct tes_auth_request){.message = {message->text, strlen(message->text)}};
}

static void hold(const struct message *message, unsigned author)
{
    struct tes_auth_request request = asked(message);
    struct tes_style_score score;
    must(tes_style_score(&profiles[author], &request, &score), "tes_style_score");
    if (score.state != TES_AUTH_KNOWN)
        unknown_count++;
    else if (message->author == author)
        own[own_count++] = score.confidence;
    else
        others[other_count++] = score.confidence;
}

static int compare(const void *a, const void *b)
{
    double difference = *(const double *)a - *(const double *)b;
    return (difference > 0) - (difference < 0);
}

/* The share of what is below the bound. */
static double below(const double *sorted, size_t count, double bound)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (sorted[middle] < bound)
            low = middle + 1;
        else
            high = middle;
    }
    return (double)low / (double)count;
}

/* Where as many of the author's messages are refused as of others' are taken; halfway between the
 * two rates at the bound where they cross. */
static double equal_error(double *bound)
{
    double best = 2, rate = 1;
    for (size_t i = 0; i < own_count; i++) {
        double refused = below(own, own_count, own[i]);
        double taken = 1 - below(others, other_count, own[i]);
        double gap = refused > taken ? refused - taken : taken - refused;
        if (gap < best) {
            best = gap;
            rate = (refused + taken) / 2;
            *bound = own[i];
        }
    }
    return rate;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: style LEARNED < MESSAGES\n", stderr);
        return 2;
    }
    size_t most = strtoul(argv[1], NULL, 10);
    read_messages();
    own = take(message_count * sizeof *own);
    others = take(message_count * author_count * sizeof *others);
    for (size_t i = 0; i < message_count; i++) {
        struct tes_auth_request request = asked(&messages[i]);
        unsigned author = messages[i].author;
        if (learned[author] == most)
            continue;
        must(tes_style_learn(&profiles[author], &request), "tes_style_learn");
        learned[author]++;
        messages[i].author = AUTHORS_MAX; /* not to be held against anybody */
    }
    for (size_t i = 0; i < message_count; i++)
        for (unsigned author = 0; author < author_count && messages[i].author < AUTHORS_MAX;
             author++)
            hold(&messages[i], author);
    if (own_count == 0 || other_count == 0)
        errx(1, "too few messages");
    qsort(own, own_count, sizeof *own, compare);
    qsort(others, other_count, sizeof *others, compare);
    double bound = 0, rate = equal_error(&bound);
    printf("{\"authors\":%u,\"own\":%zu,\"others\":%zu,\"unknown\":%zu,\"equal_error\":%.4f,"
           "\"at\":%.3f,\"own_median\":%.3f,\"others_median\":%.3f,\"own_refused\":%.4f,"
           "\"others_taken\":%.4f}\n",
           author_count, own_count, other_count, unknown_count, rate, bound, own[own_count / 2],
           others[other_count / 2], below(own, own_count, 0.85),
           1 - below(others, other_count, 0.85));
    return 0;
}
