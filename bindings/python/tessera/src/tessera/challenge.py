"""Challenges: generated, told, drawn, read aloud and verified.

A `Challenge` never changes after it was made: threads may share it. It holds the answer, and its seed leads to it:
keep both on the server, and send the browser what `public()` returns, and the picture.
"""

from __future__ import annotations

import ctypes
import enum
import json
import secrets
from typing import Any, Sequence

from . import _library
from ._library import library

SEED_MAX = 2**64 - 1


class Difficulty(enum.Enum):
    """How hard a challenge is. Wherever one is expected, its value ("easy") will do as well."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"

    @classmethod
    def of(cls, value: Difficulty | str) -> Difficulty:
        """The level of that name. ValueError where there is none."""
        try:
            return cls(value.lower() if isinstance(value, str) else value)
        except ValueError:
            raise ValueError(f"difficulty: expected easy, medium or hard, not {_shown(value)}") from None


def _shown(value: object) -> str:
    """A value for a message, however long it is."""
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def _number_of(value: str, what: str, known: Sequence[str]) -> int:
    if not isinstance(value, str) or value not in known:
        raise ValueError(f"{what}: expected one of {', '.join(known)}, not {_shown(value)}")
    return known.index(value)


def kinds() -> list[str]:
    """The types of challenge in this library: "scene", "spatial" and others."""
    return _library.names(library.tes_kind_name)


def renderers() -> dict[str, bool]:
    """How scenes can be drawn, best first, and whether this library can: {"3d": True, "2d": True, "none": True}."""
    return {name: library.tes_renderer_available(number)
            for number, name in enumerate(_library.names(library.tes_renderer_name))}


class Challenge:
    """One challenge with its answer. Made by `generate()`; nobody else makes one.

    The names are those of the table `spatial_challenges`:

    challenge_id    random, and tells nothing about the seed
    kind            "scene", "predator", ...
    difficulty      Difficulty
    seed            what it was made from; the same seed makes the same challenge, in every version that says so
    question_type   "turn", "behind", "visible", ...; of a kind with one question, the kind's name
    question_text   the question, in English
    options         what can be chosen: words ("cone", "nothing"), numbers, or the numbers of the picture's cells
    correct_answer  one of the options; where several are to be chosen, all of them with commas between
    objects         what is in the picture, a dict each, all with "type"; of scenes also "color", "material",
                    "position", "size", "height" and "rotation"
    rotation_angle  in degrees, 0 to 359; None where nothing turns
    occlusion_enabled  whether objects may hide parts of one another
    time_limit_s    seconds to answer
    """

    __slots__ = ("_raw", "challenge_id", "kind", "difficulty", "seed", "question_type", "question_text", "options",
                 "correct_answer", "objects", "rotation_angle", "occlusion_enabled", "time_limit_s", "_is_sealed")

    challenge_id: str
    kind: str
    difficulty: Difficulty
    seed: int
    question_type: str
    question_text: str
    options: list[str]
    correct_answer: str
    objects: list[dict[str, Any]]
    rotation_angle: int | None
    occlusion_enabled: bool
    time_limit_s: int

    def __init__(self, raw: _library.Challenge, kind: str, difficulty: Difficulty, seed: int) -> None:
        at = ctypes.byref(raw)
        record = library.tes_record_of(at)
        self._raw = raw
        self.challenge_id = secrets.token_hex(16)
        self.kind, self.difficulty, self.seed = kind, difficulty, seed
        self.question_type = record.question_type.decode()
        self.question_text = _library.text_of(library.tes_record_question_text, at)
        self.options = json.loads(_library.text_of(library.tes_record_options, at))
        self.correct_answer = _library.text_of(library.tes_record_correct_answer, at)
        self.objects = json.loads(_library.text_of(library.tes_record_objects, at))
        self.rotation_angle = record.rotation_angle if record.rotation_angle >= 0 else None
        self.occlusion_enabled = record.has_occlusion
        self.time_limit_s = raw.time_limit_s
        self._is_sealed = True

    def __setattr__(self, name: str, value: object) -> None:
        if getattr(self, "_is_sealed", False):
            raise AttributeError(f"a challenge does not change: {name}")
        object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        return f"<Challenge {self.challenge_id}: {self.kind}, {self.difficulty.value}>"  # never the seed or the answer

    def public(self) -> dict[str, Any]:
        """What a browser may be told, as `tessera generate` prints it: nothing that gives the answer away."""
        text = _library.text_of(library.tes_describe, ctypes.byref(self._raw), self.challenge_id.encode(), False,
                                size=_library.DESCRIBED_MAX)
        return dict(json.loads(text))

    def verify(self, answer: str | int) -> bool:
        """Whether the answer is right: see `verify()`."""
        return verify(self, answer)


def generate(kind: str = "scene", *, seed: int | None = None, difficulty: Difficulty | str = Difficulty.MEDIUM,
             profile: str = "default", renderer: str = "3d", still: bool = False, heard: bool = False) -> Challenge:
    """Generates a challenge.

    seed        0 to 2**64 - 1; None takes a random one from the kernel, as a server must: whoever knows it knows the answer
    profile     of scenes: "default", or "seed", whose levels have 2, 3 and 5 to 7 objects
    renderer    of scenes: "3d", "2d" or "none"; the best that there is and that is no better than this one is taken
    still       of scenes: nothing that moves
    heard       of scenes: told in words, for those who do not see: `speak()`

    ValueError where an argument is out of bounds.
    """
    level = Difficulty.of(difficulty)
    number = _seed_of(seed)
    profile_number = _number_of(profile, "profile", _library.names(library.tes_profile_name))
    renderer_number = _number_of(renderer, "renderer", _library.names(library.tes_renderer_name))
    if not isinstance(kind, str) or kind not in kinds():
        raise ValueError(f"kind: expected one of {', '.join(kinds())}, not {_shown(kind)}")
    options = _library.Options(difficulty=list(Difficulty).index(level) + 1, is_still=bool(still), is_heard=bool(heard),
                               renderer=library.tes_renderer_best(renderer_number), profile=profile_number)
    key, raw = ctypes.create_string_buffer(_library.KEY_BYTES), _library.Challenge()
    library.tes_key_from_seed(number, key)
    _library.check(library.tes_generate(kind.encode(), key, ctypes.byref(options), ctypes.byref(raw)))
    return Challenge(raw, kind, level, number)


def _seed_of(seed: int | None) -> int:
    if seed is None:
        return secrets.randbits(64)
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= SEED_MAX:
        raise ValueError(f"seed: expected a whole number from 0 to 2**64 - 1, not {_shown(seed)}")
    return seed


def _challenge_of(challenge: object) -> Challenge:
    if not isinstance(challenge, Challenge):
        raise ValueError(f"expected a challenge that generate() made, not {_shown(challenge)}")
    return challenge


def _given(answer: object) -> str:
    if isinstance(answer, bool) or not isinstance(answer, (str, int)):
        raise ValueError(f"answer: expected a text or a whole number, not {_shown(answer)}")
    if isinstance(answer, int) and answer.bit_length() > 64:
        return ""  # turning it into digits would take long
    return str(answer).strip()


def place_of(challenge: Challenge, answer: object) -> int | None:
    """The place of the option that an answer names, counted from 0; None where it names none. The library takes a number
    for such a place; in Python, a number is the option itself."""
    given = _given(answer).casefold()
    return next((place for place, option in enumerate(challenge.options) if option.casefold() == given), None)


def verify(challenge: Challenge, answer: str | int | None) -> bool:
    """Whether the answer is right: the word or number of one of `challenge.options`, case and blanks around it aside.

    Where several are to be chosen, all of them in any order, with commas between; of a puzzle also the grid. What is not
    among the options, None and whatever is longer than 512 bytes is wrong. ValueError where it is no text or whole number.
    """
    raw = _challenge_of(challenge)._raw
    if answer is None:
        return False
    given = _given(answer)
    if raw.view.select_max == 1:
        place = place_of(challenge, answer)
        if place is None:
            return False
        given = str(place)
    encoded = given.encode("utf-8", "replace")
    if len(encoded) > _library.ANSWER_MAX:
        return False
    return bool(library.tes_verify(ctypes.byref(raw), encoded, len(encoded)) == _library.OK)


def draw(challenge: Challenge) -> bytes:
    """The picture as PNG; animated, where it moves. ValueError where there is nothing to see (`renderer="none"`, `heard`)."""
    at = ctypes.byref(_challenge_of(challenge)._raw)
    size, png_size = library.tes_animate_bound(at), library.tes_png_animation_bound(at)
    memory, animation = ctypes.create_string_buffer(size + 16), _library.Animation()
    start = ctypes.addressof(memory) + -ctypes.addressof(memory) % 16  # aligned as malloc() aligns
    _library.check(library.tes_animate(at, start, size, ctypes.byref(animation)))
    png, length = ctypes.create_string_buffer(png_size), ctypes.c_size_t()
    _library.check(library.tes_png_encode_animation(ctypes.byref(animation), png, png_size, ctypes.byref(length)))
    return png.raw[:length.value]


def speak(challenge: Challenge, language: str = "en") -> str:
    """What is to be read aloud of a challenge made with `heard=True`, in that language or in English.

    It gives the answer away to whoever can read: send it as sound. ValueError where the challenge is to be seen.
    """
    if not isinstance(language, str) or len(language) > 35:
        raise ValueError(f"language: expected a tag like 'de' or 'pt-BR', not {_shown(language)}")
    return _library.text_of(library.tes_speak, ctypes.byref(_challenge_of(challenge)._raw),
                            language.encode("utf-8", "replace"), size=_library.SPOKEN_MAX)


__all__ = ["Challenge", "Difficulty", "draw", "generate", "kinds", "renderers", "speak", "verify"]
