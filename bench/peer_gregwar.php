<?php
// How many captchas Gregwar's CaptchaBuilder makes in a second, settings as they come, as JPEG in
// memory: `peer_gregwar.php WIDTH HEIGHT MILLISECONDS`.
require "/usr/share/php/Gregwar/Captcha/autoload.php";

use Gregwar\Captcha\CaptchaBuilder;

// CPU time in milliseconds: what the neighbours on this core take is not the builder's.
function spent(): float
{
    $usage = getrusage();
    return ($usage["ru_utime.tv_sec"] + $usage["ru_stime.tv_sec"]) * 1e3
        + ($usage["ru_utime.tv_usec"] + $usage["ru_stime.tv_usec"]) / 1e3;
}

function createFor(int $width, int $height, float $milliseconds): array
{
    $start = spent();
    $count = 0;
    do {
        $jpeg = (new CaptchaBuilder())->build($width, $height)->get();
        if (!str_starts_with($jpeg, "\xFF\xD8")) {
            throw new Exception("CaptchaBuilder made no JPEG");
        }
        $count++;
        $elapsed = spent() - $start;
    } while ($elapsed < $milliseconds);
    return ["count" => $count, "per_second" => $count * 1e3 / $elapsed];
}

if ($argc !== 4) {
    fwrite(STDERR, "usage: peer_gregwar.php WIDTH HEIGHT MILLISECONDS\n");
    exit(2);
}
[$width, $height, $milliseconds] = array_map(intval(...), array_slice($argv, 1));
createFor($width, $height, $milliseconds / 3); // fonts and code are read
echo json_encode(createFor($width, $height, $milliseconds)), "\n";
