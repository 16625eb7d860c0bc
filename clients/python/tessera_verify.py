"""Redeems what Tessera's widget put into a form: one call of POST /v1/verify. Python 3.9 and later, nothing else.

A verdict says whether the visitor passed. That nobody could tell is an exception, never a verdict: whether your site then
opens or stays shut is your decision. What a visitor sends can't cause one: it is looked at before it is sent.
"""
import http.client
import json
import re
import socket
import threading
import time
import urllib.parse
import uuid
from typing import Any, Dict, NamedTuple, Optional, Sequence, Union

REPLY_MAX = 65536
CONNECT_S = 3.0
CLASSES = ("friction", "off-the-shelf")  # weaker ones first


class Unavailable(Exception):
    """Tessera could not be asked, or did not say anything that can be understood: worth another try later."""


class Misconfigured(Exception):
    """The call or the site's secret is wrong, and will be so the next time. Never open your site for this one."""


class Verdict(NamedTuple):
    verified: bool
    reason: str  # "" where verified
    told: Dict[str, Any]  # all that Tessera said


def _ask(url: urllib.parse.SplitResult, form: str, deadline: float) -> Dict[str, Any]:
    """Sends the form once; what came as JSON. http.client follows no redirect, so the secret goes to nobody else."""
    left = deadline - time.monotonic()
    kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    link = kind(url.hostname or "", url.port, timeout=max(0.01, min(CONNECT_S, left)))
    try:
        link.connect()
        link.sock.settimeout(max(0.01, deadline - time.monotonic()))
        # A timeout counts for each read. This one ends them all, also of a server that sends a byte now and then.
        end = threading.Timer(max(0, deadline - time.monotonic()), socket.socket.shutdown, (link.sock, socket.SHUT_RDWR))
        end.daemon = True
        end.start()
        try:
            link.request("POST", url.path, form, {"Content-Type": "application/x-www-form-urlencoded"})
            reply = link.getresponse()
            if reply.status != 200:
                raise Unavailable(f"Tessera answered {reply.status}")
            text = reply.read(REPLY_MAX + 1)
        finally:
            end.cancel()
    finally:
        link.close()
    if len(text) > REPLY_MAX:
        raise Unavailable("the reply is too long")
    told = json.loads(text)
    if not isinstance(told, dict) or not isinstance(told.get("success"), bool):
        raise Unavailable("the reply is not a verdict")
    if told.get("error-codes") == ["internal-error"]:
        raise Unavailable("Tessera's store is away")
    return told


def _ask_twice(url: urllib.parse.SplitResult, form: str, deadline: float) -> Dict[str, Any]:
    """Asks, and once more where the first try broke: the key makes both one use of the response."""
    try:
        return _ask(url, form, deadline)
    except (OSError, http.client.HTTPException, ValueError, RecursionError, Unavailable) as first:
        if time.monotonic() >= deadline:
            raise Unavailable(f"Tessera could not be asked in time: {first}") from None
    try:
        return _ask(url, form, deadline)
    except (OSError, http.client.HTTPException, ValueError, RecursionError) as error:
        raise Unavailable(f"Tessera could not be asked: {error}") from None


def verify(server: str, secret: str, response: object, *, hostname: Union[str, Sequence[str]], action: Optional[str] = None,
           strength: str = CLASSES[0], alternatives: Optional[Sequence[str]] = None, timeout_s: float = 5.0) -> Verdict:
    """Whether a visitor passed on a page of yours. Raises Unavailable or Misconfigured where nobody can tell.

    `server` is an address as "https://captcha.example.org", `response` what came in the form. `hostname`: your pages' host, or
    several; "any" where it does not matter to you. `action`: the page's data-action. `strength`: the weakest class of a picture
    or film; `alternatives`: which other ways are taken beside it, all that the site takes if not given.
    """
    if not hostname:
        raise Misconfigured('hostname: say which is expected, or "any"')
    if strength not in CLASSES:
        raise Misconfigured("strength: one of " + ", ".join(CLASSES))
    if not re.fullmatch(r"https?://[^/?#@\s]+(/[^?#\s]*)?", server):
        raise Misconfigured("the server's address begins with https:// or http://")
    if not secret:
        raise Misconfigured("the secret is missing")
    given = response.strip() if isinstance(response, str) else response
    if not given:
        return Verdict(False, "missing-input-response", {})
    if not isinstance(given, str) or not re.fullmatch(r"[A-Za-z0-9._ -]{1,4096}", given):
        return Verdict(False, "invalid-input-response", {})
    form = urllib.parse.urlencode({"secret": secret, "response": given, "idempotency_key": str(uuid.uuid4())})
    url = urllib.parse.urlsplit(server.rstrip("/") + "/v1/verify")
    told = _ask_twice(url, form, time.monotonic() + timeout_s)
    if not told["success"]:
        code = str((told.get("error-codes") or [""])[0]) or "unknown"
        if code.endswith("-input-secret"):
            raise Misconfigured("Tessera says " + code)
        return Verdict(False, code, told)
    reason = ""
    if hostname != "any" and told.get("hostname") not in ([hostname] if isinstance(hostname, str) else hostname):
        reason = "wrong-hostname"
    elif action is not None and told.get("action") != action:
        reason = "wrong-action"
    elif told.get("alternative"):
        reason = "" if alternatives is None or told["alternative"] in alternatives else "wrong-alternative"
    elif told.get("strength") not in CLASSES[CLASSES.index(strength):]:
        reason = "too-weak"
    return Verdict(reason == "", reason, told)
