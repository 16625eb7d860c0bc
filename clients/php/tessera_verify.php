<?php
// Redeems what Tessera's widget put into a form: one call of POST /v1/verify. PHP 8.1 and later with its curl extension.
//
// A verdict says whether the visitor passed. That nobody could tell is an exception, never a verdict: whether your site then
// opens or stays shut is your decision. What a visitor sends can't cause one: it is looked at before it is sent.
declare(strict_types=1);

namespace Tessera;

const ANY = '*'; // as `hostname` or `action`: it does not matter to you
const REPLY_MAX = 65536;
const CONNECT_MS = 3000;
const SERVER = '{^https?://([A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\])(:[1-9][0-9]{0,4})?(/[A-Za-z0-9._~/-]*)?$}D';
const CODE = '[A-Za-z0-9 \t\r\n\x{a0}\x{2009}\x{2010}-\x{2014}\x{202f}\x{2212}-]{1,100}'; // with gaps as people write them
const RESPONSE = '/^([A-Za-z0-9._-]{1,4096}|' . CODE . ')$/Du';
const CLASSES = ['friction', 'off-the-shelf']; // weaker ones first

/** Tessera could not be asked, or did not say anything that can be understood: worth another try later. */
class Unavailable extends \RuntimeException {}

/** The call or the site's secret is wrong, and will be so the next time. Never open your site for this one. */
class Misconfigured extends \LogicException {}

/** `reason` is empty where `verified`; `told` is all that Tessera said. */
final class Verdict
{
    public function __construct(public readonly bool $verified, public readonly string $reason, public readonly array $told = []) {}
}

/**
 * Whether a visitor passed on a page of yours. Throws Unavailable or Misconfigured where nobody can tell.
 *
 * `server` is an address as "https://captcha.example.org", `response` what came in the form. `hostname`: your pages' host, or
 * several. `action`: the page's data-action; none if not given. `strength`: the weakest class of a picture or film;
 * `alternatives`: which other ways are taken beside it, all that the site takes if not given.
 */
function verify(
    string $server, #[\SensitiveParameter] string $secret, mixed $response, string|array $hostname, string $action = '',
    string $strength = CLASSES[0], ?array $alternatives = null, int $timeoutMs = 5000,
): Verdict {
    $hosts = (array) $hostname;
    if (!$hosts || in_array('', $hosts, true)) throw new Misconfigured('hostname: say which is expected, or ANY');
    if (!in_array($strength, CLASSES, true)) throw new Misconfigured('strength: one of ' . implode(', ', CLASSES));
    if (!preg_match(SERVER, $server) || !parse_url($server)) throw new Misconfigured("the server's address is not one like https://captcha.example.org");
    if ($secret === '') throw new Misconfigured('the secret is missing');
    $given = is_string($response) ? trim($response) : $response;
    if ($given === '' || $given === null) return new Verdict(false, 'missing-input-response');
    if (!is_string($given) || !preg_match(RESPONSE, $given)) return new Verdict(false, 'invalid-input-response');
    $key = vsprintf('%s%s-%s-4%.3s-a%.3s-%s%s%s', str_split(bin2hex(random_bytes(16)), 4)); // a UUID
    $form = http_build_query(['secret' => $secret, 'response' => $given, 'idempotency_key' => $key], '', '&');
    $told = ask_twice(rtrim($server, '/') . '/v1/verify', $form, hrtime(true) / 1e6 + $timeoutMs);
    $code = $told['error-codes'][0] ?? '';
    $other = $told['alternative'] ?? '';
    $class = array_search($told['strength'] ?? null, CLASSES, true);
    $reason = match (true) {
        !$told['success'] => is_string($code) && $code !== '' ? $code : 'unknown',
        !in_array(ANY, $hosts, true) && !in_array($told['hostname'] ?? null, $hosts, true) => 'wrong-hostname',
        $action !== ANY && ($told['action'] ?? null) !== $action => 'wrong-action',
        $class === false => 'too-weak',
        $other !== '' => $alternatives === null || in_array($other, $alternatives, true) ? '' : 'wrong-alternative',
        default => $class < array_search($strength, CLASSES, true) ? 'too-weak' : '',
    };
    if (str_ends_with($reason, '-input-secret')) throw new Misconfigured("Tessera says $reason");
    return new Verdict($reason === '', $reason, $told);
}

/** Asks, and once more where the first try broke: the key makes both one use of the response. */
function ask_twice(string $url, #[\SensitiveParameter] string $form, float $deadlineMs): array
{
    try {
        return ask($url, $form, $deadlineMs);
    } catch (Unavailable $first) {
        if (hrtime(true) / 1e6 >= $deadlineMs) throw $first;
        return ask($url, $form, $deadlineMs);
    }
}

/** Sends the form once; what came as JSON. No redirect is followed, so the secret goes to nobody else. */
function ask(string $url, #[\SensitiveParameter] string $form, float $deadlineMs): array
{
    $text = '';
    $link = curl_init($url);
    curl_setopt_array($link, [
        CURLOPT_POST => true, CURLOPT_POSTFIELDS => $form, CURLOPT_FOLLOWLOCATION => false,
        CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
        CURLOPT_CONNECTTIMEOUT_MS => CONNECT_MS, CURLOPT_TIMEOUT_MS => max(1, (int) ($deadlineMs - hrtime(true) / 1e6)),
        CURLOPT_WRITEFUNCTION => function ($link, string $bytes) use (&$text): int {
            $text .= $bytes;
            return strlen($text) > REPLY_MAX ? -1 : strlen($bytes); // -1 ends it
        },
    ]);
    $isDone = curl_exec($link);
    $status = curl_getinfo($link, CURLINFO_RESPONSE_CODE);
    if (strlen($text) > REPLY_MAX) throw new Unavailable('the reply is too long');
    if (!$isDone) throw new Unavailable('Tessera could not be asked: ' . curl_error($link));
    if ($status !== 200) throw new Unavailable("Tessera answered $status");
    $told = json_decode($text, true, 16);
    if (!is_array($told) || !is_bool($told['success'] ?? null)) throw new Unavailable('the reply is not a verdict');
    if (($told['error-codes'] ?? null) === ['internal-error']) throw new Unavailable("Tessera's store is away");
    return $told;
}
