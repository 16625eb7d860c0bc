"""The original plugin's own examples, under its own names: generate, render, verify."""

import os
import tempfile
import unittest
from pathlib import Path

from support import generated, python


class Original(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)

    def test_generate_render_verify(self):  # S3D-5
        from llm_firewall.spatial import SpatialCaptchaGenerator, SpatialCaptchaRenderer
        from llm_firewall.core.domain.spatial_captcha import DifficultyLevel

        generator = SpatialCaptchaGenerator()
        renderer = SpatialCaptchaRenderer(output_dir="spatial_challenges")
        challenge = generator.generate(seed=42, difficulty=DifficultyLevel.MEDIUM)
        png_path = renderer.render(challenge)
        from llm_firewall.spatial.generator import verify_response
        for user_answer in challenge.options:
            is_correct = verify_response(challenge, user_answer)
            self.assertIs(is_correct, user_answer == challenge.correct_answer)

        self.assertEqual(Path(png_path).parent.name, "spatial_challenges")
        self.assertEqual(Path(png_path).read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual((challenge.seed, challenge.difficulty), (42, DifficultyLevel.MEDIUM))
        self.assertEqual(len(challenge.objects), 3)
        self.assertIn(challenge.correct_answer, challenge.options)
        self.assertRegex(challenge.question_text, r"^The table turns \d+° (anti)?clockwise\. Which object is then behind the \w+\?$")
        told = generated("scene", "--seed", "42", "--profile", "seed", "--truth")
        self.assertEqual([challenge.question_type, challenge.rotation_angle, challenge.objects],
                         [told["question_type"], told["rotation_angle"], told["objects"]])

    def test_its_command_line(self):  # S3D-29
        ran = python("""
from llm_firewall.spatial.generator import SpatialCaptchaGenerator
from llm_firewall.core.domain.spatial_captcha import DifficultyLevel

gen = SpatialCaptchaGenerator()
challenge = gen.generate(seed=42, difficulty=DifficultyLevel.MEDIUM)
print(f'Question: {challenge.question_text}')
print(f'Options: {challenge.options}')
print(f'Correct: {challenge.correct_answer}')
""")
        told = generated("scene", "--seed", "42", "--profile", "seed", "--truth")
        self.assertEqual(ran.stdout, f"Question: {told['question_text']}\nOptions: {told['options']}\n"
                                     f"Correct: {told['correct_answer']}\n", ran.stderr)

    def test_state_of_the_renderer(self):  # S3D-27
        from llm_firewall.spatial.renderer import SpatialCaptchaRenderer

        renderer = SpatialCaptchaRenderer()
        self.assertEqual([renderer.is_available(), renderer._has_pil, renderer._has_matplotlib], [True, True, True])
        self.assertFalse(Path("spatial_challenges").exists(), "a folder is made when there is something to put there")
