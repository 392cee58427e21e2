//! Events of a room as the messages of its game.

use game::Side;
use protocol::{
    AfkStatus, AfkWarning, Deadline, EndReason, ErrorCode, GameError, GameOver, GameReconnected, GameStarted,
    HistoryEntry, MoveMade, Named, Player, PlayerDisconnected, PlayerNotice, Refusal, RoomNotice,
    ServerEvent, SpectateJoined, Standing, WireGame, checkers,
};
use rooms::{Ending, Entry, Event, PlayerId, PlayerView, Reason, Room, Timestamp, View};

use crate::clock::Clock;

/// Translates what happens in one room.
pub(crate) struct Translator<'a> {
    pub(crate) room: &'a Room,
    pub(crate) clock: &'a Clock,
}

impl Translator<'_> {
    /// The event as a message of the game `G`.
    pub(crate) fn message<G: WireGame>(&self, seq: u64, event: &Event) -> ServerEvent<G> {
        let room_id = self.room.id().0.clone();
        let notice =
            |player: &PlayerId| PlayerNotice { room_id: room_id.clone(), seq, player_id: player.0.clone() };
        match event {
            Event::Started { you, view, reconnect_token } => {
                ServerEvent::GameStarted(self.started(seq, *you, view, reconnect_token.as_ref()))
            }
            Event::Reconnected { you, view, reconnect_token } => {
                ServerEvent::GameReconnected(GameReconnected {
                    state: self.started(seq, *you, view, reconnect_token.as_ref()),
                    move_history: self.history(&view.history),
                })
            }
            Event::Watching { view } => ServerEvent::SpectateJoined(self.watching(seq, view)),
            Event::Moved { entry, view } => ServerEvent::MoveMade(MoveMade {
                room_id,
                seq,
                played: G::played(entry.side, &entry.play),
                board: G::board(&view.board),
                current_turn: turn(view),
                move_history: self.history(&view.history),
            }),
            Event::IdleWarning { player, seconds_remaining, expires_at } => {
                ServerEvent::AfkWarning(AfkWarning {
                    room_id,
                    seq,
                    player_id: player.0.clone(),
                    seconds_remaining: u32::try_from(*seconds_remaining).unwrap_or(u32::MAX),
                    expires_at: self.millis(*expires_at),
                })
            }
            Event::IdleWarningCleared => ServerEvent::AfkWarningCleared(RoomNotice { room_id, seq }),
            Event::IdleStatus(status) => ServerEvent::AfkStatus(self.idle_status(seq, status.as_ref())),
            Event::Disconnected { player, connection, expires_at } => {
                ServerEvent::PlayerDisconnected(PlayerDisconnected {
                    room_id,
                    seq,
                    socket_id: connection.0.clone(),
                    player_id: player.0.clone(),
                    expires_at: self.millis(*expires_at),
                })
            }
            Event::Returned { player } => ServerEvent::PlayerReconnected(notice(player)),
            Event::DrawOffered { player } => ServerEvent::DrawOffered(notice(player)),
            Event::DrawDeclined { player } => ServerEvent::DrawDeclined(notice(player)),
            Event::RematchOffered { player } => ServerEvent::RematchOffered(notice(player)),
            Event::Over(ending) => ServerEvent::GameOver(self.over(seq, ending)),
            Event::TakenOver => ServerEvent::GameError(GameError {
                event: "game:reconnect".to_owned(),
                refusal: Refusal::new(
                    ErrorCode::TakenOver,
                    "you are playing this game from another connection now, this one can only watch",
                ),
            }),
        }
    }

    /// Whose idle clock runs.
    pub(crate) fn idle_status(&self, seq: u64, status: Option<&(PlayerId, Timestamp)>) -> Option<AfkStatus> {
        let (player, at) = status?;
        Some(AfkStatus {
            room_id: self.room.id().0.clone(),
            seq,
            player_id: player.0.clone(),
            expires_at: self.millis(*at),
        })
    }

    /// The players as everyone sees them.
    pub(crate) fn players<G: WireGame>(&self, players: &[PlayerView; 2]) -> Vec<Player<G>> {
        Side::BOTH
            .into_iter()
            .zip(players)
            .map(|(side, player)| Player {
                id: player.id.0.clone(),
                username: player.username.clone(),
                display_name: player.display_name.clone(),
                is_bot: player.is_bot,
                connected: player.connected,
                seat: G::seat(side),
            })
            .collect()
    }

    /// The moves so far.
    pub(crate) fn history<G: WireGame>(&self, history: &[Entry]) -> Vec<HistoryEntry<G>> {
        history
            .iter()
            .map(|entry| HistoryEntry {
                step: G::step(entry.side, &entry.play),
                player_id: entry.player.0.clone(),
                timestamp: epoch_millis(entry.at),
            })
            .collect()
    }

    fn started<G: WireGame>(
        &self,
        seq: u64,
        you: Side,
        view: &View,
        token: Option<&String>,
    ) -> GameStarted<G> {
        let usual = self.room.variant().description().idle;
        let (timeout, warning) =
            view.idle_seconds.unwrap_or((usual.timeout_seconds.into(), usual.warning_seconds.into()));
        GameStarted {
            room_id: self.room.id().0.clone(),
            seq,
            player_id: view.players[you.index()].id.0.clone(),
            seat: G::seat(you),
            players: self.players(&view.players),
            board: G::board(&view.board),
            current_turn: turn(view),
            afk_timeout_enabled: view.idle_seconds.is_some(),
            afk_timeout_seconds: u32::try_from(timeout).unwrap_or(u32::MAX),
            afk_warn_seconds: u32::try_from(warning).unwrap_or(u32::MAX),
            variant: view.variant.to_owned(),
            reconnect_token: token.cloned(),
            spectators: u32::try_from(self.room.watching()).unwrap_or(u32::MAX),
            standing: self.standing(&view.standing),
        }
    }

    fn watching<G: WireGame>(&self, seq: u64, view: &View) -> SpectateJoined<G> {
        SpectateJoined {
            room_id: self.room.id().0.clone(),
            seq,
            players: self.players(&view.players),
            board: G::board(&view.board),
            current_turn: turn(view),
            move_history: self.history(&view.history),
            variant: view.variant.to_owned(),
            standing: self.standing(&view.standing),
        }
    }

    fn standing(&self, standing: &rooms::Standing) -> Standing {
        let deadline = |(player, at): &(PlayerId, Timestamp)| Deadline {
            player_id: player.0.clone(),
            expires_at: self.millis(*at),
        };
        Standing {
            afk_warning: standing.idle_warning.as_ref().map(deadline),
            away: standing.away.iter().map(deadline).collect(),
            draw_offer: standing.draw_offer.as_ref().map(|player| player.0.clone()),
            rematch_offer: standing.rematch_offer.as_ref().map(|player| player.0.clone()),
        }
    }

    fn over<G: WireGame>(&self, seq: u64, ending: &Ending) -> GameOver<G> {
        GameOver {
            room_id: self.room.id().0.clone(),
            seq,
            winner: ending.winner_id.as_ref().map(|player| player.0.clone()),
            reason: reason(ending.reason),
            ending: G::ending(ending.line.as_deref(), ending.draw_rule.as_deref(), ending.transcript.clone()),
        }
    }

    /// A deadline as the world reads it.
    fn millis(&self, deadline: Timestamp) -> u64 {
        epoch_millis(self.clock.outside(deadline))
    }
}

fn epoch_millis(time: Timestamp) -> u64 {
    u64::try_from(time.0).unwrap_or(0)
}

/// A refusal of a room as clients get it.
pub(crate) fn refusal(refusal: rooms::Refusal) -> Refusal {
    let code = ErrorCode::from_name(refusal.code.as_str()).expect("every code of a room is on the wire");
    Refusal {
        error: refusal.sentence,
        code,
        hint: refusal.hint,
        param: None,
        candidates: refusal.candidates.iter().map(checkers::Move::from).collect(),
    }
}

pub(crate) fn reason(reason: Reason) -> EndReason {
    match reason {
        Reason::Victory => EndReason::Victory,
        Reason::Draw => EndReason::Draw,
        Reason::Resignation => EndReason::Resignation,
        Reason::AfkTimeout => EndReason::AfkTimeout,
        Reason::Disconnect => EndReason::Disconnect,
    }
}

fn turn(view: &View) -> u8 {
    u8::from(view.turn == 1)
}

#[cfg(test)]
mod tests {
    use game::RefusalCode;
    use protocol::{ErrorCode, Named};
    use rooms::Code;

    #[test]
    fn every_code_of_a_room_is_on_the_wire() {
        let codes = [
            Code::UnknownRoom,
            Code::NotYourSeat,
            Code::NotYourTurn,
            Code::GameOver,
            Code::StalePly,
            Code::SpectatorsCannot,
            Code::TakenOver,
            Code::AlreadyWaiting,
            Code::RateLimited,
            Code::Rule(RefusalCode::AmbiguousMove),
        ];
        for code in codes {
            assert!(ErrorCode::from_name(code.as_str()).is_some(), "{}", code.as_str());
        }
    }
}
