#include "server/app/loss_reason.h"

#include "server/log/log.h"
#include "store/db/moment.h"

#define EXPIRED ": what was issued before counts as expired"

void loss_reason_log(const struct ledger *ledger)
{
    static const struct {
        enum log_level level;
        const char *message;
    } DOUBTS[] = {
        [LEDGER_DOUBT_NONE] = {LOG_WARN, "the ledger may not know of all that was spent" EXPIRED},
        [LEDGER_DOUBT_NEW] = {LOG_WARN, "the ledger is new" EXPIRED},
        [LEDGER_DOUBT_OLDER] = {LOG_WARN, "the ledger is an older copy, or not whole" EXPIRED},
        [LEDGER_DOUBT_IDLE] = {LOG_INFO, "the ledger was not in use for a while" EXPIRED},
        [LEDGER_DOUBT_EMPTIED] = {LOG_WARN, "what the ledger knew was removed" EXPIRED},
        [LEDGER_DOUBT_TAKEN_OVER] = {LOG_WARN,
                                     "the ledger's server was started anew, or another took its "
                                     "place, and it may have lost what it was told last" EXPIRED},
        [LEDGER_DOUBT_CLOCK] = {LOG_WARN, "the clock of the ledger's server was wrong, and it may "
                                          "have forgotten what was spent" EXPIRED},
    };
    char moment[MOMENT_MAX];
    enum ledger_doubt doubt = ledger_doubt(ledger);
    moment_write(moment, ledger_knows_from_ms(ledger));
    log_event(DOUBTS[doubt].level, DOUBTS[doubt].message, log_text("knows_from", moment));
}
