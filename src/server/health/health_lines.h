/*
 * health_lines.h: what /readyz says of this node below its first line. Whoever looks after
 * something leaves here what it found last, so that the page asks nobody and waits for nothing.
 *
 * All functions but the first and the last may be called from any thread.
 */
#ifndef SERVER_HEALTH_LINES_H
#define SERVER_HEALTH_LINES_H

#include <pthread.h>

#include "base/buf.h"
#include "base/slice.h"

#define HEALTH_LINES_TEXT_MAX 480 /* bytes of one topic's text; what is longer is cut */

enum health_topic {
#define HEALTH_LINE(id, name) HEALTH_##id,
#include "server/health/health_lines.def"
#undef HEALTH_LINE
    HEALTH_TOPIC_COUNT
};

enum health_state {
    HEALTH_GOOD, /* nothing to say: the text is not shown */
    HEALTH_NOTE, /* worth knowing, and visitors may come */
    HEALTH_BAD,  /* a balancer should send nobody here: 503 */
};

struct health_lines {
    pthread_mutex_t lock; /* guards the rest */
    struct {
        enum health_state state;
        char text[HEALTH_LINES_TEXT_MAX + 1];
    } topics[HEALTH_TOPIC_COUNT];
};

void health_lines_init(struct health_lines *lines);

/* What is to be said of a topic from now on, in place of what was said before. A line break in the
 * text begins another line of the same topic; other control characters, and what is not UTF-8, are
 * shown as question marks. No secret belongs here: whoever may read /metrics reads it. NULL is an
 * empty text. */
void health_lines_set(struct health_lines *lines, enum health_topic topic, enum health_state state,
                      const char *text);

enum health_state health_lines_state(struct health_lines *lines, enum health_topic topic);

/* Whether no topic is bad. */
bool health_lines_is_ready(struct health_lines *lines);

/* Writes the lines of all topics that have something to say: "name: text", each with its end. */
void health_lines_write(struct health_lines *lines, struct tes_buf *page);

void health_lines_end(struct health_lines *lines);

#endif
