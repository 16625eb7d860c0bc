#include "base/hostname.h"

#include <string.h>

#include "base/address.h"
#include "base/ascii.h"

#define LABEL_MAX 63

static const char EXPECTED[] = "expected a host's name, such as example.org or *.example.org";

/* Characters that people write where they mean something that can't be here; of several that are
 * there, the first of these rows is told. */
static const struct {
    char character;
    const char *fault;
} STRANGERS[] = {
    {'/', "expected a host's name alone, without https:// and without a path"},
    {':', "a port is no part of it, since any is taken; an IPv6 address stands in brackets"},
    {'*',
     "a * stands at the beginning alone, with a dot behind it: *.example.org; any host is any"},
    {',', "expected one host's name; the option may stand several times"},
};

static bool has_wildcard(struct tes_slice name)
{
    return tes_slice_starts(name, TES_SLICE("*."));
}

/* A "_" is in no name of the Internet's hosts, but browsers open what a resolver finds by it. */
static bool is_label_character(char character)
{
    return tes_ascii_is_alnum(character) || character == '-' || character == '_';
}

static bool is_label(struct tes_slice label)
{
    for (size_t i = 0; i < label.length; i++)
        if (!is_label_character(label.at[i]))
            return false;
    return label.length > 0 && label.length <= LABEL_MAX && label.at[0] != '-' &&
           label.at[label.length - 1] != '-';
}

static bool is_number(struct tes_slice label)
{
    for (size_t i = 0; i < label.length; i++)
        if (!tes_ascii_is_digit(label.at[i]))
            return false;
    return true;
}

static const char *find_stranger(struct tes_slice text)
{
    for (size_t i = 0; i < sizeof STRANGERS / sizeof STRANGERS[0]; i++)
        if (memchr(text.at, STRANGERS[i].character, text.length) != NULL)
            return STRANGERS[i].fault;
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.at[i] >= 0x80)
            return "names beyond ASCII are written in punycode, as browsers send them: xn--...";
    return NULL;
}

/* What is wrong with the labels of a name; NULL where nothing is. */
static const char *find_fault(struct tes_slice labels, bool is_below)
{
    const char *stranger = find_stranger(labels);
    struct tes_slice label = labels;
    if (stranger != NULL)
        return stranger;
    if (labels.length > 0 && labels.at[labels.length - 1] == '.')
        return "browsers send no dot at the end: leave it out";
    while (labels.at != NULL) {
        label = tes_slice_cut(&labels, '.');
        if (!is_label(label))
            return EXPECTED;
    }
    return is_below && is_number(label) ? "there are no hosts below an address" : NULL;
}

/* An IPv6 address in its brackets, as browsers write it. */
static const char *read_address(struct tes_slice text, char name[TES_HOSTNAME_MAX + 1])
{
    struct tes_address address;
    struct tes_buf buf = tes_buf_on(name, TES_HOSTNAME_MAX + 1);
    struct tes_slice inner = {text.at + 1, text.length - 1};
    if (inner.length == 0 || inner.at[inner.length - 1] != ']')
        return STRANGERS[1].fault;
    inner.length--;
    if (!tes_address_read(inner, &address) || address.length != sizeof address.bytes)
        return "expected an IPv6 address between the brackets";
    tes_buf_char(&buf, '[');
    tes_address_write(&buf, &address);
    tes_buf_char(&buf, ']');
    return tes_buf_finish(&buf, NULL) == TES_OK ? NULL : EXPECTED;
}

const char *tes_hostname_read(struct tes_slice text, char name[TES_HOSTNAME_MAX + 1])
{
    if (text.length == 0 || text.length > TES_HOSTNAME_MAX)
        return EXPECTED;
    if (text.at[0] == '[')
        return read_address(text, name);
    bool is_below = has_wildcard(text);
    struct tes_slice labels = text;
    if (is_below)
        tes_slice_cut(&labels, '.');
    const char *fault = find_fault(labels, is_below);
    if (fault != NULL)
        return fault;
    for (size_t i = 0; i < text.length; i++)
        name[i] = tes_ascii_lower(text.at[i]);
    name[text.length] = '\0';
    return NULL;
}

/* What can be in a host's name. Whoever reads a name's end alone takes "evil.com?.example.org",
 * too. */
static bool is_name(struct tes_slice host)
{
    for (size_t i = 0; i < host.length; i++)
        if (!is_label_character(host.at[i]) && host.at[i] != '.')
            return false;
    return true;
}

bool tes_hostname_matches(struct tes_slice name, struct tes_slice host)
{
    if (!has_wildcard(name))
        return tes_slice_equal_nocase(name, host);
    struct tes_slice below = {name.at + 1, name.length - 1}; /* with its dot: ".example.org" */
    if (host.length <= below.length || host.at[0] == '.')
        return false;
    struct tes_slice end = {host.at + host.length - below.length, below.length};
    return tes_slice_equal_nocase(below, end) && is_name(host);
}

bool tes_hostname_is_wide(struct tes_slice name)
{
    return has_wildcard(name) && memchr(name.at + 2, '.', name.length - 2) == NULL;
}
