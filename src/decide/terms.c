#include "decide/terms.h"

struct terms terms_of(const struct terms_facts *facts)
{
    (void)facts;
    return (struct terms){.accept = 0, .rounds_most = 1, .work = 0, .wait_s = 0};
}
