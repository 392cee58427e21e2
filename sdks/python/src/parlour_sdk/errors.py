"""What can go wrong, with what to do next."""

from __future__ import annotations


class ParlourError(Exception):
    """Anything that this package refuses or reports."""

    def __init__(self, code: str, message: str, *, hint: str | None = None, param: str | None = None) -> None:
        super().__init__(message if hint is None else f"{message} ({hint})")
        self.code = code
        """What went wrong, for programs."""
        self.message = message
        """What went wrong, in one sentence."""
        self.hint = hint
        """What to do next."""
        self.param = param
        """The field or argument that was wrong."""


class ConnectionFailed(ParlourError):
    """No answer came."""


class ApiError(ParlourError):
    """The server refused the request."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        hint: str | None = None,
        param: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(code, message, hint=hint, param=param)
        self.status = status
        """The HTTP status."""
        self.request_id = request_id
        """The request, as the server's logs name it."""
        self.retry_after = retry_after
        """For how many seconds the server asks to wait."""


class SignatureError(ParlourError):
    """A webhook that did not come from the server, or not lately."""
