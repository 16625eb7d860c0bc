/*
 * review_watch.h: looks at the queue of reviews now and then: tells how many wait, lets those go
 * whose time is over, and counts what came of those that left, whoever decided. One thread calls
 * it.
 */
#ifndef SERVER_REVIEW_WATCH_H
#define SERVER_REVIEW_WATCH_H

#include "server/app/app.h"

struct review_watch;

/* NULL where memory is out. */
struct review_watch *review_watch_new(void);
void review_watch_free(struct review_watch *watch); /* accepts NULL */

/* False where the records did not answer. Does nothing where no reviews are offered. */
TES_MUST_CHECK bool review_watch_look(struct review_watch *watch, struct app *app);

#endif
