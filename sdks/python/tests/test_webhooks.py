"""Signatures of webhooks, without a server."""

import base64
import hmac
import json
import unittest

from parlour_sdk import SignatureError, verify_webhook

NOW = 1_773_565_200
KEY = b"a secret of some length, as it is"
SECRET = "whsec_" + base64.b64encode(KEY).decode()
BODY = json.dumps({"id": "evt_1", "event": "game.ended", "sessionId": "s1", "timestamp": "2026-03-15T09:00:00.000Z"}).encode()


def standard(key: bytes = KEY, body: bytes = BODY, timestamp: str = str(NOW)) -> dict[str, str]:
    signature = base64.b64encode(hmac.digest(key, f"evt_1.{timestamp}.".encode() + body, "sha256")).decode()
    return {"Webhook-Id": "evt_1", "Webhook-Timestamp": timestamp, "Webhook-Signature": f"v1,old v1,{signature}"}


def plain(key: str = SECRET) -> dict[str, str]:
    return {"X-BetaGamer-Signature": "sha256=" + hmac.digest(key.encode(), BODY, "sha256").hex()}


class WebhookTest(unittest.TestCase):
    def check(self, code: str | None, headers: dict[str, str], *, body: bytes = BODY, secret: str | list[str] = SECRET, now: float = NOW) -> None:
        """Verifies; `code` is that of the refusal, or none."""
        try:
            self.assertEqual((verify_webhook(body, headers, secret, now=now)["sessionId"], None), ("s1", code))
        except SignatureError as error:
            self.assertEqual(error.code, code)

    def test_what_is_signed_with_the_secret_is_believed(self) -> None:
        self.check(None, standard())
        self.check(None, standard(), secret=["whsec_b2xk", SECRET])
        self.check(None, plain())

    def test_a_forged_or_changed_webhook_is_refused(self) -> None:
        self.check("signature_wrong", standard(key=b"another"))
        self.check("signature_wrong", standard(), body=BODY + b" ")
        self.check("signature_wrong", plain(key="another"))
        self.check("signature_wrong", standard(), secret="whsec_b2xk")

    def test_an_old_webhook_is_refused(self) -> None:
        for headers in (standard(), plain()):
            self.check("timestamp_outside", headers, now=NOW + 301)
            self.check("timestamp_outside", headers, now=NOW - 301)
        self.check("timestamp_outside", standard(timestamp="soon"))

    def test_what_is_missing_is_named(self) -> None:
        self.check("header_missing", {})
        self.check("header_missing", {"webhook-signature": "v1,x"})
        self.check("secret_missing", standard(), secret=[])
        self.check("secret_wrong", standard(), secret="whsec_*")
        self.check("body_not_json", standard(body=b"["), body=b"[")


if __name__ == "__main__":
    unittest.main()
