"""A spatial challenge in Python: generated from a seed, drawn into a file and answered with each of its options; then put to
a user, whose answer is weighed together with how they write.

    make python
    python3 -m venv venv && venv/bin/pip install --no-index build/python/wheels/tessera-*.whl
    venv/bin/python examples/spatial/scene.py
"""

import sys

import tessera
from tessera.auth import CulturalAdapter, MultiModalAuthenticator, SpatialAdapter

LETTERS = ("Dear all, the kettle is broken again; I shall bring mine on Monday, if nobody minds.",
           "Thank you, Mary, for the seeds! They have come up, every one of them, and quite early.",
           "I could not find the minutes of last week; perhaps they are in the other folder?",
           "We walked up to the chapel, and, as you would expect, it rained; still, a good day.")


def one_challenge(seed: int, difficulty: str, folder: str) -> None:
    challenge = tessera.generate("scene", seed=seed, difficulty=difficulty, profile="seed")
    path = tessera.Renderer(folder).render(challenge)
    print(challenge.question_text)
    print(challenge.options)
    for option in challenge.options:
        print(f"  {option}: {'right' if tessera.verify(challenge, option) else 'wrong'}")
    print(f"The picture: {path}")


def one_user() -> None:
    style, spatial = CulturalAdapter(), SpatialAdapter()
    authenticator = MultiModalAuthenticator([style, spatial], {"cultural_biometrics": 0.6, "spatial_captcha": 0.4})
    for _ in range(8):  # messages that the user is known to have written, from before
        for letter in LETTERS:
            style.learn("ann", letter)
    request = {"message": " ".join(LETTERS), "session_id": "abc"}

    result = authenticator.authenticate("ann", request, threshold=0.8)
    print(f"A challenge was put: {result.state}, {result.confidence:.2f}, human: {result.is_human}")

    challenge = spatial.put("ann", "abc")  # a site shows the picture; this example answers by itself
    request |= {"challenge_id": challenge.challenge_id, "user_answer": challenge.correct_answer,
                "response_time_ms": 4200, "device_info": {"screen": "1280x720"}}
    result = authenticator.authenticate("ann", request, threshold=0.8)
    print(f"It was answered: {result.state}, {result.confidence:.2f}, human: {result.is_human}, "
          f"by {result.metadata['adapters_used']}")


if __name__ == "__main__":
    one_challenge(42, "medium", sys.argv[1] if len(sys.argv) > 1 else "spatial_challenges")
    one_user()
