"""Generator, renderer and verifier of spatial challenges."""

from .generator import SpatialCaptchaGenerator, verify_response
from .renderer import SpatialCaptchaRenderer

__all__ = ["SpatialCaptchaGenerator", "SpatialCaptchaRenderer", "verify_response"]
