//! One realistic example of every webhook, to try receivers with.

use super::examples::{NOW, ROOM, SESSION, player, result};
use crate::rest::{
    AfkForfeit, AfkNotice, Capture, Fork, GameEnded, MatchType, Mode, MoveData, MoveNotice, Promotion,
    SessionNotice, SessionStatus, Webhook, WebhookEvent, WebhookName,
};
use crate::{GameName, checkers};

const ANN: &str = "user_123";
const BEN: &str = "user_456";

/// An example of a webhook, of a test game between Ann and Ben.
pub fn webhook_example(name: WebhookName) -> Webhook {
    let event = event(name);
    let (game, variant) = match event {
        WebhookEvent::TicTacToeFork(_) => (GameName::TicTacToe, "classic"),
        _ => (GameName::Checkers, "english"),
    };
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

fn event(name: WebhookName) -> WebhookEvent {
    let (player_id, room_id) = (ANN.to_owned(), ROOM.to_owned());
    match name {
        WebhookName::SessionCreated => WebhookEvent::SessionCreated(session(SessionStatus::Pending)),
        WebhookName::SessionStarted => WebhookEvent::SessionStarted(session(SessionStatus::Active)),
        WebhookName::SessionExpired => WebhookEvent::SessionExpired(session(SessionStatus::Expired)),
        WebhookName::GameMove => WebhookEvent::GameMove(MoveNotice {
            room_id,
            player_id,
            made: MoveData::Move {
                made: checkers::Move { from: 42, to: 35, captures: vec![], path: vec![35] },
            },
            move_number: 1,
            current_turn: 1,
        }),
        WebhookName::GameEnded => WebhookEvent::GameEnded(GameEnded { room_id, result: result() }),
        WebhookName::CheckersKing => WebhookEvent::CheckersKing(Promotion { player_id, square: 1 }),
        WebhookName::CheckersCapture => {
            WebhookEvent::CheckersCapture(Capture { player_id, from: 42, to: 28, captures: vec![35] })
        }
        WebhookName::CheckersAfkWarning => {
            WebhookEvent::CheckersAfkWarning(AfkNotice { player_id, seconds_remaining: 30 })
        }
        WebhookName::CheckersAfkTimeout => WebhookEvent::CheckersAfkTimeout(AfkForfeit {
            forfeited_player_id: player_id,
            winner_id: BEN.to_owned(),
        }),
        WebhookName::TicTacToeFork => {
            WebhookEvent::TicTacToeFork(Fork { player_id, cell: [0, 2], threat_cells: vec![[0, 1], [1, 2]] })
        }
    }
}

fn session(status: SessionStatus) -> SessionNotice {
    SessionNotice {
        status,
        match_type: MatchType::Private,
        players: vec![player(ANN, "Ann"), player(BEN, "Ben")],
        room_id: (status == SessionStatus::Active).then(|| ROOM.to_owned()),
    }
}
