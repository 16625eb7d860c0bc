/*
 * credentials.h: variables that lie in files. A file in the folder CREDENTIALS_DIRECTORY whose name
 * is one of our variables (TESSERA_SECRET, TESSERA_STORE_RECORDS) is taken as that variable.
 * systemd sets the folder for LoadCredential=; with containers it is where secrets are mounted.
 * Unlike a variable, what was read so is not shown to who may look into /proc/PID/environ.
 */
#ifndef CLI_CREDENTIALS_H
#define CLI_CREDENTIALS_H

#include <stdbool.h>
#include <stddef.h>

#define CREDENTIALS_VALUE_MAX 4096

/* Takes them over, once: later calls find the same, or refuse. A line break at a file's end is not
 * part of it. False with a message where a file can't be read, is too long, or says another thing
 * than the variable of that name. Not while there are other threads. */
bool credentials_take(char *error, size_t error_size);

#endif
