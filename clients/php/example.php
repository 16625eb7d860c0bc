<?php
// One response from standard input: TESSERA_URL=... TESSERA_SECRET=... php example.php HOSTNAME[,HOSTNAME...] [ACTION] [STRENGTH] [ALTERNATIVE,...]
require __DIR__ . '/tessera_verify.php';

[, $hostname, $action, $strength, $alternatives] = $argv + ['', '', '', '', ''];
try {
    $verdict = Tessera\verify(getenv('TESSERA_URL'), getenv('TESSERA_SECRET'), stream_get_contents(STDIN), hostname: explode(',', $hostname),
        action: $action, strength: $strength ?: Tessera\CLASSES[0], alternatives: $alternatives ? explode(',', $alternatives) : null,
        timeoutMs: (int) (getenv('TESSERA_TIMEOUT_MS') ?: 5000));
} catch (Tessera\Unavailable $error) {
    echo 'nobody can tell: ', $error->getMessage(), "\n"; // open or shut: this one is your decision
    exit(75);
} catch (Tessera\Misconfigured $error) {
    echo 'wrong use: ', $error->getMessage(), "\n";
    exit(2);
}
echo $verdict->verified ? "verified\n" : "not verified: {$verdict->reason}\n";
exit($verdict->verified ? 0 : 1);
