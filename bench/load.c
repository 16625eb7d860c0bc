/*
 * load: puts an HTTP server under load and reports, as one JSON object on stdout, how it held.
 */
#include <err.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load_client.h"
#include "load_requests.h"

static const char usage[] =
    "usage: load --port P --path /PATH --count N [option]...\n"
    "  --bodies FILE      POST each line of FILE as JSON, again and again (without it: GET)\n"
    "  --form 1           these lines are forms\n"
    "  --connections N    keep-alive connections (64)\n"
    "  --warmup N         requests ahead of the count that are not measured (0)\n"
    "  --rate N           requests a second (without it: as many as the server takes)\n"
    "  --expect TEXT      what every reply must hold, besides being a 200\n"
    "  --from ADDRESS     GET as if through a proxy, from that address\n"
    "  --answers FILE     replies are challenges: write the answer to each, as a body for "
    "--bodies\n"
    "  --passes FILE      replies are passes: write the form that redeems each, for --bodies,\n"
    "  --secret TEXT      with this secret\n"
    "  --watch PID        read the CPU time of this process of the server; can be repeated\n";

struct options {
    struct load_settings load;
    struct load_wanted wanted;
    const char *answers, *passes;
};

static const char JSON[] = "application/json", FORM[] = "application/x-www-form-urlencoded";

static uint64_t number(const char *text, uint64_t least, uint64_t most)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || *text == '-' || value < least || value > most)
        errx(2, "%s: not a number from %llu to %llu", text, (unsigned long long)least,
             (unsigned long long)most);
    return value;
}

static void watch(struct load_settings *load, const char *pid)
{
    if (load->watched_count == LOAD_WATCHED_MAX)
        errx(2, "at most %d processes can be watched", LOAD_WATCHED_MAX);
    load->watched[load->watched_count++] = (pid_t)number(pid, 1, 1 << 22);
}

static void read_options(int argc, char **argv, struct options *options)
{
    static const struct option table[] = {
        {"port", required_argument, NULL, 'p'},
        {"path", required_argument, NULL, 'u'},
        {"count", required_argument, NULL, 'n'},
        {"bodies", required_argument, NULL, 'b'},
        {"warmup", required_argument, NULL, 'w'},
        {"connections", required_argument, NULL, 'c'},
        {"rate", required_argument, NULL, 'r'},
        {"expect", required_argument, NULL, 'e'},
        {"from", required_argument, NULL, 'f'},
        {"watch", required_argument, NULL, 'W'},
        {"answers", required_argument, NULL, 'a'},
        {"form", required_argument, NULL, 'F'},
        {"passes", required_argument, NULL, 'P'},
        {"secret", required_argument, NULL, 's'},
        {NULL, 0, NULL, 0},
    };
    struct load_settings *load = &options->load;
    *options = (struct options){.load = {.connections = 64, .expect = "", .secret = ""},
                                .wanted = {.type = JSON}};
    for (int option; (option = getopt_long(argc, argv, "", table, NULL)) != -1;) {
        switch (option) {
        case 'p':
            load->port = (uint16_t)number(optarg, 1, UINT16_MAX);
            break;
        case 'u':
            options->wanted.path = optarg;
            break;
        case 'n':
            load->count = number(optarg, 1, LOAD_COUNT_MAX);
            break;
        case 'b':
            options->wanted.bodies = optarg;
            break;
        case 'w':
            load->warmup = number(optarg, 0, LOAD_COUNT_MAX);
            break;
        case 'c':
            load->connections = (unsigned)number(optarg, 1, LOAD_CONNECTIONS_MAX);
            break;
        case 'r':
            load->rate = number(optarg, 1, 10000000);
            break;
        case 'e':
            load->expect = optarg;
            break;
        case 'f':
            options->wanted.from = optarg;
            break;
        case 'W':
            watch(load, optarg);
            break;
        case 'F':
            options->wanted.type = number(optarg, 0, 1) == 1 ? FORM : JSON;
            break;
        case 'P':
            options->passes = optarg;
            break;
        case 's':
            load->secret = optarg;
            break;
        case 'a':
            options->answers = optarg;
            break;
        default:
            fputs(usage, stderr);
            exit(2);
        }
    }
    if (optind != argc || load->port == 0 || load->count == 0 || options->wanted.path == NULL) {
        fputs(usage, stderr);
        exit(2);
    }
}

static double percentile_us(const struct load_result *result, uint64_t count, double share)
{
    uint64_t index = (uint64_t)((double)count * share);
    return (double)result->latency_ns[index < count ? index : count - 1] / 1e3;
}

static void report(const struct load_result *result, uint64_t count)
{
    double seconds = (double)result->elapsed_ns / 1e9;
    printf("{\"requests\":%llu,\"seconds\":%.6f,\"per_second\":%.1f,"
           "\"server_cpu_seconds\":%.6f,\"client_cpu_seconds\":%.6f,"
           "\"p50_us\":%.1f,\"p90_us\":%.1f,\"p99_us\":%.1f,\"max_us\":%.1f}\n",
           (unsigned long long)count, seconds, (double)count / seconds,
           (double)result->server_cpu_ns / 1e9, (double)result->client_cpu_ns / 1e9,
           percentile_us(result, count, 0.5), percentile_us(result, count, 0.9),
           percentile_us(result, count, 0.99), percentile_us(result, count, 1.0));
}

static FILE *open_file(const char *path)
{
    FILE *file = path != NULL ? fopen(path, "we") : NULL;
    if (path != NULL && file == NULL)
        err(1, "%s", path);
    return file;
}

static void close_file(FILE *file, const char *path)
{
    if (file != NULL && fclose(file) != 0)
        err(1, "%s", path);
}

int main(int argc, char **argv)
{
    struct options options;
    struct load_requests requests;
    struct load_result result;

    read_options(argc, argv, &options);
    options.load.answers = open_file(options.answers);
    options.load.passes = open_file(options.passes);
    load_requests_build(&requests, &options.wanted);
    load_client_run(&options.load, &requests, &result);
    close_file(options.load.answers, options.answers);
    close_file(options.load.passes, options.passes);
    report(&result, options.load.count);
    free(result.latency_ns);
    load_requests_free(&requests);
    return 0;
}
