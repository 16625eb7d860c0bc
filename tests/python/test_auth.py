"""The authentication port in Python: the library's adapters and fusion, and adapters written in Python beside them."""

import concurrent.futures
import ctypes
import os
import random
import tempfile
import unittest
from pathlib import Path

import tessera
from llm_firewall.core.ports.auth_port import AuthenticationPort, AuthenticationResult
from tessera.auth import Adapter, AuthResult, CulturalAdapter, MultiModalAuthenticator, SpatialAdapter

DEVICE = {"device_info": {"screen": "1280x720"}, "response_time_ms": 4000}
HUGE = "x" * 1_000_000

NOTES = ("Well, I went down to the harbour again; the boats were late, and nobody knew why...",
         "The keeper, who is usually quite cheerful, said nothing; he only shrugged, and lit his pipe.",
         "I do wonder, now and then, whether the tide tables are printed for some other sea!",
         "We had tea, we had biscuits, and we had, as ever, the long story about the whale.")
SHOUTS = ("lol no way u did that omg", "bro thats so sick cant wait 4 sat", "k c u l8r m8 dont b late",
          "nah fr tho its mad expensive rn")


def written(lines: tuple, seed: int) -> str:
    """A text of some length in one of two manners."""
    return " ".join(random.Random(seed).choices(lines, k=12))


def right(adapter: SpatialAdapter, challenge: tessera.Challenge, **more: object) -> dict:
    return {"challenge_id": challenge.challenge_id, "user_answer": challenge.correct_answer, **DEVICE, **more}


def wrong_option(challenge: tessera.Challenge) -> str:
    return next(option for option in challenge.options if option != challenge.correct_answer)


class Fixed(Adapter):
    """An adapter written in Python, which always says the same."""

    def __init__(self, name: str, told: object, available: object = True) -> None:
        self.name, self.told, self.available, self.asked = name, told, available, []

    def authenticate(self, user_id, context):
        self.asked.append((user_id, dict(context)))
        if isinstance(self.told, BaseException):
            raise self.told
        return self.told

    def get_name(self):
        return self.name

    def is_available(self):
        if isinstance(self.available, BaseException):
            raise self.available
        return self.available


class Spatial(unittest.TestCase):
    def test_what_each_answer_is_worth(self):  # S3D-1
        cases = (("medium", {}, 0.9, "correct"), ("hard", {}, 1.0, None), ("medium", {"user_answer": "no such thing"}, 0.1, "wrong"),
                 ("medium", {"response_time_ms": 499}, 0.1, "suspicious"), ("medium", {"response_time_ms": 500}, 0.9, "correct"),
                 ("medium", {"response_time_ms": 30_000}, 0.9, "correct"), ("medium", {"response_time_ms": 30_001}, 0.1, None),
                 ("medium", {"device_info": None}, 0.1, None), ("medium", {"device_info": {}}, 0.1, None),
                 ("medium", {"challenge_id": "nonsense"}, 0.0, None), ("medium", {"challenge_id": HUGE}, 0.0, None),
                 ("medium", {"challenge_id": 7}, 0.0, None))
        for level, more, confidence, outcome in cases:
            adapter = SpatialAdapter(default_difficulty=level)
            told = adapter.authenticate("user123", right(adapter, adapter.put("user123"), **more))
            with self.subTest(level=level, more=str(more)[:60]):
                self.assertAlmostEqual(told.confidence, confidence)
                self.assertEqual((told.method, told.state, told.is_human), ("spatial_captcha", "known", confidence >= 0.7))
                if outcome is not None:
                    self.assertEqual(told.metadata["outcome"], outcome)

    def test_a_number_that_is_no_option_is_wrong_though_it_is_a_place(self):
        adapter = SpatialAdapter(profile="seed", default_difficulty="hard")
        challenge = next(made for made in (adapter.put("u") for _ in range(200)) if made.correct_answer == made.options[0] == "1")
        told = adapter.authenticate("u", right(adapter, challenge, user_answer=0))
        self.assertEqual(told.metadata["outcome"], "wrong")

    def test_without_an_answer_one_challenge_waits(self):
        adapter = SpatialAdapter()
        first, again = adapter.authenticate("u", {}), adapter.authenticate("u", {"user_answer": "cone"})
        self.assertEqual([first.confidence, first.state, first.is_human], [0.5, "pending", False])
        self.assertEqual(first.metadata["challenge_id"], again.metadata["challenge_id"])
        self.assertEqual(adapter.authenticate("u", {"challenge_id": first.metadata["challenge_id"]}).state, "pending")
        self.assertNotIn("correct_answer", first.metadata)
        self.assertNotEqual(adapter.authenticate("u", {"session_id": "2"}).metadata["challenge_id"], first.metadata["challenge_id"])

    def test_an_answer_counts_once_and_only_for_its_user(self):
        adapter = SpatialAdapter()
        challenge = adapter.put("ann")
        context = right(adapter, challenge)
        self.assertEqual(adapter.authenticate("eve", context).confidence, 0.0)
        self.assertEqual(adapter.authenticate("ann", context).confidence, 0.9)
        self.assertEqual(adapter.authenticate("ann", context).confidence, 0.0)
        spoiled = adapter.put("ann")
        adapter.authenticate("ann", right(adapter, spoiled, user_answer=wrong_option(spoiled)))
        self.assertEqual(adapter.authenticate("ann", right(adapter, spoiled)).confidence, 0.0)

    def test_of_many_threads_one_has_it_counted(self):
        adapter = SpatialAdapter()
        for _ in range(20):
            context = right(adapter, adapter.put("u"))
            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                told = list(pool.map(lambda _: adapter.authenticate("u", context).confidence, range(8)))
            self.assertEqual(sorted(told), [0.0] * 7 + [0.9])

    def test_time_is_taken_here_where_nobody_tells_it(self):
        adapter = SpatialAdapter()
        challenge = adapter.put("u")
        context = right(adapter, challenge)
        del context["response_time_ms"]
        told = adapter.authenticate("u", context)
        self.assertTrue(told.metadata["is_suspicious"])
        self.assertLess(told.metadata["response_time_ms"], 500)

    def test_what_is_over_or_too_much_is_forgotten(self):
        adapter = SpatialAdapter()
        adapter.OPEN_MAX = 5
        made = [adapter.put(f"user{number}") for number in range(8)]
        worth = [adapter.authenticate(f"user{number}", right(adapter, made[number])).confidence for number in range(8)]
        self.assertEqual(worth, [0.0] * 3 + [0.9] * 5)
        late = adapter.put("late")
        adapter.GRACE_S = -1000.0
        self.assertEqual(adapter.authenticate("late", right(adapter, late)).confidence, 0.0)

    def test_pictures_go_with_their_challenge(self):
        with tempfile.TemporaryDirectory() as folder:
            adapter = SpatialAdapter(tessera.Renderer(folder))
            first = adapter.authenticate("u", {}).metadata
            self.assertEqual(os.listdir(folder), [Path(first["png_path"]).name])
            adapter.authenticate("u", {"challenge_id": first["challenge_id"], "user_answer": "x", **DEVICE})
            self.assertEqual(os.listdir(folder), [])
            keeps = SpatialAdapter(tessera.Renderer(folder), keep_pictures=True)
            keeps.put("u"), keeps.put("u")
            self.assertEqual(len(os.listdir(folder)), 2)

    def test_without_a_renderer_that_works_it_is_unavailable(self):  # S3D-27
        class Broken(tessera.Renderer):
            def is_available(self):
                return False

        adapter = SpatialAdapter(Broken("nowhere"))
        self.assertFalse(adapter.is_available())
        self.assertEqual(MultiModalAuthenticator([adapter]).authenticate("u").state, "unknown")
        self.assertFalse(Path("nowhere").exists())

    def test_a_port_keeps_what_it_points_to_while_others_ask(self):
        adapter = SpatialAdapter(time_budget_ms=4321)
        port = adapter._idle()
        others = [adapter._idle() for _ in range(2)]
        rubbish = [ctypes.create_string_buffer(b"\xff" * 16, 16) for _ in range(1000)]
        self.assertEqual(port.latency_budget_ms(port.self), adapter.get_latency_budget_ms())
        del others, rubbish


class Cultural(unittest.TestCase):
    def test_it_says_unknown_until_it_has_learned(self):
        adapter = CulturalAdapter()
        told = adapter.authenticate("ann", {"message": written(NOTES, 1)})
        self.assertEqual([told.method, told.state, told.confidence, told.is_human], ["cultural_biometrics", "unknown", 0.0, False])
        self.assertTrue(adapter.is_available())

    def test_it_tells_two_manners_of_writing_apart(self):
        adapter = CulturalAdapter()
        for seed in range(20):
            adapter.learn("ann", written(NOTES, seed), [120, 90, 200, 150] * 20)
        own, other = (adapter.authenticate("ann", {"message": written(lines, 99)}) for lines in (NOTES, SHOUTS))
        self.assertEqual([own.state, other.state], ["known", "known"])
        self.assertGreater(own.confidence, other.confidence + 0.3)

    def test_a_profile_can_be_kept_elsewhere_and_forgotten(self):
        adapter, other = CulturalAdapter(), CulturalAdapter()
        for seed in range(20):
            adapter.learn("ann", written(NOTES, seed))
        other.load("bob", adapter.profile("ann"))
        self.assertEqual(other.profile("bob"), adapter.profile("ann"))
        adapter.forget("ann")
        self.assertIsNone(adapter.profile("ann"))
        self.assertEqual(adapter.authenticate("ann", {"message": written(NOTES, 99)}).state, "unknown")
        for bad in (b"", b"nonsense", b"\0" * 2600, b"x" * 1_000_000, "text", None):
            with self.assertRaises(ValueError):
                other.load("bob", bad)

    def test_users_are_bounded(self):
        adapter = CulturalAdapter(max_users=3)
        for number in range(5):
            adapter.learn(f"user{number}", written(NOTES, number))
        self.assertEqual([adapter.profile(f"user{number}") is not None for number in range(5)], [False, False, True, True, True])

    def test_messages_of_a_megabyte_are_cut_and_odd_ones_do_no_harm(self):
        adapter = CulturalAdapter()
        for message in ("", "\0", "\0" * 1000, "ä€𝄞" * 400_000, "\ud800", HUGE, "x" * 65_535 + "€"):
            adapter.learn("ann", message)
            adapter.authenticate("ann", {"message": message, "typing_ms": [0] * 100_000})


class Fusion(unittest.TestCase):
    def told(self, adapters: list, weights: dict, **more: object) -> AuthResult:
        return MultiModalAuthenticator(adapters, weights).authenticate("u", more.pop("context", None), **more)

    def test_adapters_written_in_python_are_weighed_by_the_library(self):  # S3D-6
        first, second = Fixed("first", AuthResult(1.0)), Fixed("second", AuthResult(0.75, metadata={"seen": "x" * 1000}))
        result = self.told([first, second], {"first": 0.6, "second": 0.4}, context={"message": "Hello", "own": 1})
        self.assertAlmostEqual(result.confidence, 0.9)
        self.assertTrue(result.is_human)
        self.assertEqual(result.metadata["adapters_used"], ["first", "second"])
        self.assertEqual(result.metadata["individual_scores"], {"first": 1.0, "second": 0.75})
        self.assertEqual(result.metadata["weights"], {"first": 0.6, "second": 0.4})
        self.assertEqual(result.metadata["details"]["second"], {"seen": "x" * 1000})
        self.assertEqual(first.asked, [("u", {"message": "Hello", "own": 1})])

    def test_both_languages_are_mixed(self):
        spatial, own = SpatialAdapter(default_difficulty="hard"), Fixed("own", AuthResult(0.8))
        authenticator = MultiModalAuthenticator([spatial, CulturalAdapter(), own],
                                                {"spatial_captcha": 0.5, "cultural_biometrics": 0.3, "own": 0.5})
        result = authenticator.authenticate("u", right(spatial, spatial.put("u")))
        self.assertEqual(result.metadata["adapters_used"], ["spatial_captcha", "own"])
        self.assertAlmostEqual(result.confidence, 0.9)

    def test_weights_are_renormalised_over_those_that_can_say_something(self):
        for absent in (Fixed("absent", AuthResult(0.0), available=False), Fixed("absent", RuntimeError("broken")),
                       Fixed("absent", AuthResult(0.0), available=RuntimeError("broken")),
                       Fixed("absent", AuthResult(0.0, state="unknown")), Fixed("absent", AuthResult(7.0)),
                       Fixed("absent", AuthResult(float("nan"))), Fixed("absent", AuthResult(0.5, state="sure")), Fixed("absent", None)):
            with self.subTest(told=absent.told, available=absent.available), \
                    self.assertLogs("tessera") if absent.available is True and (not isinstance(absent.told, AuthResult) or
                                                                             absent.told.state != "unknown") or \
                    isinstance(absent.available, Exception) else self.assertNoLogs("tessera"):
                result = self.told([Fixed("there", AuthResult(0.95)), absent], {"there": 0.1, "absent": 0.9})
                self.assertEqual(result.metadata["adapters_used"], ["there"])
                self.assertAlmostEqual(result.confidence, 0.95)
                self.assertTrue(result.is_human)

    def test_nobody_left_is_nobody_human(self):
        result = self.told([Fixed("absent", AuthResult(1.0), available=False)], {"absent": 1.0})
        self.assertEqual([result.confidence, result.is_human, result.state, result.metadata["adapters_used"]], [0.0, False, "unknown", []])

    def test_while_one_is_pending_nobody_is_human(self):
        result = self.told([Fixed("sure", AuthResult(1.0)), SpatialAdapter()], {"sure": 0.99, "spatial_captcha": 0.01})
        self.assertEqual([result.state, result.is_human], ["pending", False])
        self.assertGreater(result.confidence, 0.9)

    def test_the_threshold_is_reached_at_its_edge(self):
        for threshold, is_human in ((0.5, True), (0.8, True), (0.81, False), (1.0, False)):
            result = self.told([Fixed("own", AuthResult(0.8))], {"own": 1.0}, threshold=threshold)
            self.assertEqual(result.is_human, is_human, threshold)

    def test_a_value_error_of_an_adapter_comes_through_and_an_interrupt_too(self):
        for error in (ValueError("that can't be right"), KeyboardInterrupt()):
            with self.assertRaises(type(error)) as caught:
                self.told([Fixed("own", error)], {"own": 1.0})
            self.assertIs(caught.exception, error)

    def test_a_disk_that_is_full_leaves_the_adapter_out(self):
        with tempfile.NamedTemporaryFile() as file, self.assertLogs("tessera"):
            spatial = SpatialAdapter(tessera.Renderer(Path(file.name, "below")))
            result = self.told([spatial, Fixed("own", AuthResult(0.95))], {"spatial_captcha": 0.9, "own": 0.1})
        self.assertEqual([result.metadata["adapters_used"], result.is_human], [["own"], True])

    def test_threads_share_an_authenticator(self):
        spatial = SpatialAdapter()
        authenticator = MultiModalAuthenticator([Fixed("own", AuthResult(0.9)), spatial, CulturalAdapter()])

        def work(number: int) -> tuple:
            challenge = spatial.put(f"user{number}")
            answer = challenge.correct_answer if number % 2 == 0 else wrong_option(challenge)
            result = authenticator.authenticate(f"user{number}", right(spatial, challenge, user_answer=answer, message="Hello"))
            return round(result.confidence, 3), result.is_human

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            self.assertEqual(list(pool.map(work, range(200))), [(0.9, True), (0.5, False)] * 100)

    def test_the_names_of_the_original(self):
        self.assertIs(AuthenticationPort, Adapter)
        self.assertIs(AuthenticationResult, AuthResult)


class Bad(unittest.TestCase):
    def test_arguments(self):
        own = Fixed("own", AuthResult(1.0))
        for adapters, weights in (([], None), ([own] * 2, None), ([object()], None), ([own], {}), ([own], {"own": 1, "other": 1}),
                                  ([own], {"own": -1}), ([own], {"own": 0}), ([own], {"own": float("nan")}),
                                  ([own], {"own": float("inf")}), ([own], {"own": "1"}), ([Fixed(f"n{i}", None) for i in range(9)], None),
                                  ([Fixed("", None)], None), ([Fixed('a"b', None)], None), ([Fixed("x" * 33, None)], None),
                                  ([Fixed(None, None)], None)):
            with self.subTest(adapters=adapters, weights=weights), self.assertRaises(ValueError):
                MultiModalAuthenticator(adapters, weights)

    def test_requests(self):
        spatial = SpatialAdapter()
        authenticator = MultiModalAuthenticator([spatial, CulturalAdapter()])
        for user in ("", "x" * 129, "ä" * 65, "x" * 10_000, HUGE, "\ud800", None, b"ann", 7):
            with self.subTest(user=str(user)[:20]), self.assertRaises(ValueError):
                authenticator.authenticate(user)
        for context in ("text", {"session_id": "x" * 129}, {"session_id": 7}, {"message": b"bytes"}, {"message": 7},
                        {"typing_ms": "12"}, {"typing_ms": [1.5]}, {"typing_ms": [-1]}, {"typing_ms": [2**32]}):
            with self.subTest(context=str(context)[:60]), self.assertRaises(ValueError):
                authenticator.authenticate("ann", context)
        for more in ({"response_time_ms": -1}, {"response_time_ms": 1.5}, {"response_time_ms": 2**64}, {"user_answer": 1.5}):
            with self.subTest(more=more), self.assertRaises(ValueError):
                authenticator.authenticate("ann", right(spatial, spatial.put("ann"), **more))
        for threshold in (0, -1, 1.01, float("nan"), "0.9", None, True):
            with self.subTest(threshold=threshold), self.assertRaises(ValueError):
                authenticator.authenticate("ann", threshold=threshold)

    def test_adapters(self):
        for arguments in ({"renderer": "folder"}, {"default_difficulty": "extreme"}, {"time_budget_ms": -1}, {"time_budget_ms": 1.5},
                          {"profile": "none"}):
            with self.subTest(arguments), self.assertRaises(ValueError):
                SpatialAdapter(**arguments)
        with self.assertRaises(ValueError):
            CulturalAdapter(max_users=-1)
