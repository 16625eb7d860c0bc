/* Whatever comes as the id of a review, on the command line or in an admin's path: one form, and
 * read again the same. */
#include <string.h>

#include "flow/answer/review.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char id[REVIEW_ID_CHARS + 1], again[REVIEW_ID_CHARS + 1];
    struct tes_slice text = {(const char *)data, size};
    if (!review_id_read(text, id))
        return 0;
    if (strlen(id) != REVIEW_ID_CHARS || !review_id_read(tes_slice_of(id), again) ||
        strcmp(id, again) != 0)
        __builtin_trap();
    return 0;
}
