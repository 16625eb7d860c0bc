#include "store/ledger/ledger_loss.h"

enum ledger_doubt ledger_loss_judge(const struct ledger_loss_facts *facts)
{
    if (!facts->is_there)
        return facts->is_known ? LEDGER_DOUBT_EMPTIED : LEDGER_DOUBT_NEW;
    if (facts->is_older)
        return LEDGER_DOUBT_OLDER;
    if (facts->is_other)
        return LEDGER_DOUBT_TAKEN_OVER;
    if (facts->is_ahead)
        return LEDGER_DOUBT_CLOCK;
    /* A process that starts now can't tell a server's files from a copy that was put back: nobody
     * here remembers more than is in them. */
    bool may_lack = facts->is_changed && !(facts->was_seen && facts->keeps_all);
    if (may_lack || facts->lacks_last)
        return LEDGER_DOUBT_TAKEN_OVER;
    /* It may be a copy of that age, its marker as well. */
    return facts->idle_ms > LEDGER_LOSS_IDLE_MS ? LEDGER_DOUBT_IDLE : LEDGER_DOUBT_NONE;
}

void ledger_loss_take(struct ledger_store *store, enum ledger_doubt found, enum ledger_doubt noted,
                      uint64_t from_ms)
{
    uint64_t known_ms = atomic_load(&store->knows_from_ms);
    if (found == LEDGER_DOUBT_NONE && known_ms != 0 && from_ms != known_ms)
        found = noted;
    /* In this order: a reader that finds the moment moved finds why. */
    if (found != LEDGER_DOUBT_NONE)
        atomic_store(&store->doubt, found);
    atomic_store(&store->knows_from_ms, from_ms);
}
