/* POST /v1/renew: a pass that is about to expire gets its time once more, for people who fill in
 * long forms. */
#include "flow/answer/pass.h"
#include "server/app/handlers.h"
#include "server/app/reply.h"

void handle_api_renew(struct visit *visit)
{
    static const enum api_error ERRORS[] = {
        [PASS_REFUSED] = API_ERROR_NO_RENEWAL,
        [PASS_OVER_BUDGET] = API_ERROR_BUDGET,
        [PASS_FAILED] = API_ERROR_UNAVAILABLE,
    };
    struct tes_fields fields;
    struct tes_slice response;
    struct pass pass;
    struct reply_json body;
    if (!reply_reads_json(visit, &fields))
        return;
    if (!tes_fields_text(&fields, TES_SLICE("response"), SIZE_MAX, &response) ||
        response.at == NULL) {
        reply_refuse(visit, API_ERROR_BAD_FIELD);
        return;
    }
    enum pass_result result = pass_renew(visit, response, &pass);
    if (result != PASS_DONE) {
        reply_refuse(visit, ERRORS[result]);
        return;
    }
    reply_json_start(&body, visit->request->arena);
    pass_write(visit, &body, &pass);
    reply_json_end(&body, visit->reply, 200);
}
