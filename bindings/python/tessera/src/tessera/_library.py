"""Finds libtessera.so, loads it and declares what of include/tessera.h this package calls.

The library keeps no state and every function here may be called by several threads at once; ctypes lets go of the
interpreter's lock meanwhile. tests/python/test_layout.py holds the structs against the C compiler's.
"""

from __future__ import annotations

import ctypes
import os
from ctypes import POINTER, c_bool, c_char_p, c_int, c_size_t, c_uint, c_uint8, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any, Callable, Mapping

from ._version import VERSION

SONAME = "libtessera.so." + VERSION.rsplit(".", 1)[0]

OK, INCORRECT, BAD_ANSWER, BAD_ARGUMENT, UNKNOWN_KIND = range(5)
NO_MEMORY, EXHAUSTED, UNAVAILABLE, FAILED = 8, 9, 10, 11
KEY_BYTES, ANSWER_MAX, SPOKEN_MAX, RECORD_MAX, DESCRIBED_MAX = 32, 512, 1024, 8192, 65536


class Area(ctypes.Structure):
    _fields_ = [("x", c_uint), ("y", c_uint), ("width", c_uint), ("height", c_uint)]


class View(ctypes.Structure):
    _fields_ = [("width", c_uint), ("height", c_uint), ("columns", c_uint), ("rows", c_uint), ("cells", Area),
                ("count", c_uint), ("select_min", c_uint), ("select_max", c_uint), ("animation_ms", c_uint),
                ("is_heard", c_bool)]


class Options(ctypes.Structure):
    _fields_ = [("difficulty", c_uint), ("transform_count", c_uint), ("is_still", c_bool), ("is_heard", c_bool),
                ("renderer", c_uint), ("profile", c_uint), ("installation", c_uint32)]


class Challenge(ctypes.Structure):
    _fields_ = [("kind", c_void_p), ("difficulty", c_uint), ("time_limit_s", c_uint), ("view", View),
                ("params", c_uint8 * 16), ("params_length", c_size_t), ("detail", c_uint64 * (3072 // 8))]


class Record(ctypes.Structure):
    _fields_ = [("question_type", c_char_p), ("rotation_angle", c_int), ("has_occlusion", c_bool)]


class Image(ctypes.Structure):
    _fields_ = [("width", c_uint), ("height", c_uint), ("palette", c_uint8 * 3 * 256), ("palette_count", c_uint),
                ("pixels", c_void_p)]


class Step(ctypes.Structure):
    _fields_ = [("part", Area), ("pixels", c_void_p), ("delay_ms", c_uint), ("scale", c_uint)]


class Animation(ctypes.Structure):
    _fields_ = [("image", Image), ("delay_ms", c_uint), ("step_count", c_uint), ("repeats", c_bool),
                ("steps", Step * 80)]


_TEXT = [c_char_p, c_size_t, POINTER(c_size_t)]  # a buffer, its size, and where the length of the text goes

_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "tes_version": (c_char_p, []),
    "tes_status_text": (c_char_p, [c_int]),
    "tes_kind_name": (c_char_p, [c_size_t]),
    "tes_profile_name": (c_char_p, [c_uint]),
    "tes_renderer_name": (c_char_p, [c_uint]),
    "tes_renderer_available": (c_bool, [c_uint]),
    "tes_renderer_best": (c_uint, [c_uint]),
    "tes_key_from_seed": (None, [c_uint64, c_char_p]),
    "tes_generate": (c_int, [c_char_p, c_char_p, POINTER(Options), POINTER(Challenge)]),
    "tes_verify": (c_int, [POINTER(Challenge), c_char_p, c_size_t]),
    "tes_describe": (c_int, [POINTER(Challenge), c_char_p, c_bool, *_TEXT]),
    "tes_speak": (c_int, [POINTER(Challenge), c_char_p, *_TEXT]),
    "tes_record_of": (Record, [POINTER(Challenge)]),
    "tes_record_question_text": (c_int, [POINTER(Challenge), *_TEXT]),
    "tes_record_options": (c_int, [POINTER(Challenge), *_TEXT]),
    "tes_record_objects": (c_int, [POINTER(Challenge), *_TEXT]),
    "tes_record_correct_answer": (c_int, [POINTER(Challenge), *_TEXT]),
    "tes_animate_bound": (c_size_t, [POINTER(Challenge)]),
    "tes_animate": (c_int, [POINTER(Challenge), c_void_p, c_size_t, POINTER(Animation)]),
    "tes_png_animation_bound": (c_size_t, [POINTER(Challenge)]),
    "tes_png_encode_animation": (c_int, [POINTER(Animation), c_char_p, c_size_t, POINTER(c_size_t)]),
}


def declare(loaded: ctypes.CDLL, functions: Mapping[str, tuple[Any, list[Any]]]) -> None:
    """Tells ctypes the types of functions. ImportError where the library has not all of them."""
    try:
        for name, (result, arguments) in functions.items():
            function = getattr(loaded, name)
            function.restype, function.argtypes = result, arguments
    except AttributeError as error:
        raise ImportError(f"{loaded._name} is not libtessera {VERSION}: {error}") from None


def _candidates() -> list[str]:
    """Where the library may be: TESSERA_LIBRARY alone, or else in the tree that an editable installation names, in this
    package, or where the system looks."""
    named = os.environ.get("TESSERA_LIBRARY")
    if named:
        return [named]
    try:
        from _tessera_tree import LIBRARY  # type: ignore[import]  # made by bindings/python/tree_backend.py
        return [str(LIBRARY)]
    except ImportError:
        pass
    return [str(Path(__file__).with_name(SONAME)), SONAME]


def _load() -> ctypes.CDLL:
    failures = []
    for candidate in _candidates():
        try:
            library = ctypes.CDLL(candidate)
            break
        except OSError as error:
            failures.append(f"{candidate}: {error}")
    else:
        raise ImportError("libtessera could not be loaded; install the wheel that carries it, or name the file in "
                          "TESSERA_LIBRARY (it needs Debian's libssl3 and libisal2). " + "; ".join(failures))
    declare(library, _FUNCTIONS)
    found = library.tes_version().decode()
    if found != VERSION:
        raise ImportError(f"{candidate} is libtessera {found}; this package needs {VERSION}")
    return library


library = _load()


def status_text(status: int) -> str:
    return str(library.tes_status_text(status).decode())


def check(status: int) -> None:
    """Raises what a status other than TES_OK means: MemoryError, ValueError or RuntimeError."""
    if status == OK:
        return
    if status == NO_MEMORY:
        raise MemoryError(status_text(status))
    if status in (BAD_ANSWER, BAD_ARGUMENT, UNKNOWN_KIND, UNAVAILABLE):
        raise ValueError(status_text(status))
    raise RuntimeError(status_text(status))


def text_of(function: Callable[..., int], *arguments: object, size: int = RECORD_MAX) -> str:
    """Calls a function that writes a text into a buffer, and returns the text."""
    buffer, length = ctypes.create_string_buffer(size), c_size_t()
    check(function(*arguments, buffer, size, ctypes.byref(length)))
    return buffer.raw[:length.value].decode()


def names(function: Callable[[int], bytes | None]) -> list[str]:
    """The names that a function tells by number, up to the first number that has none."""
    found: list[str] = []
    while (name := function(len(found))) is not None:
        found.append(name.decode())
    return found
