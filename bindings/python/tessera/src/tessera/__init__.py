"""Tessera: challenges for people, generated, drawn and verified by libtessera.

    import tessera

    challenge = tessera.generate("scene", difficulty="hard")
    png = tessera.draw(challenge)
    tessera.verify(challenge, "3")

Every function and object here may be used by several threads at once, unless its own text says otherwise.
"""

from ._library import library as _loaded
from .challenge import Challenge, Difficulty, draw, generate, kinds, renderers, speak, verify
from .renderer import Renderer

__version__: str = _loaded.tes_version().decode()

__all__ = ["Challenge", "Difficulty", "Renderer", "draw", "generate", "kinds", "renderers", "speak", "verify"]
