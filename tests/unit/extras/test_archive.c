/*
 * test_archive.c: the archive of pictures, on real files: what is written, its bounds, and a disk
 * that does not want it. S3D-24.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../lib/patience.h"
#include "extras/archive/archive.h"
#include "os/clock.h"
#include "os/thread.h"

#define PICTURE_BYTES 8000
#define PAIR_BYTES    (8192 + 4096) /* as the disk counts a picture and its metadata */

struct fixture {
    char above[64], folder[96];
    struct archive_settings settings;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    unsigned results[ARCHIVE_RESULT_COUNT];
    unsigned stored, troubles, recoveries;
    char path[ARCHIVE_PATH_MAX], id[33], why[256];
    uint64_t presented_at_ms;
    bool is_held; /* the archive's thread has to wait */
};

static void on_done(void *context, enum archive_result result)
{
    struct fixture *fixture = context;
    pthread_mutex_lock(&fixture->lock);
    fixture->results[result]++;
    pthread_cond_broadcast(&fixture->changed);
    while (fixture->is_held && result != ARCHIVE_QUEUE)
        pthread_cond_wait(&fixture->changed, &fixture->lock);
    pthread_mutex_unlock(&fixture->lock);
}

static void on_stored(void *context, const struct archive_picture *picture, const char *path)
{
    struct fixture *fixture = context;
    pthread_mutex_lock(&fixture->lock);
    fixture->stored++;
    snprintf(fixture->path, sizeof fixture->path, "%s", path);
    snprintf(fixture->id, sizeof fixture->id, "%.*s", (int)picture->challenge_id.length,
             picture->challenge_id.at);
    fixture->presented_at_ms = picture->presented_at_ms;
    pthread_mutex_unlock(&fixture->lock);
}

static void on_trouble(void *context, const char *why)
{
    struct fixture *fixture = context;
    pthread_mutex_lock(&fixture->lock);
    fixture->troubles += why != NULL;
    fixture->recoveries += why == NULL;
    if (why != NULL)
        snprintf(fixture->why, sizeof fixture->why, "%s", why);
    pthread_mutex_unlock(&fixture->lock);
}

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    strcpy(fixture->above, "/tmp/tessera-archive-XXXXXX");
    assert_non_null(mkdtemp(fixture->above));
    snprintf(fixture->folder, sizeof fixture->folder, "%s/pictures", fixture->above);
    pthread_mutex_init(&fixture->lock, NULL);
    pthread_cond_init(&fixture->changed, NULL);
    fixture->settings = (struct archive_settings){.folder = fixture->folder,
                                                  .bounds = {1000000000, 1},
                                                  .context = fixture,
                                                  .done = on_done,
                                                  .stored = on_stored,
                                                  .trouble = on_trouble};
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", fixture->above);
    assert_int_equal(system(command), 0);
    free(fixture);
    return 0;
}

/* The n-th picture; its bytes are its own. */
static void add(struct archive *archive, unsigned number)
{
    char png[PICTURE_BYTES], id[33];
    memset(png, 'p', sizeof png);
    snprintf(png, sizeof png, "picture %u", number);
    snprintf(id, sizeof id, "%032x", number);
    archive_add(archive, &(struct archive_picture){.challenge_id = tes_slice_of(id),
                                                   .kind = TES_SLICE("scene"),
                                                   .difficulty = TES_SLICE("hard"),
                                                   .site = TES_SLICE("ts_\"key"),
                                                   .width = 800,
                                                   .height = 600,
                                                   .presented_at_ms = number,
                                                   .drawn_at_ms = 1700000000000 + number,
                                                   .png = {png, sizeof png}});
}

static unsigned dealt_with(struct fixture *fixture)
{
    pthread_mutex_lock(&fixture->lock);
    unsigned done = fixture->results[ARCHIVE_STORED] + fixture->results[ARCHIVE_ROOM] +
                    fixture->results[ARCHIVE_FAILED];
    pthread_mutex_unlock(&fixture->lock);
    return done;
}

static void wait_for(struct fixture *fixture, unsigned count)
{
    PATIENCE_UNTIL(dealt_with(fixture) >= count);
    assert_true(dealt_with(fixture) >= count);
}

static struct archive *start(struct fixture *fixture)
{
    struct archive *archive = archive_start(&fixture->settings);
    assert_non_null(archive);
    return archive;
}

/* Adds pictures and waits until each has been dealt with. */
static void add_all(struct fixture *fixture, struct archive *archive, unsigned from, unsigned until)
{
    for (unsigned i = from; i < until; i++) {
        unsigned before = dealt_with(fixture);
        add(archive, i);
        wait_for(fixture, before + 1);
    }
}

/* Where the n-th picture lies, or would. */
static const char *path_of(const struct fixture *fixture, unsigned number, const char *ending)
{
    static char path[256];
    char command[256], hash[ARCHIVE_HASH_CHARS + 1] = "", png[PICTURE_BYTES];
    memset(png, 'p', sizeof png);
    snprintf(png, sizeof png, "picture %u", number);
    snprintf(command, sizeof command, "%s/bytes", fixture->above);
    FILE *file = fopen(command, "w");
    assert_true(file != NULL && fwrite(png, 1, sizeof png, file) == sizeof png);
    fclose(file);
    snprintf(command, sizeof command, "sha256sum %s/bytes", fixture->above);
    FILE *sum = popen(command, "r");
    assert_true(sum != NULL && fread(hash, 1, ARCHIVE_HASH_CHARS, sum) == ARCHIVE_HASH_CHARS);
    pclose(sum);
    snprintf(path, sizeof path, "%s/%.2s/%s%s", fixture->folder, hash, hash, ending);
    return path;
}

static bool is_there(const struct fixture *fixture, unsigned number)
{
    return access(path_of(fixture, number, ".png"), F_OK) == 0;
}

static unsigned count_files(const struct fixture *fixture, const char *ending)
{
    char command[160];
    unsigned count = 0;
    snprintf(command, sizeof command, "find %s -type f -name '*%s' | wc -l", fixture->folder,
             ending);
    FILE *found = popen(command, "r");
    assert_true(found != NULL && fscanf(found, "%u", &count) == 1);
    pclose(found);
    return count;
}

static void test_files(void **state)
{
    struct fixture *fixture = *state;
    struct archive *archive = start(fixture);
    struct stat about;
    char text[1024] = "", expected[1024], hash[ARCHIVE_HASH_CHARS + 1];

    add(archive, 7);
    add(archive, 7); /* drawn again */
    wait_for(fixture, 2);
    archive_stop(archive);
    assert_int_equal(fixture->results[ARCHIVE_STORED], 2);
    assert_int_equal(fixture->stored, 2);
    assert_string_equal(fixture->id, "00000000000000000000000000000007");
    assert_int_equal(fixture->presented_at_ms, 7);
    assert_int_equal(count_files(fixture, ""), 2);

    const char *path = path_of(fixture, 7, ".png");
    assert_string_equal(path + strlen(fixture->folder) + 1, fixture->path);
    snprintf(hash, sizeof hash, "%s", fixture->path + 3);
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 07777, 0600);
    assert_int_equal(about.st_size, PICTURE_BYTES);
    assert_int_equal(stat(fixture->folder, &about), 0);
    assert_int_equal(about.st_mode & 07777, 0700);

    FILE *file = fopen(path_of(fixture, 7, ".json"), "r");
    assert_true(file != NULL && fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    snprintf(expected, sizeof expected,
             "{\"sha256\":\"%s\",\"challenge_id\":\"00000000000000000000000000000007\","
             "\"type\":\"scene\",\"difficulty\":\"hard\",\"site\":\"ts_\\\"key\",\"width\":800,"
             "\"height\":600,\"bytes\":%d,\"drawn_at_ms\":1700000000007}\n",
             hash, PICTURE_BYTES);
    assert_string_equal(text, expected);
}

/* The oldest go, and the bound holds at every moment. */
static void test_size(void **state)
{
    enum { FIT = 20, ALL = 70 };
    struct fixture *fixture = *state;
    fixture->settings.bounds.bytes_max = (uint64_t)FIT * PAIR_BYTES;
    struct archive *archive = start(fixture);
    for (unsigned i = 0; i < ALL; i++) {
        add_all(fixture, archive, i, i + 1);
        usleep(2000);
        if (i % 10 == 0)
            assert_in_range(count_files(fixture, ".png"), i < FIT ? i + 1 : FIT / 2, FIT + 1);
    }
    archive_stop(archive);
    assert_int_equal(fixture->results[ARCHIVE_STORED], ALL);
    unsigned left = count_files(fixture, ".png");
    assert_in_range(left, FIT / 2, FIT);
    assert_int_equal(count_files(fixture, ".json"), left);
    for (unsigned i = 0; i < ALL; i++)
        if (is_there(fixture, i) != (i >= ALL - left))
            fail_msg("picture %u of %u, %u left", i, (unsigned)ALL, left);
    assert_int_equal(fixture->troubles, 0);

    /* A smaller bound holds from the next start on. */
    fixture->settings.bounds.bytes_max = 4 * PAIR_BYTES;
    archive = start(fixture);
    add_all(fixture, archive, 100, 101);
    archive_stop(archive);
    assert_in_range(count_files(fixture, ".png"), 1, 5);
    assert_true(is_there(fixture, 100));
    assert_false(is_there(fixture, ALL - left));
}

static void make_older(const char *path, unsigned hours)
{
    char command[400];
    snprintf(command, sizeof command, "touch -h -d '%u hours ago' %s", hours, path);
    assert_int_equal(system(command), 0);
}

static void put(const struct fixture *fixture, const char *name, unsigned hours)
{
    char path[256], command[400];
    snprintf(path, sizeof path, "%s/ab/%s", fixture->folder, name);
    snprintf(command, sizeof command, "mkdir -p %s/ab && echo x > %s", fixture->folder, path);
    assert_int_equal(system(command), 0);
    make_older(path, hours);
}

static bool has(const struct fixture *fixture, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/ab/%s", fixture->folder, name);
    return access(path, F_OK) == 0;
}

#define DIGITS "abababababababababababababababababababababababababababababababab"

/* What is too old goes at the start; what others put there stays. */
static void test_age(void **state)
{
    static const struct {
        const char *name;
        unsigned hours;
        bool stays;
    } FILES[] =
        {
            {"notes.txt", 1000, true},        {"0123.png", 1000, true},
            {DIGITS ".gif", 1000, true},      {DIGITS "0.png", 1000, true},
            {DIGITS ".tmp-1", 0, true},       /* somebody may be writing it */
            {DIGITS ".tmp-22", 2, false},     /* nobody is any more */
            {"b" DIGITS, 1000, true},         /* 65 digits, no ending */
            {"c" DIGITS ".json", 1000, true}, /* 65 digits */
        };
    struct fixture *fixture = *state;
    struct archive *archive = start(fixture);
    char orphan[ARCHIVE_HASH_CHARS + 8];
    add_all(fixture, archive, 0, 3);
    archive_stop(archive);
    make_older(path_of(fixture, 0, ".png"), 25);
    make_older(path_of(fixture, 1, ".png"), 23);
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        put(fixture, FILES[i].name, FILES[i].hours);
    snprintf(orphan, sizeof orphan, "%s.json", DIGITS);
    put(fixture, orphan, 2); /* without its picture */

    archive = start(fixture);
    add_all(fixture, archive, 3, 4);
    archive_stop(archive);
    assert_false(is_there(fixture, 0));
    assert_int_not_equal(access(path_of(fixture, 0, ".json"), F_OK), 0);
    for (unsigned i = 1; i <= 3; i++)
        assert_true(is_there(fixture, i));
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        if (has(fixture, FILES[i].name) != FILES[i].stays)
            fail_msg("%s", FILES[i].name);
    assert_false(has(fixture, orphan));
}

/* Somebody removes the folder while the server runs. */
static void test_folder_removed(void **state)
{
    struct fixture *fixture = *state;
    struct archive *archive = start(fixture);
    char command[128];
    add_all(fixture, archive, 0, 3);
    snprintf(command, sizeof command, "rm -rf %s", fixture->folder);
    assert_int_equal(system(command), 0);
    add_all(fixture, archive, 3, 5);
    archive_stop(archive);
    assert_int_equal(fixture->results[ARCHIVE_STORED], 5);
    assert_int_equal(count_files(fixture, ".png"), 2);
    assert_int_equal(fixture->troubles, 0);
}

/* A file lies where the folder should be: told once, and again when it is gone. */
static void test_no_folder(void **state)
{
    struct fixture *fixture = *state;
    FILE *file = fopen(fixture->folder, "w");
    assert_non_null(file);
    fclose(file);
    struct archive *archive = start(fixture);
    add_all(fixture, archive, 0, 5);
    assert_int_equal(fixture->results[ARCHIVE_FAILED], 5);
    assert_int_equal(fixture->troubles, 1);
    assert_true(strstr(fixture->why, "Not a directory") != NULL);
    assert_int_equal(unlink(fixture->folder), 0);
    add_all(fixture, archive, 5, 7);
    assert_int_equal(fixture->recoveries, 1);
    archive_stop(archive);
    assert_int_equal(fixture->results[ARCHIVE_STORED], 2);
}

/* A disk that takes half of a picture: nothing of it is left, and it is told once. */
static void test_disk_full(void **state)
{
    struct fixture *fixture = *state;
    struct rlimit usual, full;
    struct archive *archive = start(fixture);
    add_all(fixture, archive, 0, 1);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &usual), 0);
    full = usual;
    full.rlim_cur = PICTURE_BYTES / 2;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &full), 0);
    add_all(fixture, archive, 1, 4);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &usual), 0);
    assert_int_equal(fixture->results[ARCHIVE_FAILED], 3);
    assert_int_equal(fixture->troubles, 1);
    assert_int_equal(count_files(fixture, ""), 2);
    add_all(fixture, archive, 4, 5);
    assert_int_equal(fixture->recoveries, 1);
    archive_stop(archive);
    assert_int_equal(count_files(fixture, ""), 4);
}

static void test_little_room(void **state)
{
    struct fixture *fixture = *state;
    fixture->settings.free_bytes_min = UINT64_C(1) << 60;
    struct archive *archive = start(fixture);
    assert_int_equal(mkdir(fixture->folder, 0700), 0);
    add_all(fixture, archive, 0, 3);
    archive_stop(archive);
    assert_int_equal(fixture->results[ARCHIVE_ROOM], 3);
    assert_int_equal(count_files(fixture, ""), 0);
}

/* A disk that does not come back: who adds never waits, and what does not fit is counted. */
static void test_queue(void **state)
{
    enum { ADDED = 1000, HELD = 256 };
    struct fixture *fixture = *state;
    fixture->is_held = true;
    struct archive *archive = start(fixture);
    for (unsigned i = 0; i < ADDED; i++)
        add(archive, i);
    assert_int_equal(fixture->results[ARCHIVE_QUEUE], ADDED - HELD);
    pthread_mutex_lock(&fixture->lock);
    fixture->is_held = false;
    pthread_cond_broadcast(&fixture->changed);
    pthread_mutex_unlock(&fixture->lock);
    archive_stop(archive); /* writes what waits */
    assert_int_equal(fixture->results[ARCHIVE_STORED], HELD);
    assert_int_equal(count_files(fixture, ".png"), HELD);
    archive_stop(NULL);
}

/* Pictures that are too large for the queue's memory. */
static void test_queue_bytes(void **state)
{
    enum { LARGE = 20000000 };
    struct fixture *fixture = *state;
    fixture->is_held = true;
    struct archive *archive = start(fixture);
    char *bytes = calloc(1, LARGE);
    assert_non_null(bytes);
    for (unsigned i = 0; i < 3; i++) {
        bytes[0] = (char)i;
        archive_add(archive, &(struct archive_picture){.png = {bytes, LARGE}});
    }
    assert_int_equal(fixture->results[ARCHIVE_QUEUE], 2);
    pthread_mutex_lock(&fixture->lock);
    fixture->is_held = false;
    pthread_cond_broadcast(&fixture->changed);
    pthread_mutex_unlock(&fixture->lock);
    archive_stop(archive);
    assert_int_equal(fixture->results[ARCHIVE_STORED], 1);
    free(bytes);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_files),     TEST(test_size),        TEST(test_age),
        TEST(test_no_folder), TEST(test_disk_full),   TEST(test_folder_removed),
        TEST(test_queue),     TEST(test_queue_bytes), TEST(test_little_room),
    };
    return cmocka_run_group_tests_name("archive", tests, NULL, NULL);
}
