"""Redeems what Tessera's widget put into a form: one call of POST /v1/verify. Python 3.9 and later, nothing else.

A verdict says whether the visitor passed. That nobody could tell is an exception, never a verdict: whether your site then
opens or stays shut is your decision. What a visitor sends can't cause one: it is looked at before it is sent.
"""
import contextlib
import http.client
import json
import re
import socket
import threading
import time
import urllib.parse
import uuid
from typing import Any, Dict, NamedTuple, Optional, Sequence, Union

ANY = "*"  # as `hostname` or `action`: it does not matter to you
REPLY_MAX = 65536
CONNECT_S = 3.0
SERVER = r"https?://([A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\])(:[1-9][0-9]{0,4})?(/[A-Za-z0-9._~/-]*)?"
CODE = r"[A-Za-z0-9 \t\r\n\u00a0\u2009\u2010-\u2014\u202f\u2212-]{1,100}"  # with gaps as people write them
RESPONSE = r"[A-Za-z0-9._-]{1,4096}|" + CODE
CLASSES = ("friction", "off-the-shelf")  # weaker ones first


class Unavailable(Exception):
    """Tessera could not be asked, or did not say anything that can be understood: worth another try later."""


class Misconfigured(Exception):
    """The call or the site's secret is wrong, and will be so the next time. Never open your site for this one."""


class Verdict(NamedTuple):
    verified: bool
    reason: str  # "" where verified
    told: Dict[str, Any]  # all that Tessera said


def _url(server: str) -> urllib.parse.SplitResult:
    try:
        url = urllib.parse.urlsplit(server.rstrip("/") + "/v1/verify")
        if re.fullmatch(SERVER, server) and url.port != 0:  # a port that there can't be raises
            return url
    except ValueError:
        pass
    raise Misconfigured("the server's address is not one like https://captcha.example.org")


def _ask(url: urllib.parse.SplitResult, form: str, deadline: float) -> Dict[str, Any]:
    """Sends the form once; what came as JSON. http.client follows no redirect, so the secret goes to nobody else."""
    kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    link = kind(url.hostname or "", url.port, timeout=max(0.01, min(CONNECT_S, deadline - time.monotonic())))
    with contextlib.closing(link):
        link.connect()
        left = max(0.01, deadline - time.monotonic())
        link.sock.settimeout(left)
        # A timeout counts for each read. This one ends them all, also of a server that sends a byte now and then.
        end = threading.Timer(left, socket.socket.shutdown, (link.sock, socket.SHUT_RDWR))
        end.daemon = True
        end.start()
        try:
            link.request("POST", url.path, form, {"Content-Type": "application/x-www-form-urlencoded"})
            reply = link.getresponse()
            text = reply.read(REPLY_MAX)  # cut where it is longer, and then no JSON
        finally:
            end.cancel()
    if reply.status != 200:
        raise ValueError(f"it answered {reply.status}")
    told = json.loads(text)
    if not isinstance(told, dict) or not isinstance(told.get("success"), bool):
        raise ValueError("the reply is not a verdict")
    if told.get("error-codes") == ["internal-error"]:
        raise ValueError("its store is away")
    return told


def _ask_twice(url: urllib.parse.SplitResult, form: str, deadline: float, is_last: bool = False) -> Dict[str, Any]:
    """Asks, and once more where the first try broke: the key makes both one use of the response."""
    try:
        return _ask(url, form, deadline)
    except Exception as error:  # whatever it is, nobody can tell
        if is_last or time.monotonic() >= deadline:
            raise Unavailable(f"Tessera could not be asked: {error!r}") from None
    return _ask_twice(url, form, deadline, is_last=True)


def verify(server: str, secret: str, response: object, *, hostname: Union[str, Sequence[str]], action: str = "",
           strength: str = CLASSES[0], alternatives: Optional[Sequence[str]] = None, timeout_s: float = 5.0) -> Verdict:
    """Whether a visitor passed on a page of yours. Raises Unavailable or Misconfigured where nobody can tell.

    `server` is an address as "https://captcha.example.org", `response` what came in the form. `hostname`: your pages' host, or
    several. `action`: the page's data-action; none if not given. `strength`: the weakest class of a picture or film;
    `alternatives`: which other ways are taken beside it, all that the site takes if not given.
    """
    hosts = [hostname] if isinstance(hostname, str) else hostname
    if not hosts or not all(hosts):
        raise Misconfigured("hostname: say which is expected, or ANY")
    if strength not in CLASSES:
        raise Misconfigured("strength: one of " + ", ".join(CLASSES))
    url = _url(server)
    if not secret:
        raise Misconfigured("the secret is missing")
    given = response.strip() if isinstance(response, str) else response
    if not given:
        return Verdict(False, "missing-input-response", {})
    if not isinstance(given, str) or not re.fullmatch(RESPONSE, given):
        return Verdict(False, "invalid-input-response", {})
    form = urllib.parse.urlencode({"secret": secret, "response": given, "idempotency_key": str(uuid.uuid4())})
    told = _ask_twice(url, form, time.monotonic() + timeout_s)
    codes, reason = told.get("error-codes"), ""
    if not told["success"]:
        reason = str(codes[0]) if isinstance(codes, list) and codes and codes[0] else "unknown"
    elif not any(host in (ANY, told.get("hostname")) for host in hosts):
        reason = "wrong-hostname"
    elif action not in (ANY, told.get("action")):
        reason = "wrong-action"
    elif told.get("alternative") and told.get("strength") in CLASSES:
        reason = "" if alternatives is None or told["alternative"] in alternatives else "wrong-alternative"
    elif told.get("strength") not in CLASSES[CLASSES.index(strength):]:
        reason = "too-weak"
    if reason.endswith("-input-secret"):
        raise Misconfigured("Tessera says " + reason)
    return Verdict(reason == "", reason, told)
