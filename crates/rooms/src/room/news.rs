//! The messages about an event: to those in the room after it is applied, and to the tenant.

use game::{Preview, Side, Wish};

use super::Room;
use crate::{Audience, Change, Event, Moment, Notice, Reason, RoomMessage, Told};

impl Room {
    /// The message to everyone about an event that has just been applied. `None` for a new game: its players
    /// get individual messages from [`crate::LiveRoom::welcome`].
    #[must_use]
    pub fn announcement(&self, event: &Event) -> Option<Told> {
        let player = |side: &Side| self.player(*side).clone();
        let (to, message) = match &event.change {
            Change::Moved { .. } => (Audience::Everyone, RoomMessage::Moved),
            Change::IdleWarned => {
                let (player, expires_at) = self.idle_status()?;
                let seconds_remaining = expires_at.since(event.at.now).as_secs();
                (Audience::Everyone, RoomMessage::IdleWarning { player, seconds_remaining, expires_at })
            }
            Change::IdleWarningCleared => (Audience::Everyone, RoomMessage::IdleWarningCleared),
            Change::Left { side, connection, .. } if self.ending.is_none() => {
                let expires_at = self.seats[side.index()].lost_at()?;
                let connection = connection.clone();
                (
                    Audience::AllBut(*side),
                    RoomMessage::Disconnected { player: player(side), connection, expires_at },
                )
            }
            Change::Returned { side, .. } if self.ending.is_none() => {
                (Audience::AllBut(*side), RoomMessage::Returned { player: player(side) })
            }
            Change::DrawOffered { side } => {
                (Audience::Everyone, RoomMessage::DrawOffered { player: player(side) })
            }
            Change::DrawDeclined { side } => {
                (Audience::Everyone, RoomMessage::DrawDeclined { player: player(side) })
            }
            Change::RematchOffered { side } => {
                (Audience::Everyone, RoomMessage::RematchOffered { player: player(side) })
            }
            Change::Ended { .. } => (Audience::Everyone, RoomMessage::Over),
            Change::Opened(_)
            | Change::Left { .. }
            | Change::Returned { .. }
            | Change::RematchBegun
            | Change::RematchWithdrawn
            | Change::Restarted { .. } => return None,
        };
        Some(Told { to, seq: self.seq, message })
    }

    /// The notices to the tenant about events that were decided on this room and are not yet applied.
    #[must_use]
    pub fn notices(&self, events: &[Event]) -> Vec<Notice> {
        events.iter().flat_map(|event| self.notices_of(event)).collect()
    }

    fn notices_of(&self, event: &Event) -> Vec<Notice> {
        let turn = self.game.side_to_move();
        match &event.change {
            Change::Opened(_) => vec![Notice::Started],
            Change::Moved { play } => self.notices_of_move(&Wish::from(play), event.at),
            Change::IdleWarned => {
                let player_and_end = self.idle_status().into_iter();
                let notice = |(player, ends_at): (_, common::Timestamp)| Notice::IdleWarning {
                    player,
                    seconds_remaining: ends_at.since(event.at.now).as_secs(),
                };
                player_and_end.map(notice).collect()
            }
            Change::Ended { reason: Reason::AfkTimeout, .. } => {
                let [loser, winner] = [turn, turn.other()].map(|side| self.player(side).clone());
                vec![Notice::IdleTimeout { loser, winner }, Notice::Ended]
            }
            Change::Ended { .. } => vec![Notice::Ended],
            _ => Vec::new(),
        }
    }

    fn notices_of_move(&self, wish: &Wish, at: Moment) -> Vec<Notice> {
        let side = self.game.side_to_move();
        let Ok(Preview { play, highlights, .. }) = self.game.preview(wish) else { return Vec::new() };
        let number = self.history.len() + 1;
        let moved = Notice::Moved { entry: self.entry(side, play, at), number, turn: side.other() };
        let remarkable = |highlight| Notice::Remarkable { player: self.player(side).clone(), highlight };
        [moved].into_iter().chain(highlights.into_iter().map(remarkable)).collect()
    }
}
