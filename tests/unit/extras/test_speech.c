/* Text read aloud, by the program itself: in every language, by many at once. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>

#include "../../lib/own_clock.h"
#include "../server/helped.h"
#include "server/words/words.h"

enum { THREADS = 8 };

static const struct language_case {
    const char *language, *text;
} LANGUAGES[] = {
    {"ar", "كَمْ كُرَةً حَمْرَاءَ تَرَى؟"},
    {"bg", "Колко червени топки виждате?"},
    {"cs", "Kolik červených koulí vidíte?"},
    {"da", "Hvor mange røde kugler kan du se?"},
    {"de", "Wie viele rote Kugeln siehst du?"},
    {"el", "Πόσες κόκκινες μπάλες βλέπετε;"},
    {"en", "How many red balls do you see?"},
    {"es", "¿Cuántas bolas rojas ves?"},
    {"fa", "چند توپِ قرمز می‌بینید؟"},
    {"fi", "Kuinka monta punaista palloa näet?"},
    {"fr", "Combien de boules rouges vois-tu ?"},
    {"hi", "आपको कितनी लाल गेंदें दिखती हैं?"},
    {"hr", "Koliko crvenih kugli vidite?"},
    {"hu", "Hány piros gömböt lát?"},
    {"id", "Berapa bola merah yang Anda lihat?"},
    {"it", "Quante palle rosse vedi?"},
    {"ja", "あかい たまは いくつ みえますか。"},
    {"ko", "빨간 공이 몇 개 보입니까?"},
    {"nl", "Hoeveel rode ballen zie je?"},
    {"pl", "Ile czerwonych kul widzisz?"},
    {"pt", "Quantas bolas vermelhas vês?"},
    {"pt-BR", "Quantas bolas vermelhas você vê?"},
    {"ro", "Câte sfere roșii vedeți?"},
    {"ru", "Сколько красных шаров ты видишь?"},
    {"sk", "Koľko červených gulí vidíte?"},
    {"sv", "Hur många röda bollar ser du?"},
    {"tr", "Kaç kırmızı top görüyorsun?"},
    {"uk", "Скільки червоних куль ти бачиш?"},
    {"vi", "Bạn thấy bao nhiêu quả bóng đỏ?"},
    {"zh", "你看到几个红色的球？"},
    {"zh-Hant", "您看到幾個紅色的球？"},
};
enum { LANGUAGE_COUNT = sizeof LANGUAGES / sizeof LANGUAGES[0] };

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
    const struct words *language = NULL;
    size_t count = 0, found = 0;
    for (; (language = words_next(language)) != NULL; found++) {
        char tag[16];
        struct tes_buf buf = tes_buf_on(tag, sizeof tag);
        tes_buf_slice(&buf, language->tag);
        assert_int_equal(tes_buf_finish(&buf, NULL), TES_OK);
        print_message("  %s\n", tag);
        assert_true(tes_slice_equal(words_for(language->tag)->lang, language->tag));
        count += speech_knows(tag);
    }
    assert_int_equal(count, LANGUAGE_COUNT);
    assert_true(found > count);
    assert_false(speech_knows("he") || speech_knows("th"));
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
                                     (struct speech_voice){.language = row->language, .seed = 1},
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
    assert_int_equal(speech_read(&helper, SPEECH_PROGRAM,
                                 (struct speech_voice){.language = "en", .seed = 1},
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

int main(void)
{
    own_clock_stop(); /* before the helper, which has it too: programs may take their time */
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
        cmocka_unit_test(threads_speak_at_once),
        cmocka_unit_test(standard_descriptors_may_be_missing),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    helper_end(&helper);
    return failures;
}
