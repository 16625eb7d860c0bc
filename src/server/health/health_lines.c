#include "server/health/health_lines.h"

#include <stdio.h>

#include "base/utf8.h"

static const char *const NAMES[] = {
#define HEALTH_LINE(id, name) name,
#include "server/health/health_lines.def"
#undef HEALTH_LINE
};

void health_lines_init(struct health_lines *lines)
{
    *lines = (struct health_lines){.topics = {{HEALTH_GOOD, ""}}};
    pthread_mutex_init(&lines->lock, NULL);
}

void health_lines_set(struct health_lines *lines, enum health_topic topic, enum health_state state,
                      const char *text)
{
    pthread_mutex_lock(&lines->lock);
    lines->topics[topic].state = state;
    snprintf(lines->topics[topic].text, sizeof lines->topics[topic].text, "%s",
             text != NULL ? text : "");
    pthread_mutex_unlock(&lines->lock);
}

enum health_state health_lines_state(struct health_lines *lines, enum health_topic topic)
{
    pthread_mutex_lock(&lines->lock);
    enum health_state state = lines->topics[topic].state;
    pthread_mutex_unlock(&lines->lock);
    return state;
}

bool health_lines_is_ready(struct health_lines *lines)
{
    bool is_ready = true;
    pthread_mutex_lock(&lines->lock);
    for (size_t i = 0; i < HEALTH_TOPIC_COUNT; i++)
        is_ready = is_ready && lines->topics[i].state != HEALTH_BAD;
    pthread_mutex_unlock(&lines->lock);
    return is_ready;
}

static void write_line(struct tes_buf *page, const char *name, struct tes_slice text)
{
    tes_buf_text(page, name);
    tes_buf_text(page, ": ");
    while (text.length > 0) {
        size_t step = tes_utf8_step(text);
        if (step == 0 || tes_utf8_is_control((struct tes_slice){text.at, step}))
            tes_buf_char(page, '?');
        else
            tes_buf_append(page, text.at, step);
        step += step == 0;
        text.at += step;
        text.length -= step;
    }
    tes_buf_char(page, '\n');
}

void health_lines_write(struct health_lines *lines, struct tes_buf *page)
{
    pthread_mutex_lock(&lines->lock);
    for (size_t i = 0; i < HEALTH_TOPIC_COUNT; i++) {
        struct tes_slice rest = tes_slice_of(lines->topics[i].text);
        while (lines->topics[i].state != HEALTH_GOOD && rest.length > 0)
            write_line(page, NAMES[i], tes_slice_cut(&rest, '\n'));
    }
    pthread_mutex_unlock(&lines->lock);
}

void health_lines_end(struct health_lines *lines)
{
    pthread_mutex_destroy(&lines->lock);
}
