//! One realistic example of every webhook, for testing receivers.

use common::{Mode, SessionStatus};
use game::Square;

use super::examples::{NOW, ROOM, SESSION, player, result};
use crate::rest::{
    CommonWebhook, GameEnded, MatchType, MoveNotice, SessionNotice, Webhook, WebhookEvent, WebhookName,
};
use crate::{GameName, Named};

const ANN: &str = "user_123";
const BEN: &str = "user_456";

/// An example of a webhook, from a test game between Ann and Ben.
///
/// # Panics
/// Never: every event has an example.
pub fn webhook_example(name: WebhookName) -> Webhook {
    let own = |game: &GameName| Some((*game, game.object().webhook_example(name.name())?));
    let (game, event) = match common(name) {
        Some(event) => (GameName::Checkers, WebhookEvent::Common(event)),
        None => GameName::ALL.iter().find_map(own).expect("every webhook event has an example"),
    };
    let variant = game.object().variants()[0].description().variant;
    Webhook {
        id: "evt_3kT9".to_owned(),
        event,
        delivery_id: "dlv_0d9f3a526c0e4f43".to_owned(),
        session_id: SESSION.to_owned(),
        game,
        variant: variant.to_owned(),
        mode: Mode::Test,
        timestamp: NOW,
    }
}

fn common(name: WebhookName) -> Option<CommonWebhook> {
    let (player_id, room_id) = (ANN.to_owned(), ROOM.to_owned());
    Some(match name.name() {
        "session.created" => CommonWebhook::SessionCreated(session(SessionStatus::Pending)),
        "session.started" => CommonWebhook::SessionStarted(session(SessionStatus::Active)),
        "session.expired" => CommonWebhook::SessionExpired(session(SessionStatus::Expired)),
        "game.move" => CommonWebhook::GameMove(MoveNotice {
            room_id,
            player_id,
            made: GameName::Checkers.object().move_data(&game::Play {
                from: Some(Square(42)),
                to: Square(35),
                captures: Vec::new(),
                path: vec![Square(35)],
                promotes: false,
            }),
            move_number: 1,
            current_turn: 1,
        }),
        "game.ended" => CommonWebhook::GameEnded(GameEnded { room_id, result: result() }),
        _ => return None,
    })
}

fn session(status: SessionStatus) -> SessionNotice {
    SessionNotice {
        status,
        match_type: MatchType::Private,
        players: vec![player(ANN, "Ann"), player(BEN, "Ben")],
        room_id: (status == SessionStatus::Active).then(|| ROOM.to_owned()),
    }
}
