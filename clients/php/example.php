<?php
// One response from standard input: TESSERA_URL=... TESSERA_SECRET=... php example.php HOSTNAME [ACTION] [STRENGTH]
require __DIR__ . '/tessera_verify.php';

[, $hostname, $action, $strength] = $argv + ['', '', '', ''];
try {
    $verdict = Tessera\verify(getenv('TESSERA_URL'), getenv('TESSERA_SECRET'), stream_get_contents(STDIN), hostname: $hostname,
        action: $action ?: null, strength: $strength ?: Tessera\CLASSES[0], timeoutMs: (int) (getenv('TESSERA_TIMEOUT_MS') ?: 5000));
} catch (Tessera\Unavailable $error) {
    echo 'nobody can tell: ', $error->getMessage(), "\n"; // open or shut: this one is your decision
    exit(75);
} catch (Tessera\Misconfigured $error) {
    echo 'wrong use: ', $error->getMessage(), "\n";
    exit(2);
}
echo $verdict->verified ? "verified\n" : "not verified: {$verdict->reason}\n";
exit($verdict->verified ? 0 : 1);
