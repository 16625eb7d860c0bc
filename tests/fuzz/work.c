/* What comes as a device's work: the first byte says how much was asked for and which tag is looked
 * at. Whatever follows, a tag is read out of no text but the one that those bytes have. */
#include <assert.h>
#include <string.h>

#include "base/codec.h"
#include "flow/work.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t tags[WORK_TEXT_MAX];
    char memory[WORK_TEXT_MAX];
    uint8_t tag[TES_PROOF_TAG_BYTES];
    size_t length;
    if (size == 0)
        return 0;
    unsigned work = data[0] % (TES_PROOF_WORK_MAX + 3);
    struct work_task task = {.secret = (uint32_t)(data[0] * 2654435761U)};
    struct tes_slice text = {(const char *)data + 1, size - 1};
    if (!work_read(text, work, &task, tag))
        return 0;
    struct tes_buf again = tes_buf_on(memory, sizeof memory);
    assert(work > 0 && tes_base64_decode(text, tags, sizeof tags, &length));
    assert(length == (size_t)tes_proof_evaluations(work) * TES_PROOF_TAG_BYTES);
    tes_base64_encode(&again, tags, length);
    assert(tes_slice_equal(tes_buf_done(&again), text));
    size_t place = task.secret % tes_proof_evaluations(work);
    assert(memcmp(tag, tags + place * TES_PROOF_TAG_BYTES, sizeof tag) == 0);
    return 0;
}
