/* demo.h: the site that the demo page at `/` is. */
#ifndef SERVER_DEMO_H
#define SERVER_DEMO_H

#define DEMO_SITEKEY "demo"

#endif
