/* Files that are the same for everybody: scripts, styles, sheets of sprites. */
#include "base/codec.h"
#include "http/message/message.h"
#include "server/app/handlers.h"
#include "server/app/reply.h"
#include "server/assets/assets.h"

static const struct {
    struct tes_slice ending;
    const char *type;
} TYPES[] = {
    {TES_SLICE_INIT(".css"), "text/css; charset=utf-8"},
    {TES_SLICE_INIT(".js"), "text/javascript; charset=utf-8"},
    {TES_SLICE_INIT(".json"), "application/json"},
    {TES_SLICE_INIT(".svg"), "image/svg+xml"},
    {TES_SLICE_INIT(".png"), "image/png"},
    {TES_SLICE_INIT(".wasm"), "application/wasm"},
};

static const char *type_of(struct tes_slice path)
{
    for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++) {
        size_t length = TYPES[i].ending.length;
        if (path.length > length &&
            tes_slice_equal((struct tes_slice){path.at + path.length - length, length},
                            TYPES[i].ending))
            return TYPES[i].type;
    }
    return "application/octet-stream";
}

/* `version` was made when the file was: a sheet may have megabytes, and asking is free. */
static void reply_file(struct visit *visit, struct tes_slice path, struct tes_slice bytes,
                       uint64_t version)
{
    char tag_text[24];
    struct tes_buf tag = tes_buf_on(tag_text, sizeof tag_text);
    tes_buf_char(&tag, '"');
    tes_hex_encode(&tag, &version, sizeof version);
    tes_buf_char(&tag, '"');
    http_reply_header(visit->reply, "ETag", tes_buf_done(&tag));
    http_reply_header(visit->reply, "Cache-Control", TES_SLICE("public, max-age=300"));
    if (tes_slice_equal(http_request_header(visit->request, TES_SLICE("if-none-match")),
                        tes_buf_done(&tag))) {
        visit->reply->status = 304;
        return;
    }
    visit->reply->status = 200;
    visit->reply->type = type_of(path);
    visit->reply->body = bytes;
}

/* The same file packed, where the build made one: "tessera.js.gz" beside "tessera.js". */
static const struct asset *find_packed(struct tes_slice path)
{
    char name[128];
    struct tes_buf packed = tes_buf_on(name, sizeof name);
    tes_buf_slice(&packed, path);
    tes_buf_text(&packed, ".gz");
    return packed.failed ? NULL : asset_find(tes_buf_done(&packed));
}

static void reply_asset(struct visit *visit, struct tes_slice path)
{
    const struct asset *asset = asset_find(path);
    const struct asset *packed = asset != NULL ? find_packed(path) : NULL;
    if (packed != NULL) {
        http_reply_header(visit->reply, "Vary", TES_SLICE("Accept-Encoding"));
        if (http_accepts_coding(visit->request, TES_SLICE("gzip"))) {
            http_reply_header(visit->reply, "Content-Encoding", TES_SLICE("gzip"));
            asset = packed;
        }
    }
    if (asset != NULL)
        reply_file(visit, path, asset->bytes, asset->tag);
    else
        reply_error(visit->reply, visit->request->arena, API_ERROR_NOT_FOUND);
}

void handle_static_file(struct visit *visit)
{
    struct tes_slice path = visit->request->path;
    reply_asset(visit, (struct tes_slice){path.at + 1, path.length - 1});
}

/* By its other name, which loaders ask for. */
void handle_hcaptcha_script(struct visit *visit)
{
    reply_asset(visit, TES_SLICE("1/api.js"));
}

void handle_sprite_sheet(struct visit *visit)
{
    const struct tes_slice folder = TES_SLICE("/sprites/");
    struct tes_slice path = visit->request->path;
    struct tes_slice name = {path.at + folder.length, path.length - folder.length};
    const struct sheets *sheets = &visit->app->sheets;
    for (unsigned sheet = 0; sheet < TES_SHEET_COUNT; sheet++) {
        if (sheets->files[sheet].at != NULL &&
            tes_slice_equal(tes_slice_of(sheets_file_name((enum tes_sheet)sheet)), name)) {
            reply_file(visit, name, sheets->files[sheet], sheets->tags[sheet]);
            return;
        }
    }
    reply_asset(visit, (struct tes_slice){path.at + 1, path.length - 1});
}

void handle_favicon(struct visit *visit)
{
    reply_asset(visit, TES_SLICE("static/favicon.svg"));
}
