/*
 * flow: programs that look for the figure of a film.
 *
 *   flow read              films from standard input, as a client has them (film_read()); a line
 * for each: the option that each attack takes for right, counted from 0 flow LEVEL COUNT SEED
 * [NAME=VALUE...] the same on films of one's own making, with other numbers than the level has
 * (film_region.def), and the right option at the end of each line
 */
#include "flow.h"
#include "film_region.h"
#include "made.h"
#include "sight.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct attack {
    const char *name;
    int (*answer)(const struct film *film);
} ATTACKS[] = {
    {"differences", flow_differences}, {"mean", flow_mean},         {"variance", flow_variance},
    {"two-shifts", flow_two_shifts},   {"local-flow", flow_answer},
};
enum { ATTACK_COUNT = sizeof ATTACKS / sizeof ATTACKS[0] };

static unsigned first_attack, attacks_end = ATTACK_COUNT;

static void take_one(const char *name)
{
    for (unsigned i = 0; i < ATTACK_COUNT; i++)
        if (strcmp(ATTACKS[i].name, name) == 0) {
            first_attack = i;
            attacks_end = i + 1;
            return;
        }
    errx(2, "there is no attack %s", name);
}

static void print_names(void)
{
    for (unsigned i = first_attack; i < attacks_end; i++)
        printf("%s%s", i == first_attack ? "" : " ", ATTACKS[i].name);
    printf("\n");
}

static void print_answers(const struct film *film)
{
    for (unsigned i = first_attack; i < attacks_end; i++)
        printf("%s%d", i == first_attack ? "" : " ", ATTACKS[i].answer(film));
}

static void read_all(struct film *film)
{
    struct sight sight;
    struct tes_select nobody_says;
    while (sight_read(stdin, &sight, &nobody_says)) {
        film_take(sight.pictures, &sight.view, film);
        print_answers(film);
        printf("\n");
        fflush(stdout);
    }
}

static void make_all(int argc, char **argv, struct film *film)
{
    struct tes_options options = {.difficulty = made_level(argv[1])};
    uint64_t count = strtoull(argv[2], NULL, 10), seed = strtoull(argv[3], NULL, 10);
    struct tes_challenge challenge;
    for (uint64_t i = 0; i < count; i++) {
        made_challenge("hidden", &options, seed + i, &challenge);
        for (int j = 4; j < argc; j++)
            if (!film_region_set(&challenge, argv[j]))
                errx(2, "there is no number for %s", argv[j]);
        film_take(made_pictures(&challenge), &challenge.view, film);
        print_answers(film);
        printf(" %d\n", tes_hidden_of(&challenge)->select.cells[0]);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    static struct film film;
    if (argc > 3 && strcmp(argv[1], "only") == 0) {
        take_one(argv[2]);
        argc -= 2;
        argv += 2;
    }
    if (argc == 2 && strcmp(argv[1], "read") == 0) {
        print_names();
        read_all(&film);
    } else if (argc >= 4) {
        print_names();
        make_all(argc, argv, &film);
    } else {
        errx(2, "usage: flow read, or flow LEVEL COUNT SEED [NAME=VALUE...]");
    }
    return 0;
}
