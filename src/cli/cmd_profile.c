#include "cli/cmd_profile.h"

#include <stdlib.h>
#include <string.h>

#include "challenge/kind.h"
#include "flow/issue/level.h"

struct user_site {
    char name[RECORDS_NAME_MAX + 1], sitekey[RECORDS_SITEKEY_MAX + 1];
    enum tes_difficulty own;
};

struct list {
    struct user_site *items;
    size_t count, size;
    bool is_cut; /* memory is out */
};

static bool collect(void *context, const struct records_site *site)
{
    struct list *list = context;
    if (list->count == list->size) {
        size_t size = list->size == 0 ? 16 : list->size * 2;
        struct user_site *items = realloc(list->items, size * sizeof *items);
        if (items == NULL) {
            list->is_cut = true;
            return false;
        }
        list->items = items;
        list->size = size;
    }
    struct user_site *added = &list->items[list->count++];
    memcpy(added->name, site->name, sizeof added->name);
    memcpy(added->sitekey, site->sitekey, sizeof added->sitekey);
    added->own = tes_difficulty_find(tes_slice_of(site->difficulty));
    return true;
}

/* RECORDS_ABSENT where the site knows nothing of the user. */
static enum records_result read_row(struct records *records, const struct config *config,
                                    const struct user_site *site, const char *user,
                                    struct profile_row *row)
{
    const struct records_user who = {site->sitekey, user};
    enum records_result result = records_profile_read(records, &who, &row->profile);
    if (result == RECORDS_OK) {
        row->site = site->name;
        row->recommended = tes_difficulty_name(level_of(site->own, config, &row->profile));
    }
    return result;
}

bool profile_each(struct records *records, const struct config *config, const char *user,
                  bool (*each)(void *context, const struct profile_row *row), void *context)
{
    struct list list = {.count = 0};
    struct profile_row row;
    bool done = records_site_list(records, collect, &list) == RECORDS_OK && !list.is_cut;
    bool goes_on = true;
    for (size_t i = 0; done && goes_on && i < list.count; i++) {
        enum records_result result = read_row(records, config, &list.items[i], user, &row);
        done = result != RECORDS_FAILED;
        if (result == RECORDS_OK)
            goes_on = each(context, &row);
    }
    free(list.items);
    return done;
}
