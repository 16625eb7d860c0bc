"""What a spatial challenge is, and how hard."""

from tessera import Challenge as SpatialChallenge
from tessera import Difficulty as DifficultyLevel

__all__ = ["DifficultyLevel", "SpatialChallenge"]
