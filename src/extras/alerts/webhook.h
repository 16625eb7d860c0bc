/*
 * webhook.h: posts JSON to the address that the operator has set, signed, by another program (curl)
 * that the helper process starts. A bounded queue and one thread: nobody else ever waits for the
 * other end. What is posted is posted in order; while a post fails, those behind it wait. The queue
 * is in memory and ends with the server.
 *
 *     POST URL
 *     Content-Type: application/json
 *     Tessera-Signature: t=1789600000,v1=HEX
 *
 * HEX is HMAC-SHA256 under the secret of "t.body": the digits of t, a dot, and the body's bytes.
 * Each try has a t of its own, so that a receiver can refuse what is old.
 */
#ifndef EXTRAS_WEBHOOK_H
#define EXTRAS_WEBHOOK_H

#include "server/config/config_holder.h"
#include "server/helper/helper.h"
#include "server/metrics/metrics.h"

#define WEBHOOK_QUEUE_MAX 64   /* posts that wait, the one in work included */
#define WEBHOOK_BODY_MAX  1024 /* bytes */

struct webhook;

/* False, with a message for people, where an address is set and no secret. */
TES_MUST_CHECK bool webhook_can_post(const struct config *config, struct tes_error *error);

/* Whether there is a program to post with, or nothing is to be posted. */
bool webhook_has_program(const struct config *config);

/* Starts the thread; what is passed is the caller's and outlives it. NULL where memory or threads
 * are out. */
struct webhook *webhook_start(struct config_holder *config, struct metrics *metrics,
                              struct helper *helper);

/* Queues a copy of the body, one JSON value. Any thread; never waits. What does not fit the queue
 * is dropped and counted. */
void webhook_post(struct webhook *webhook, struct tes_slice body);

/* Ends the thread at once; what was not posted is lost, and the log says so. Accepts NULL. */
void webhook_stop(struct webhook *webhook);

#endif
