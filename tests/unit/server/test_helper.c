/* Other programs, run by the helper: what they get of us, and what is left of those that do all
 * that a program should not. */
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "../../lib/own_clock.h"
#include "helped.h"
#include "os/clock.h"
#include "server/helper/program.h"

/* Scripts in place of the synthesiser. */
static const struct bad_case {
    const char *name, *script;
    enum tes_status status;
    bool takes_all; /* the whole time */
} BAD[] = {
    {"fails", "exit 3", TES_FAILED, false},
    {"ends at once and well", "exit 0", TES_FAILED, false},
    {"is killed", "kill -9 $$", TES_FAILED, false},
    {"prints garbage", "cat /bin/sh | head -c 20000", TES_FAILED, false},
    {"returns the text", "cat", TES_FAILED, false},
    {"prints half a header", "printf 'RIFF....WAVEfmt '", TES_FAILED, false},
    {"prints without end", "exec yes", TES_TOO_SMALL, false},
    {"prints sound and fails", "cat sound.wav; exit 1", TES_FAILED, false},
    {"is no program", "#!/no/such/interpreter", TES_FAILED, false},
    {"hangs", "exec sleep 3600", TES_FAILED, true},
    {"hangs and does not want to end", "trap '' TERM INT HUP; sleep 3600", TES_FAILED, true},
    {"hangs after half of the sound", "head -c 100 sound.wav; sleep 3600", TES_FAILED, true},
    {"hangs after closing its output", "cat sound.wav; exec >&-; sleep 3600", TES_FAILED, true},
    {"leaves another with its output", "cat sound.wav; sleep 3600 & exit 0", TES_FAILED, true},
    {"drips", "while :; do echo; sleep 0.1; done", TES_FAILED, true},
    {"prints sound", "cat sound.wav", TES_OK, false},
    {"leaves another without its output", "sleep 3600 >&- & echo $! >left; cat sound.wav", TES_OK,
     false},
};
enum { BAD_COUNT = sizeof BAD / sizeof BAD[0] };

static struct {
    pthread_t thread;
    char path[96];
    enum tes_status status;
    uint64_t took_ms;
    struct spoken *spoken;
} runs[BAD_COUNT];

static char scratch[64];

static void write_file(const char *path, const void *bytes, size_t length, mode_t mode)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, length), length);
    assert_int_equal(fchmod(file, mode), 0);
    assert_int_equal(close(file), 0);
}

static void write_scripts(void)
{
    static char sound[SOUND_MAX];
    char path[128], script[300];
    snprintf(scratch, sizeof scratch, "%s/test_helper.XXXXXX", patience_folder());
    assert_non_null(mkdtemp(scratch));
    snprintf(path, sizeof path, "%s/sound.wav", scratch);
    write_file(path, sound, make_sound(sound), 0600);
    for (size_t i = 0; i < BAD_COUNT; i++) {
        snprintf(runs[i].path, sizeof runs[i].path, "%s/%zu", scratch, i);
        if (BAD[i].script[0] == '#')
            snprintf(script, sizeof script, "%s\n", BAD[i].script);
        else
            snprintf(script, sizeof script, "#!/bin/sh\ncd %s\n%s\n", scratch, BAD[i].script);
        write_file(runs[i].path, script, strlen(script), 0700);
    }
}

static void *run_bad(void *number)
{
    size_t i = (size_t)(uintptr_t)number;
    uint64_t start = tes_clock_steady_us();
    runs[i].status = speak(runs[i].path, "en", 1, "Three red balls.", runs[i].spoken);
    runs[i].took_ms = (tes_clock_steady_us() - start) / 1000;
    return NULL;
}

static bool is_alive(const char *file)
{
    char path[128], text[16] = "";
    snprintf(path, sizeof path, "%s/%s", scratch, file);
    FILE *from = fopen(path, "re");
    assert_non_null(from);
    assert_non_null(fgets(text, sizeof text, from));
    fclose(from);
    long process = strtol(text, NULL, 10);
    assert_true(process > 1);
    /* It is init's child by now; a while may pass until that one takes note. */
    uint64_t since_us = patience_now_us();
    while (kill((pid_t)process, 0) == 0 && patience_left(since_us)) {
        char line[64] = "";
        snprintf(path, sizeof path, "/proc/%ld/stat", process);
        FILE *about = fopen(path, "re");
        bool is_read = about != NULL && fgets(line, sizeof line, about) != NULL;
        if (about != NULL)
            fclose(about);
        if (is_read && strstr(line, ") Z ") != NULL)
            return false;
    }
    return kill((pid_t)process, 0) == 0;
}

/* All at once, as worker threads would: what waits for the deadline waits together. */
static void bad_programs_are_survived(void **state)
{
    (void)state;
    write_scripts();
    size_t descriptors = count_descriptors();
    for (size_t i = 0; i < BAD_COUNT; i++) {
        runs[i].spoken = new_spoken();
        assert_int_equal(pthread_create(&runs[i].thread, NULL, run_bad, (void *)(uintptr_t)i), 0);
    }
    for (size_t i = 0; i < BAD_COUNT; i++)
        pthread_join(runs[i].thread, NULL);
    assert_no_child();
    assert_int_equal(count_descriptors(), descriptors);
    for (size_t i = 0; i < BAD_COUNT; i++) {
        print_message("  a program that %s: %d after %d ms\n", BAD[i].name, (int)runs[i].status,
                      (int)runs[i].took_ms);
        assert_int_equal(runs[i].status, BAD[i].status);
        /* Without the deadline, an hour. */
        assert_true(runs[i].took_ms >= (BAD[i].takes_all ? SPEECH_DEADLINE_MS - 1 : 0));
        assert_int_equal(runs[i].spoken->length > 0, BAD[i].status == TES_OK);
        free(runs[i].spoken);
    }
    assert_false(is_alive("left"));
    struct spoken *spoken = new_spoken();
    assert_int_equal(speak("/no/such/program", "en", 1, "one", spoken), TES_FAILED);
    assert_int_equal(speak("no-such-program-here", "en", 1, "one", spoken), TES_FAILED);
    free(spoken);
    char command[96];
    snprintf(command, sizeof command, "rm -r %s", scratch);
    assert_int_equal(system(command), 0);
}

/* A program is run by this process, or by the helper. */
static enum tes_status run_by(bool helped, const char *path, char *const *arguments,
                              struct tes_slice input, struct tes_buf *output)
{
    struct program_order order = {path, arguments, input, 2000};
    return helped ? helper_run(&helper, &order, NULL, output) : program_run(&order, -1, output);
}

static void run(bool helped, const char *path, char *const *arguments, char *text, size_t size)
{
    struct tes_buf output = tes_buf_on(text, size - 1);
    assert_int_equal(run_by(helped, path, arguments, TES_SLICE("input\n"), &output), TES_OK);
    text[output.length] = '\0';
    print_message("%s", text);
}

/* What the program sees of us: its input, its three descriptors, two variables. */
static void programs_get_nothing_of_ours(void **state)
{
    (void)state;
    /* The shell looks at its descriptors by itself: it opens more of them to run others. */
    static const char SCRIPT[] = "i=0; while [ $i -lt 64 ]; do "
                                 "[ -e /proc/self/fd/$i ] && echo has $i; i=$((i + 1)); done; "
                                 "cat; env";
    char *const arguments[] = {"sh", "-c", (char *)SCRIPT, NULL};
    char text[1000];
    int open_to_all = open("/dev/null", O_RDONLY); /* lacks O_CLOEXEC on purpose */
    assert_in_range(open_to_all, 3, 63);
    assert_non_null(getenv("PATH"));
    assert_int_equal(setenv("TESSERA_ADMIN_KEY", "secret", 1), 0);
    for (int helped = 0; helped < 2; helped++) {
        run(helped, "/bin/sh", arguments, text, sizeof text);
        assert_ptr_equal(strstr(text, "has 0\nhas 1\nhas 2\ninput\n"), text);
        assert_non_null(strstr(text, "LC_ALL=C.UTF-8\n"));
        assert_null(strstr(text, "TESSERA"));
    }
    close(open_to_all);
}

/* No shell here: that would put its signals right by itself. */
static void programs_have_no_blocked_or_ignored_signals(void **state)
{
    (void)state;
    char *const arguments[] = {"grep", "Sig...:", "/proc/self/status", NULL};
    char text[1000];
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    signal(SIGPIPE, SIG_IGN);
    for (int helped = 0; helped < 2; helped++) {
        run(helped, "/bin/grep", arguments, text, sizeof text);
        assert_non_null(strstr(text, "SigBlk:\t0000000000000000\n"));
        const char *ignored = strstr(text, "SigIgn:\t");
        assert_non_null(ignored);
        /* The C library keeps 32 and 33 to itself. */
        assert_int_equal(strtoull(ignored + 8, NULL, 16) & 0x7fffffff, 0);
    }
    signal(SIGPIPE, SIG_DFL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void input_has_a_ceiling(void **state)
{
    (void)state;
    static char input[PIPE_BUF + 1], text[PIPE_BUF + 1];
    char *const arguments[] = {"cat", NULL};
    memset(input, 'a', sizeof input);
    for (int helped = 0; helped < 2; helped++) {
        struct tes_buf output = tes_buf_on(text, sizeof text);
        assert_int_equal(
            run_by(helped, "/bin/cat", arguments, (struct tes_slice){input, sizeof input}, &output),
            TES_BAD_ARGUMENT);
        assert_int_equal(
            run_by(helped, "/bin/cat", arguments, (struct tes_slice){input, PIPE_BUF}, &output),
            TES_OK);
        assert_int_equal(output.length, PIPE_BUF);
        assert_memory_equal(text, input, PIPE_BUF);
    }
}

/* Opened before the helper is made, as a careless parent might leave it. */
static int left_open = -1;

static void the_helper_has_nothing_of_ours(void **state)
{
    (void)state;
    char path[64], target[64], variables[4096];
    size_t count = 0;
    assert_true(left_open > 2);
    snprintf(path, sizeof path, "/proc/%d/fd", (int)helper.process);
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        ssize_t length = readlinkat(dirfd(folder), entry->d_name, target, sizeof target - 1);
        if (length < 0)
            continue;
        target[length] = '\0';
        print_message("  %s %s\n", entry->d_name, target);
        if (strcmp(entry->d_name, "3") == 0)
            assert_ptr_equal(strstr(target, "socket:"), target);
        else
            assert_string_equal(target, "/dev/null");
        count++;
    }
    closedir(folder);
    assert_int_equal(count, 4);

    snprintf(path, sizeof path, "/proc/%d/environ", (int)helper.process);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    assert_true(file >= 0);
    ssize_t length = read(file, variables, sizeof variables);
    close(file);
    for (ssize_t i = 0; i < length; i++)
        assert_int_equal(variables[i], 0);
    assert_int_not_equal(getpgid(helper.process), getpgrp());
}

/* What a terminal or a service manager sends to all. */
static void signals_do_not_end_the_helper(void **state)
{
    (void)state;
    static const int SIGNALS[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE};
    struct spoken *spoken = new_spoken();
    for (size_t i = 0; i < sizeof SIGNALS / sizeof SIGNALS[0]; i++) {
        assert_int_equal(kill(helper.process, SIGNALS[i]), 0);
        assert_int_equal(speak(SPEECH_PROGRAM, "en", 1, "one", spoken), TES_OK);
    }
    assert_true(helper_is_there(&helper));
    free(spoken);
}

static void a_stopped_helper_costs_the_deadline(void **state)
{
    (void)state;
    struct spoken *spoken = new_spoken();
    size_t descriptors = count_descriptors();
    assert_int_equal(kill(helper.process, SIGSTOP), 0);
    uint64_t start = tes_clock_steady_us();
    assert_int_equal(speak(SPEECH_PROGRAM, "en", 1, "one", spoken), TES_FAILED);
    assert_true((tes_clock_steady_us() - start) / 1000 >= SPEECH_DEADLINE_MS); /* and no more */
    assert_int_equal(kill(helper.process, SIGCONT), 0);
    assert_true(helper_is_there(&helper));
    assert_int_equal(speak(SPEECH_PROGRAM, "en", 1, "one", spoken), TES_OK);
    assert_int_equal(count_descriptors(), descriptors);
    free(spoken);
}

static void without_a_helper_nothing_is_read(void **state)
{
    (void)state;
    struct spoken *spoken = new_spoken();
    size_t descriptors = count_descriptors();
    assert_int_equal(kill(helper.process, SIGKILL), 0);
    siginfo_t about;
    assert_int_equal(waitid(P_PID, (id_t)helper.process, &about, WEXITED | WNOWAIT), 0);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(speak(SPEECH_PROGRAM, "en", 1, "one", spoken), TES_FAILED);
    assert_false(helper_is_there(&helper));
    assert_int_equal(count_descriptors(), descriptors);
    helper_end(&helper);
    helper_end(&helper);
    assert_int_equal(speak(SPEECH_PROGRAM, "en", 1, "one", spoken), TES_FAILED);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_true(helper_start(&helper));
    assert_int_equal(speak(SPEECH_PROGRAM, "en", 1, "one", spoken), TES_OK);
    free(spoken);
}

/* One that nobody has waited for yet is over, too: who inherits orphans may take its time. */
static bool is_over(pid_t process)
{
    char path[64], state = 'Z';
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return true;
    if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
        state = 'Z'; /* it went while it was looked at */
    fclose(file);
    return state == 'Z';
}

static bool ends(pid_t process)
{
    PATIENCE_UNTIL(is_over(process));
    return is_over(process);
}

/* A server that is killed while a program runs that would never end. */
static void the_helper_ends_with_the_server(void **state)
{
    (void)state;
    struct {
        pid_t helper, program;
    } of = {0, 0};
    int tell[2];
    assert_int_equal(pipe2(tell, O_CLOEXEC), 0);
    pid_t server = fork();
    if (server == 0) {
        struct helper own;
        char *const arguments[] = {"sh", "-c", "echo $$; exec sleep 3600", NULL};
        char text[100];
        struct tes_buf output = tes_buf_on(text, sizeof text);
        if (!helper_start(&own) || write(tell[1], &own.process, sizeof own.process) < 0)
            _exit(1);
        struct program_order order = {"/bin/sh", arguments, TES_SLICE(""), 3600000};
        (void)!helper_run(&own, &order, NULL, &output);
        _exit(1);
    }
    assert_true(server > 0);
    assert_int_equal(read(tell[0], &of.helper, sizeof of.helper), sizeof of.helper);
    char text[64] = "";
    PATIENCE_UNTIL((list_children(of.helper, text, sizeof text), text[0] != '\0'));
    pid_t runner = (pid_t)strtol(text, NULL, 10);
    assert_true(runner > 1);
    PATIENCE_UNTIL((list_children(runner, text, sizeof text),
                    of.program = (pid_t)strtol(text, NULL, 10)) != 0);
    assert_true(of.program > 1);
    assert_int_equal(kill(server, SIGKILL), 0);
    assert_int_equal(waitpid(server, NULL, 0), server);
    assert_true(ends(of.helper));
    assert_true(ends(of.program));
    assert_true(ends(runner));
    close(tell[0]);
    close(tell[1]);
}

struct cancelling {
    atomic_bool is_cancelled;
    int file; /* that the program writes when it runs */
};

static void *cancel_soon(void *of)
{
    struct cancelling *cancelling = of;
    struct stat about = {0};
    PATIENCE_UNTIL(fstat(cancelling->file, &about) == 0 && about.st_size > 0);
    atomic_store(&cancelling->is_cancelled, true);
    return NULL;
}

/* What nobody wants any more is not waited for, and does not go on. */
static void an_order_is_cancelled(void **state)
{
    (void)state;
    char path[128], command[256], text[100];
    snprintf(path, sizeof path, "%s/tessera-order-XXXXXX", patience_folder());
    int file = mkstemp(path);
    assert_true(file >= 0);
    snprintf(command, sizeof command, "echo $$ > %s; exec sleep 3600", path);
    char *const arguments[] = {"sh", "-c", command, NULL};
    struct tes_buf output = tes_buf_on(text, sizeof text);
    struct program_order order = {"/bin/sh", arguments, TES_SLICE(""), 3600000};
    struct cancelling cancelling = {.file = file};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, cancel_soon, &cancelling), 0);
    /* It comes back, long before the program ends. */
    assert_int_equal(helper_run(&helper, &order, &cancelling.is_cancelled, &output), TES_FAILED);
    pthread_join(thread, NULL);
    ssize_t length = read(file, text, sizeof text - 1);
    assert_true(length > 0);
    text[length] = '\0';
    assert_true(ends((pid_t)strtol(text, NULL, 10)));
    close(file);
    unlink(path);
}

int main(void)
{
    left_open = open("/dev/null", O_RDONLY); /* lacks O_CLOEXEC on purpose */
    setenv("TESSERA_SECRET", "a secret of the server", 1);
    own_clock_slow_down(); /* before the helper, which has it too: programs get more time */
    if (!helper_start(&helper))
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_get_nothing_of_ours),
        cmocka_unit_test(programs_have_no_blocked_or_ignored_signals),
        cmocka_unit_test(input_has_a_ceiling),
        cmocka_unit_test(bad_programs_are_survived),
        cmocka_unit_test(the_helper_has_nothing_of_ours),
        cmocka_unit_test(signals_do_not_end_the_helper),
        cmocka_unit_test(a_stopped_helper_costs_the_deadline),
        cmocka_unit_test(without_a_helper_nothing_is_read),
        cmocka_unit_test(the_helper_ends_with_the_server),
        cmocka_unit_test(an_order_is_cancelled),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    helper_end(&helper);
    return failures;
}
