/*
 * folder.h: making the folder that files are kept in.
 */
#ifndef TES_FOLDER_H
#define TES_FOLDER_H

#include "base/slice.h"

#define TES_FOLDER_MAX 4096 /* room for a path, with its NUL */

/* Makes the folder, and those above it, where they are missing, with mode 0700. On failure a
 * message for people is in `error`. */
TES_MUST_CHECK bool tes_folder_make(const char *folder, char *error, size_t error_size);

#endif
