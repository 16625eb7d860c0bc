#include "server/config/config_fingerprint.h"

#include <string.h>

#include "base/siphash.h"

#define VALUE_MAX 8192

/* How the keys begin that decide how visitors are treated. */
static const char *const SECTIONS[] = {"accessibility.", "adaptive.",  "attack.", "authentication.",
                                       "budget.",        "challenge.", "gate.",   "profile",
                                       "profiles.",      "response.",  "vendor."};

/* Those among them that are about the machine. */
static const char *const OWN[] = {"challenge.audio", "challenge.pictures_kb"};

bool config_fingerprint_has(const struct config_row *row)
{
    bool has = false;
    for (size_t i = 0; i < sizeof SECTIONS / sizeof SECTIONS[0]; i++)
        has = has || strncmp(row->path, SECTIONS[i], strlen(SECTIONS[i])) == 0;
    for (size_t i = 0; i < sizeof OWN / sizeof OWN[0]; i++)
        has = has && strcmp(row->path, OWN[i]) != 0;
    return has && (row->flags & CONFIG_PRIVATE) == 0;
}

uint64_t config_fingerprint(const struct config *config)
{
    uint64_t key[2] = {0, 0};
    for (size_t i = 0; i < CONFIG_KEYS; i++) {
        char value[VALUE_MAX];
        struct tes_buf buf = tes_buf_on(value, sizeof value);
        struct tes_json json = tes_json_on(&buf);
        if (!config_fingerprint_has(&config_rows[i]))
            continue;
        tes_buf_text(&buf, config_rows[i].path);
        config_write_value(&json, NULL, &config_rows[i], config);
        /* What was hashed so far is the key for what follows. */
        key[0] = tes_siphash(key, value, buf.length);
        key[1] = i;
    }
    return key[0];
}
