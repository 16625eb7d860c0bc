#include "serve/assets/languages.h"

#include <string.h>

#include "serve/assets/assets.h"

static const struct tes_slice FOLDER = TES_SLICE_INIT("static/locales/"),
                              END = TES_SLICE_INIT(".json");

/* The tag in the path of a language's first part; false where it is some other file. */
static bool read_tag(struct tes_slice path, struct tes_slice *tag)
{
    if (!tes_slice_starts(path, FOLDER) || path.length <= FOLDER.length + END.length)
        return false;
    *tag = (struct tes_slice){path.at + FOLDER.length, path.length - FOLDER.length - END.length};
    return tes_slice_equal((struct tes_slice){tag->at + tag->length, END.length}, END) &&
           memchr(tag->at, '/', tag->length) == NULL;
}

/* Takes the next text in quotes; a test holds that these few have no escapes. */
static struct tes_slice take_quoted(struct tes_slice *json)
{
    tes_slice_cut(json, '"');
    return tes_slice_cut(json, '"');
}

bool languages_next(size_t *index, struct language *language)
{
    for (; assets[*index].path != NULL; (*index)++) {
        struct tes_slice json = assets[*index].bytes;
        if (!read_tag(tes_slice_of(assets[*index].path), &language->tag))
            continue;
        take_quoted(&json); /* "language" */
        language->name = take_quoted(&json);
        take_quoted(&json); /* "direction" */
        language->direction = take_quoted(&json);
        (*index)++;
        return true;
    }
    return false;
}
