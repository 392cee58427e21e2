//! Examples of client events for the AsyncAPI document, read and written by the types so that they stay valid.

use serde_json::{Value, json};

use super::examples::ROOM;
use crate::{ClientEvent, KnownGame, MoveRequest};

/// The payload of a client event of this name in the first position of a game.
pub(super) fn client_example<G: KnownGame>(name: &str) -> Value {
    let variants = G::variants();
    let start = variants.first().expect("every game has a variant").start();
    let play = start.legal_plays().into_iter().next().expect("a game begins with a move");
    let mut fields = serde_json::to_value(G::move_data(&play)).expect("plain types can always be written");
    let request = match name {
        "matchmaking:join" => json!({ "username": "Ann", "wantsBot": true, "botDifficulty": "easy" }),
        // Each event takes the fields that it has.
        _ => json!({
            "roomId": ROOM,
            "playerId": "user_123",
            "username": "Ann",
            "reconnectToken": "rt_4Jm1yX0cWq7",
            "reaction": "good_luck",
            "position": play.from.unwrap_or(play.to).0,
        }),
    };
    for (field, value) in request.as_object().expect("an object") {
        fields.as_object_mut().expect("a move is an object").entry(field.clone()).or_insert(value.clone());
    }
    let event = ClientEvent::<MoveRequest<G>>::parse(name, &[fields]).expect("an example can be read");
    serde_json::to_value(event).expect("plain types can always be written")
}
