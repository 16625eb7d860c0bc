"""Pictures of spatial challenges."""

from __future__ import annotations

from tessera import Renderer


class SpatialCaptchaRenderer(Renderer):
    """Draws challenges into a folder. Neither PIL nor matplotlib is used: the library draws by itself, and the two names
    that told of them now tell what they stood for."""

    @property
    def _has_pil(self) -> bool:
        """Whether there are flat pictures."""
        return self.has_2d

    @property
    def _has_matplotlib(self) -> bool:
        """Whether there are pictures in space."""
        return self.has_3d


__all__ = ["SpatialCaptchaRenderer"]
