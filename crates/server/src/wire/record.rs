//! Games as they are recorded.

use protocol::rest::{GameRecord, GameResult, Record};
use protocol::{GameVisitor, KnownGame, WireGame};
use rooms::{Ending, Room};

use crate::conversions::{game_name, utc, wire_mode};

/// The whole game for those who ask.
pub(crate) fn record(room: &Room) -> GameRecord {
    game_name(room).visit(Recording { room })
}

/// How a game ended, for those who ask.
pub(crate) fn result(room: &Room, ending: &Ending) -> GameResult {
    GameResult {
        winner: ending.winner_id.as_ref().map(|player| player.0.clone()),
        reason: super::reason(ending.reason),
        duration: ending.at.since(room.started_at()).as_secs(),
        move_count: u32::try_from(room.history().len()).unwrap_or(u32::MAX),
        draw_rule: ending.draw_rule.clone(),
        parts: game_name(room).object().result_parts(super::end(ending)),
    }
}

struct Recording<'a> {
    room: &'a Room,
}

impl GameVisitor for Recording<'_> {
    type Output = GameRecord;

    fn visit<G: KnownGame>(self) -> GameRecord {
        G::record(record_of(self.room))
    }
}

fn record_of<G: WireGame>(room: &Room) -> Record<G> {
    Record {
        room_id: room.id().0.clone(),
        variant: room.variant().description().variant.to_owned(),
        mode: wire_mode(room.scope().mode),
        players: super::players(room),
        board: G::board(&room.game().board()),
        current_turn: super::turn(room),
        move_history: super::history(room),
        started_at: utc(room.started_at()),
        ended_at: room.ending().map(|ending| utc(ending.at)),
        result: room.ending().map(|ending| result(room, ending)),
    }
}
