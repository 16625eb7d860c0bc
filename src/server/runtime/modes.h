/*
 * modes.h: whether others on this machine can get at what lies in the data folder.
 */
#ifndef SERVER_MODES_H
#define SERVER_MODES_H

/* Calls `warn` for the folder and each file in it that the group or everybody else can read or
 * write to. What is not there is passed over. */
void modes_check(const char *data, void (*warn)(void *context, const char *warning), void *context);

#endif
