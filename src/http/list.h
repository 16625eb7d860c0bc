/*
 * list.h: a doubly linked ring whose links lie in what is listed; adding and removing never fail.
 */
#ifndef HTTP_LIST_H
#define HTTP_LIST_H

#include <stdbool.h>

struct http_list {
    struct http_list *next, *previous;
};

static inline void http_list_init(struct http_list *list)
{
    list->next = list->previous = list;
}

static inline bool http_list_is_empty(const struct http_list *list)
{
    return list->next == list;
}

static inline void http_list_append(struct http_list *list, struct http_list *link)
{
    link->previous = list->previous;
    link->next = list;
    list->previous->next = link;
    list->previous = link;
}

static inline void http_list_remove(struct http_list *link)
{
    link->previous->next = link->next;
    link->next->previous = link->previous;
}

#endif
