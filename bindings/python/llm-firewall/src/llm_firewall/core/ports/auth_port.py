"""The authentication port, and the authenticator that weighs several adapters behind it."""

from tessera.auth import Adapter as AuthenticationPort
from tessera.auth import AuthResult as AuthenticationResult
from tessera.auth import MultiModalAuthenticator

__all__ = ["AuthenticationPort", "AuthenticationResult", "MultiModalAuthenticator"]
