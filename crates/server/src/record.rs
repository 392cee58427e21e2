//! Games as they are kept: results, records, and what changes with each commit.

use protocol::rest::{GameRecord, GameResult, Mode as WireMode, Record};
use protocol::{GameName, Named, UtcTime, WireGame};
use rooms::{Effect, Ending, Mode, Moment, Room, Timestamp};
use store::{Commit, Player, PlayerId, ResultRow, RoomId, SessionId, SessionStatus, SessionUpdate, TenantId};

use crate::clock::Clock;
use crate::journal;
use crate::wire::{self, Translator};

/// The commit that makes `next` durable, without webhook events.
pub(crate) fn commit(clock: &Clock, before: u64, next: &Room, effects: &[Effect], at: Moment) -> Commit {
    let ended_now = effects.iter().any(|effect| matches!(effect, Effect::Notify(rooms::Notice::Ended(_))));
    let ending = next.ending().filter(|_| ended_now);
    Commit {
        room: RoomId(next.id().0.clone()),
        tenant: TenantId(next.house().tenant.0.clone()),
        mode: mode(next.house().mode),
        at_ms: at.outside().0,
        expected_version: before,
        version: next.seq(),
        events: journal::rows(effects, at.outside()),
        snapshot: serde_json::to_string(&next.save()).expect("a room is plain data"),
        deadline_ms: next.deadline().map(|at| at.0),
        ended: next.ending().is_some(),
        outbox: Vec::new(),
        result: ending.map(|ending| result_row(clock, next, ending)),
        sessions: session_updates(before, next, ending),
        ratings: Vec::new(),
        seated: Vec::new(),
    }
}

/// The whole game for those who ask.
pub(crate) fn record(clock: &Clock, room: &Room) -> GameRecord {
    match game_name(room) {
        GameName::TicTacToe => GameRecord::TicTacToe(record_of(clock, room)),
        GameName::Checkers => GameRecord::Checkers(record_of(clock, room)),
    }
}

/// How a game ended, for those who ask.
pub(crate) fn result(room: &Room, ending: &Ending) -> GameResult {
    let line = ending.line.as_deref().and_then(|line| <[game::Square; 3]>::try_from(line).ok());
    GameResult {
        winner: ending.winner_id.as_ref().map(|player| player.0.clone()),
        reason: wire::reason(ending.reason),
        duration: ending.at.since(room.started_at()).as_secs(),
        move_count: u32::try_from(room.history().len()).unwrap_or(u32::MAX),
        winning_line: line.map(|cells| cells.map(|cell| cell.0)),
        draw_rule: ending.draw_rule.clone(),
        pdn: ending.transcript.clone(),
    }
}

/// The game a room plays.
pub(crate) fn game_name(room: &Room) -> GameName {
    GameName::from_name(room.variant().description().game).expect("the catalogue holds games of the wire")
}

pub(crate) fn mode(mode: Mode) -> store::Mode {
    match mode {
        Mode::Live => store::Mode::Live,
        Mode::Test => store::Mode::Test,
        Mode::Training => store::Mode::Training,
    }
}

pub(crate) fn room_mode(mode: store::Mode) -> Mode {
    match mode {
        store::Mode::Live => Mode::Live,
        store::Mode::Test => Mode::Test,
        store::Mode::Training => Mode::Training,
    }
}

pub(crate) fn wire_mode(mode: Mode) -> WireMode {
    match mode {
        Mode::Live => WireMode::Live,
        Mode::Test => WireMode::Test,
        Mode::Training => WireMode::Training,
    }
}

pub(crate) fn utc(time: Timestamp) -> UtcTime {
    UtcTime(u64::try_from(time.0).unwrap_or(0))
}

fn record_of<G: WireGame>(clock: &Clock, room: &Room) -> Record<G> {
    let view = room.view();
    let translator = Translator { room, clock };
    Record {
        room_id: room.id().0.clone(),
        variant: view.variant.to_owned(),
        mode: wire_mode(room.house().mode),
        players: translator.players(&view.players),
        board: G::board(&view.board),
        current_turn: u8::from(view.turn == 1),
        move_history: translator.history(&view.history),
        started_at: utc(room.started_at()),
        ended_at: room.ending().map(|ending| utc(ending.at)),
        result: room.ending().map(|ending| result(room, ending)),
    }
}

fn result_row(clock: &Clock, room: &Room, ending: &Ending) -> ResultRow {
    let description = room.variant().description();
    let result = result(room, ending);
    ResultRow {
        session: room.seats().iter().find_map(|seat| seat.session.as_ref()).map(|id| SessionId(id.0.clone())),
        game: description.game.to_owned(),
        variant: description.variant.to_owned(),
        players: room
            .seats()
            .iter()
            .map(|seat| Player {
                id: PlayerId(seat.player.0.clone()),
                display_name: seat.display_name.clone(),
            })
            .collect(),
        winner: result.winner.map(PlayerId),
        reason: result.reason.name().to_owned(),
        duration_ms: u64::try_from(ending.at.since(room.started_at()).as_millis()).unwrap_or(u64::MAX),
        move_count: result.move_count,
        record: serde_json::to_string(&record(clock, room)).expect("a record is plain data"),
    }
}

/// The first game of a session carries it from pending to ended; a rematch is outside of it.
fn session_updates(before: u64, room: &Room, ending: Option<&Ending>) -> Vec<SessionUpdate> {
    if room.is_rematch() || (before > 0 && ending.is_none()) {
        return Vec::new();
    }
    let mut sessions: Vec<&rooms::SessionId> =
        room.seats().iter().filter_map(|seat| seat.session.as_ref()).collect();
    sessions.dedup();
    let status = if ending.is_some() { SessionStatus::Ended } else { SessionStatus::Active };
    let result =
        ending.map(|ending| serde_json::to_string(&result(room, ending)).expect("a result is plain data"));
    sessions
        .into_iter()
        .map(|session| SessionUpdate {
            session: SessionId(session.0.clone()),
            status,
            room: Some(RoomId(room.id().0.clone())),
            result: result.clone(),
        })
        .collect()
}
