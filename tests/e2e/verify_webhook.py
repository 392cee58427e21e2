"""Verifies webhooks with the Standard Webhooks library: JSON with secret, headers and body comes in, verdicts go out."""

import json
import sys

from standardwebhooks import Webhook


def verdict(case):
    try:
        Webhook(case["secret"]).verify(case["body"], case["headers"])
        return "verified"
    except Exception as refusal:
        return f"refused: {refusal}"


print(json.dumps([verdict(case) for case in json.load(sys.stdin)]))
