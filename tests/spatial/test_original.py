"""The original plugin's own examples, under its own names: generate, render, verify."""

import os
import tempfile
import unittest
from pathlib import Path

from support import TREE, generated, python


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

    def test_generate_render_verify_beside_an_adapter(self):  # S3D-1
        from llm_firewall.spatial import SpatialCaptchaRenderer
        from llm_firewall.adapters.auth.spatial_captcha_adapter import SpatialCaptchaAdapter
        from llm_firewall.core.domain.spatial_captcha import DifficultyLevel

        renderer = SpatialCaptchaRenderer(output_dir="spatial_challenges")
        adapter = SpatialCaptchaAdapter(
            renderer=renderer,
            default_difficulty=DifficultyLevel.MEDIUM
        )
        self.assertEqual([adapter.get_name(), adapter.get_latency_budget_ms(), adapter.supports_challenge(), adapter.is_available()],
                         ["spatial_captcha", 8500, True, True])

    def test_multi_modal_authentication(self):  # S3D-6
        from llm_firewall.spatial import SpatialCaptchaRenderer
        renderer = SpatialCaptchaRenderer(output_dir="spatial_challenges")

        from llm_firewall.core.ports.auth_port import MultiModalAuthenticator
        from llm_firewall.adapters.auth.cultural_biometrics_adapter import CulturalBiometricsAdapter
        from llm_firewall.adapters.auth.spatial_captcha_adapter import SpatialCaptchaAdapter

        cb_adapter = CulturalBiometricsAdapter()
        spatial_adapter = SpatialCaptchaAdapter(renderer=renderer)
        authenticator = MultiModalAuthenticator(
            adapters=[cb_adapter, spatial_adapter],
            weights={"cultural_biometrics": 0.6, "spatial_captcha": 0.4}
        )
        result = authenticator.authenticate(
            user_id="user123",
            context={"message": "Hello", "session_id": "abc"},
            threshold=0.9
        )
        said = [f"Is human: {result.is_human}", f"Confidence: {result.confidence:.2f}",
                f"Methods used: {result.metadata['adapters_used']}"]
        # One word tells nothing of who wrote it, and the challenge has only just been put.
        self.assertEqual(said, ["Is human: False", "Confidence: 0.50", "Methods used: ['spatial_captcha']"])
        self.assertEqual(result.state, "pending")
        put = result.metadata["details"]["spatial_captcha"]
        self.assertEqual(Path(put["png_path"]).read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(len(put["options"]), 3)

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

    def test_the_documentation_shows_what_comes_out(self):
        text = (TREE / "docs/python.md").read_text()
        command = text.split('venv/bin/python -c "', 1)[1].split('"\n```', 1)
        program, after = command[0], command[1]
        self.assertEqual(python(program).stdout.strip(), after.split("```\n", 2)[1].strip())
        program, after = text.split("and its authenticator,\n\n```python\n", 1)[1].split("```", 1)
        self.assertEqual(python(program).stdout.strip(), after.split("```\n", 2)[1].strip())

    def test_state_of_the_renderer(self):  # S3D-27
        from llm_firewall.spatial.renderer import SpatialCaptchaRenderer

        renderer = SpatialCaptchaRenderer()
        self.assertEqual([renderer.is_available(), renderer._has_pil, renderer._has_matplotlib], [True, True, True])
        self.assertFalse(Path("spatial_challenges").exists(), "a folder is made when there is something to put there")
