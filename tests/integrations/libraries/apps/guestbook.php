<?php
// A form with php-google-recaptcha: TESSERA, SITEKEY and SECRET are in the environment, and which of its request methods is asked for.
require '/usr/share/php/ReCaptcha/autoload.php';

use ReCaptcha\ReCaptcha;
use ReCaptcha\RequestMethod\CurlPost;
use ReCaptcha\RequestMethod\Post;
use ReCaptcha\RequestMethod\SocketPost;

$tessera = getenv('TESSERA');
$methods = [
    'Post' => fn() => new Post("$tessera/recaptcha/api/siteverify"),
    'CurlPost' => fn() => new CurlPost(null, "$tessera/recaptcha/api/siteverify"),
    // It goes to port 443 of the host by TLS, whatever the URL says.
    'SocketPost' => fn() => new SocketPost(null, 'https://www.google.com/recaptcha/api/siteverify'),
];
$method = $_GET['method'] ?? 'Post';
$outcome = '';
if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    $verified = (new ReCaptcha(getenv('SECRET'), $methods[$method]()))
        ->setExpectedHostname($_GET['expected'] ?? 'shop.example')
        ->setChallengeTimeout(120)
        ->verify($_POST['g-recaptcha-response'] ?? '', $_SERVER['REMOTE_ADDR']);
    $outcome = $verified->isSuccess()
        ? "<p id='sent'>Welcome to " . htmlspecialchars($verified->getHostname()) . "</p>"
        : "<p class='refused'>" . htmlspecialchars(implode(' ', $verified->getErrorCodes())) . "</p>";
}
?>
<!doctype html>
<html lang="en"><title>Guestbook</title><body>
<?= $outcome ?>
<form method="post">
<div class="g-recaptcha" data-sitekey="<?= htmlspecialchars(getenv('SITEKEY')) ?>"></div>
<script src="<?= htmlspecialchars($tessera) ?>/recaptcha/api.js" async defer></script>
<button id="send">Send</button>
</form>
