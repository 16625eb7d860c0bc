"""The structs and numbers that the binding declares are those of the C compiler."""

import ctypes
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import TREE
from tessera import _library

STRUCTS = {
    "tes_area": _library.Area,
    "tes_view": _library.View,
    "tes_options": _library.Options,
    "tes_challenge": _library.Challenge,
    "tes_record": _library.Record,
    "tes_image": _library.Image,
    "tes_step": _library.Step,
    "tes_animation": _library.Animation,
}
NUMBERS = {f"TES_{name}": getattr(_library, name) for name in (
    "OK", "INCORRECT", "BAD_ANSWER", "BAD_ARGUMENT", "UNKNOWN_KIND", "NO_MEMORY", "EXHAUSTED", "UNAVAILABLE",
    "KEY_BYTES", "ANSWER_MAX", "SPOKEN_MAX", "RECORD_MAX")}


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
        self.assertGreater(len(declared()), 60)
