#include "flow/answer/suspect.h"

#include "flow/answer_timing.h"

unsigned suspect_answer(struct visit *visit, const struct judged *judged)
{
    const struct tes_claims *claims = &judged->claims;
    uint64_t elapsed_ms = judge_elapsed_ms(visit, judged);
    struct suspicion_facts facts = {
        .elapsed_ms = elapsed_ms,
        .time_limit_ms = (uint64_t)judged->challenge.time_limit_s * 1000,
        .is_extended = claims->extensions > 0,
        .has_user_agent = http_request_header(visit->request, TES_SLICE("user-agent")).length > 0,
    };
    answer_timing_note(
        visit->app->paces,
        &(struct answer_timing_answer){claims->site, visit->bucket, visit->now_ms, elapsed_ms},
        &facts);
    unsigned found = suspicion_find(&facts);
    for (unsigned i = 0; i < SUSPICION_COUNT; i++)
        if (found & 1U << i)
            metrics_count_label(visit->app->metrics, METRICS_SUSPICIOUS, i);
    return found;
}
