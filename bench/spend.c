/*
 * spend: how fast a ledger spends keys, without HTTP before it, and how fast it counts:
 * `spend ADDRESS FOLDER THREADS MILLISECONDS [PID]`. Each thread spends a fresh key, waits until
 * that is kept, and spends the next. Where THREADS is `count`, one thread adds to counters instead,
 * COUNTERS at a time, as servers that share budgets do. What the process PID and its
 * children take of the processor meanwhile is told, too. Prints one JSON object.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "bench.h"
#include "os/clock.h"
#include "store/ledger/ledger.h"

#define THREADS_MAX  256
#define SAMPLES      65536 /* latencies that each thread keeps, the last ones */
#define COUNTERS     768
#define LIFETIME_MS  ((uint64_t)480 * 1000) /* of a puzzle's key: 180 s, and LEDGER_LATE_MS */
#define WARMUP_SHARE 5                      /* one part in so many is not measured */

struct spender {
    pthread_t thread;
    struct ledger *ledger;
    uint64_t spent;
    uint32_t *latency_us; /* SAMPLES of them, as a ring */
};

static atomic_int phase; /* 0: warming up, 1: measured, 2: over */

static uint64_t cpu_ns(clockid_t clock)
{
    struct timespec time;
    if (clock_gettime(clock, &time) != 0)
        err(1, "clock_gettime");
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static uint64_t process_ns(pid_t pid)
{
    clockid_t clock;
    return clock_getcpuclockid(pid, &clock) == 0 ? cpu_ns(clock) : 0;
}

/* Of a process and its children: PostgreSQL has one for each connection. */
static uint64_t watched_ns(pid_t pid)
{
    char path[64];
    uint64_t sum = pid != 0 ? process_ns(pid) : 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    FILE *file = fopen(path, "re");
    int child;
    while (file != NULL && fscanf(file, "%d", &child) == 1)
        sum += process_ns((pid_t)child);
    if (file != NULL)
        fclose(file);
    return sum;
}

/* As long as the server's. */
static size_t make_key(char key[LEDGER_KEY_MAX])
{
    uint8_t id[16];
    size_t length = (size_t)snprintf(key, LEDGER_KEY_MAX, "challenge_used:");
    if (getrandom(id, sizeof id, 0) != (ssize_t)sizeof id)
        err(1, "getrandom");
    for (size_t i = 0; i < sizeof id; i++)
        length += (size_t)snprintf(key + length, LEDGER_KEY_MAX - length, "%02x", id[i]);
    return length;
}

static void *spend(void *context)
{
    struct spender *spender = context;
    while (atomic_load_explicit(&phase, memory_order_relaxed) < 2) {
        char key[LEDGER_KEY_MAX];
        size_t length = make_key(key);
        uint64_t now_ms = tes_clock_wall_ms(), from_us = tes_clock_steady_us();
        if (ledger_spend(spender->ledger, (struct tes_slice){key, length}, now_ms,
                         now_ms + LIFETIME_MS) != OUTCOME_OK)
            errx(1, "a fresh key was not spent");
        if (atomic_load_explicit(&phase, memory_order_relaxed) == 1)
            spender->latency_us[spender->spent++ % SAMPLES] =
                (uint32_t)(tes_clock_steady_us() - from_us);
    }
    return NULL;
}

static void *count(void *context)
{
    struct spender *counter = context;
    static struct counters_change changes[COUNTERS];
    while (atomic_load_explicit(&phase, memory_order_relaxed) < 2) {
        uint64_t now_ms = tes_clock_wall_ms(), from_us = tes_clock_steady_us();
        for (size_t i = 0; i < COUNTERS; i++)
            changes[i] = (struct counters_change){.key = (i + 1) * 0x9e3779b97f4a7c15u,
                                                  .ends_at_s = (uint32_t)(now_ms / 60000 + 2) * 60,
                                                  .amount = 1};
        if (!ledger_count(counter->ledger, changes, COUNTERS, now_ms))
            errx(1, "nothing was counted");
        if (atomic_load_explicit(&phase, memory_order_relaxed) != 1)
            continue;
        counter->latency_us[counter->spent / COUNTERS % SAMPLES] =
            (uint32_t)(tes_clock_steady_us() - from_us);
        counter->spent += COUNTERS;
    }
    return NULL;
}

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The latencies that were kept, of all threads, in order. */
static uint32_t *sorted(const struct spender *spenders, size_t threads, bool counts, size_t *total)
{
    uint32_t *all = take(threads * SAMPLES * sizeof *all);
    *total = 0;
    for (size_t i = 0; i < threads; i++) {
        uint64_t calls = counts ? spenders[i].spent / COUNTERS : spenders[i].spent;
        size_t kept = calls < SAMPLES ? (size_t)calls : SAMPLES;
        memcpy(all + *total, spenders[i].latency_us, kept * sizeof *all);
        *total += kept;
    }
    if (*total == 0)
        errx(1, "nothing was done in that time");
    qsort(all, *total, sizeof *all, compare);
    return all;
}

/* Meanwhile the ledger is told the time, as a server does. */
static void pass_time(struct ledger *ledger, uint64_t ms)
{
    uint64_t until_us = tes_clock_steady_us() + ms * 1000;
    const struct timespec moment = {.tv_nsec = 20000000};
    while (tes_clock_steady_us() < until_us) {
        (void)ledger_tell_time(ledger, tes_clock_wall_ms(), tes_clock_steady_us());
        nanosleep(&moment, NULL);
    }
}

int main(int argc, char **argv)
{
    static struct spender spenders[THREADS_MAX];
    char error[512];
    if (argc < 5)
        errx(2, "usage: spend ADDRESS FOLDER THREADS|count MILLISECONDS [PID]");
    pid_t store = argc > 5 ? (pid_t)atoi(argv[5]) : 0;
    bool counts = strcmp(argv[3], "count") == 0;
    size_t threads = counts ? 1 : (size_t)atoi(argv[3]);
    uint64_t ms = (uint64_t)atoi(argv[4]);
    if (threads == 0 || threads > THREADS_MAX || ms == 0)
        errx(2, "1 to %d threads, and some milliseconds", THREADS_MAX);
    struct ledger *ledger = ledger_open(
        &(struct ledger_settings){.where = argv[1], .data = argv[2], .has_counts = counts}, error,
        sizeof error);
    if (ledger == NULL)
        errx(1, "%s", error);
    for (size_t i = 0; i < threads; i++) {
        spenders[i] = (struct spender){.ledger = ledger, .latency_us = take(SAMPLES * 4)};
        if (pthread_create(&spenders[i].thread, NULL, counts ? count : spend, &spenders[i]) != 0)
            errx(1, "no thread");
    }
    pass_time(ledger, ms / WARMUP_SHARE);
    uint64_t own_ns = cpu_ns(CLOCK_PROCESS_CPUTIME_ID), their_ns = watched_ns(store);
    uint64_t from_us = tes_clock_steady_us();
    atomic_store(&phase, 1);
    pass_time(ledger, ms);
    atomic_store(&phase, 2);
    double seconds = (double)(tes_clock_steady_us() - from_us) / 1e6;
    own_ns = cpu_ns(CLOCK_PROCESS_CPUTIME_ID) - own_ns;
    their_ns = watched_ns(store) - their_ns;

    uint64_t spent = 0;
    for (size_t i = 0; i < threads; i++) {
        pthread_join(spenders[i].thread, NULL);
        spent += spenders[i].spent;
    }
    size_t kept;
    uint32_t *latency = sorted(spenders, threads, counts, &kept);
    printf("{\"per_second\":%.1f,\"own_cpu_us\":%.3f,\"store_cpu_us\":%.3f,\"store_busy\":%.3f,"
           "\"p50_us\":%u,\"p99_us\":%u,\"spent\":%llu}\n",
           (double)spent / seconds, (double)own_ns / 1e3 / (double)spent,
           (double)their_ns / 1e3 / (double)spent, (double)their_ns / 1e9 / seconds,
           latency[kept / 2], latency[kept * 99 / 100], (unsigned long long)spent);
    free(latency);
    for (size_t i = 0; i < threads; i++)
        free(spenders[i].latency_us);
    ledger_close(ledger);
    return 0;
}
