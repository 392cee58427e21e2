"""A second client in another language: whole games of tic-tac-toe by python-socketio.

Run it as `python python_client.py http://127.0.0.1:7300`; it fails loudly when the server breaks the contract.
"""

import queue
import sys

import socketio

PATIENCE = 180
NAMESPACE = "/tictactoe"


class Player:
    """A client that remembers what it heard until it is asked for it."""

    def __init__(self, url, transports):
        self.heard = queue.Queue()
        self.client = socketio.Client(reconnection=False)
        self.client.on("*", lambda event, payload=None: self.heard.put((event, payload)), namespace=NAMESPACE)
        self.client.connect(url, namespaces=[NAMESPACE], transports=transports, wait_timeout=PATIENCE)

    def ask(self, event, payload):
        """Emits with an acknowledgement and gives it."""
        return self.client.call(event, payload, namespace=NAMESPACE, timeout=PATIENCE)

    def join(self, username, **wishes):
        answer = self.ask("matchmaking:join", {"username": username, **wishes})
        assert answer["ok"], answer

    def next(self, name):
        """The next event of that name; others are passed over."""
        while True:
            event, payload = self.heard.get(timeout=PATIENCE)
            if event == name:
                return event, payload

    def started(self):
        _, self.game = self.next("game:started")
        return self.game

    def play(self, position):
        move = {"roomId": self.game["roomId"], "playerId": self.game["playerId"], "position": position}
        answer = self.ask("game:move", move)
        assert answer["ok"], answer

    def close(self):
        self.client.disconnect()


def against_a_bot(url, transports):
    """A whole game against a bot: the first empty cell each time."""
    player = Player(url, transports)
    player.join("Ada", wantsBot=True, botDifficulty="easy")
    board = player.started()["board"]
    assert board == [None] * 9
    turns = 0
    while not ended(board):
        if turns % 2 == 0:
            player.play(board.index(None))
        _, made = player.next("game:move:made")
        assert made["mark"] == "XO"[turns % 2], made
        board = made["board"]
        turns += 1
    _, over = player.next("game:over")
    assert over["winningLine"] == winning_line(board), over
    assert over["reason"] == ("victory" if over["winningLine"] else "draw"), over
    player.close()


def winning_line(board):
    lines = ([0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6])
    return next((line for line in lines if board[line[0]] and len({board[cell] for cell in line}) == 1), None)


def ended(board):
    return None not in board or winning_line(board) is not None


def between_two_humans(url, transports):
    """A whole game between two clients that the first one wins."""
    first, second = Player(url, transports), Player(url, transports)
    first.join("Ada")
    second.join("Ben")
    assert first.started()["mark"] == "X"
    assert second.started()["mark"] == "O"
    for ply, cell in enumerate((0, 3, 1, 4, 2)):
        (first, second)[ply % 2].play(cell)
    for player in (first, second):
        _, over = player.next("game:over")
        assert (over["winner"], over["reason"], over["winningLine"]) == (first.game["playerId"], "victory", [0, 1, 2]), over
        player.close()


def refused(url):
    """A refusal says why, in the acknowledgement."""
    player = Player(url, ["websocket"])
    answer = player.ask("game:move", {"roomId": "room_nowhere", "playerId": "nobody", "position": 0})
    assert answer["ok"] is False and answer["code"] == "unknown_room", answer
    player.close()


def main():
    url = sys.argv[1]
    for transports in (["websocket"], ["polling"], ["polling", "websocket"]):
        against_a_bot(url, transports)
        between_two_humans(url, transports)
    refused(url)
    print("python-socketio played 6 games")


if __name__ == "__main__":
    main()
