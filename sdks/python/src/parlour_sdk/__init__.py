"""Start games on a Parlour server from a Python back end, and check its webhooks."""

from .client import Parlour
from .errors import ApiError, ConnectionFailed, ParlourError, SignatureError
from .webhooks import verify_webhook

__all__ = ["ApiError", "ConnectionFailed", "Parlour", "ParlourError", "SignatureError", "verify_webhook"]
