"""Verifies that a webhook came from the server, and recently."""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import cast

from .errors import SignatureError
from .models import Webhook

_HINT = "pass the raw body, byte for byte, before any parser touches it"


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> Webhook:
    """Verifies the signature of a webhook over its raw body and returns the event.

    Uses the headers of Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`) if they are
    present, else `X-BetaGamer-Signature`. The latter does not sign the time of sending, so the event's own timestamp
    must be within the tolerance. Pass both secrets during a rotation. `now` is in seconds since 1970, for tests.
    """
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets or "" in secrets:
        raise _refused("secret_missing", "there is no secret to check with")
    raw = body.encode() if isinstance(body, str) else body
    given = {name.lower(): value for name, value in headers.items()}
    present = time.time() if now is None else now

    signatures = given.get("webhook-signature")
    if signatures is not None:
        event_id, timestamp = _header(given, "webhook-id"), _header(given, "webhook-timestamp")
        signed = f"{event_id}.{timestamp}.".encode() + raw
        expected = [f"v1,{base64.b64encode(_hmac(_standard_key(one), signed)).decode()}" for one in secrets]
        if not any(_equal(signature, one) for signature in signatures.split(" ") for one in expected):
            raise _refused("signature_wrong", "webhook-signature does not fit the body and the secret")
        sent_at = float(timestamp) if timestamp.isascii() and timestamp.isdigit() else None
        if sent_at is None or abs(present - sent_at) > tolerance_seconds:
            raise _refused("timestamp_outside", "webhook-timestamp lies outside the tolerance")
        return _parse(raw)

    signature = given.get("x-betagamer-signature")
    if signature is None:
        raise _refused("header_missing", "there is no signature header")
    if not any(_equal(signature, f"sha256={_hmac(one.encode(), raw).hex()}") for one in secrets):
        raise _refused("signature_wrong", "X-BetaGamer-Signature does not fit the body and the secret")
    event = _parse(raw)
    if not _is_recent(event, present, tolerance_seconds):
        raise _refused("timestamp_outside", "the event's timestamp lies outside the tolerance")
    return event


def _standard_key(secret: str) -> bytes:
    """A secret of Standard Webhooks is a prefix and base64."""
    if not secret.startswith("whsec_"):
        return secret.encode()
    try:
        return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        raise _refused("secret_wrong", "the secret is not whsec_ and base64") from None


def _is_recent(event: Webhook, present: float, tolerance_seconds: float) -> bool:
    try:
        sent_at = datetime.fromisoformat(event["timestamp"]).timestamp()
    except (KeyError, TypeError, ValueError):
        return False
    return abs(present - sent_at) <= tolerance_seconds


def _hmac(key: bytes, data: bytes) -> bytes:
    return hmac.digest(key, data, "sha256")


def _equal(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode(), expected.encode())


def _header(headers: Mapping[str, str], name: str) -> str:
    if name not in headers:
        raise _refused("header_missing", f"{name} is missing")
    return headers[name]


def _parse(body: bytes) -> Webhook:
    try:
        event = json.loads(body)
    except ValueError:
        raise _refused("body_not_json", "the body is signed but is not JSON") from None
    if not isinstance(event, dict):
        raise _refused("body_not_json", "the body is signed but is not an object")
    return cast(Webhook, event)


def _refused(code: str, message: str) -> SignatureError:
    return SignatureError(code, message, hint=_HINT)
