/* demo.h: the site that the demo page at `/` is. */
#ifndef SERVE_DEMO_H
#define SERVE_DEMO_H

#define DEMO_SITEKEY "demo"

#endif
