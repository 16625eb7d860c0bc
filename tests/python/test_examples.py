"""The examples do what their texts say."""

import os
import subprocess
import sys
import tempfile
import unittest

from support import TREE


class Spatial(unittest.TestCase):
    def test_both_languages_make_the_same_of_a_seed(self):  # S3D-5
        with tempfile.TemporaryDirectory() as folder:
            in_c = subprocess.run([TREE / "build/plain/examples/spatial/scene", "42", "medium", f"{folder}/c.png"], check=True,
                                  capture_output=True, text=True).stdout.splitlines()
            in_python = subprocess.run([sys.executable, TREE / "examples/spatial/scene.py", f"{folder}/made"], check=True,
                                       capture_output=True, text=True).stdout.splitlines()
            picture = f"{folder}/made/{os.listdir(f'{folder}/made')[0]}"
            with open(f"{folder}/c.png", "rb") as one, open(picture, "rb") as other:
                self.assertEqual(one.read(), other.read())
        self.assertEqual(in_c[0], in_python[0])
        self.assertEqual([line.endswith(": right") for line in in_c[2:5]], [line.endswith(": right") for line in in_python[2:5]])
        self.assertEqual(in_python[5], f"The picture: {picture}")
        self.assertRegex(in_python[6], r"^A challenge was put: pending, 0\.\d\d, human: False$")
        self.assertRegex(in_python[7], r"^It was answered: known, 0\.\d\d, human: True, by \['cultural_biometrics', 'spatial_captcha'\]$")
        readme = (TREE / "examples/spatial/README.md").read_text()
        self.assertIn("\n".join(in_c), readme)
