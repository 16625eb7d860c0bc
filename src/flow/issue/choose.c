#include "flow/issue/choose.h"

#include "flow/accepts.h"
#include "flow/issue/alternative.h"
#include "flow/issue/escalate.h"
#include "flow/issue/type_select.h"
#include "flow/work.h"
#include "server/app/budget.h"
#include "server/log/log.h"

#define HOUR_S 3600

/* Another type is for those alone who have failed theirs. */
static bool take_other(struct visit *visit, struct issue_order *order)
{
    struct fallback_who who = fallback_who_ordered(order);
    order->kind = (struct tes_slice){NULL, 0};
    return fallback_due(visit, &who) == FALLBACK_FAILURES && type_select_other(visit, order) &&
           order->kind.length > 0;
}

static bool take_still(struct visit *visit, struct issue_order *order)
{
    order->is_still = true;
    order->kind = (struct tes_slice){NULL, 0};
    return type_select_still(visit, order) && order->kind.length > 0;
}

static void take_work(struct visit *visit, struct issue_order *order)
{
    order->is_work = true;
    order->work_least = work_of_pow(visit);
    order->submit_after_ms = 0; /* the work takes what it takes */
}

/* Orders that alternative; false where it is not offered. */
static bool take_alternative(struct visit *visit, const struct alternative *alternative,
                             struct issue_order *order)
{
    const struct alternative_for who = {order->language, NULL, false};
    if (alternative == NULL)
        return false;
    order->alternative = alternative->name;
    order->is_picked = false; /* it stays for all rounds, whatever was looked for before */
    if (alternative->how == ALTERNATIVE_OTHER)
        return take_other(visit, order);
    if (alternative->how == ALTERNATIVE_REVIEW || !alternative_is_offered(visit, alternative, &who))
        return false;
    if (alternative->how == ALTERNATIVE_STILL)
        return take_still(visit, order);
    order->kind = alternative->kind;
    order->is_heard = alternative->how == ALTERNATIVE_HEARD;
    if (alternative->how == ALTERNATIVE_WORK)
        take_work(visit, order);
    return true;
}

static bool moves(const struct tes_kind *kind)
{
    return (kind->takes & TES_TAKES_MOTION) != 0;
}

/* In place of what moves, or of nothing; where the site takes no still picture, what moves has to
 * do. */
static void prefer_still(struct visit *visit, struct issue_order *order)
{
    struct issue_order still = *order;
    if (take_alternative(visit, alternative_find(TES_SLICE("still")), &still))
        *order = still;
    else
        order->is_still = false;
}

/* What the page chose is had where the site takes it. */
static enum choose_result check_choice(struct visit *visit, struct issue_order *order)
{
    const struct accept accept = accepts_of(visit);
    const struct tes_kind *kind = tes_kind_find(order->kind);
    if (kind == NULL || !accept_asks(&accept, kind, order->difficulty))
        return CHOOSE_UNKNOWN_KIND;
    if (order->is_still && moves(kind))
        prefer_still(visit, order);
    return CHOOSE_DONE;
}

/* Nothing of this is the visitor's doing: without a word nobody would hear of it. One line for each
 * site in an hour. */
static void tell_that_there_is_none(struct visit *visit, const struct issue_order *order)
{
    const struct tes_slice texts[] = {TES_SLICE("no challenge "), order->site};
    alerts_note(visit->app->alerts, visit->config, order->site, NULL);
    if (budget_rate(visit, HOUR_S, texts, sizeof texts / sizeof texts[0]) != 1)
        return;
    log_event(LOG_ERROR,
              "a site has no challenge for its visitors: no type is what it asks for, and the "
              "alternative still is not offered",
              order->site.length > 0 ? log_slice("site", order->site) : log_text("of", "the gate"),
              log_text("difficulty", tes_difficulty_name(order->difficulty != 0 ? order->difficulty
                                                                                : TES_MEDIUM)));
}

static enum choose_result pick(struct visit *visit, struct issue_order *order)
{
    if (!type_select(visit, order))
        return CHOOSE_FAILED;
    if (order->kind.length == 0)
        prefer_still(visit, order);
    if (order->kind.length == 0 && !type_select(visit, order))
        return CHOOSE_FAILED;
    if (order->kind.length > 0)
        return CHOOSE_DONE;
    tell_that_there_is_none(visit, order);
    return CHOOSE_UNKNOWN_KIND;
}

/* What a site's server has ordered is had, but for what the site's profile never asks: then it is
 * one that it does ask. */
static enum choose_result take_ordered(struct visit *visit, struct issue_order *order)
{
    const struct accept accept = accepts_of(visit);
    const struct tes_kind *kind = tes_kind_find(order->kind);
    if (kind != NULL && accept_allows(&accept, kind))
        return CHOOSE_DONE;
    order->kind = (struct tes_slice){NULL, 0};
    return pick(visit, order);
}

enum choose_result choose_challenge(struct visit *visit, struct tes_slice alternative,
                                    struct issue_order *order)
{
    if (alternative.length > 0)
        return take_alternative(visit, alternative_find(alternative), order) ? CHOOSE_DONE
                                                                             : CHOOSE_NOT_OFFERED;
    if (order->order.length > 0)
        return take_ordered(visit, order);
    return order->kind.length > 0 ? check_choice(visit, order) : pick(visit, order);
}

bool choose_pay(struct visit *visit, const struct issue_order *order)
{
    const struct alternative *alternative = alternative_find(order->alternative);
    return escalate_may_pass(visit) &&
           (alternative == NULL ||
            (budget_has(visit, BUDGET_CHALLENGE) && budget_take(visit, alternative->budget))) &&
           budget_take(visit, BUDGET_CHALLENGE);
}
