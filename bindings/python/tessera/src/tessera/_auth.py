"""What tessera.h declares of authentication. Apart from _library.py, which has what challenges need."""

from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER, c_bool, c_char, c_char_p, c_double, c_int, c_int32, c_size_t, c_uint, c_uint8, \
    c_uint16, c_uint32, c_uint64, c_void_p

from . import _library
from ._library import library

NAME_MAX, USER_MAX, MESSAGE_MAX, TYPING_MAX, METADATA_MAX = 32, 128, 65536, 1024, 384
STYLE_BINS, STYLE_GROUPS, STYLE_BYTES = 1216, 7, 2600
FUSION_MAX, FUSED_MAX = 8, 16384
UNKNOWN, PENDING, KNOWN = range(3)
GONE, OPEN = range(2)


class Slice(ctypes.Structure):
    _fields_ = [("at", c_void_p), ("length", c_size_t)]


class Challenge(ctypes.Structure):
    _fields_ = [("outcome", c_uint), ("challenge", _library.Challenge), ("answer", Slice), ("difficulty", c_uint),
                ("evidence", c_uint), ("rounds", c_uint), ("response_ms", c_uint64), ("has_device", c_bool), ("is_suspicious", c_bool)]


class Request(ctypes.Structure):
    _fields_ = [("user", Slice), ("session", Slice), ("message", Slice), ("typing_ms", POINTER(c_uint32)),
                ("typing_count", c_size_t), ("challenge", POINTER(Challenge))]


class Result(ctypes.Structure):
    _fields_ = [("confidence", c_double), ("is_human", c_bool), ("state", c_uint), ("method", c_void_p),
                ("metadata", c_char * METADATA_MAX)]


AUTHENTICATE = CFUNCTYPE(c_int, c_void_p, POINTER(Request), POINTER(Result))
NAME = CFUNCTYPE(c_void_p, c_void_p)
BUDGET = CFUNCTYPE(c_uint, c_void_p)
ASKED = CFUNCTYPE(c_bool, c_void_p)


class Port(ctypes.Structure):
    _fields_ = [("self", c_void_p), ("authenticate", AUTHENTICATE), ("name", NAME), ("latency_budget_ms", BUDGET),
                ("supports_challenge", ASKED), ("is_available", ASKED)]
    kept: object = None  # what `self` points to, where nobody else keeps it


class Spatial(ctypes.Structure):
    _fields_ = [("renderer", c_uint), ("time_budget_ms", c_uint), ("fast_ms", c_uint), ("slow_ms", c_uint)]


class StyleOwn(ctypes.Structure):
    _fields_ = [("mean", c_int32), ("count", c_uint32)]


class StyleProfile(ctypes.Structure):
    _fields_ = [("messages", c_uint32), ("counts", c_uint16 * STYLE_BINS), ("own", StyleOwn * STYLE_GROUPS)]


class Cultural(ctypes.Structure):
    _fields_ = [("profile", POINTER(StyleProfile))]


class FusionPart(ctypes.Structure):
    _fields_ = [("port", POINTER(Port)), ("weight", c_double)]


class Fusion(ctypes.Structure):
    _fields_ = [("count", c_size_t), ("parts", FusionPart * FUSION_MAX), ("threshold", c_double)]


class FusionScore(ctypes.Structure):
    _fields_ = [("is_available", c_bool), ("is_used", c_bool), ("weight", c_double), ("result", Result)]


class FusionResult(ctypes.Structure):
    _fields_ = [("confidence", c_double), ("threshold", c_double), ("is_human", c_bool), ("state", c_uint),
                ("count", c_size_t), ("used_count", c_size_t), ("scores", FusionScore * FUSION_MAX)]


_library.declare(library, {
    "tes_auth_state_name": (c_char_p, [c_uint]),
    "tes_auth_spatial_port": (Port, [POINTER(Spatial)]),
    "tes_auth_cultural_port": (Port, [POINTER(Cultural)]),
    "tes_style_learn": (c_int, [POINTER(StyleProfile), POINTER(Request)]),
    "tes_style_write": (c_int, [POINTER(StyleProfile), POINTER(c_uint8), c_size_t, POINTER(c_size_t)]),
    "tes_style_read": (c_int, [POINTER(StyleProfile), c_char_p, c_size_t]),
    "tes_fusion_authenticate": (c_int, [POINTER(Fusion), POINTER(Request), POINTER(FusionResult)]),
    "tes_fusion_write": (c_int, [POINTER(FusionResult), c_char_p, c_size_t, POINTER(c_size_t)]),
})
STATES = _library.names(library.tes_auth_state_name)
