"""The client against a real server: PARLOUR_URL and PARLOUR_KEY say which."""

import os
import queue
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer

from parlour_sdk import ApiError, ConnectionFailed, Parlour, ParlourError, verify_webhook
from parlour_sdk.models import CreateSession, SessionCreated

URL, KEY = os.environ["PARLOUR_URL"], os.environ["PARLOUR_KEY"]


class Hook(BaseHTTPRequestHandler):
    """Receives webhooks."""

    received: "queue.Queue[tuple[bytes, dict[str, str]]]" = queue.Queue()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.received.put((body, dict(self.headers)))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.parlour = Parlour(KEY, URL)

    def session(self, player: str = "ann", idempotency_key: str | None = None) -> SessionCreated:
        wanted: CreateSession = {"game": "tictactoe", "matchType": "bot", "players": [{"id": player, "displayName": player.title()}]}
        return self.parlour.create_session(wanted, idempotency_key=idempotency_key)

    def test_a_session_is_created_and_read(self) -> None:
        created = self.session()
        self.assertTrue(created["playUrl"].endswith("#t=" + created["sessionToken"]))
        found = self.parlour.session(created["sessionId"])
        self.assertEqual((found["status"], found["players"][0]["displayName"]), ("pending", "Ann"))

    def test_the_same_idempotency_key_makes_one_session(self) -> None:
        first, second = (self.session(idempotency_key="once") for _ in range(2))
        self.assertEqual(first["sessionId"], second["sessionId"])

    def test_a_friend_joins_by_code(self) -> None:
        host = self.parlour.create_session({"game": "tictactoe", "matchType": "private", "players": [{"id": "ann", "displayName": "Ann"}]})
        joined = self.parlour.join_session({"game": "tictactoe", "roomCode": host["roomCode"] or "", "player": {"id": "ben", "displayName": "Ben"}})
        self.assertEqual((joined["sessionId"], len(joined["players"])), (host["sessionId"], 2))

    def test_sessions_are_listed_page_after_page(self) -> None:
        made = {self.session(f"player-{number}")["sessionId"] for number in range(3)}
        page = self.parlour.session_page(limit=1)
        self.assertEqual((len(page["sessions"]), page["hasMore"]), (1, True))
        self.assertLessEqual(made, {session["id"] for session in self.parlour.sessions(game="tictactoe")})

    def test_a_refusal_says_what_was_wrong_and_what_to_do(self) -> None:
        with self.assertRaises(ApiError) as refused:
            self.parlour.create_session({"game": "tictactoe", "players": [{"id": "ann", "displayName": "Ann"}], "botDiffculty": "easy"})  # type: ignore[typeddict-unknown-key]
        error = refused.exception
        self.assertEqual((error.status, error.param, error.hint), (400, "botDiffculty", "did you mean botDifficulty?"))
        self.assertTrue(error.request_id)

    def test_what_is_no_key_and_no_server_is_told_before_or_at_once(self) -> None:
        for key, url in (("secret", URL), (KEY, "localhost:7300")):
            with self.assertRaises(ParlourError):
                Parlour(key, url)
        with self.assertRaises(ConnectionFailed):
            Parlour(KEY, "http://127.0.0.1:9", retries=0).session("s1")

    def test_a_webhook_is_received_and_verified(self) -> None:
        server = HTTPServer(("127.0.0.1", 0), Hook)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        endpoint = self.parlour.set_webhook_endpoint(f"http://127.0.0.1:{server.server_port}/hook", ["session.created"])
        secret = endpoint.get("secret") or self.parlour.rotate_webhook_secret().get("secret")
        assert secret is not None
        created = self.session("webhook")
        body, headers = Hook.received.get(timeout=180)
        event = verify_webhook(body, headers, secret)
        self.assertEqual((event["event"], event["sessionId"]), ("session.created", created["sessionId"]))


if __name__ == "__main__":
    unittest.main()
