/*
 * yaml.c: whatever the config file holds, the loader accepts it or reports one line.
 */
#include <stdlib.h>
#include <string.h>

#include "server/config/config_yaml.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct config config;
    struct tes_error error = {""};

    if (!config_load(NULL, NULL, &config, &error))
        abort();
    if (config_yaml_read("f", (struct tes_slice){(const char *)bytes, length}, &config, &error))
        return 0;
    if (error.text[0] == '\0' || strchr(error.text, '\n') != NULL)
        abort();
    return 0;
}
