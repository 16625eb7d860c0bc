#include "server/cluster/node_text.h"

#include <stdio.h>
#include <string.h>

#include "base/codec.h"
#include "base/json.h"
#include "base/json_read.h"

#define CONFIG_BYTES 8
#define ARENA_MAX    4096 /* for escapes, of which a good text has none */
#define MOMENT_MAX   ((uint64_t)1 << 50)

static bool is_name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '_';
}

void node_text_name(struct tes_slice text, char *name, size_t size)
{
    size_t length = text.length < size - 1 ? text.length : size - 1;
    for (size_t i = 0; i < length; i++)
        name[i] = is_name_byte(text.at[i]) ? text.at[i] : '-';
    name[length] = '\0';
    if (length == 0)
        snprintf(name, size, "-");
}

void node_text_write(const struct node *node, struct tes_buf *buf)
{
    uint8_t config[CONFIG_BYTES];
    char hex[CONFIG_BYTES * 2];
    struct tes_buf config_text = tes_buf_on(hex, sizeof hex);
    struct tes_json json = tes_json_on(buf);
    for (size_t i = 0; i < CONFIG_BYTES; i++)
        config[i] = (uint8_t)(node->config >> (56 - 8 * i));
    tes_hex_encode(&config_text, config, sizeof config);
    tes_json_open(&json, NULL, '{');
    tes_json_string(&json, "name", tes_slice_of(node->name));
    tes_json_string(&json, "version", tes_slice_of(node->version));
    tes_json_open(&json, "keys", '[');
    for (size_t i = 0; i < node->key_count; i++)
        tes_json_number(&json, NULL, node->keys[i]);
    tes_json_close(&json, ']');
    tes_json_string(&json, "config", tes_buf_done(&config_text));
    tes_json_number(&json, "since", (int64_t)node->since_ms);
    tes_json_number(&json, "ahead", node->ahead_ms > 0 ? node->ahead_ms : 0);
    tes_json_number(&json, "behind", node->ahead_ms < 0 ? -node->ahead_ms : 0);
    tes_json_open(&json, "alarms", '[');
    for (size_t i = 0; i < node->alarm_count; i++)
        tes_json_number(&json, NULL, node->alarms[i]);
    tes_json_close(&json, ']');
    tes_json_number(&json, "claims", (int64_t)node->claims);
    tes_json_close(&json, '}');
}

/* A text of bytes that are safe to show, with one at least. */
static bool read_name(const struct tes_fields *fields, struct tes_slice name, size_t most, char *to)
{
    struct tes_slice text;
    if (!tes_fields_text(fields, name, most, &text) || text.length == 0)
        return false;
    for (size_t i = 0; i < text.length; i++)
        if (!is_name_byte(text.at[i]))
            return false;
    memcpy(to, text.at, text.length);
    to[text.length] = '\0';
    return true;
}

static bool read_number(const struct tes_fields *fields, struct tes_slice name, uint64_t most,
                        uint64_t *number)
{
    const struct tes_field *field = tes_fields_find(fields, name);
    return field != NULL && field->type == TES_FIELD_NUMBER &&
           tes_slice_number(field->value, most, number);
}

static bool read_config(const struct tes_fields *fields, uint64_t *config)
{
    struct tes_slice text;
    uint8_t bytes[CONFIG_BYTES];
    if (!tes_fields_text(fields, TES_SLICE("config"), (size_t)CONFIG_BYTES * 2, &text) ||
        !tes_hex_decode(text, bytes, sizeof bytes))
        return false;
    for (size_t i = 0; i < CONFIG_BYTES; i++)
        *config = *config << 8 | bytes[i];
    return true;
}

static bool read_fields(const struct tes_fields *fields, struct node *node)
{
    uint64_t ahead, behind;
    if (!read_name(fields, TES_SLICE("name"), NODE_NAME_MAX, node->name) ||
        !read_name(fields, TES_SLICE("version"), NODE_VERSION_MAX, node->version) ||
        !tes_fields_numbers(fields, TES_SLICE("keys"), UINT32_MAX, node->keys, NODE_KEYS_MAX,
                            &node->key_count) ||
        node->key_count == 0 || !read_config(fields, &node->config) ||
        !read_number(fields, TES_SLICE("since"), MOMENT_MAX, &node->since_ms) ||
        !read_number(fields, TES_SLICE("ahead"), (uint64_t)NODE_AHEAD_MAX, &ahead) ||
        !read_number(fields, TES_SLICE("behind"), (uint64_t)NODE_AHEAD_MAX, &behind) ||
        !tes_fields_numbers(fields, TES_SLICE("alarms"), UINT32_MAX, node->alarms, NODE_ALARMS_MAX,
                            &node->alarm_count))
        return false;
    node->ahead_ms = (int64_t)ahead - (int64_t)behind;
    /* Earlier releases do not say. */
    return tes_fields_find(fields, TES_SLICE("claims")) == NULL ||
           read_number(fields, TES_SLICE("claims"), UINT8_MAX, &node->claims);
}

bool node_text_read(struct tes_slice text, struct node *node)
{
    struct tes_arena arena = tes_arena_new(ARENA_MAX);
    struct tes_fields fields = {.count = 0};
    *node = (struct node){0};
    bool done = text.length <= NODE_TEXT_MAX && tes_json_read(&arena, text, &fields) == TES_OK &&
                read_fields(&fields, node);
    tes_arena_free(&arena);
    if (!done)
        *node = (struct node){0};
    node->is_read = done;
    return done;
}
