/* A kind for tests/seams: six cells, of which one shows a disc. It lies in src/challenge/types
 * there. */
#include "challenge/kinds.h"

#include "challenge/select.h"

enum { COLUMNS = 3, ROWS = 2, SIDE = 100, TIME_LIMIT_S = 60 };

static enum tes_status generate(struct tes_random *random, const struct tes_options *options,
                                struct tes_challenge *challenge)
{
    struct tes_select *select = (struct tes_select *)challenge->detail;
    (void)options;
    select->count = 1;
    select->cells[0] = (uint8_t)tes_random_below(random, COLUMNS * ROWS);
    tes_select_publish(challenge, tes_select_view(COLUMNS, ROWS, SIDE, 1));
    return TES_OK;
}

static struct tes_instruction ask(const struct tes_challenge *challenge)
{
    (void)challenge;
    return (struct tes_instruction){.key = "ask-throwaway"};
}

static unsigned guess_percent(const struct tes_challenge *challenge)
{
    (void)challenge;
    return 17; /* one in six */
}

static void describe_truth(const struct tes_challenge *challenge, struct tes_json *json)
{
    (void)challenge, (void)json; /* the answer is all of it */
}

const struct tes_kind tes_kind_throwaway = {
    .name = "throwaway",
    .title = "Discs",
    .time_limit_s = TIME_LIMIT_S,
    .generate = generate,
    .options_from_params = tes_select_options_from_params,
    .normalise = tes_select_normalise,
    .answer = tes_select_answer,
    .guess_percent = guess_percent,
    .ask = ask,
    .describe_view = tes_select_describe_view,
    .describe_truth = describe_truth,
    .describe_correct = tes_select_describe_correct,
};
