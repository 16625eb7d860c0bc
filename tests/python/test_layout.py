"""The structs and numbers that the binding declares are those of the C compiler."""

import ctypes
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import TREE
from tessera import _auth, _library

STRUCTS = {
    "tes_area": _library.Area,
    "tes_view": _library.View,
    "tes_options": _library.Options,
    "tes_challenge": _library.Challenge,
    "tes_record": _library.Record,
    "tes_image": _library.Image,
    "tes_step": _library.Step,
    "tes_animation": _library.Animation,
    "tes_slice": _auth.Slice,
    "tes_auth_challenge": _auth.Challenge,
    "tes_auth_request": _auth.Request,
    "tes_auth_result": _auth.Result,
    "tes_auth_port": _auth.Port,
    "tes_auth_spatial": _auth.Spatial,
    "tes_auth_cultural": _auth.Cultural,
    "tes_style_own": _auth.StyleOwn,
    "tes_style_profile": _auth.StyleProfile,
    "tes_fusion_part": _auth.FusionPart,
    "tes_fusion": _auth.Fusion,
    "tes_fusion_score": _auth.FusionScore,
    "tes_fusion_result": _auth.FusionResult,
}
NUMBERS = {f"TES_{name}": getattr(_library, name) for name in (
    "OK", "INCORRECT", "BAD_ANSWER", "BAD_ARGUMENT", "UNKNOWN_KIND", "NO_MEMORY", "EXHAUSTED", "UNAVAILABLE",
    "FAILED", "KEY_BYTES", "ANSWER_MAX", "SPOKEN_MAX", "RECORD_MAX")}
NUMBERS |= {f"TES_{name}": getattr(_auth, name) for name in ("STYLE_BINS", "STYLE_GROUPS", "STYLE_BYTES", "FUSION_MAX")}
NUMBERS |= {f"TES_AUTH_{name}": getattr(_auth, name) for name in (
    "NAME_MAX", "USER_MAX", "MESSAGE_MAX", "TYPING_MAX", "METADATA_MAX", "UNKNOWN", "PENDING", "KNOWN", "GONE", "OPEN")}


def declared() -> dict[str, int]:
    found = dict(NUMBERS)
    for name, struct in STRUCTS.items():
        found[name] = ctypes.sizeof(struct)
        for member, *_ in struct._fields_:
            found[f"{name}.{member}"] = getattr(struct, member).offset
    return found


def compiled() -> dict[str, int]:
    lines = [f"NUMBER({name});" for name in NUMBERS]
    for name, struct in STRUCTS.items():
        lines += [f"SIZE({name});", *(f"OFFSET({name}, {member});" for member, *_ in struct._fields_)]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "members.h").write_text("\n".join(lines))
        subprocess.run(["gcc", "-std=c11", f"-I{TREE}/include", f"-I{folder}", "-o", f"{folder}/layout",
                        Path(__file__).with_name("layout.c")], check=True)
        printed = subprocess.run([f"{folder}/layout"], check=True, capture_output=True, text=True).stdout
    return {name: int(number) for name, number in (line.split() for line in printed.splitlines())}


class Layout(unittest.TestCase):
    def test_structs_and_numbers_are_those_of_the_header(self):
        self.assertEqual(declared(), compiled())
        self.assertGreater(len(declared()), 120)
