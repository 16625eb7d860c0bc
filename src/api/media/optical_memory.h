/*
 * optical_memory.h: archives pictures as they are drawn (extras/archive/archive.h), where the
 * config says so. Drawing never waits for it, and a picture that could not be archived is shown all
 * the same.
 */
#ifndef API_OPTICAL_MEMORY_H
#define API_OPTICAL_MEMORY_H

#include "os/folder.h"
#include "server/app/app.h"

/* Writes where the config has the archive; false where that is too long. */
TES_MUST_CHECK bool optical_memory_folder(const struct config *config, char path[TES_FOLDER_MAX]);

/* Starts the archive, or leaves app->archive NULL where it is off. On false, why is logged. */
TES_MUST_CHECK bool optical_memory_open(struct app *app, const struct config *config);

/* Archives the picture of a challenge; the claims are those of the right to fetch it. */
void optical_memory_keep(struct visit *visit, const struct tes_claims *claims,
                         const struct tes_challenge *challenge, struct tes_slice png);

#endif
