"""How a user writes, behind the authentication port."""

from tessera.auth import CulturalAdapter as CulturalBiometricsAdapter

__all__ = ["CulturalBiometricsAdapter"]
