"""Bad arguments are ValueErrors that say what was expected; a library that is not there, an ImportError."""

import ctypes.util
import tempfile
import unittest
from pathlib import Path

import tessera
from llm_firewall.spatial import SpatialCaptchaGenerator
from support import TREE, python

HUGE = "x" * 1_000_000

BAD = [
    ("kind", {"kind": "sudoku"}), ("kind", {"kind": ""}), ("kind", {"kind": None}), ("kind", {"kind": HUGE}),
    ("kind", {"kind": "scene\0"}), ("seed", {"seed": -1}), ("seed", {"seed": 2**64}), ("seed", {"seed": 10**400}),
    ("seed", {"seed": 1.5}), ("seed", {"seed": "42"}), ("seed", {"seed": True}), ("difficulty", {"difficulty": "extreme"}),
    ("difficulty", {"difficulty": 2}), ("difficulty", {"difficulty": None}), ("difficulty", {"difficulty": HUGE}),
    ("profile", {"profile": "seeds"}), ("profile", {"profile": None}), ("renderer", {"renderer": "4d"}),
    ("renderer", {"renderer": HUGE}),
]


class Arguments(unittest.TestCase):
    def test_bad_ones_are_value_errors_that_name_the_argument(self):
        for name, arguments in BAD:
            with self.subTest(str(arguments)[:60]), self.assertRaises(ValueError) as caught:
                tessera.generate(**arguments)
            self.assertTrue(str(caught.exception).startswith(f"{name}: expected"), caught.exception)
            self.assertLess(len(str(caught.exception)), 300)

    def test_answers_of_another_type(self):
        challenge = tessera.generate(seed=42)
        for answer in (1.5, b"cone", ["cone"], True, object()):
            with self.assertRaises(ValueError):
                tessera.verify(challenge, answer)

    def test_what_is_no_challenge(self):
        for function in (tessera.draw, tessera.speak, tessera.Renderer().render, lambda given: tessera.verify(given, "x")):
            for given in (None, "scene-42", 42, {}):
                with self.assertRaises(ValueError):
                    function(given)

    def test_no_such_profile_or_folder(self):
        with self.assertRaises(ValueError):
            SpatialCaptchaGenerator(profile="none of these")
        with self.assertRaises(ValueError):
            tessera.Renderer(None)

    def test_languages(self):
        challenge = tessera.generate(seed=42, heard=True)
        for language in (HUGE, None, 1):
            with self.assertRaises(ValueError):
                tessera.speak(challenge, language)
        self.assertTrue(tessera.speak(challenge, "d\0e"))


class Library(unittest.TestCase):
    def fails(self, path: str, words: str) -> None:
        ran = python("import tessera", TESSERA_LIBRARY=path)
        self.assertEqual(ran.returncode, 1)
        self.assertIn("ImportError: ", ran.stderr)
        self.assertIn(words, ran.stderr)
        self.assertIn(path, ran.stderr)

    def test_a_missing_one_is_an_import_error_that_says_what_to_do(self):
        self.fails("/nowhere/libtessera.so", "name the file in TESSERA_LIBRARY")

    def test_what_is_no_library(self):
        with tempfile.NamedTemporaryFile() as file:
            Path(file.name).write_bytes(b"not a library")
            self.fails(file.name, "could not be loaded")

    def test_another_library(self):
        self.fails(ctypes.util.find_library("crypto"), "is not libtessera")

    def test_one_that_is_named_is_taken(self):
        ran = python("from tessera._library import library; print(library._name)", TESSERA_LIBRARY=str(TREE / "build/libtessera.so"))
        self.assertEqual(ran.stdout.strip(), str(TREE / "build/libtessera.so"), ran.stderr)
