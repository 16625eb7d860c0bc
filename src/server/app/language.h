/*
 * language.h: the language of the pages that a visitor sees: the one that the address asks for with
 * `lang`, or pages.lang, or the one that the browser asks for, or English.
 */
#ifndef SERVER_LANGUAGE_H
#define SERVER_LANGUAGE_H

#include "http/message/message.h"
#include "server/config/config.h"
#include "server/words/words.h"

/* Never NULL. */
const struct words *language_of(const struct config *config, const struct http_request *request);

/* Appends "?lang=de" to an address, or "&lang=de" to one with parameters, where this request's has
 * the parameter, so that pages which follow are in the same language. What is appended is the name
 * of a language that is there, never what came. */
void language_keep(struct tes_buf *address, const struct http_request *request);

#endif
