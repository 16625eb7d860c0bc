/* What is kept of a user's requests: whatever bytes come, what reads writes back the same. */
#include <assert.h>
#include <string.h>

#include "extras/authentication/user.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct tes_slice bytes = {(const char *)data, size};
    uint8_t memory[AUTH_USER_BYTES];
    struct auth_due due;
    if (user_due_read(bytes, &due)) {
        struct tes_slice again = user_due_write(&due, memory);
        assert(again.length == size && memcmp(again.at, data, size) == 0);
    } else {
        assert(due.requests == 0 && !due.is_due && due.order_issued_at_ms == 0);
    }
    return 0;
}
