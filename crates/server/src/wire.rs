//! Conversion of room messages to the messages of a game.

pub(crate) mod record;

use std::time::Duration;

use common::{PlayerId, Timestamp};
use game::Side;
use protocol::{
    AfkStatus, AfkWarning, Deadline, End, EndReason, ErrorCode, GameError, GameName, GameOver,
    GameReconnected, GameStarted, HandshakeOptions, HistoryEntry, MoveMade, PlainEvent, Player, PlayerClocks,
    PlayerDisconnected, PlayerNotice, RoomNotice, ServerEvent, SpectateJoined, Standing, WireGame,
    WireRefusal,
};
use rooms::{Code, LiveRoom, Reason, Room, RoomEnding, RoomMessage};

use crate::clock::Clock;
use crate::cluster::socket_of;

/// Converts the messages of one room in its current state.
pub(crate) struct Translator<'a> {
    pub(crate) live: &'a LiveRoom,
    pub(crate) clock: &'a Clock,
    /// The options of the recipients.
    pub(crate) options: HandshakeOptions,
}

impl Translator<'_> {
    /// The message for the game `G`.
    pub(crate) fn message<G: WireGame>(&self, seq: u64, message: &RoomMessage) -> ServerEvent<G> {
        let room = &self.live.room;
        let room_id = room.id().0.clone();
        let notice = |player: &PlayerId| PlayerNotice {
            room_id: room_id.clone(),
            seq,
            player_id: player.0.clone(),
            clock: None,
            afk_warning: None,
        };
        match message {
            RoomMessage::Started { you, reconnect_token } => {
                ServerEvent::GameStarted(self.started(seq, *you, reconnect_token.as_ref()))
            }
            RoomMessage::Reconnected { you, reconnect_token } => {
                ServerEvent::GameReconnected(GameReconnected {
                    state: self.started(seq, *you, reconnect_token.as_ref()),
                    move_history: history(room),
                })
            }
            RoomMessage::Watching => ServerEvent::SpectateJoined(self.watching(seq)),
            RoomMessage::Moved => ServerEvent::MoveMade(self.moved(seq)),
            RoomMessage::IdleWarning { player, seconds_remaining, expires_at } => {
                ServerEvent::AfkWarning(AfkWarning {
                    room_id,
                    seq,
                    player_id: player.0.clone(),
                    seconds_remaining: u32::try_from(*seconds_remaining).unwrap_or(u32::MAX),
                    expires_at: self.millis(*expires_at),
                })
            }
            RoomMessage::IdleWarningCleared => ServerEvent::AfkWarningCleared(RoomNotice { room_id, seq }),
            RoomMessage::Disconnected { player, connection, expires_at } => {
                ServerEvent::Plain(PlainEvent::PlayerDisconnected(PlayerDisconnected {
                    room_id,
                    seq,
                    socket_id: socket_of(connection).to_owned(),
                    player_id: player.0.clone(),
                    expires_at: self.millis(*expires_at),
                    clock: self.clocks(),
                }))
            }
            RoomMessage::Returned { player } => {
                let Standing { clock, afk_warning, .. } = self.standing(&room.standing());
                let notice = PlayerNotice { clock, afk_warning, ..notice(player) };
                ServerEvent::Plain(PlainEvent::PlayerReconnected(notice))
            }
            RoomMessage::DrawOffered { player } => {
                ServerEvent::Plain(PlainEvent::DrawOffered(notice(player)))
            }
            RoomMessage::DrawDeclined { player } => {
                ServerEvent::Plain(PlainEvent::DrawDeclined(notice(player)))
            }
            RoomMessage::RematchOffered { player } => {
                ServerEvent::Plain(PlainEvent::RematchOffered(notice(player)))
            }
            RoomMessage::Over => {
                let ending = room.ending().expect("the end is told when the game is over");
                ServerEvent::GameOver(self.over(seq, ending))
            }
            RoomMessage::TakenOver => ServerEvent::Plain(PlainEvent::GameError(GameError {
                event: "game:reconnect".to_owned(),
                refusal: WireRefusal::new(
                    ErrorCode::TakenOver,
                    "you are playing this game from another connection now, this one can only watch",
                ),
            })),
        }
    }

    /// The idle clock that runs.
    pub(crate) fn idle_status(&self, seq: u64, status: Option<&(PlayerId, Timestamp)>) -> Option<AfkStatus> {
        let (player, at) = status?;
        Some(AfkStatus {
            room_id: self.live.room.id().0.clone(),
            seq,
            player_id: player.0.clone(),
            expires_at: self.millis(*at),
        })
    }

    fn moved<G: WireGame>(&self, seq: u64) -> MoveMade<G> {
        let room = &self.live.room;
        let last = room.history().last().expect("a move is told when it was made");
        MoveMade {
            room_id: room.id().0.clone(),
            seq,
            played: G::played(last.side, &last.play),
            board: G::board(&room.game().board()),
            current_turn: turn(room),
            move_history: self.options.move_history.then(|| history(room)),
            timestamp: (!self.options.move_history).then(|| epoch_millis(last.at)),
            clock: self.clocks(),
            legal_moves: self.legal_moves::<G>(),
        }
    }

    /// The legal moves of the side to move, if requested.
    fn legal_moves<G: WireGame>(&self) -> Option<Vec<G::Legal>> {
        let legal = || self.live.room.legal_plays(None).expect("no square was named that could be wrong");
        self.options.legal_moves.then(|| legal().iter().map(G::legal).collect())
    }

    fn started<G: WireGame>(&self, seq: u64, you: Side, token: Option<&String>) -> GameStarted<G> {
        let room = &self.live.room;
        let description = room.variant().description();
        let usual = (description.idle.timeout_seconds.into(), description.idle.warning_seconds.into());
        let (timeout, warning) = room.idle_seconds().unwrap_or(usual);
        GameStarted {
            room_id: room.id().0.clone(),
            seq,
            player_id: room.seats()[you.index()].player.0.clone(),
            seat: G::seat(you),
            players: players(room),
            board: G::board(&room.game().board()),
            current_turn: turn(room),
            afk_timeout_enabled: room.idle_seconds().is_some(),
            afk_timeout_seconds: u32::try_from(timeout).unwrap_or(u32::MAX),
            afk_warn_seconds: u32::try_from(warning).unwrap_or(u32::MAX),
            variant: description.variant.to_owned(),
            reconnect_token: token.cloned(),
            spectators: u32::try_from(self.live.listeners.watching()).unwrap_or(u32::MAX),
            legal_moves: self.legal_moves::<G>(),
            standing: self.standing(&room.standing()),
        }
    }

    fn watching<G: WireGame>(&self, seq: u64) -> SpectateJoined<G> {
        let room = &self.live.room;
        SpectateJoined {
            room_id: room.id().0.clone(),
            seq,
            players: players(room),
            board: G::board(&room.game().board()),
            current_turn: turn(room),
            move_history: history(room),
            variant: room.variant().description().variant.to_owned(),
            legal_moves: self.legal_moves::<G>(),
            standing: self.standing(&room.standing()),
        }
    }

    fn standing(&self, standing: &rooms::RoomStanding) -> Standing {
        let deadline = |(player, at): &(PlayerId, Timestamp)| Deadline {
            player_id: player.0.clone(),
            expires_at: self.millis(*at),
        };
        Standing {
            clock: self.clocks(),
            afk_warning: standing.idle_warning.as_ref().map(deadline),
            away: standing.away.iter().map(deadline).collect(),
            draw_offer: standing.draw_offer.as_ref().map(|player| player.0.clone()),
            rematch_offer: standing.rematch_offer.as_ref().map(|player| player.0.clone()),
        }
    }

    /// The players' clocks, in games that have them.
    fn clocks(&self) -> Option<PlayerClocks> {
        let now = self.clock.now();
        let reading = self.live.room.clock_reading(now)?;
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Some(PlayerClocks {
            base_ms: millis(reading.base),
            increment_ms: millis(reading.increment),
            remaining_ms: reading.left.map(millis),
            running: reading.running.map(|side| u8::from(side == Side::Second)),
            server_time: self.millis(now),
        })
    }

    fn over<G: WireGame>(&self, seq: u64, ending: &RoomEnding) -> GameOver<G> {
        GameOver {
            room_id: self.live.room.id().0.clone(),
            seq,
            winner: ending.winner_id.as_ref().map(|player| player.0.clone()),
            reason: reason(ending.reason),
            clock: self.clocks(),
            ending: G::ending(end(ending)),
        }
    }

    /// A deadline as wall-clock time.
    fn millis(&self, deadline: Timestamp) -> u64 {
        epoch_millis(self.clock.outside(deadline))
    }
}

/// The players as everyone sees them.
pub(crate) fn players<G: WireGame>(room: &Room) -> Vec<Player<G>> {
    let player = |side: Side| {
        let seat = &room.seats()[side.index()];
        Player {
            id: seat.player.0.clone(),
            username: seat.username.clone(),
            display_name: seat.display_name.clone(),
            is_bot: seat.is_bot(),
            connected: seat.is_here(),
            seat: G::seat(side),
        }
    };
    Side::BOTH.into_iter().map(player).collect()
}

/// The moves so far.
pub(crate) fn history<G: WireGame>(room: &Room) -> Vec<HistoryEntry<G>> {
    let entries = room.history().iter().map(|entry| HistoryEntry {
        step: G::step(entry.side, &entry.play),
        player_id: room.seats()[entry.side.index()].player.0.clone(),
        timestamp: epoch_millis(entry.at),
    });
    entries.collect()
}

/// The index of the player to move.
pub(crate) fn turn(room: &Room) -> u8 {
    u8::from(room.game().side_to_move() == Side::Second)
}

/// The end of a game, as input to its wire format.
pub(crate) fn end(ending: &RoomEnding) -> End<'_> {
    End {
        line: ending.line.as_deref(),
        draw_rule: ending.draw_rule.as_deref(),
        transcript: ending.transcript.as_deref(),
    }
}

pub(crate) fn epoch_millis(time: Timestamp) -> u64 {
    u64::try_from(time.0).unwrap_or(0)
}

/// A refusal of a room for clients of its game.
pub(crate) fn refusal(game: GameName, refusal: rooms::RoomRefusal) -> WireRefusal {
    let candidates = refusal.candidates.iter().map(|play| game.object().legal_move(play)).collect();
    WireRefusal { candidates, ..plain_refusal(refusal) }
}

/// A refusal of a room without candidate moves.
pub(crate) fn plain_refusal(refusal: rooms::RoomRefusal) -> WireRefusal {
    let code = error_code(refusal.code);
    WireRefusal { error: refusal.sentence, code, hint: refusal.hint, param: None, candidates: Vec::new() }
}

fn error_code(code: Code) -> ErrorCode {
    match code {
        Code::UnknownRoom => ErrorCode::UnknownRoom,
        Code::NotYourSeat => ErrorCode::NotYourSeat,
        Code::NotYourTurn => ErrorCode::NotYourTurn,
        Code::GameOver => ErrorCode::GameOver,
        Code::StalePly => ErrorCode::StalePly,
        Code::SpectatorsCannot => ErrorCode::SpectatorsCannot,
        Code::TakenOver => ErrorCode::TakenOver,
        Code::AlreadyWaiting => ErrorCode::AlreadyWaiting,
        Code::RateLimited => ErrorCode::RateLimited,
        Code::Rule(rule) => rule.into(),
    }
}

pub(crate) fn reason(reason: Reason) -> EndReason {
    match reason {
        Reason::Victory => EndReason::Victory,
        Reason::Draw => EndReason::Draw,
        Reason::Resignation => EndReason::Resignation,
        Reason::AfkTimeout => EndReason::AfkTimeout,
        Reason::TimeForfeit => EndReason::TimeForfeit,
        Reason::Disconnect => EndReason::Disconnect,
    }
}

#[cfg(test)]
mod tests {
    use game::{Play, RefusalCode, Square};
    use protocol::{GameName, Named};
    use rooms::Code;
    use serde_json::json;

    #[test]
    fn a_refusal_of_the_rules_keeps_its_words_and_candidates() {
        let candidate = Play { from: None, to: Square(4), captures: vec![], path: vec![], promotes: false };
        let refused = rooms::RoomRefusal {
            code: Code::Rule(RefusalCode::AmbiguousMove),
            sentence: "two moves fit".to_owned(),
            hint: Some("say which".to_owned()),
            candidates: vec![candidate.clone()],
        };
        for game in GameName::ALL {
            let told = super::refusal(*game, refused.clone());
            let expected = json!({
                "error": "two moves fit", "code": "ambiguous_move", "hint": "say which",
                "candidates": [game.object().legal_move(&candidate)],
            });
            assert_eq!(json!(told), expected);
        }
    }
}
