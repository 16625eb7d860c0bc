/* The header Accept-Language: "de-AT, de;q=0.9, *;q=0.1". */
#include "server/words/words.h"

enum { WEIGHT_MOST = 1000, WEIGHT_DIGITS = 3 };

/* Thousandths: "1", "0.8", "0.85"; 0 for what is no weight, so that it is not taken. */
static unsigned read_weight(struct tes_slice text)
{
    unsigned weight = 0, unit = WEIGHT_MOST;
    bool is_whole = text.length == 1 || (text.length > 1 && text.at[1] == '.');
    if (!is_whole || text.length > WEIGHT_DIGITS + 2 || text.at[0] < '0' || text.at[0] > '1')
        return 0;
    weight = (unsigned)(text.at[0] - '0') * unit;
    for (size_t i = 2; i < text.length; i++) {
        if (text.at[i] < '0' || text.at[i] > '9')
            return 0;
        unit /= 10;
        weight += (unsigned)(text.at[i] - '0') * unit;
    }
    return weight <= WEIGHT_MOST ? weight : 0;
}

/* The tag of a member, and its weight. */
static unsigned read_member(struct tes_slice member, struct tes_slice *tag)
{
    unsigned weight = WEIGHT_MOST;
    *tag = tes_slice_trim(tes_slice_cut(&member, ';'));
    while (member.at != NULL) {
        struct tes_slice part = tes_slice_trim(tes_slice_cut(&member, ';'));
        if (tes_slice_starts(part, TES_SLICE("q=")) || tes_slice_starts(part, TES_SLICE("Q=")))
            weight = read_weight((struct tes_slice){part.at + 2, part.length - 2});
    }
    return weight;
}

const struct words *words_accept(struct tes_slice header)
{
    const struct words *best = NULL;
    unsigned best_weight = 0;
    for (unsigned i = 0; i < WORDS_ACCEPT_MAX && header.at != NULL; i++) {
        struct tes_slice tag;
        unsigned weight = read_member(tes_slice_cut(&header, ','), &tag);
        const struct words *words = weight > best_weight ? words_find(tag) : NULL;
        if (words == NULL)
            continue;
        best = words;
        best_weight = weight;
    }
    return best;
}
