//! Webhooks: every event of the contract as exact JSON, parsed and serialized.

use protocol::rest::Webhook;
use serde_json::{Value, json};

/// Parses a webhook with that event and data, serializes it again, and expects the same JSON.
#[track_caller]
fn check(event: &str, game: &str, data: Value) {
    let body = json!({
        "id": "evt_1", "event": event, "deliveryId": "d1", "sessionId": "s1", "game": game, "variant": "english",
        "mode": "live", "timestamp": "2026-03-15T09:00:00.000Z", "data": data,
    });
    let webhook: Webhook = serde_json::from_value(body.clone()).expect("the contract's JSON can be read");
    assert_eq!(serde_json::to_value(&webhook).expect("webhooks can be written"), body);
}

#[test]
fn sessions_are_told_with_their_players() {
    let players = json!([{ "id": "u1", "displayName": "Ann" }]);
    let pending = json!({ "status": "pending", "matchType": "matchmaking", "players": players });
    check("session.created", "checkers", pending);
    check(
        "session.expired",
        "checkers",
        json!({ "status": "expired", "matchType": "bot", "players": players }),
    );
    let active =
        json!({ "status": "active", "matchType": "private", "players": players, "roomId": "room_1" });
    check("session.started", "tictactoe", active);
}

#[test]
fn a_move_is_a_position_or_a_move() {
    let position =
        json!({ "roomId": "r", "playerId": "u1", "position": 4, "moveNumber": 1, "currentTurn": 1 });
    check("game.move", "tictactoe", position);
    let quiet = json!({ "from": 40, "to": 33, "captures": [], "path": [33] });
    check(
        "game.move",
        "checkers",
        json!({ "roomId": "r", "playerId": "u1", "move": quiet, "moveNumber": 2, "currentTurn": 0 }),
    );
}

#[test]
fn the_end_has_winner_reason_length_and_what_the_game_adds() {
    let won = json!({ "roomId": "r", "winner": "u1", "reason": "victory", "duration": 12, "moveCount": 5, "winningLine": [0, 1, 2] });
    check("game.ended", "tictactoe", won);
    let drawn = json!({ "roomId": "r", "winner": null, "reason": "draw", "duration": 900, "moveCount": 80, "drawRule": "agreement", "pdn": "*" });
    check("game.ended", "checkers", drawn);
}

#[test]
fn each_game_tells_its_own_moments() {
    check("checkers.king", "checkers", json!({ "playerId": "u1", "square": 4 }));
    check(
        "checkers.capture",
        "checkers",
        json!({ "playerId": "u1", "from": 21, "to": 3, "captures": [17, 10] }),
    );
    check("checkers.afk_warning", "checkers", json!({ "playerId": "u1", "secondsRemaining": 30 }));
    check("checkers.afk_timeout", "checkers", json!({ "forfeitedPlayerId": "u1", "winnerId": "u2" }));
    check(
        "tictactoe.fork",
        "tictactoe",
        json!({ "playerId": "u1", "cell": [1, 2], "threatCells": [[0, 2], [2, 2]] }),
    );
}
