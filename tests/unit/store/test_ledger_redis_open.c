/*
 * Opening a ledger in a Redis: which servers are refused, and that nothing is left behind there;
 * TLS, and Sentinels.
 */
#include "redis_ledgers.h"

#include "store/db/redis/redis_facts.h"

static struct redis_test redis;
static char port[8], folder[80];

/* Opening fails, for that reason, without telling the password. */
static void assert_refused(const char *where, const char *why)
{
    char error[512] = "";
    struct ledger *ledger = try_open(where, error, sizeof error);
    if (ledger != NULL)
        fail_msg("%s was opened", where);
    if (strstr(error, why) == NULL)
        fail_msg("\"%s\" is not in \"%s\"", why, error);
    assert_null(strstr(error, "hush"));
    struct ledger_settings settings = {.where = where};
    char again[512] = "";
    assert_false(ledger_check(&settings, again, sizeof again));
    assert_string_equal(again, error);
    assert_false(ledger_exists(&settings));
}

static const char *on_socket(const char *before, const char *options)
{
    static char where[512];
    snprintf(where, sizeof where, "redis://%s/0?socket=%s%s", before, redis.socket, options);
    return where;
}

/* ----------------------------------------------------------------- refused */

static void assert_empty(void)
{
    assert_string_equal(redis_says(&redis, "DBSIZE"), ":0\r\n");
}

static void test_password(void **state)
{
    (void)state;
    redis_make(&redis, "--requirepass", "hush hush", "--user", "ann", "on", ">hush", "~tessera:*",
               "+@read", "+@write", "+@connection", "+@transaction", "+eval", "+info", "+time",
               "+wait", NULL);
    assert_refused(on_socket("", ""), "wants a password");
    assert_refused(on_socket(":hush@", ""), "refuses the user or the password");
    assert_refused(on_socket("bob:hush%20hush@", ""), "refuses the user or the password");
    ledger_close(open_at(on_socket(":hush%20hush@", "")));
    /* Who may not read the settings is told which were not read. */
    struct ledger *ledger = open_at(on_socket("ann:hush@", ""));
    assert_non_null(strstr(ledger_notes(ledger), "can't be read"));
    /* These are the rights that docs/redis.md names: all that there is to do can be done. */
    static struct ledger_meeting meeting = {.id = "me", .text = "here"};
    struct counters_change change = {
        .key = 1, .ends_at_s = (uint32_t)(tes_clock_wall_ms() / 1000) + 60, .amount = -1};
    assert_int_equal(spend_key(ledger, "x"), OUTCOME_OK);
    assert_true(ledger_count(ledger, &change, 1, tes_clock_wall_ms()));
    assert_true(ledger_meet(ledger, &meeting));
    assert_int_equal(meeting.count, 1);
    ledger_close(ledger);
    /* Nor may this one use any other keys. */
    assert_refused(on_socket("ann:hush@", "&prefix=other:"), "no right to a command or key");
    redis_remove(&redis);
    redis_make(&redis, NULL);
    assert_refused(on_socket(":hush@", ""), "refuses the user or the password");
    assert_empty();
    redis_remove(&redis);
}

static void test_settings(void **state)
{
    (void)state;
    static const char *const policies[] = {"allkeys-lru",  "allkeys-lfu",  "allkeys-random",
                                           "volatile-lru", "volatile-lfu", "volatile-random",
                                           "volatile-ttl"};
    redis_make(&redis, "--databases", "2", NULL);
    for (size_t i = 0; i < sizeof policies / sizeof policies[0]; i++) {
        char line[64];
        snprintf(line, sizeof line, "CONFIG SET maxmemory-policy %s", policies[i]);
        assert_int_equal(redis_says(&redis, line)[0], '+');
        assert_refused(on_socket("", ""), "maxmemory-policy may evict");
    }
    assert_int_equal(redis_says(&redis, "CONFIG SET maxmemory-policy noeviction")[0], '+');
    char where[160];
    snprintf(where, sizeof where, "redis:///2?socket=%s", redis.socket);
    assert_refused(where, "no database of that number");
    assert_int_equal(redis_says(&redis, "REPLICAOF 127.0.0.1 1")[0], '+');
    assert_refused(on_socket("", ""), "it is a replica");
    assert_int_equal(redis_says(&redis, "REPLICAOF NO ONE")[0], '+');
    assert_empty();
    /* A key of somebody else's. */
    assert_int_equal(redis_says(&redis, "SET tessera:marker x")[0], '+');
    char error[512];
    assert_null(try_open(on_socket("", ""), error, sizeof error));
    assert_non_null(strstr(error, "choose another prefix"));
    assert_string_equal(redis_says(&redis, "GET tessera:marker"), "$1\r\nx\r\n");
    ledger_close(open_at(on_socket("", "&prefix=other:")));
    redis_remove(&redis);
}

static void test_cluster(void **state)
{
    (void)state;
    redis_make(&redis, "--cluster-enabled", "yes", NULL);
    assert_refused(on_socket("", ""), "it is a Redis Cluster");
    redis_remove(&redis);
}

static void test_nobody_there(void **state)
{
    (void)state;
    redis_make(&redis, NULL);
    char where[160];
    snprintf(where, sizeof where, "redis:///0?socket=%s/none", redis.scratch.base);
    assert_refused(where, "no server is there");
    assert_refused("redis://:hush@127.0.0.1:1", "redis://127.0.0.1:1/0: it can't be reached");
    assert_refused("redis://:hush@no-such-host.invalid", "name can't be resolved");
    /* One that is there and says nothing. */
    assert_int_equal(kill(redis.pid, SIGSTOP), 0);
    char error[512];
    assert_null(try_open(on_socket("", ""), error, sizeof error));
    assert_non_null(strstr(error, "does not answer"));
    redis_remove(&redis);
}

static void test_facts(void **state)
{
    (void)state;
    static const struct {
        const char *version, *mode, *eviction, *why;
        bool is_master;
    } cases[] = {
        {"7.0.15", "standalone", "noeviction", NULL, true},
        {"6.2.0", "standalone", "noeviction", NULL, true},
        {"10.0", "standalone", "noeviction", NULL, true},
        {"7.0.15", "standalone", "", NULL, true}, /* not to be read: the docs say what to set */
        {"6.0.20", "standalone", "noeviction", "older than Redis 6.2", true},
        {"5.0.3", "standalone", "noeviction", "older than Redis 6.2", true},
        {"", "standalone", "noeviction", "older than Redis 6.2", true},
        {"x", "standalone", "noeviction", "older than Redis 6.2", true},
        {"7.0.15", "cluster", "noeviction", "Redis Cluster", true},
        {"7.0.15", "sentinel", "", "is a Sentinel", false},
        {"7.0.15", "standalone", "noeviction", "a replica", false},
        {"7.0.15", "standalone", "volatile-ttl", "maxmemory-policy", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct redis_facts facts = {.is_master = cases[i].is_master};
        snprintf(facts.version, sizeof facts.version, "%s", cases[i].version);
        snprintf(facts.mode, sizeof facts.mode, "%s", cases[i].mode);
        snprintf(facts.eviction, sizeof facts.eviction, "%s", cases[i].eviction);
        const char *why = redis_facts_refuse(&facts);
        print_message("%s %s: %s\n", cases[i].version, cases[i].mode, why != NULL ? why : "good");
        assert_int_equal(why == NULL, cases[i].why == NULL);
        assert_true(why == NULL || strstr(why, cases[i].why) != NULL);
    }
}

/* --------------------------------------------------------------------- TLS */

static void run(const char *format, ...)
{
    char command[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    if (system(command) != 0)
        fail_msg("%s", command);
}

/* Two authorities, and certificates of a server and a client under the first. */
static void make_certificates(void)
{
    const char *key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -batch";
    snprintf(folder, sizeof folder, "%s", redis.scratch.base);
    for (unsigned i = 1; i <= 2; i++)
        run("cd %s && openssl req -x509 %s -subj /CN=authority%u -days 2 -keyout ca%u.key -out "
            "ca%u.pem 2>/dev/null",
            folder, key, i, i, i);
    run("cd %s && printf 'subjectAltName=DNS:localhost,DNS:redis.test\\n' > san", folder);
    for (unsigned i = 0; i < 2; i++)
        run("cd %s && openssl req %s -subj /CN=any -keyout %s.key -out csr 2>/dev/null && openssl "
            "x509 -req -in csr -CA ca1.pem -CAkey ca1.key -CAcreateserial -days 2 -extfile san "
            "-out %s.pem 2>/dev/null",
            folder, key, i == 0 ? "server" : "client", i == 0 ? "server" : "client");
}

static const char *by_tls(const char *host, const char *options)
{
    static char where[512];
    char filled[400];
    snprintf(filled, sizeof filled, options, folder, folder, folder);
    snprintf(where, sizeof where, "rediss://%s:%s/0?%s", host, port, filled);
    return where;
}

static void set(const char *name, const char *value)
{
    char line[256];
    snprintf(line, sizeof line, "CONFIG SET %s \"%s\"", name, value);
    if (redis_says(&redis, line)[0] != '+')
        fail_msg("%s: %s", line, redis_says(&redis, line));
}

static void serve_tls(const char *clients)
{
    char line[512];
    snprintf(line, sizeof line,
             "CONFIG SET tls-cert-file %s/server.pem tls-key-file %s/server.key tls-ca-cert-file "
             "%s/ca1.pem tls-auth-clients %s",
             folder, folder, folder, clients);
    assert_int_equal(redis_says(&redis, line)[0], '+');
    redis_listen(&redis, "tls-port", port);
}

static void test_tls(void **state)
{
    (void)state;
    redis_make(&redis, NULL);
    make_certificates();
    serve_tls("no");
    struct ledger *ledger = open_at(by_tls("localhost", "ca=%s/ca1.pem"));
    assert_int_equal(spend_key(ledger, "a"), OUTCOME_OK);
    assert_int_equal(spend_key(ledger, "a"), OUTCOME_REPLAYED);
    /* A batch larger than one record. */
    static struct counters_change changes[COUNTERS_CHANGES_MAX];
    uint64_t now_ms = tes_clock_wall_ms();
    for (unsigned i = 0; i < COUNTERS_CHANGES_MAX; i++)
        changes[i] = (struct counters_change){
            .key = i, .ends_at_s = (uint32_t)(now_ms / 1000) + 60, .amount = i};
    assert_true(ledger_count(ledger, changes, COUNTERS_CHANGES_MAX, now_ms));
    for (unsigned i = 0; i < COUNTERS_CHANGES_MAX; i++)
        assert_int_equal(changes[i].total, i);
    ledger_close(ledger);
    ledger_close(open_at(by_tls("127.0.0.1", "ca=%s/ca1.pem&name=redis.test")));
    assert_refused(by_tls("127.0.0.1", "ca=%s/ca1.pem"), "for another name");
    assert_refused(by_tls("localhost", "ca=%s/ca1.pem&name=other.test"), "for another name");
    assert_refused(by_tls("localhost", "ca=%s/ca2.pem"), "is not trusted");
    assert_refused(by_tls("localhost", "prefix=x:"), "is not trusted");
    assert_refused(by_tls("localhost", "ca=%s/none"), "option ca");
    assert_refused(by_tls("localhost", "ca=%s/ca1.pem&cert=%s/none&key=%s/client.key"), "option");
    /* Where it wants to know who comes. */
    set("tls-auth-clients", "yes");
    assert_refused(by_tls("localhost", "ca=%s/ca1.pem"), "client's certificate");
    ledger_close(
        open_at(by_tls("localhost", "ca=%s/ca1.pem&cert=%s/client.pem&key=%s/client.key")));
    /* And where there is no TLS at all. */
    redis_listen(&redis, "port", port);
    char error[512];
    assert_null(try_open(by_tls("localhost", "ca=%s/ca1.pem"), error, sizeof error));
    assert_non_null(strstr(error, "is this its port for TLS?"));
    redis_remove(&redis);
}

/* --------------------------------------------------------------- Sentinels */

static struct redis_test sentinel, replica;
static char sentinel_port[8];

static void spawn_sentinel(void)
{
    char path[128];
    snprintf(path, sizeof path, "%s/sentinel.conf", redis.scratch.base);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    snprintf(sentinel_port, sizeof sentinel_port, "%u", redis_free_port());
    fprintf(file,
            "port %s\nbind 127.0.0.1\ndir %s\nsentinel monitor main 127.0.0.1 %s 1\n"
            "sentinel down-after-milliseconds main 60000\nsentinel failover-timeout main 10000\n"
            "unixsocket %s/sentinel.sock\n",
            sentinel_port, redis.scratch.base, port, redis.scratch.base);
    fclose(file);
    sentinel = (struct redis_test){.owner = getpid()};
    snprintf(sentinel.socket, sizeof sentinel.socket, "%s/sentinel.sock", redis.scratch.base);
    sentinel.pid = fork();
    if (sentinel.pid == 0) {
        int log = open("/dev/null", O_WRONLY);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(log, STDOUT_FILENO);
        dup2(log, STDERR_FILENO);
        execl(REDIS_PROGRAM, REDIS_PROGRAM, path, "--sentinel", NULL);
        _exit(127);
    }
    for (unsigned tries = 0; strncmp(redis_says(&sentinel, "PING"), "+PONG", 5) != 0; tries++) {
        assert_true(tries < 6000);
        wait_ms(10);
    }
}

static const char *by_sentinel(const char *master, const char *options)
{
    static char where[256];
    /* The first of the two is not there. */
    snprintf(where, sizeof where, "redis+sentinel://127.0.0.1:1,127.0.0.1:%s/%s%s", sentinel_port,
             master, options);
    return where;
}

static void await(const struct redis_test *server, const char *line, const char *answer)
{
    for (unsigned tries = 0; strstr(redis_says(server, line), answer) == NULL; tries++) {
        if (tries == 1000)
            fail_msg("%s: no %s: %s", line, answer, redis_says(server, line));
        wait_ms(10);
    }
}

/* A master and a replica, of which the Sentinel learns as soon as it starts. */
static void make_pair(char ports[2][8])
{
    char line[64];
    redis_make(&redis, "--repl-diskless-sync-delay", "0", NULL);
    redis_listen(&redis, "port", ports[0]);
    redis_make(&replica, "--repl-diskless-sync-delay", "0", NULL);
    redis_listen(&replica, "port", ports[1]);
    memcpy(port, ports[0], sizeof port);
    snprintf(line, sizeof line, "REPLICAOF 127.0.0.1 %s", ports[0]);
    assert_int_equal(redis_says(&replica, line)[0], '+');
    await(&replica, "INFO replication", "master_link_status:up");
}

static void test_sentinel(void **state)
{
    (void)state;
    char line[64], ports[2][8];
    make_pair(ports);
    spawn_sentinel();
    assert_refused(by_sentinel("other", ""), "knows no master of that name");
    snprintf(line, sizeof line, "redis://127.0.0.1:%s", sentinel_port);
    assert_refused(line, "it is a Sentinel");
    assert_refused("redis+sentinel://127.0.0.1:1/main", "it can't be reached");
    struct ledger *ledger = open_at(by_sentinel("main", "?wait=0"));
    assert_int_equal(spend_key(ledger, "a"), OUTCOME_OK);
    assert_non_null(strstr(ledger_notes(ledger), "set wait"));
    uint64_t from_ms = ledger_knows_from_ms(ledger);

    for (unsigned tries = 0; redis_says(&sentinel, "SENTINEL FAILOVER main")[0] != '+'; tries++) {
        assert_true(tries < 600); /* until it has seen the replica */
        wait_ms(100);
    }
    await(&replica, "ROLE", "master");
    await(&sentinel, "SENTINEL GET-MASTER-ADDR-BY-NAME main", ports[1]);
    /* The old one is still a master then, for some ten seconds; and is left within two. */
    assert_non_null(strstr(redis_says(&redis, "ROLE"), "master"));
    for (unsigned tries = 0; ledger_knows_from_ms(ledger) == from_ms; tries++) {
        assert_true(tries < 6000);
        (void)!ledger_ready(ledger);
        wait_ms(10);
    }
    assert_recovers(ledger);
    bool passes = spend_key(ledger, "a") == OUTCOME_OK &&
                  ledger_knows_of(ledger, from_ms, tes_clock_wall_ms());
    assert_false(passes);
    assert_true(ledger_doubt(ledger) > LEDGER_DOUBT_NEW);
    assert_int_equal(spend_key(ledger, "b"), OUTCOME_OK);
    assert_true(strstr(redis_says(&replica, "EXISTS tessera:s:b"), ":1") != NULL);
    ledger_close(ledger);
    redis_down(&sentinel, SIGKILL);
    redis_remove(&replica);
    redis_remove(&redis);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_password), cmocka_unit_test(test_settings),
        cmocka_unit_test(test_cluster),  cmocka_unit_test(test_nobody_there),
        cmocka_unit_test(test_facts),    cmocka_unit_test(test_tls),
        cmocka_unit_test(test_sentinel),
    };
    return cmocka_run_group_tests_name("ledger in a Redis, opened", tests, NULL, NULL);
}
