#include "store/db/backoff.h"

#include "os/entropy.h"

#define DOUBLED_MAX 20

unsigned backoff_ms(unsigned failures, unsigned first_ms, unsigned most_ms)
{
    uint16_t chance = 0;
    unsigned doubled = failures > DOUBLED_MAX ? DOUBLED_MAX : failures - (failures > 0);
    uint64_t pause_ms = (uint64_t)first_ms << doubled;
    if (pause_ms > most_ms)
        pause_ms = most_ms;
    if (!tes_entropy(&chance, sizeof chance))
        chance = UINT16_MAX;
    return (unsigned)(pause_ms / 2 + pause_ms / 2 * chance / UINT16_MAX);
}
