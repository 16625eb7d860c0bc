"""Generate, draw, speak and verify: what the binding makes is what the program makes."""

import concurrent.futures
import tempfile
import unittest
from pathlib import Path

import tessera
from support import TREE, command, generated

SEEDS = (0, 7, 42, 2**63, 2**64 - 1)


class Generate(unittest.TestCase):
    def test_a_seed_makes_what_the_command_makes_of_it(self):  # S3D-2, S3D-5, S3D-29
        for kind in tessera.kinds():
            for level in tessera.Difficulty:
                for seed in SEEDS:
                    made = tessera.generate(kind, seed=seed, difficulty=level)
                    told = generated(kind, "--seed", str(seed), "--difficulty", level.value, "--truth")
                    with self.subTest(kind=kind, level=level, seed=seed):
                        for name in ("question_type", "question_text", "rotation_angle", "occlusion_enabled",
                                     "correct_answer", "objects", "seed"):
                            self.assertEqual(getattr(made, name), told[name], name)
                        if kind != "spatial":  # there, the command tells more of each option
                            self.assertEqual(made.options, told["options"])
                        self.assertEqual((made.kind, made.difficulty.value, made.time_limit_s),
                                         (told["type"], told["difficulty"], told["timeLimit"]))
                        self.assertEqual(made.public(), {**{name: told[name] for name in made.public()},
                                                         "id": made.challenge_id})

    def test_what_a_browser_is_told_has_no_answer(self):
        for kind in tessera.kinds():
            public = tessera.generate(kind, seed=3).public()
            self.assertEqual(set(public), {"id", "type", "difficulty", "instructions", "timeLimit", "view"})

    def test_without_a_seed_each_is_another(self):
        made = [tessera.generate() for _ in range(8)]
        self.assertEqual(len({challenge.seed for challenge in made}), 8)
        self.assertEqual(len({challenge.challenge_id for challenge in made}), 8)

    def test_neither_the_id_nor_the_text_of_a_challenge_tells_its_seed(self):
        one, other = tessera.generate(seed=42), tessera.generate(seed=42)
        self.assertNotEqual(one.challenge_id, other.challenge_id)
        self.assertRegex(one.challenge_id, "^[0-9a-f]{32}$")
        self.assertEqual(repr(one), f"<Challenge {one.challenge_id}: scene, medium>")

    def test_a_challenge_does_not_change(self):
        challenge = tessera.generate(seed=42)
        with self.assertRaises(AttributeError):
            challenge.correct_answer = "ball"
        with self.assertRaises(AttributeError):
            challenge.more = 1

    def test_levels_of_the_original(self):  # S3D-8, S3D-9, S3D-10
        turns, objects = {level: set() for level in tessera.Difficulty}, {level: set() for level in tessera.Difficulty}
        for level in tessera.Difficulty:
            for seed in range(400):
                challenge = tessera.generate(seed=seed, difficulty=level, profile="seed")
                turns[level].add(challenge.rotation_angle)
                objects[level].add(len(challenge.objects))
                self.assertEqual(challenge.occlusion_enabled, level != tessera.Difficulty.EASY)
        self.assertEqual(turns[tessera.Difficulty.EASY], {90, 180, 270})
        self.assertEqual(turns[tessera.Difficulty.MEDIUM], {45, 90, 135, 180})
        self.assertEqual(turns[tessera.Difficulty.HARD], set(range(20, 61)))
        self.assertEqual([sorted(objects[level]) for level in tessera.Difficulty], [[2], [3], [5, 6, 7]])


class Verify(unittest.TestCase):
    def test_one_option_is_right_and_all_others_are_wrong(self):  # S3D-4, S3D-5
        for kind in tessera.kinds():
            for level in tessera.Difficulty:
                for seed in range(20):
                    challenge = tessera.generate(kind, seed=seed, difficulty=level)
                    with self.subTest(kind=kind, level=level, seed=seed):
                        self.assertIs(challenge.verify(challenge.correct_answer), True)
                        if challenge.correct_answer in challenge.options:
                            right = [option for option in challenge.options if tessera.verify(challenge, option)]
                            self.assertEqual(right, [challenge.correct_answer])

    def test_a_number_is_the_option_and_not_its_place(self):
        challenge = next(made for made in (tessera.generate(seed=seed, difficulty="hard", profile="seed") for seed in range(9))
                         if made.question_type == "visible")
        self.assertEqual(challenge.options[0], "1")
        self.assertTrue(tessera.verify(challenge, int(challenge.correct_answer)))
        self.assertFalse(tessera.verify(challenge, 0))

    def test_case_and_blanks_make_no_difference(self):
        challenge = tessera.generate(seed=42)
        self.assertTrue(tessera.verify(challenge, f"  {challenge.correct_answer.upper()}\n"))

    def test_whatever_is_no_option_is_wrong(self):
        for kind in tessera.kinds():
            challenge = tessera.generate(kind, seed=1)
            for answer in ("", "nonsense", "-1", "1e3", "0" * 10_000, "x" * 1_000_000, "a\0b", "\ud800", None, -1, 10**100):
                self.assertIs(tessera.verify(challenge, answer), False, (kind, str(answer)[:20]))

    def test_several_are_given_with_commas_between(self):
        challenge = tessera.generate("predator", seed=1)
        parts = challenge.correct_answer.split(",")
        self.assertEqual(len(parts), 3)
        self.assertTrue(tessera.verify(challenge, " , ".join(reversed(parts))))
        self.assertFalse(tessera.verify(challenge, parts[0]))


class Draw(unittest.TestCase):
    def test_the_picture_is_the_programs_to_the_byte(self):  # S3D-3
        with tempfile.TemporaryDirectory() as folder:
            for kind, seed in (("scene", 1), ("scene", 2), ("spatial", 1), ("emotions", 1), ("puzzle", 1)):
                command("generate", kind, "--seed", str(seed), "--difficulty", "hard", "--out", folder)
                drawn = tessera.draw(tessera.generate(kind, seed=seed, difficulty="hard"))
                self.assertEqual(drawn, Path(folder, f"{kind}-{seed}.png").read_bytes())

    def test_what_moves_is_animated(self):  # S3D-28
        moving = next(made for made in (tessera.generate(seed=seed) for seed in range(200)) if made.question_type == "motion")
        self.assertIn(b"acTL", tessera.draw(moving))
        self.assertNotIn("motion", {tessera.generate(seed=seed, still=True).question_type for seed in range(100)})

    def test_renderers_degrade_and_tell(self):  # S3D-27
        self.assertEqual(tessera.renderers(), {"3d": True, "2d": True, "none": True})
        space, flat, none = (tessera.generate(seed=42, renderer=renderer) for renderer in ("3d", "2d", "none"))
        self.assertEqual({space.correct_answer, flat.correct_answer, none.correct_answer}, {space.correct_answer})
        self.assertNotEqual(tessera.draw(space), tessera.draw(flat))
        with self.assertRaises(ValueError):
            tessera.draw(none)

    def test_a_file_appears_whole_under_the_id(self):
        with tempfile.TemporaryDirectory() as folder:
            renderer = tessera.Renderer(Path(folder, "made", "by", "render"))
            challenge = tessera.generate(seed=42)
            path = Path(renderer.render(challenge))
            self.assertEqual(path, Path(folder, "made", "by", "render", f"{challenge.challenge_id}.png"))
            self.assertEqual(path.read_bytes(), tessera.draw(challenge))
            self.assertEqual(list(path.parent.iterdir()), [path])

    def test_a_folder_that_can_not_be_made_is_an_os_error(self):
        with tempfile.NamedTemporaryFile() as file, self.assertRaises(OSError):
            tessera.Renderer(Path(file.name, "below")).render(tessera.generate(seed=42))

    def test_spoken(self):  # S3D-28
        challenge = tessera.generate(seed=42, heard=True)
        self.assertTrue(tessera.speak(challenge).startswith("In front of you"))
        self.assertTrue(tessera.speak(challenge, "de-AT").startswith("Vor dir"))
        self.assertEqual(tessera.speak(challenge, "xx"), tessera.speak(challenge))
        with self.assertRaises(ValueError):
            tessera.speak(tessera.generate(seed=42))


class Threads(unittest.TestCase):
    def test_threads_make_what_one_makes(self):
        shared = tessera.generate(seed=99, difficulty="hard")

        def work(seed: int) -> tuple:
            challenge = tessera.generate(seed=seed, difficulty="hard")
            return challenge.question_text, challenge.correct_answer, tessera.draw(challenge), tessera.draw(shared)

        alone = [work(seed) for seed in range(12)]
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            self.assertEqual(list(pool.map(work, range(12))), alone)


class Version(unittest.TestCase):
    def test_the_version_is_the_headers(self):
        header = Path(TREE, "include/tessera.h").read_text()
        self.assertIn(f'#define TESSERA_VERSION "{tessera.__version__}"', header)
