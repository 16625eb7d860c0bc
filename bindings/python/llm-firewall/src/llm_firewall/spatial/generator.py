"""Spatial challenges from a seed, and whether an answer to one is right."""

from __future__ import annotations

from tessera import Challenge, Difficulty, generate, verify


class SpatialCaptchaGenerator:
    """Makes challenges of Tessera's kind `scene`.

    profile     "seed", the levels of the original plugin: EASY has 2 objects, MEDIUM 3, HARD 5 to 7, and a guess passes
                50%, 33% and 17%; or "default", with six options at every level, of which a guess passes 17%
    """

    def __init__(self, profile: str = "seed") -> None:
        self.profile = profile
        self.generate(seed=0, difficulty=Difficulty.EASY)  # says at once where there is no such profile

    def generate(self, seed: int | None = None, difficulty: Difficulty | str = Difficulty.MEDIUM) -> Challenge:
        """The challenge of that seed: always the same. Without a seed, another one each time."""
        return generate("scene", seed=seed, difficulty=difficulty, profile=self.profile)


def verify_response(challenge: Challenge, user_answer: str | int | None) -> bool:
    """Whether the answer, one of `challenge.options`, is right: by the scene's geometry."""
    return verify(challenge, user_answer)


__all__ = ["SpatialCaptchaGenerator", "verify_response"]
