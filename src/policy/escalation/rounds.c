#include "policy/escalation/rounds.h"

/* 100,000 ln(n), from n = 1 on. */
static const int LOGS[] = {
    0,      69315,  109861, 138629, 160944, 179176, 194591, 207944, 219722, 230259, 239790, 248491,
    256495, 263906, 270805, 277259, 283321, 289037, 294444, 299573, 304452, 309104, 313549, 317805,
    321888, 325810, 329584, 333220, 336730, 340120, 343399, 346574, 349651, 352636, 355535, 358352,
    361092, 363759, 366356, 368888, 371357, 373767, 376120, 378419, 380666, 382864, 385015, 387120,
    389182, 391202, 393183, 395124, 397029, 398898, 400733, 402535, 404305, 406044, 407754, 409434,
    411087, 412713, 414313, 415888, 417439, 418965, 420469, 421951, 423411, 424850, 426268, 427667,
    429046, 430407, 431749, 433073, 434381, 435671, 436945, 438203, 439445, 440672, 441884, 443082,
    444265, 445435, 446591, 447734, 448864, 449981, 451086, 452179, 453260, 454329, 455388, 456435,
    457471, 458497, 459512, 460517,
};

enum { PERCENT = 100, MIDDLE = 1 << 23, SCORE_BITS = 24, RIGHT_BIT = 27 };
enum { STRENGTH_BIT = 31, EXCLUDED_BIT = 32, EXCLUDED_BITS = 20, MARK_BIT = 53 };

_Static_assert(CONFIDENCE_ONE < 1 << EXCLUDED_BITS && TES_STRENGTH_OFF_THE_SHELF == 1,
               "each has its bits");
_Static_assert(sizeof LOGS / sizeof LOGS[0] == PERCENT, "a row for each percent");

static unsigned clamp(unsigned number, unsigned least, unsigned most)
{
    return number < least ? least : number > most ? most : number;
}

unsigned rounds_accept(unsigned least)
{
    return (clamp(least, 1, ROUNDS_LEAST_MAX) - 1) * ROUNDS_GAIN_MOST + 1;
}

unsigned rounds_most(unsigned least)
{
    least = clamp(least, 1, ROUNDS_LEAST_MAX);
    return least <= 2 ? least : least + 1;
}

void rounds_raise(struct terms *terms, unsigned least)
{
    if (terms->accept < rounds_accept(least))
        terms->accept = rounds_accept(least);
    if (terms->rounds_most < rounds_most(least))
        terms->rounds_most = rounds_most(least);
}

unsigned rounds_least(unsigned accept)
{
    return accept == 0 ? 1 : (accept - 1) / ROUNDS_GAIN_MOST + 1;
}

struct rounds_odds rounds_odds_of(const struct tes_strength *strength)
{
    int people = (int)tes_strength_people(strength), worst = people / 2, bots = -1;
    for (int by = TES_BY_GUESS; by <= TES_BY_EYE; by++) {
        int passed = strength->by[by].thousandths;
        if (passed <= worst && passed > bots)
            bots = passed;
    }
    if (bots < 0) /* nobody knows, not even how often a guess is right */
        bots = worst;
    return (struct rounds_odds){(unsigned)people / 10, (unsigned)(bots + 9) / 10};
}

/* What an answer adds. Programs that do better than people would turn the test round. */
static int weight_of(struct rounds_odds odds, bool is_right)
{
    unsigned people = clamp(odds.people, ROUNDS_BOTS_LEAST + 1, ROUNDS_PEOPLE_MOST);
    unsigned bots = clamp(odds.bots, ROUNDS_BOTS_LEAST, people - 1);
    return is_right ? (LOGS[people - 1] - LOGS[bots - 1] + 50) / 100
                    : (LOGS[PERCENT - people - 1] - LOGS[PERCENT - bots - 1] - 50) / 100;
}

static enum rounds_decision decide(const struct rounds *rounds, const struct terms *terms)
{
    int accept = terms->accept > 0 ? (int)clamp(terms->accept, 1, MIDDLE) : 1;
    if (rounds->score >= accept)
        return ROUNDS_PASS;
    if (rounds->answered >= terms->rounds_most)
        return rounds->score > 0 && rounds->right >= rounds_least(terms->accept) ? ROUNDS_PASS
                                                                                 : ROUNDS_FAIL;
    return rounds->score <= ROUNDS_REJECT ? ROUNDS_FAIL : ROUNDS_NEXT;
}

/* Whether no answers to come could make up for what was wrong. */
static bool is_hopeless(const struct rounds *rounds, const struct terms *terms)
{
    unsigned left = terms->rounds_most - rounds->answered;
    return rounds->score + (int)left * ROUNDS_GAIN_MOST <= 0 ||
           rounds->right + left < rounds_least(terms->accept);
}

enum rounds_decision rounds_add(struct rounds *rounds, struct rounds_odds odds, bool is_right,
                                const struct terms *terms)
{
    rounds->answered++;
    struct rounds if_right = *rounds;
    if_right.right++;
    if_right.score += weight_of(odds, true);
    rounds->right += is_right;
    rounds->score += weight_of(odds, is_right);
    enum rounds_decision decision = decide(rounds, terms);
    /* Where a right answer would have been told, a wrong one need not be hidden either. */
    if (decision == ROUNDS_NEXT && decide(&if_right, terms) == ROUNDS_PASS &&
        is_hopeless(rounds, terms))
        decision = ROUNDS_FAIL;
    return decision;
}

uint64_t rounds_seal(const struct rounds *rounds)
{
    return (uint64_t)1 << MARK_BIT | (uint64_t)rounds->confidence.excluded << EXCLUDED_BIT |
           (uint64_t)rounds->confidence.strength << STRENGTH_BIT |
           (uint64_t)(clamp(rounds->right, 0, ROUNDS_MOST_MAX) + 1) << RIGHT_BIT |
           (uint64_t)rounds->is_still << (SCORE_BITS + 2) |
           (uint64_t)rounds->is_kind_chosen << (SCORE_BITS + 1) |
           (uint64_t)rounds->is_suspicious << SCORE_BITS | (uint64_t)(rounds->score + MIDDLE);
}

struct rounds rounds_open(uint64_t sealed)
{
    struct rounds rounds = {.score = 0};
    uint64_t right = sealed >> RIGHT_BIT & 0xF;
    uint64_t excluded = sealed >> EXCLUDED_BIT & ((1 << EXCLUDED_BITS) - 1);
    if (sealed >> MARK_BIT != 1 || right == 0 || right > ROUNDS_MOST_MAX + 1 ||
        excluded > CONFIDENCE_ONE)
        return rounds;
    rounds.confidence.excluded = (unsigned)excluded;
    rounds.confidence.strength = (enum tes_strength_class)(sealed >> STRENGTH_BIT & 1);
    rounds.right = (unsigned)right - 1;
    rounds.is_still = (sealed >> (SCORE_BITS + 2) & 1) != 0;
    rounds.is_kind_chosen = (sealed >> (SCORE_BITS + 1) & 1) != 0;
    rounds.is_suspicious = (sealed >> SCORE_BITS & 1) != 0;
    rounds.score = (int)(sealed & ((1 << SCORE_BITS) - 1)) - MIDDLE;
    return rounds;
}
