#include "flow/issue/escalate.h"

#include "flow/alarms.h"
#include "policy/escalation/suspicion.h"
#include "server/app/budget.h"

/* These are about time. Who says nothing of their device, or takes long, is in no hurry. */
#define TIMES (1U << SUSPICION_TOO_FAST | 1U << SUSPICION_EVEN)

/* What one customer of a provider has, at most without paying for it (type_select.c). */
enum { HOLDER_IPV4 = 24, HOLDER_IPV6 = 48, HOUR_S = 3600 };

#define LEVEL_OF_ALL 2 /* from here on alarms concern all visitors (terms.def) */

/* Most have given no answer in the day, and one look tells: what is
 * counted of answers is a part of that. */
struct terms_facts escalate_facts(struct visit *visit)
{
    struct terms_facts facts = {.left = budget_used(visit, BUDGET_LEFT),
                                .answers_day = budget_used(visit, BUDGET_ANSWERED_DAY)};
    if (facts.answers_day == 0)
        return facts;
    facts.passes = budget_used(visit, BUDGET_PASSED);
    facts.failures = budget_used(visit, BUDGET_FAILED);
    if (visit->config->attack_enabled)
        facts.network_alarm =
            alarm_of_network(facts.passes + facts.failures, budget_used(visit, BUDGET_SUSPECT));
    return facts;
}

static void count_terms(struct visit *visit, const struct terms *terms)
{
    unsigned index = terms->rounds_most > 1 ? METRICS_TERMS_ROUNDS
                     : terms->work > 0      ? METRICS_TERMS_WORK
                                            : METRICS_TERMS_PLAIN;
    metrics_count_label(visit->app->metrics, METRICS_TERMS, index);
    if (terms->charge > 1)
        budget_charge(visit, BUDGET_CHALLENGE, terms->charge - 1);
}

struct terms escalate_terms(struct visit *visit, const struct issue_order *order)
{
    struct terms_facts facts = {0};
    if (visit->config->budget_enabled) {
        facts = escalate_facts(visit);
        facts.is_alternative = order->alternative.length > 0;
    }
    if (visit->config->budget_enabled && visit->config->attack_enabled) {
        struct alarms_levels levels = alarms_levels(visit->app->alarms, order->site);
        facts.site_alarm = levels.site;
        facts.server_alarm = levels.server;
    }
    struct terms terms = terms_of(&facts);
    count_terms(visit, &terms);
    return terms;
}

bool escalate_may_pass(struct visit *visit)
{
    return budget_has(visit, BUDGET_PASSED) && budget_has(visit, BUDGET_PASSED_SITE);
}

bool escalate_take_pass(struct visit *visit)
{
    if (!budget_take(visit, BUDGET_PASSED))
        return false;
    if (budget_take(visit, BUDGET_PASSED_SITE))
        return true;
    budget_return(visit, BUDGET_PASSED);
    return false;
}

/* Whether one more answer of the visitor's counts for an alarm: of all that come from what one
 * holder may have, a few do within the hour. */
static bool counts_for(struct visit *visit, struct tes_slice alarm, struct tes_slice site)
{
    const uint64_t whose[] = {tes_address_network(&visit->payer, HOLDER_IPV4, HOLDER_IPV6),
                              visit->payer.length};
    const struct tes_slice texts[] = {alarm, {(const char *)whose, sizeof whose}, site};
    uint64_t count = budget_rate(visit, HOUR_S, texts, sizeof texts / sizeof texts[0]);
    return count > 0 && count <= ALARM_HOLDER_MOST;
}

static void note_site(struct visit *visit, const struct escalate_outcome *outcome)
{
    const struct alarm_answer answer = {
        .is_passed = outcome->is_passed,
        .is_fast = (outcome->suspicion & 1U << SUSPICION_TOO_FAST) != 0,
        .elapsed_ms = outcome->elapsed_ms,
        .kind = (unsigned)outcome->kind,
    };
    /* Else who knows a dozen sites would have a dozen times as many for that of all. */
    bool is_for_all = counts_for(visit, TES_SLICE("alarm of all"), (struct tes_slice){NULL, 0});
    if (counts_for(visit, TES_SLICE("alarm of a site"), outcome->site))
        alarms_note(visit->app->alarms, outcome->site, visit->now_ms, &answer, is_for_all);
}

bool escalate_is_attacked(struct visit *visit, struct tes_slice site)
{
    return visit->config->attack_enabled &&
           alarms_levels(visit->app->alarms, site).site >= LEVEL_OF_ALL;
}

void escalate_note(struct visit *visit, const struct escalate_outcome *outcome)
{
    if (!visit->config->budget_enabled)
        return;
    if (!outcome->is_passed)
        (void)budget_count(visit, BUDGET_FAILED);
    uint64_t answers = budget_used(visit, BUDGET_PASSED) + budget_used(visit, BUDGET_FAILED);
    (void)budget_count(visit, BUDGET_ANSWERED_DAY);
    if ((outcome->suspicion & TIMES) != 0)
        (void)budget_count(visit, BUDGET_SUSPECT);
    if (visit->config->attack_enabled && answers <= ALARM_NETWORK_MOST)
        note_site(visit, outcome);
}
