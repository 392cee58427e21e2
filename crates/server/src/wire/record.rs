//! Records of games.

use protocol::rest::{GameRecord, Record, SessionResult};
use protocol::{GameVisitor, KnownGame, WireGame};
use rooms::{Room, RoomEnding};

use crate::conversions::{game_name, utc};

/// The record of a game.
pub(crate) fn record(room: &Room) -> GameRecord {
    game_name(room).visit(Recording { room })
}

/// The result of a game.
pub(crate) fn result(room: &Room, ending: &RoomEnding) -> SessionResult {
    SessionResult {
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
        mode: room.scope().mode,
        players: super::players(room),
        board: G::board(&room.game().board()),
        current_turn: super::turn(room),
        move_history: super::history(room),
        started_at: utc(room.started_at()),
        ended_at: room.ending().map(|ending| utc(ending.at)),
        result: room.ending().map(|ending| result(room, ending)),
    }
}
