#include "http/message/accept_encoding.h"

#include "base/ascii.h"

#define MOST   1000 /* weights are counted in thousandths */
#define ABSENT (-1)

/* "0", "0.5", "1.000": at most three digits behind the point, and nothing above 1. Anything else is
 * worth 0. */
static int read_weight(struct tes_slice text)
{
    int weight, place = MOST / 10;
    if (text.length == 0 || text.length > 5 || (text.at[0] != '0' && text.at[0] != '1') ||
        (text.length > 1 && text.at[1] != '.'))
        return 0;
    weight = (text.at[0] - '0') * MOST;
    for (size_t i = 2; i < text.length; i++, place /= 10) {
        if (!tes_ascii_is_digit(text.at[i]))
            return 0;
        weight += (text.at[i] - '0') * place;
    }
    return weight <= MOST ? weight : 0;
}

/* The weight of an item of the list, "gzip" or "gzip;q=0.5". */
static int weight_of_item(struct tes_slice parameters)
{
    if (parameters.at == NULL)
        return MOST;
    struct tes_slice value = tes_slice_trim(parameters);
    struct tes_slice name = tes_slice_cut(&value, '=');
    return tes_slice_equal_nocase(name, TES_SLICE("q")) ? read_weight(value) : 0;
}

/* The least weight that any item of this name has, over all lines; ABSENT where there is none. */
static int weight_of(const struct http_request *request, struct tes_slice coding)
{
    int least = ABSENT;
    for (size_t i = 0; i < request->field_count; i++) {
        if (!tes_slice_equal(request->fields[i].name, TES_SLICE("accept-encoding")))
            continue;
        struct tes_slice list = request->fields[i].value;
        while (list.at != NULL) {
            struct tes_slice parameters = tes_slice_cut(&list, ',');
            struct tes_slice name = tes_slice_trim(tes_slice_cut(&parameters, ';'));
            if (!tes_slice_equal_nocase(name, coding))
                continue;
            int weight = weight_of_item(parameters);
            least = least == ABSENT || weight < least ? weight : least;
        }
    }
    return least;
}

bool http_accepts_coding(const struct http_request *request, struct tes_slice coding)
{
    int weight = weight_of(request, coding);
    if (weight == ABSENT)
        weight = weight_of(request, TES_SLICE("*"));
    return weight > 0 && weight >= weight_of(request, TES_SLICE("identity"));
}
