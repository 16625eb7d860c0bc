/* to come */
#include "export.h"
const struct export_form export_film = {.kinds = {NULL}};
