"""Spatial challenges behind the authentication port."""

from __future__ import annotations

from tessera import Difficulty, Renderer
from tessera.auth import SpatialAdapter


class SpatialCaptchaAdapter(SpatialAdapter):
    """`tessera.auth.SpatialAdapter` with the levels of the original plugin."""

    def __init__(self, renderer: Renderer | None = None, default_difficulty: Difficulty | str = Difficulty.MEDIUM,
                 time_budget_ms: int = 8000, profile: str = "seed", keep_pictures: bool = False) -> None:
        super().__init__(renderer, default_difficulty, time_budget_ms, profile, keep_pictures)


__all__ = ["SpatialCaptchaAdapter"]
