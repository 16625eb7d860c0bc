/*
 * metrics_process.c: what the kernel says of this process. A figure that cannot be had is left at
 * what it was.
 */
#include <dirent.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "server/metrics/metrics.h"

/* How many entries the folder has, or 0. */
static uint64_t count_entries(const char *path)
{
    DIR *folder = opendir(path);
    const struct dirent *entry;
    uint64_t count = 0;

    if (folder == NULL)
        return 0;
    while ((entry = readdir(folder)) != NULL)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

static void set_memory(struct metrics *metrics)
{
    FILE *file = fopen("/proc/self/statm", "re");
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    unsigned long total, resident;

    if (file == NULL)
        return;
    if (fscanf(file, "%lu %lu", &total, &resident) == 2) {
        metrics_set(metrics, METRICS_PROCESS_VIRTUAL, total * page);
        metrics_set(metrics, METRICS_PROCESS_RESIDENT, resident * page);
    }
    fclose(file);
}

void metrics_set_process(struct metrics *metrics)
{
    struct timespec cpu;
    struct rlimit limit;
    uint64_t open_fds = count_entries("/proc/self/fd");
    uint64_t threads = count_entries("/proc/self/task");

    set_memory(metrics);
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu) == 0)
        metrics_set(metrics, METRICS_PROCESS_CPU,
                    (uint64_t)cpu.tv_sec * 1000000 + (uint64_t)cpu.tv_nsec / 1000);
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0)
        metrics_set(metrics, METRICS_PROCESS_FDS_MAX, limit.rlim_cur);
    if (open_fds > 0)
        metrics_set(metrics, METRICS_PROCESS_FDS, open_fds - 1); /* but the one for counting */
    if (threads > 0)
        metrics_set(metrics, METRICS_PROCESS_THREADS, threads);
}
