/*
 * site_config.h: hCaptcha's /checksiteconfig, by which a site's settings page looks whether its key
 * is good on its host.
 */
#ifndef API_SITE_CONFIG_H
#define API_SITE_CONFIG_H

#include "server/app/app.h"

void site_config(struct visit *visit);

#endif
