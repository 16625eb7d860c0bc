#include "policy/accept.h"

#include "challenge/kinds.h"
#include "policy/cognition.h"

_Static_assert(TES_KIND_COUNT <= 32 && ALTERNATIVE_COUNT <= 32, "each has its bit");

enum who { ALL, SITES };

static const struct row {
    const char *name, *kind;
    enum who who;
} ROWS[ALTERNATIVE_COUNT] = {
#define ALTERNATIVE(name, label, kind, how, budget, who) {label, kind, who},
#include "policy/alternative.def"
#undef ALTERNATIVE
};

const char *accept_alternative_name(unsigned number)
{
    return number < ALTERNATIVE_COUNT ? ROWS[number].name : NULL;
}

unsigned accept_alternative_find(struct tes_slice name)
{
    return tes_slice_find(name, accept_alternative_name);
}

static const char *kind_name(unsigned number)
{
    return tes_kind_name(number);
}

/* Reads names that `name` has, cut at commas, into bits. */
static bool read_bits(struct tes_slice text, const char *(*name)(unsigned number), unsigned *bits)
{
    *bits = 0;
    while (text.length > 0) {
        struct tes_slice rest = text;
        unsigned number = tes_slice_find(tes_slice_cut(&rest, ','), name);
        if (name(number) == NULL || (*bits >> number & 1) != 0)
            return false;
        *bits |= 1U << number;
        if (rest.at != NULL && rest.length == 0) /* a comma at the end */
            return false;
        text = rest;
    }
    return true;
}

bool accept_alternatives_read(struct tes_slice text, unsigned *bits)
{
    if (!read_bits(text, accept_alternative_name, bits))
        return false;
    for (unsigned i = 0; i < ALTERNATIVE_COUNT; i++)
        if ((*bits >> i & 1) != 0 && ROWS[i].who != SITES)
            return false;
    return true;
}

bool accept_kinds_read(struct tes_slice text, unsigned *bits)
{
    return read_bits(text, kind_name, bits);
}

/* ----------------------------------------------------------------- what it is for */

const char *accept_profile_name(unsigned profile)
{
    static const char *const NAMES[] = {[ACCEPT_ANY] = "default", [ACCEPT_LOGIN] = "login"};
    return profile < sizeof NAMES / sizeof NAMES[0] ? NAMES[profile] : NULL;
}

bool accept_allows(const struct accept *accept, const struct tes_kind *kind)
{
    return accept->profile != ACCEPT_LOGIN ||
           cognition_of(tes_slice_of(kind->name)) != COGNITION_TEST;
}

/* One that has no kind of its own is asked what accept_allows(), or nothing. */
bool accept_profile_offers(enum accept_profile profile, unsigned alternative)
{
    const char *kind = ROWS[alternative].kind;
    return profile != ACCEPT_LOGIN || *kind == '\0' ||
           cognition_of(tes_slice_of(kind)) != COGNITION_TEST;
}

/* ----------------------------------------------------------------- what is taken */

static bool has_kind(const struct accept *accept, const struct tes_kind *kind)
{
    size_t number = tes_kind_number(kind);
    return number < TES_KIND_COUNT && (accept->kinds >> number & 1) != 0 &&
           accept_allows(accept, kind);
}

bool accept_asks(const struct accept *accept, const struct tes_kind *kind,
                 enum tes_difficulty level)
{
    const struct tes_slice any = {NULL, 0};
    if (!has_kind(accept, kind))
        return false;
    return accept->is_listed || tes_strength_class(tes_strength_find(tes_slice_of(kind->name), any,
                                                                     level)) >= accept->least;
}

bool accept_offers(const struct accept *accept, unsigned alternative)
{
    return alternative < ALTERNATIVE_COUNT && accept_profile_offers(accept->profile, alternative) &&
           (ROWS[alternative].who == ALL || (accept->alternatives >> alternative & 1) != 0);
}

enum acceptance accept_pass(const struct accept *accept, const struct accept_pass *pass)
{
    unsigned alternative = accept_alternative_find(pass->alternative);
    if (pass->alternative.length > 0 &&
        (alternative == ALTERNATIVE_COUNT || ROWS[alternative].who == SITES))
        return accept_offers(accept, alternative) ? ACCEPT_YES : ACCEPT_NO_ALTERNATIVE;
    const struct tes_kind *kind = tes_kind_find(pass->kind);
    if (kind == NULL || !has_kind(accept, kind))
        return ACCEPT_NO_TYPE;
    if (!accept->is_listed && pass->strength < accept->least)
        return ACCEPT_NO_STRENGTH;
    return pass->rounds >= accept->rounds ? ACCEPT_YES : ACCEPT_NO_ROUNDS;
}
