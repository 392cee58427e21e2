"""The client of a tenant's back end: sessions by API key."""

from __future__ import annotations

import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator
from http.client import HTTPException
from typing import Any, cast

from .errors import ApiError, ConnectionFailed, ParlourError
from .models import (
    CreateSession,
    GameName,
    JoinSession,
    Session,
    SessionCreated,
    SessionList,
    SessionStatus,
    WebhookEndpoint,
    WebhookName,
)

_LONGEST_WAIT = 30.0
"""In seconds; if the server asks for more, the error is raised."""


class Parlour:
    """A Parlour server, used with an API key. Safe to share between threads.

    Requests are repeated after no answer, 429 or 503, except the rotation of a secret; a session is created with an
    `Idempotency-Key`, so that nothing happens twice.
    """

    def __init__(self, api_key: str, base_url: str, *, retries: int = 2, timeout_seconds: float = 10) -> None:
        if not re.match(r"bg_(live|test)_", api_key):
            hint = "a key starts with bg_live_ or bg_test_; `parlour keys create` makes one"
            raise ParlourError("invalid_api_key", "this is not an API key", param="api_key", hint=hint)
        if urllib.parse.urlsplit(base_url).scheme not in ("http", "https"):
            raise ParlourError("bad_url", "base_url must begin with http:// or https://", param="base_url")
        self._api_key = api_key
        self._base_url = base_url.rstrip("/")
        self._retries = retries
        self._timeout = timeout_seconds
        # Redirects are not followed: they would carry the key to another host.
        self._opener = urllib.request.build_opener(_NoRedirects)

    def create_session(self, session: CreateSession, *, idempotency_key: str | None = None) -> SessionCreated:
        """Creates a session. Send the player to `playUrl`, frame `embedUrl`, or pass `sessionToken` to your own client."""
        return cast(SessionCreated, self._post("/v1/sessions", session, idempotency_key))

    def join_session(self, friend: JoinSession, *, idempotency_key: str | None = None) -> SessionCreated:
        """Adds a friend to a session by room code."""
        return cast(SessionCreated, self._post("/v1/sessions/join", friend, idempotency_key))

    def session(self, session_id: str) -> Session:
        """One session and its result."""
        return cast(Session, self._send("GET", f"/v1/sessions/{urllib.parse.quote(session_id, safe='')}"))

    def session_page(
        self,
        *,
        game: GameName | None = None,
        status: SessionStatus | None = None,
        limit: int | None = None,
        after: str | None = None,
    ) -> SessionList:
        """One page of sessions, newest first; `after` is the cursor of the previous page."""
        given = {"game": game, "status": status, "limit": limit, "after": after}
        query = urllib.parse.urlencode({name: value for name, value in given.items() if value is not None})
        return cast(SessionList, self._send("GET", f"/v1/sessions?{query}" if query else "/v1/sessions"))

    def sessions(self, *, game: GameName | None = None, status: SessionStatus | None = None) -> Iterator[Session]:
        """Every matching session, page after page."""
        after: str | None = None
        while True:
            page = self.session_page(game=game, status=status, limit=100, after=after)
            yield from page["sessions"]
            after = page["after"]
            if not page["hasMore"] or after is None:
                return

    def set_webhook_endpoint(self, url: str, events: list[WebhookName] | None = None) -> WebhookEndpoint:
        """Sets where webhooks go; the answer has the signing `secret` only if the endpoint is new."""
        body = {"url": url} if events is None else {"url": url, "events": events}
        return cast(WebhookEndpoint, self._send("PUT", "/v1/webhooks/endpoint", body))

    def rotate_webhook_secret(self, *, overlap_seconds: int | None = None) -> WebhookEndpoint:
        """Creates a new secret; the old one also signs until the overlap ends, a day by default."""
        body = {} if overlap_seconds is None else {"overlapSeconds": overlap_seconds}
        # Not repeated by itself: a second rotation would end the overlap of the secret that is in use.
        return cast(WebhookEndpoint, self._send("POST", "/v1/webhooks/endpoint/rotate", body, retries=0))

    def _post(self, path: str, body: object, idempotency_key: str | None) -> object:
        return self._send("POST", path, body, {"Idempotency-Key": idempotency_key or str(uuid.uuid4())})

    def _send(
        self,
        method: str,
        path: str,
        body: object = None,
        headers: dict[str, str] | None = None,
        retries: int | None = None,
    ) -> object:
        data = None if body is None else json.dumps(body).encode()
        sent = {"Authorization": f"Bearer {self._api_key}", "Accept": "application/json", **(headers or {})}
        if data is not None:
            sent["Content-Type"] = "application/json"
        request = urllib.request.Request(self._base_url + path, data=data, headers=sent, method=method)
        retries = self._retries if retries is None else retries
        for attempt in range(retries + 1):
            try:
                return self._once(request)
            except (ApiError, ConnectionFailed) as error:
                wait = _wait_after(error, attempt)
                if wait is None or attempt == retries:
                    raise
                time.sleep(wait)
        raise AssertionError("the last attempt returns or raises")

    def _once(self, request: urllib.request.Request) -> object:
        try:
            with self._opener.open(request, timeout=self._timeout) as response:
                return json.load(response)
        except urllib.error.HTTPError as refusal:
            with refusal:
                raise _api_error(refusal) from None
        except (OSError, HTTPException, ValueError) as error:
            raise ConnectionFailed("unreachable", f"{self._base_url} does not answer", hint=str(error)) from error


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def _wait_after(error: ApiError | ConnectionFailed, attempt: int) -> float | None:
    """For how many seconds to wait before the next attempt; none if there must not be one."""
    usual = 0.25 * float(1 << attempt)
    if isinstance(error, ConnectionFailed):
        return usual
    wait = usual if error.retry_after is None else error.retry_after
    return wait if error.status in (429, 503) and wait <= _LONGEST_WAIT else None


def _api_error(refusal: urllib.error.HTTPError) -> ApiError:
    try:
        body = json.load(refusal)
    except ValueError:
        body = None
    told = body if isinstance(body, dict) else {}
    retry_after = refusal.headers.get("Retry-After", "")
    return ApiError(
        refusal.code,
        told.get("code", f"http_{refusal.code}"),
        told.get("error", f"the server answered {refusal.code}"),
        hint=told.get("hint"),
        param=told.get("param"),
        request_id=told.get("request_id", refusal.headers.get("X-Request-Id")),
        retry_after=float(retry_after) if retry_after.isdigit() else None,
    )
