"""Pictures as files."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from .challenge import Challenge, draw, renderers


class Renderer:
    """Writes the pictures of challenges into a folder, which is made when the first one comes.

    Threads may share one. Nobody removes the files: that is for the caller to do.
    """

    def __init__(self, output_dir: str | os.PathLike[str] = "spatial_challenges") -> None:
        if not isinstance(output_dir, (str, os.PathLike)):
            raise ValueError("output_dir: expected a path")
        self.output_dir = Path(output_dir)

    def render(self, challenge: Challenge) -> str:
        """Draws the challenge, 640 x 480 or so, and returns the path of its PNG: output_dir/CHALLENGE_ID.png.

        The file appears whole or not at all. OSError where the folder can't be written.
        """
        png = draw(challenge)
        self.output_dir.mkdir(parents=True, exist_ok=True)
        path = self.output_dir / f"{challenge.challenge_id}.png"
        temporary = path.with_name(f".{secrets.token_hex(8)}.png")
        try:
            with open(temporary, "xb") as file:
                file.write(png)
            os.replace(temporary, path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        return str(path)

    def is_available(self) -> bool:
        """Whether scenes can be drawn at all, in space or flat."""
        return self.has_3d or self.has_2d

    @property
    def has_3d(self) -> bool:
        """Whether this library draws scenes with light and shadow."""
        return renderers().get("3d", False)

    @property
    def has_2d(self) -> bool:
        """Whether this library draws scenes as flat shapes."""
        return renderers().get("2d", False)


__all__ = ["Renderer"]
