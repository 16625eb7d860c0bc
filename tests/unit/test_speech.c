/* Text read aloud: by the program itself in every language, and by programs that do all that a
 * program may do wrong: each is told within the deadline and leaves nothing behind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "serve/assets/languages.h"
#include "serve/helper/helper.h"
#include "serve/helper/program.h"
#include "serve/speech/speech.h"
#include "serve/speech/speech_wav.h"

enum { THREADS = 8, SLACK_MS = 1000, SOUND_MAX = 64 * 1024 };

static const struct language_case {
    const char *language, *text;
} LANGUAGES[] = {
    {"ar", "كَمْ كُرَةً حَمْرَاءَ تَرَى؟"},
    {"de", "Wie viele rote Kugeln siehst du?"},
    {"en", "How many red balls do you see?"},
    {"es", "¿Cuántas bolas rojas ves?"},
    {"fr", "Combien de boules rouges vois-tu ?"},
    {"hi", "आपको कितनी लाल गेंदें दिखती हैं?"},
    {"it", "Quante palle rosse vedi?"},
    {"ja", "あかい たまは いくつ みえますか。"},
    {"ko", "빨간 공이 몇 개 보입니까?"},
    {"nl", "Hoeveel rode ballen zie je?"},
    {"pl", "Ile czerwonych kul widzisz?"},
    {"pt", "Quantas bolas vermelhas vês?"},
    {"ru", "Сколько красных шаров ты видишь?"},
    {"tr", "Kaç kırmızı top görüyorsun?"},
    {"uk", "Скільки червоних куль ти бачиш?"},
    {"zh", "你看到几个红色的球？"},
};
enum { LANGUAGE_COUNT = sizeof LANGUAGES / sizeof LANGUAGES[0] };

static struct helper helper;

struct spoken {
    char bytes[SPEECH_WAV_MAX];
    size_t length;
};

static enum tes_status speak(const char *program, const char *language, unsigned seed,
                             const char *text, struct spoken *spoken)
{
    struct speech_voice voice = {language, seed};
    struct tes_buf wav = tes_buf_on(spoken->bytes, sizeof spoken->bytes);
    enum tes_status status = speech_read(&helper, program, voice, tes_slice_of(text), &wav);
    spoken->length = wav.length;
    return status;
}

static struct spoken *new_spoken(void)
{
    struct spoken *spoken = malloc(sizeof *spoken);
    assert_non_null(spoken);
    return spoken;
}

static bool is_same(const struct spoken *a, const struct spoken *b)
{
    return a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

static uint32_t number_at(const char *at)
{
    const uint8_t *bytes = (const uint8_t *)at;
    return (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 | bytes[0];
}

/* The header's fields one by one, from the format's description. */
static bool has_header(const struct spoken *spoken)
{
    const char *at = spoken->bytes;
    return spoken->length > 44 && memcmp(at, "RIFF", 4) == 0 &&
           number_at(at + 4) == spoken->length - 8 && memcmp(at + 8, "WAVEfmt ", 8) == 0 &&
           number_at(at + 16) == 16 && number_at(at + 20) == (1U << 16 | 1) &&
           number_at(at + 24) == 11025 && number_at(at + 28) == 11025 &&
           number_at(at + 32) == (8U << 16 | 1) && memcmp(at + 36, "data", 4) == 0 &&
           number_at(at + 40) == spoken->length - 44;
}

/* Samples up to the last that is no silence. */
static size_t words_end(const struct spoken *spoken)
{
    size_t end = spoken->length;
    while (end > 44 && (uint8_t)spoken->bytes[end - 1] == 128)
        end--;
    return end - 44;
}

static unsigned loudest(const struct spoken *spoken, size_t from, size_t to)
{
    unsigned most = 0;
    for (size_t i = 44 + from; i < 44 + to; i++) {
        unsigned level = (unsigned)abs((int)(uint8_t)spoken->bytes[i] - 128);
        most = level > most ? level : most;
    }
    return most;
}

static size_t count_descriptors(void)
{
    DIR *folder = opendir("/proc/self/fd");
    size_t count = 0;
    assert_non_null(folder);
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

/* The children of a process of one thread that makes any, as the kernel lists them. */
static void list_children(pid_t process, char *text, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)process, (int)process);
    FILE *from = fopen(path, "re");
    assert_non_null(from);
    text[fread(text, 1, size - 1, from)] = '\0';
    fclose(from);
}

/* But for the helper, who has none either. Those that have answered may take a moment to end. */
static void assert_no_child(void)
{
    char text[200], expected[16];
    for (int tries = 0; tries < 200; tries++) {
        list_children(helper.process, text, sizeof text);
        if (text[0] == '\0')
            break;
        usleep(5000);
    }
    assert_string_equal(text, "");
    snprintf(expected, sizeof expected, "%d ", (int)helper.process);
    list_children(getpid(), text, sizeof text);
    assert_string_equal(text, expected);
}

static void every_language_is_read(void **state)
{
    (void)state;
    static struct spoken *all[LANGUAGE_COUNT];
    size_t descriptors = count_descriptors();
    for (size_t i = 0; i < LANGUAGE_COUNT; i++) {
        const struct language_case *row = &LANGUAGES[i];
        all[i] = new_spoken();
        assert_true(speech_knows(row->language));
        assert_int_equal(speak(SPEECH_PROGRAM, row->language, 1, row->text, all[i]), TES_OK);
        size_t end = words_end(all[i]);
        print_message("  %s: %.1f s of %.1f s\n", row->language, (double)end / 11025,
                      (double)(all[i]->length - 44) / 11025);
        assert_true(has_header(all[i]));
        assert_int_equal((all[i]->length - 44) % 22050, 0);
        assert_in_range(end, 11025, 6 * 11025);
        assert_int_equal(loudest(all[i], 0, 3307), 0);
        assert_int_equal(loudest(all[i], 0, end), 126);
        for (size_t other = 0; other < i; other++)
            assert_false(is_same(all[i], all[other]));
    }
    for (size_t i = 0; i < LANGUAGE_COUNT; i++)
        free(all[i]);
    assert_int_equal(count_descriptors(), descriptors);
    assert_no_child();
}

/* Every language of the widget that has a voice has its row above. */
static void every_voice_is_tried(void **state)
{
    (void)state;
    struct language language;
    size_t count = 0, found = 0;
    for (size_t i = 0; languages_next(&i, &language); found++) {
        char tag[16];
        struct tes_buf buf = tes_buf_on(tag, sizeof tag);
        tes_buf_slice(&buf, language.tag);
        assert_int_equal(tes_buf_finish(&buf, NULL), TES_OK);
        print_message("  %s\n", tag);
        assert_true(languages_has(language.tag));
        count += speech_knows(tag);
    }
    assert_int_equal(count, LANGUAGE_COUNT);
    assert_true(found > count);
    assert_true(languages_has(TES_SLICE("HE")) && !speech_knows("he"));
    assert_false(languages_has(TES_SLICE("xx")) || languages_has(TES_SLICE("")));
    assert_false(speech_knows("xx"));
    assert_false(speech_knows(""));
    assert_false(speech_knows("en+whisper"));
}

static void seeds_and_texts_make_the_difference(void **state)
{
    (void)state;
    enum { SEEDS = 6 };
    static const char TEXT[] = "Three red balls.";
    struct spoken *first = new_spoken(), *again = new_spoken();
    assert_int_equal(speak(SPEECH_PROGRAM, "en", 0, TEXT, first), TES_OK);
    assert_int_equal(speak(SPEECH_PROGRAM, "en", 0, TEXT, again), TES_OK);
    assert_true(is_same(first, again));
    for (unsigned seed = 1; seed < SEEDS; seed++) {
        assert_int_equal(speak(SPEECH_PROGRAM, "en", seed, TEXT, again), TES_OK);
        assert_true(has_header(again));
        assert_false(is_same(first, again));
    }
    assert_int_equal(speak(SPEECH_PROGRAM, "en", 0, "Three red walls.", again), TES_OK);
    assert_false(is_same(first, again));
    assert_int_equal(speak(SPEECH_PROGRAM, "de", 0, TEXT, again), TES_OK);
    assert_false(is_same(first, again));
    free(first);
    free(again);
}

static void the_size_stays_small(void **state)
{
    (void)state;
    static const char TEXT[] =
        "There is a red ball to the left of the blue cube, and a green cone behind it. A small "
        "yellow cylinder stands in front of the cone. Which of the four things is nearest to you?";
    struct spoken *spoken = new_spoken();
    for (unsigned seed = 0; seed < 2; seed++) {
        assert_int_equal(speak(SPEECH_PROGRAM, "en", seed, TEXT, spoken), TES_OK);
        print_message("  %.1f s: %zu bytes\n", (double)words_end(spoken) / 11025, spoken->length);
        assert_in_range(words_end(spoken), 8 * 11025, 15 * 11025);
        assert_in_range(spoken->length, 90000, 180000);
    }
    free(spoken);
}

static const struct text_case {
    const char *name, *language, *text;
    size_t length; /* 0: that of the text */
} TEXTS[] = {
    {"an unknown language", "xx", "hello", 0},
    {"a variant for a language", "en+f2", "hello", 0},
    {"an option for a language", "--help", "hello", 0},
    {"an empty text", "en", "", 0},
    {"a text of one byte too many", "en", NULL, SPEECH_TEXT_MAX + 1},
    {"half a letter", "de", "f\xc3", 0},
    {"a command to the program", "en",
     "\001"
     "50S hello",
     0},
    {"a NUL", "en", "hello\0world", 11},
    {"a tab", "en", "hello\tworld", 0},
    {"a DEL", "en", "hello\x7f", 0},
    {"kanji", "ja", "赤い球", 0},
};

static void texts_are_refused(void **state)
{
    (void)state;
    static char long_text[SPEECH_TEXT_MAX + 1];
    struct spoken *spoken = new_spoken();
    memset(long_text, 'a', sizeof long_text);
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        const struct text_case *row = &TEXTS[i];
        struct tes_buf wav = tes_buf_on(spoken->bytes, sizeof spoken->bytes);
        const char *text = row->text != NULL ? row->text : long_text;
        size_t length = row->length > 0 ? row->length : strlen(text);
        print_message("  %s\n", row->name);
        assert_int_equal(speech_read(&helper, SPEECH_PROGRAM,
                                     (struct speech_voice){row->language, 1},
                                     (struct tes_slice){text, length}, &wav),
                         TES_BAD_ARGUMENT);
        assert_int_equal(wav.length, 0);
    }
    free(spoken);
}

/* Two thousand bytes are accepted, and take longer to say than anybody would listen. */
static void long_speeches_are_refused(void **state)
{
    (void)state;
    static char text[SPEECH_TEXT_MAX + 1];
    struct spoken *spoken = new_spoken();
    for (size_t i = 0; i < SPEECH_TEXT_MAX; i++)
        text[i] = "seven red balls "[i % 16];
    assert_int_equal(speak(SPEECH_PROGRAM, "en", 1, text, spoken), TES_TOO_SMALL);
    text[500] = '\0';
    assert_int_equal(speak(SPEECH_PROGRAM, "en", 1, text, spoken), TES_OK);
    assert_no_child();
    struct tes_buf small = tes_buf_on(spoken->bytes, 22049);
    assert_int_equal(speech_read(&helper, SPEECH_PROGRAM, (struct speech_voice){"en", 1},
                                 TES_SLICE("one"), &small),
                     TES_TOO_SMALL);
    assert_int_equal(small.length, 0);
    free(spoken);
}

static void programs_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *program;
        bool is_found;
    } ROWS[] = {{SPEECH_PROGRAM, true},
                {"sh", true},
                {"/bin/sh", true},
                {"", false},
                {"/bin", false},
                {"/etc/passwd", false},
                {"./sh", false},
                {"bin/sh", false},
                {"no-such-program-here", false},
                {"/bin/sh/", false},
                {"../bin/sh", false}};
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        print_message("  \"%s\"\n", ROWS[i].program);
        assert_int_equal(speech_is_available(ROWS[i].program), ROWS[i].is_found);
    }
    static char endless[PATH_MAX + 10];
    memset(endless, 'a', sizeof endless - 1);
    assert_false(speech_is_available(endless));
}

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
    {"hangs", "exec sleep 60", TES_FAILED, true},
    {"hangs and does not want to end", "trap '' TERM INT HUP; sleep 60", TES_FAILED, true},
    {"hangs after half of the sound", "head -c 100 sound.wav; sleep 60", TES_FAILED, true},
    {"hangs after closing its output", "cat sound.wav; exec >&-; sleep 60", TES_FAILED, true},
    {"leaves another with its output", "cat sound.wav; sleep 60 & exit 0", TES_FAILED, true},
    {"drips", "while :; do echo; sleep 0.1; done", TES_FAILED, true},
    {"prints sound", "cat sound.wav", TES_OK, false},
    {"leaves another without its output", "sleep 60 >&- & echo $! >left; cat sound.wav", TES_OK,
     false},
};
enum { BAD_COUNT = sizeof BAD / sizeof BAD[0] };

static struct {
    pthread_t thread;
    char path[64];
    enum tes_status status;
    uint64_t took_ms;
    struct spoken *spoken;
} runs[BAD_COUNT];

static char scratch[] = "/tmp/test_speech.XXXXXX";

static void write_file(const char *path, const void *bytes, size_t length, mode_t mode)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, length), length);
    assert_int_equal(fchmod(file, mode), 0);
    assert_int_equal(close(file), 0);
}

/* A second of a tone, with the header that espeak-ng writes. */
static size_t make_sound(char sound[SOUND_MAX])
{
    static const char HEADER[] =
        "RIFF\x24\xf0\xff\x7fWAVEfmt \x10\0\0\0\1\0\1\0\x22\x56\0\0\x44\xac"
        "\0\0\2\0\x10\0data\0\xf0\xff\x7f";
    memcpy(sound, HEADER, 44);
    for (size_t i = 0; i < 22050; i++) {
        int level = (int)(i % 50) * 400 - 10000;
        sound[44 + 2 * i] = (char)level;
        sound[45 + 2 * i] = (char)(level >> 8);
    }
    return 44 + 2 * 22050;
}

static void write_scripts(void)
{
    static char sound[SOUND_MAX];
    char path[80], script[200];
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
    char path[80], text[16] = "";
    snprintf(path, sizeof path, "%s/%s", scratch, file);
    FILE *from = fopen(path, "re");
    assert_non_null(from);
    assert_non_null(fgets(text, sizeof text, from));
    fclose(from);
    long process = strtol(text, NULL, 10);
    assert_true(process > 1);
    /* It is init's child by now; a while may pass until that one takes note. */
    for (int tries = 0; tries < 100 && kill((pid_t)process, 0) == 0; tries++) {
        char line[64] = "";
        snprintf(path, sizeof path, "/proc/%ld/stat", process);
        FILE *about = fopen(path, "re");
        bool is_read = about != NULL && fgets(line, sizeof line, about) != NULL;
        if (about != NULL)
            fclose(about);
        if (is_read && strstr(line, ") Z ") != NULL)
            return false;
        usleep(10000);
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
        assert_in_range(runs[i].took_ms, BAD[i].takes_all ? SPEECH_DEADLINE_MS - 1 : 0,
                        SPEECH_DEADLINE_MS + SLACK_MS);
        assert_int_equal(runs[i].spoken->length > 0, BAD[i].status == TES_OK);
        free(runs[i].spoken);
    }
    assert_false(is_alive("left"));
    struct spoken *spoken = new_spoken();
    assert_int_equal(speak("/no/such/program", "en", 1, "one", spoken), TES_FAILED);
    assert_int_equal(speak("no-such-program-here", "en", 1, "one", spoken), TES_FAILED);
    free(spoken);
    char command[64];
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

static struct {
    pthread_t thread;
    unsigned wrong;
} speakers[THREADS];

static void *speak_often(void *number)
{
    size_t self = (size_t)(uintptr_t)number;
    struct spoken *first = new_spoken(), *again = new_spoken();
    const struct language_case *row = &LANGUAGES[self];
    for (unsigned i = 0; i < 3; i++) {
        struct spoken *spoken = i == 0 ? first : again;
        if (speak(SPEECH_PROGRAM, row->language, 3, row->text, spoken) != TES_OK ||
            !has_header(spoken) || (i > 0 && !is_same(first, again)))
            speakers[self].wrong++;
    }
    free(first);
    free(again);
    return NULL;
}

static void speak_from_threads(void)
{
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(
            pthread_create(&speakers[i].thread, NULL, speak_often, (void *)(uintptr_t)i), 0);
    for (size_t i = 0; i < THREADS; i++)
        pthread_join(speakers[i].thread, NULL);
}

static void threads_speak_at_once(void **state)
{
    (void)state;
    size_t descriptors = count_descriptors();
    speak_from_threads();
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(speakers[i].wrong, 0);
    assert_int_equal(count_descriptors(), descriptors);
    assert_no_child();
}

/* In a server that was started without its standard descriptors, pipes get their numbers. */
static void standard_descriptors_may_be_missing(void **state)
{
    (void)state;
    size_t descriptors = count_descriptors();
    int kept[3];
    for (int i = 0; i < 3; i++) {
        kept[i] = fcntl(i, F_DUPFD_CLOEXEC, 10);
        assert_true(kept[i] >= 10);
    }
    for (int i = 0; i < 3; i++)
        close(i);
    speak_from_threads();
    for (int i = 0; i < 3; i++) {
        dup2(kept[i], i);
        close(kept[i]);
    }
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(speakers[i].wrong, 0);
    assert_int_equal(count_descriptors(), descriptors);
}

/* What is wrong with a sound, by the byte that is changed. */
static void sounds_are_checked(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t at;
        char byte;
    } ROWS[] = {
        {"not RIFF", 0, 'X'},
        {"not WAVE", 8, 'X'},
        {"not fmt", 12, 'X'},
        {"a longer fmt", 16, 18},
        {"not PCM", 20, 3},
        {"stereo", 22, 2},
        {"another rate", 24, 0x23},
        {"8 bits", 34, 8},
        {"not data", 36, 'X'},
        {"other bytes a second", 28, 0},
        {"other bytes a sample", 32, 4},
    };
    static char sound[SOUND_MAX];
    struct spoken *spoken = new_spoken();
    size_t length = make_sound(sound);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        struct tes_buf wav = tes_buf_on(spoken->bytes, sizeof spoken->bytes);
        char before = sound[ROWS[i].at];
        print_message("  %s\n", ROWS[i].name);
        sound[ROWS[i].at] = ROWS[i].byte;
        assert_int_equal(speech_wav_convert((struct tes_slice){sound, length}, &wav), TES_FAILED);
        sound[ROWS[i].at] = before;
        assert_int_equal(speech_wav_convert((struct tes_slice){sound, length}, &wav), TES_OK);
    }
    for (size_t cut = 0; cut <= 45; cut++) { /* no whole sample */
        struct tes_buf wav = tes_buf_on(spoken->bytes, sizeof spoken->bytes);
        assert_int_equal(speech_wav_convert((struct tes_slice){sound, cut}, &wav), TES_FAILED);
    }
    memset(sound + 44, 1, length - 44); /* all but silent */
    struct tes_buf wav = tes_buf_on(spoken->bytes, sizeof spoken->bytes);
    assert_int_equal(speech_wav_convert((struct tes_slice){sound, length}, &wav), TES_FAILED);
    free(spoken);
}

/* The length that the header says counts where it is the shorter one. */
static void lengths_are_taken_as_they_come(void **state)
{
    (void)state;
    static char sound[SOUND_MAX];
    struct spoken *spoken = new_spoken();
    size_t length = make_sound(sound);
    struct tes_buf wav = tes_buf_on(spoken->bytes, sizeof spoken->bytes);
    assert_int_equal(speech_wav_convert((struct tes_slice){sound, length}, &wav), TES_OK);
    spoken->length = wav.length;
    assert_in_range(words_end(spoken), 3308 + 11025 - 60, 3308 + 11025);
    memcpy(sound + 40, "\x10\x27\0\0", 4); /* 10,000 bytes: 5,000 samples, 2,500 of ours */
    wav = tes_buf_on(spoken->bytes, sizeof spoken->bytes);
    assert_int_equal(speech_wav_convert((struct tes_slice){sound, length}, &wav), TES_OK);
    spoken->length = wav.length;
    assert_in_range(words_end(spoken), 3308 + 2500 - 60, 3308 + 2500);
    free(spoken);
}

/* A tone of 1 kHz stays as it was, but for what 8 bits can't tell. One of 8 kHz, as loud, would
 * come out as 3,025 Hz: it is gone. */
static void high_tones_are_left_out(void **state)
{
    (void)state;
    enum { START = 3308 + 100, COUNT = 10000 }; /* away from both ends */
    static char sound[SOUND_MAX];
    struct spoken *spoken = new_spoken();
    size_t length = make_sound(sound);
    for (size_t i = 0; i < 22050; i++) {
        double turn = 2 * M_PI * (double)i / 22050;
        int level = (int)(8000 * (sin(1000 * turn) + sin(8000 * turn)));
        sound[44 + 2 * i] = (char)level;
        sound[45 + 2 * i] = (char)(level >> 8);
    }
    struct tes_buf wav = tes_buf_on(spoken->bytes, sizeof spoken->bytes);
    assert_int_equal(speech_wav_convert((struct tes_slice){sound, length}, &wav), TES_OK);
    double noise = 0, tone = 0;
    for (size_t i = START; i < START + COUNT; i++) {
        double wanted = 126 * sin(2 * M_PI * 1000 * (double)(i - 3308) / 11025);
        double difference = (double)(uint8_t)spoken->bytes[44 + i] - 128 - wanted;
        tone += wanted * wanted;
        noise += difference * difference;
    }
    print_message("  %.1f dB\n", 10 * log10(tone / noise));
    assert_true(10 * log10(tone / noise) > 40);
    free(spoken);
}

/* ------------------------------------------------------------- the helper */

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
    assert_in_range((tes_clock_steady_us() - start) / 1000, SPEECH_DEADLINE_MS,
                    SPEECH_DEADLINE_MS + 2 * SLACK_MS);
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
    for (int tries = 0; tries < 500 && !is_over(process); tries++)
        usleep(10000);
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
        char *const arguments[] = {"sh", "-c", "echo $$; exec sleep 60", NULL};
        char text[100];
        struct tes_buf output = tes_buf_on(text, sizeof text);
        if (!helper_start(&own) || write(tell[1], &own.process, sizeof own.process) < 0)
            _exit(1);
        struct program_order order = {"/bin/sh", arguments, TES_SLICE(""), 60000};
        (void)!helper_run(&own, &order, NULL, &output);
        _exit(1);
    }
    assert_true(server > 0);
    assert_int_equal(read(tell[0], &of.helper, sizeof of.helper), sizeof of.helper);
    char text[64] = "";
    for (int tries = 0; tries < 200 && text[0] == '\0'; tries++) {
        usleep(5000);
        list_children(of.helper, text, sizeof text);
    }
    pid_t runner = (pid_t)strtol(text, NULL, 10);
    assert_true(runner > 1);
    for (int tries = 0; tries < 200 && of.program == 0; tries++) {
        usleep(5000);
        list_children(runner, text, sizeof text);
        of.program = (pid_t)strtol(text, NULL, 10);
    }
    assert_true(of.program > 1);
    assert_int_equal(kill(server, SIGKILL), 0);
    assert_int_equal(waitpid(server, NULL, 0), server);
    assert_true(ends(of.helper));
    assert_true(ends(of.program));
    assert_true(ends(runner));
    close(tell[0]);
    close(tell[1]);
}

static void *cancel_soon(void *flag)
{
    usleep(200000);
    atomic_store((atomic_bool *)flag, true);
    return NULL;
}

/* What nobody wants any more is not waited for, and does not go on. */
static void an_order_is_cancelled(void **state)
{
    (void)state;
    char path[] = "/tmp/tessera-order-XXXXXX", command[256], text[100];
    int file = mkstemp(path);
    assert_true(file >= 0);
    snprintf(command, sizeof command, "echo $$ > %s; exec sleep 60", path);
    char *const arguments[] = {"sh", "-c", command, NULL};
    struct tes_buf output = tes_buf_on(text, sizeof text);
    struct program_order order = {"/bin/sh", arguments, TES_SLICE(""), 60000};
    atomic_bool is_cancelled = false;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, cancel_soon, &is_cancelled), 0);
    uint64_t started_us = tes_clock_steady_us();
    assert_int_equal(helper_run(&helper, &order, &is_cancelled, &output), TES_FAILED);
    assert_true(tes_clock_steady_us() - started_us < 30000000);
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
    if (!helper_start(&helper))
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_language_is_read),
        cmocka_unit_test(every_voice_is_tried),
        cmocka_unit_test(seeds_and_texts_make_the_difference),
        cmocka_unit_test(the_size_stays_small),
        cmocka_unit_test(texts_are_refused),
        cmocka_unit_test(long_speeches_are_refused),
        cmocka_unit_test(programs_are_found),
        cmocka_unit_test(programs_get_nothing_of_ours),
        cmocka_unit_test(programs_have_no_blocked_or_ignored_signals),
        cmocka_unit_test(input_has_a_ceiling),
        cmocka_unit_test(bad_programs_are_survived),
        cmocka_unit_test(threads_speak_at_once),
        cmocka_unit_test(standard_descriptors_may_be_missing),
        cmocka_unit_test(the_helper_has_nothing_of_ours),
        cmocka_unit_test(signals_do_not_end_the_helper),
        cmocka_unit_test(a_stopped_helper_costs_the_deadline),
        cmocka_unit_test(without_a_helper_nothing_is_read),
        cmocka_unit_test(the_helper_ends_with_the_server),
        cmocka_unit_test(an_order_is_cancelled),
        cmocka_unit_test(sounds_are_checked),
        cmocka_unit_test(lengths_are_taken_as_they_come),
        cmocka_unit_test(high_tones_are_left_out),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    helper_end(&helper);
    return failures;
}
