/*
 * export: writes labelled challenges for a program that learns: arrays, as fast as the cores go,
 * and no PNG. `export KIND LEVEL SEED COUNT PROCESSES FILE`.
 *
 * This is data of an attacker's own making: whoever has the generator has the labels. A challenge
 * that a server hands out has a key that depends on the server's secret, and none of these seeds
 * make it again.
 *
 * FILE begins with one JSON object, padded with blanks to HEADER_BYTES: `count` records follow, all
 * of the same length, whose members `fields` names in order, as numpy's structured types have them.
 */
#include "export.h"
#include "film_region.h"
#include "made.h"

#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HEADER_BYTES = 4096, PROCESSES_MAX = 64, RECORD_MAX = 16 << 20 };

const struct export_form *const export_forms[] = {
    &export_cells,
    &export_scene,
    &export_film,
    NULL,
};

struct job {
    const struct export_form *form;
    const char *kind;
    struct tes_options options;
    uint64_t seed, count;
    unsigned processes;
    char **settings; /* ends with NULL */
};

void export_shrink(const struct tes_image *image, const struct tes_area *part, unsigned factor,
                   uint8_t *pixels)
{
    for (unsigned y = 0; y + factor <= part->height; y += factor) {
        for (unsigned x = 0; x + factor <= part->width; x += factor) {
            unsigned sums[3] = {0};
            for (unsigned i = 0; i < factor * factor; i++) {
                size_t at = (size_t)(part->y + y + i / factor) * image->width + part->x + x;
                const uint8_t *colour = image->palette[image->pixels[at + i % factor]];
                for (unsigned j = 0; j < 3; j++)
                    sums[j] += colour[j];
            }
            for (unsigned j = 0; j < 3; j++)
                *pixels++ = (uint8_t)(sums[j] / (factor * factor));
        }
    }
}

/* The challenge of a seed, with what the command line has changed of it. */
static void make(const struct job *job, uint64_t seed, struct tes_challenge *challenge)
{
    made_challenge(job->kind, &job->options, seed, challenge);
    for (char **setting = job->settings; *setting != NULL; setting++)
        if (strcmp(job->kind, "hidden") != 0 || !film_region_set(challenge, *setting))
            errx(2, "%s has no number for %s", job->kind, *setting);
}

static const struct export_form *find_form(const char *kind)
{
    for (unsigned i = 0; export_forms[i] != NULL; i++)
        for (unsigned j = 0; export_forms[i]->kinds[j] != NULL; j++)
            if (strcmp(export_forms[i]->kinds[j], kind) == 0)
                return export_forms[i];
    errx(2, "nothing is known about %s", kind);
}

/* Each process takes its share of the records, one after the other. */
static void write_share(const struct job *job, unsigned share, size_t record, uint8_t *records)
{
    uint64_t first = job->count * share / job->processes;
    uint64_t end = job->count * (share + 1) / job->processes;
    struct tes_challenge challenge;
    for (uint64_t i = first; i < end; i++) {
        make(job, job->seed + i, &challenge);
        job->form->write(&challenge, records + i * record);
    }
}

static uint8_t *open_file(const char *path, size_t size)
{
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0 || ftruncate(file, (off_t)size) != 0)
        err(1, "%s", path);
    uint8_t *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED)
        err(1, "%s", path);
    close(file);
    return memory;
}

static void write_header(const struct job *job, const char *fields, uint8_t *memory)
{
    char text[HEADER_BYTES];
    int length = snprintf(text, sizeof text, "{\"kind\":\"%s\",\"count\":%llu,\"fields\":[%s]}",
                          job->kind, (unsigned long long)job->count, fields);
    memset(memory, ' ', HEADER_BYTES);
    if (length < 0 || length >= HEADER_BYTES)
        errx(1, "the header is too long");
    for (int i = 0; i < length; i++)
        memory[i] = (uint8_t)text[i];
}

static void run(const struct job *job, const char *path)
{
    struct tes_challenge challenge;
    char fields[HEADER_BYTES];
    pid_t children[PROCESSES_MAX];
    int status = 0, worst = 0;
    make(job, job->seed, &challenge);
    size_t record = job->form->fields(&challenge, fields, sizeof fields);
    if (record == 0 || record > RECORD_MAX)
        errx(1, "a record can't have %zu bytes", record);
    uint8_t *memory = open_file(path, HEADER_BYTES + record * job->count);
    write_header(job, fields, memory);
    for (unsigned i = 0; i < job->processes; i++) {
        children[i] = fork();
        if (children[i] < 0)
            err(1, "fork");
        if (children[i] == 0) {
            write_share(job, i, record, memory + HEADER_BYTES);
            _exit(0);
        }
    }
    for (unsigned i = 0; i < job->processes; i++) {
        waitpid(children[i], &status, 0);
        worst |= status;
    }
    if (worst != 0)
        errx(1, "a process has failed");
}

int main(int argc, char **argv)
{
    if (argc < 7)
        errx(2, "usage: export KIND LEVEL SEED COUNT PROCESSES FILE [NAME=VALUE...]");
    struct job job = {
        .form = find_form(argv[1]),
        .kind = argv[1],
        .options = {.difficulty = made_level(argv[2]), .is_still = strcmp(argv[1], "scene") == 0},
        .seed = strtoull(argv[3], NULL, 10),
        .count = strtoull(argv[4], NULL, 10),
        .processes = (unsigned)atoi(argv[5]),
        .settings = argv + 7,
    };
    if (job.count == 0 || job.processes == 0 || job.processes > PROCESSES_MAX)
        errx(2, "expected a COUNT, and 1 to %d PROCESSES", PROCESSES_MAX);
    run(&job, argv[6]);
    return 0;
}
