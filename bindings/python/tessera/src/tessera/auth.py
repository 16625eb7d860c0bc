"""Whether a request comes from a person, and from the one it says: several ways of telling, weighed together.

Each way is an `Adapter`. Two of them are the library's own, `SpatialAdapter` and `CulturalAdapter`; whoever derives from
`Adapter` writes another. `MultiModalAuthenticator` has the library weigh what they say. Threads may share all of them.

Confidences are a convention: 0.9 means that a challenge was answered right, not that nine of ten who do so are people.
"""

from __future__ import annotations

import abc
import contextlib
import ctypes
import json
import logging
import math
import os
import re
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, Mapping, Sequence

from . import _auth, _library
from ._library import library
from .challenge import Challenge, Difficulty, _shown, generate, place_of
from .renderer import Renderer

_log = logging.getLogger("tessera")
_NAME = re.compile(f"[A-Za-z0-9_.-]{{1,{_auth.NAME_MAX}}}")
_NO_ANSWER = b"-"  # which is none of the options


@dataclass(frozen=True)
class AuthResult:
    """What an adapter, or all of them together, say.

    confidence  0 to 1; of whom nothing is known, 0
    is_human    whether that is enough: for one adapter 0.7, for all together the threshold
    method      the adapter's name; "multi_modal" of all together
    metadata    what else there is to tell
    state       "known", "pending" (a challenge was put and not answered yet) or "unknown" (no opinion, never weighed)
    """

    confidence: float
    is_human: bool = False
    method: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)
    state: str = "known"


class Adapter(abc.ABC):
    """The port: one way of telling. A class derived from it can stand beside the library's own adapters."""

    @abc.abstractmethod
    def authenticate(self, user_id: str, context: Mapping[str, Any]) -> AuthResult:
        """What it says of this request. ValueError where the request can't be right; where it raises something else, it
        counts as not available, and the log says so."""

    @abc.abstractmethod
    def get_name(self) -> str:
        """The name, always the same: "spatial_captcha" or the like, 1 to 32 letters, digits, '_', '-' and '.'."""

    def get_latency_budget_ms(self) -> int:
        """How long it may take, in milliseconds, people included."""
        return 1000

    def supports_challenge(self) -> bool:
        """Whether it can put something to the user."""
        return False

    def is_available(self) -> bool:
        """Whether it can be asked now. One that can't is left out, and the others weigh more."""
        return True


# ----------------------------------------------------------------- requests


def _text_of(value: object, what: str, most: int) -> bytes:
    if not isinstance(value, str):
        raise ValueError(f"{what}: expected a text, not {_shown(value)}")
    try:
        encoded = value[:most + 1].encode()
    except UnicodeEncodeError:
        raise ValueError(f"{what}: expected Unicode without lone surrogates") from None
    if len(encoded) > most:
        raise ValueError(f"{what}: expected at most {most} bytes")
    return encoded


def _message_of(value: object) -> bytes:
    """The part of a message that is looked at, cut between two characters."""
    if not isinstance(value, str):
        raise ValueError(f"message: expected a text, not {_shown(value)}")
    encoded = value[:_auth.MESSAGE_MAX].encode("utf-8", "replace")
    return encoded[:_auth.MESSAGE_MAX].decode("utf-8", "ignore").encode()


def _number_of(value: object, what: str, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise ValueError(f"{what}: expected a whole number from 0 to {most}, not {_shown(value)}")
    return value


class _Call:
    """One request, as the library takes it, with all that it points to. Used by one thread, for one call."""

    def __init__(self, user_id: object, context: Mapping[str, Any] | None) -> None:
        if context is not None and not isinstance(context, Mapping):
            raise ValueError(f"context: expected a mapping, not {_shown(context)}")
        self.context: Mapping[str, Any] = context if context is not None else {}
        self.user = _text_of(user_id, "user_id", _auth.USER_MAX)
        if not self.user:
            raise ValueError("user_id: expected a text that is not empty")
        self.session = _text_of(self.context.get("session_id") or "", "session_id", _auth.USER_MAX)
        self.user_id = str(user_id)
        self.kept: list[object] = []  # what C points to, for as long as the call takes
        self.extras: dict[str, dict[str, Any]] = {}  # by adapter, metadata that does not go through C
        self.error: BaseException | None = None
        self.request = _auth.Request(user=self.slice(self.user), session=self.slice(self.session))
        if self.context.get("message") is not None:
            self.request.message = self.slice(_message_of(self.context["message"]))
        typing = self.context.get("typing_ms")
        if typing is not None:
            self._type(typing)

    def _type(self, typing: Sequence[int]) -> None:
        if not isinstance(typing, Sequence) or isinstance(typing, (str, bytes)):
            raise ValueError("typing_ms: expected a list of milliseconds between keys")
        times = [_number_of(value, "typing_ms", 2**32 - 1) for value in typing[:_auth.TYPING_MAX]]
        array = (ctypes.c_uint32 * max(len(times), 1))(*times)
        self.kept.append(array)
        self.request.typing_ms, self.request.typing_count = array, len(times)

    def slice(self, value: bytes) -> _auth.Slice:
        buffer = ctypes.create_string_buffer(value, len(value) + 1)
        self.kept.append(buffer)
        return _auth.Slice(ctypes.addressof(buffer), len(value))


def _told(name: str, result: _auth.Result, extras: Mapping[str, Any]) -> AuthResult:
    metadata = json.loads(result.metadata) if result.metadata else {}
    return AuthResult(result.confidence, result.is_human, name, {**metadata, **extras}, _auth.STATES[result.state])


class _LibraryAdapter(Adapter):
    """An adapter that the library has. `_enter()` makes its port for one call."""

    _name: str

    @abc.abstractmethod
    def _enter(self, call: _Call) -> _auth.Port: ...

    @abc.abstractmethod
    def _idle(self) -> _auth.Port:
        """A port to ask things of that do not depend on a call; it keeps what it points to."""

    def authenticate(self, user_id: str, context: Mapping[str, Any] | None = None) -> AuthResult:
        call = _Call(user_id, context)
        port, result = self._enter(call), _auth.Result()
        _library.check(port.authenticate(port.self, ctypes.byref(call.request), ctypes.byref(result)))
        return _told(self._name, result, call.extras.get(self._name, {}))

    def get_name(self) -> str:
        return self._name

    def get_latency_budget_ms(self) -> int:
        port = self._idle()
        return int(port.latency_budget_ms(port.self))

    def supports_challenge(self) -> bool:
        port = self._idle()
        return bool(port.supports_challenge(port.self))

    def is_available(self) -> bool:
        port = self._idle()
        return bool(port.is_available(port.self))


# ------------------------------------------------------- spatial challenges


@dataclass
class _Put:
    challenge: Challenge
    user: bytes
    session: bytes
    since_s: float
    png_path: str | None


class SpatialAdapter(_LibraryAdapter):
    """Puts a spatial challenge to the user, and judges the answer: "spatial_captcha".

    renderer            writes the picture of every challenge that is put; None: the caller draws it (`tessera.draw`)
    default_difficulty  of the challenges
    time_budget_ms      for the user to answer
    profile             "default" or "seed": see `tessera.generate()`
    keep_pictures       whether pictures stay when their challenge is gone: somebody else then has to remove them

    `authenticate()` without "challenge_id" in its context puts a challenge, one for each user and session, and is pending:
    its metadata has challenge_id, question_text, options and png_path. With "challenge_id" and "user_answer" it judges
    that answer, once: 0.9 where it is right, 1.0 where it is right and HARD, 0.1 where it is wrong, was given in less than
    half a second or more than thirty, or came without "device_info" (whatever the site knows of the device). The time
    is taken here, from putting the challenge, unless the context has "response_time_ms". A challenge that is unknown, over,
    answered before or another user's counts as 0.0. Challenges are kept in memory, at most 10,000 of them, and are
    gone some seconds after their time limit.
    """

    _name = "spatial_captcha"
    OPEN_MAX = 10_000
    GRACE_S = 10.0

    def __init__(self, renderer: Renderer | None = None, default_difficulty: Difficulty | str = Difficulty.MEDIUM,
                 time_budget_ms: int = 8000, profile: str = "default", keep_pictures: bool = False) -> None:
        if renderer is not None and not (hasattr(renderer, "render") and hasattr(renderer, "is_available")):
            raise ValueError("renderer: expected a Renderer or None")
        self.renderer, self.profile, self.keep_pictures = renderer, profile, bool(keep_pictures)
        self.default_difficulty = Difficulty.of(default_difficulty)
        self.time_budget_ms = _number_of(time_budget_ms, "time_budget_ms", 3_600_000)
        self._lock = threading.Lock()
        self._put: OrderedDict[str, _Put] = OrderedDict()  # by challenge_id, the oldest first
        self._open: dict[tuple[bytes, bytes], str] = {}  # by user and session, the one that waits for its answer
        generate(seed=0, difficulty="easy", profile=profile)  # says at once where there is no such profile

    def put(self, user_id: str, session_id: str = "", difficulty: Difficulty | str | None = None) -> Challenge:
        """Puts a challenge to the user, in place of one that was not answered, and returns it. OSError where its picture
        can't be written."""
        user, session = _text_of(user_id, "user_id", _auth.USER_MAX), _text_of(session_id, "session_id", _auth.USER_MAX)
        return self._add(user, session, difficulty).challenge

    def _add(self, user: bytes, session: bytes, difficulty: Difficulty | str | None) -> _Put:
        level = Difficulty.of(difficulty) if difficulty is not None else self.default_difficulty
        challenge = generate("scene", difficulty=level, profile=self.profile, still=True)
        path = self.renderer.render(challenge) if self.renderer is not None else None
        put = _Put(challenge, user, session, time.monotonic(), path)
        with self._lock:
            self._drop(self._open.get((user, session)))
            self._forget_old(put.since_s)
            self._put[challenge.challenge_id] = put
            self._open[user, session] = challenge.challenge_id
        return put

    def _drop(self, challenge_id: str | None) -> None:
        put = self._put.pop(challenge_id, None) if challenge_id is not None else None
        if put is None:
            return
        if self._open.get((put.user, put.session)) == challenge_id:
            del self._open[put.user, put.session]
        if put.png_path is not None and not self.keep_pictures:
            with contextlib.suppress(OSError):
                os.unlink(put.png_path)

    def _is_over(self, put: _Put, now_s: float) -> bool:
        return now_s - put.since_s > put.challenge.time_limit_s + self.GRACE_S

    def _forget_old(self, now_s: float) -> None:
        while self._put:
            challenge_id, put = next(iter(self._put.items()))
            if len(self._put) < self.OPEN_MAX and not self._is_over(put, now_s):
                return
            self._drop(challenge_id)

    def _waiting(self, call: _Call) -> _Put:
        """The challenge that waits for this user's answer; another one where there is none."""
        with self._lock:
            put = self._put.get(self._open.get((call.user, call.session), ""))
        if put is None or self._is_over(put, time.monotonic()):
            put = self._add(call.user, call.session, None)
        return put

    def _take(self, call: _Call, challenge_id: object, is_answered: bool) -> _Put | None:
        """The challenge of that id, if it is this user's; once it is answered, it is gone."""
        with self._lock:
            put = self._put.get(challenge_id) if isinstance(challenge_id, str) else None
            if put is None or put.user != call.user or self._is_over(put, time.monotonic()):
                return None
            if is_answered:
                self._drop(put.challenge.challenge_id)
            return put

    def _judged(self, call: _Call) -> _auth.Challenge:
        """The challenge as the library takes it, with what the context says of it."""
        judged, context = _auth.Challenge(), call.context
        answer = context.get("user_answer")
        if context.get("challenge_id") is None:
            put: _Put | None = self._waiting(call)
            answer = None
        else:
            put = self._take(call, context["challenge_id"], answer is not None)
        if put is None:
            return judged  # zeroed: gone
        judged.outcome, judged.challenge = _auth.OPEN, put.challenge._raw
        if answer is not None:
            place = place_of(put.challenge, answer)
            judged.answer = call.slice(str(place).encode() if place is not None else _NO_ANSWER)
        taken_ms = context.get("response_time_ms")
        judged.response_ms = int(1000 * (time.monotonic() - put.since_s)) if taken_ms is None else \
            _number_of(taken_ms, "response_time_ms", 2**63)
        judged.has_device = bool(context.get("device_info"))
        extras = call.extras[self._name] = {"challenge_id": put.challenge.challenge_id}
        if answer is None:
            extras.update(question_text=put.challenge.question_text, options=put.challenge.options, png_path=put.png_path)
        return judged

    def _spatial(self) -> _auth.Spatial:
        names = _library.names(library.tes_renderer_name)
        can_draw = self.renderer is None or self.renderer.is_available()
        return _auth.Spatial(renderer=names.index("3d" if can_draw else "none"), time_budget_ms=self.time_budget_ms)

    def _enter(self, call: _Call) -> _auth.Port:
        spatial = self._spatial()
        call.kept.append(spatial)
        port: _auth.Port = library.tes_auth_spatial_port(ctypes.byref(spatial))
        if port.is_available(port.self):
            judged = self._judged(call)
            call.kept.append(judged)
            call.request.challenge = ctypes.pointer(judged)
        return port

    def _idle(self) -> _auth.Port:
        spatial = self._spatial()
        port: _auth.Port = library.tes_auth_spatial_port(ctypes.byref(spatial))
        port.kept = spatial  # other threads ask meanwhile, each with one of its own
        return port


# ----------------------------------------------------------- how one writes


class CulturalAdapter(_LibraryAdapter):
    """Knows users by how they write: "cultural_biometrics".

    It says "unknown" until it has learned enough of a user, and while a message is too short. It learns from what `learn()`
    is given, never by itself: whoever could teach it would be recognised. Profiles are kept in memory, at most `max_users`
    of them, those used longest ago leaving first; `profile()` and `load()` are for keeping them elsewhere.
    """

    _name = "cultural_biometrics"

    def __init__(self, max_users: int = 10_000) -> None:
        self.max_users = _number_of(max_users, "max_users", 10_000_000)
        self._lock = threading.Lock()
        self._profiles: OrderedDict[bytes, _auth.StyleProfile] = OrderedDict()
        self._idle_cultural = _auth.Cultural(ctypes.pointer(_auth.StyleProfile()))

    def learn(self, user_id: str, message: str, typing_ms: Sequence[int] | None = None) -> None:
        """Learns from a message that the user is known to have written, and from the milliseconds between its keys."""
        call = _Call(user_id, {"message": message, "typing_ms": typing_ms})
        with self._lock:
            profile = self._profiles.get(call.user)
            changed = _auth.StyleProfile.from_buffer_copy(profile) if profile is not None else _auth.StyleProfile()
            _library.check(library.tes_style_learn(ctypes.byref(changed), ctypes.byref(call.request)))
            self._keep(call.user, changed)

    def _keep(self, user: bytes, profile: _auth.StyleProfile) -> None:
        self._profiles[user] = profile
        self._profiles.move_to_end(user)
        while len(self._profiles) > max(self.max_users, 1):
            self._profiles.popitem(last=False)

    def profile(self, user_id: str) -> bytes | None:
        """A user's profile as bytes, for `load()`; None where there is none."""
        with self._lock:
            profile = self._profiles.get(_text_of(user_id, "user_id", _auth.USER_MAX))
        if profile is None:
            return None
        written, length = (ctypes.c_uint8 * _auth.STYLE_BYTES)(), ctypes.c_size_t()
        _library.check(library.tes_style_write(ctypes.byref(profile), written, len(written), ctypes.byref(length)))
        return bytes(written[:length.value])

    def load(self, user_id: str, profile: bytes) -> None:
        """Takes over a profile that `profile()` wrote. ValueError where it is none."""
        user, read = _text_of(user_id, "user_id", _auth.USER_MAX), _auth.StyleProfile()
        if not isinstance(profile, bytes) or len(profile) > _auth.STYLE_BYTES:
            raise ValueError("profile: expected the bytes that profile() returned")
        _library.check(library.tes_style_read(ctypes.byref(read), profile, len(profile)))
        with self._lock:
            self._keep(user, read)

    def forget(self, user_id: str) -> None:
        """Forgets a user, if it knows them."""
        with self._lock:
            self._profiles.pop(_text_of(user_id, "user_id", _auth.USER_MAX), None)

    def _enter(self, call: _Call) -> _auth.Port:
        with self._lock:
            profile = self._profiles.get(call.user)
            if profile is not None:
                self._profiles.move_to_end(call.user)
        # Profiles are replaced, never changed, so this one stays as it is.
        cultural = _auth.Cultural(ctypes.pointer(profile if profile is not None else _auth.StyleProfile()))
        call.kept.append(cultural)
        port: _auth.Port = library.tes_auth_cultural_port(ctypes.byref(cultural))
        return port

    def _idle(self) -> _auth.Port:
        port: _auth.Port = library.tes_auth_cultural_port(ctypes.byref(self._idle_cultural))
        return port


# ------------------------------------------------------------------- fusion


def _fill(told: AuthResult, result: _auth.Result) -> None:
    """What an adapter written in Python said, as the library takes it."""
    confidence = told.confidence
    if isinstance(confidence, bool) or not isinstance(confidence, (int, float)) or not 0 <= confidence <= 1:
        raise TypeError(f"confidence: expected a number from 0 to 1, not {_shown(confidence)}")
    if told.state not in _auth.STATES:
        raise TypeError(f"state: expected one of {', '.join(_auth.STATES)}, not {_shown(told.state)}")
    result.confidence, result.is_human = confidence, bool(told.is_human)
    result.state = _auth.STATES.index(told.state)
    # Metadata stays in Python, where it may be of any size.


def _python_port(adapter: Adapter, name: str, call: _Call) -> _auth.Port:
    """A port whose functions call an adapter written in Python. Nothing is raised through C: it is kept for later."""
    written = ctypes.create_string_buffer(name.encode())

    def authenticate(_self: object, _request: object, result: Any) -> int:
        try:
            told = adapter.authenticate(call.user_id, call.context)
            _fill(told, result.contents)
            result.contents.method = ctypes.addressof(written)
            call.extras[name] = dict(told.metadata)
            return _library.OK
        except ValueError as error:
            call.error = error
            return _library.BAD_ARGUMENT
        except Exception:
            _log.exception("the adapter %s failed, and is left out", name)
        except BaseException as error:
            call.error = error
        return _library.FAILED

    def is_available(_self: object) -> bool:
        try:
            return bool(adapter.is_available())
        except Exception:
            _log.exception("the adapter %s failed, and is left out", name)
            return False

    port = _auth.Port(None, _auth.AUTHENTICATE(authenticate), _auth.NAME(lambda _self: ctypes.addressof(written)),
                      _auth.BUDGET(lambda _self: 0), _auth.ASKED(lambda _self: False), _auth.ASKED(is_available))
    call.kept.append((written, port))
    return port


class MultiModalAuthenticator:
    """Asks several adapters and has the library weigh what they say.

    weights     a weight for the name of every adapter, and for no other; None: all weigh the same. They need not sum up to 1.

    The weights of those that are available and have an opinion are brought to a sum of 1. One that is pending counts as 0.5,
    and while any is, nobody is taken for a person.
    """

    def __init__(self, adapters: Sequence[Adapter], weights: Mapping[str, float] | None = None) -> None:
        self.adapters = list(adapters)
        if not 1 <= len(self.adapters) <= _auth.FUSION_MAX:
            raise ValueError(f"adapters: expected 1 to {_auth.FUSION_MAX} of them")
        self.names = [self._name_of(adapter) for adapter in self.adapters]
        if len(set(self.names)) != len(self.names):
            raise ValueError("adapters: two have the same name")
        self.weights = dict(weights) if weights is not None else dict.fromkeys(self.names, 1.0)
        if set(self.weights) != set(self.names):
            raise ValueError(f"weights: expected one for each of {', '.join(self.names)}, and for no other")
        for name, weight in self.weights.items():
            if isinstance(weight, bool) or not isinstance(weight, (int, float)) or not math.isfinite(weight) or weight < 0:
                raise ValueError(f"weights: {name}: expected a number from 0 on, not {_shown(weight)}")
        if not any(self.weights.values()):
            raise ValueError("weights: all of them are 0")

    @staticmethod
    def _name_of(adapter: object) -> str:
        if not isinstance(adapter, Adapter):
            raise ValueError(f"adapters: expected Adapters, not {_shown(adapter)}")
        name = adapter.get_name()
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise ValueError(f"adapters: expected a name of 1 to {_auth.NAME_MAX} letters, digits, '_', '-' and '.', "
                             f"not {_shown(name)}")
        return name

    def _port(self, adapter: Adapter, name: str, call: _Call) -> _auth.Port:
        if not isinstance(adapter, _LibraryAdapter):
            return _python_port(adapter, name, call)
        try:
            return adapter._enter(call)
        except OSError:
            _log.exception("the adapter %s failed, and is left out", name)
            port = adapter._idle()
            port.is_available = never = _auth.ASKED(lambda _self: False)
            call.kept.append(never)
            return port

    def authenticate(self, user_id: str, context: Mapping[str, Any] | None = None, threshold: float = 0.9) -> AuthResult:
        """What all say together of this request.

        context     what adapters look at: "message", "typing_ms", "session_id", "challenge_id", "user_answer",
                    "response_time_ms", "device_info", and whatever adapters of your own want
        threshold   the confidence from which on it is a person: above 0, up to 1

        `metadata` has adapters_used, individual_scores, weights, threshold, and details with what each adapter added; where
        a challenge was put, its id, question, options and picture are in details["spatial_captcha"].
        """
        if isinstance(threshold, bool) or not isinstance(threshold, (int, float)) or not 0 < threshold <= 1:
            raise ValueError(f"threshold: expected a number above 0 and up to 1, not {_shown(threshold)}")
        call, result = _Call(user_id, context), _auth.FusionResult()
        fusion = _auth.Fusion(count=len(self.adapters), threshold=threshold)
        for part, adapter, name in zip(fusion.parts, self.adapters, self.names):
            port = self._port(adapter, name, call)
            call.kept.append(port)
            part.port, part.weight = ctypes.pointer(port), self.weights[name]
        status = library.tes_fusion_authenticate(ctypes.byref(fusion), ctypes.byref(call.request), ctypes.byref(result))
        if call.error is not None:
            raise call.error
        _library.check(status)
        return self._fused(result, call)

    def _fused(self, result: _auth.FusionResult, call: _Call) -> AuthResult:
        metadata = json.loads(_library.text_of(library.tes_fusion_write, ctypes.byref(result), size=_auth.FUSED_MAX))
        for name, extras in call.extras.items():
            metadata.setdefault("details", {}).setdefault(name, {}).update(extras)
        return AuthResult(result.confidence, result.is_human, "multi_modal", metadata, _auth.STATES[result.state])


__all__ = ["Adapter", "AuthResult", "CulturalAdapter", "MultiModalAuthenticator", "SpatialAdapter"]
