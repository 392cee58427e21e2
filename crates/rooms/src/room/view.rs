//! A room as a newcomer sees it.

use game::Side;

use super::Room;
use crate::clock::IdleClock;
use crate::{PlayerView, Standing, View};

impl Room {
    /// The room as a newcomer needs to see it.
    #[must_use]
    pub fn view(&self) -> View {
        View {
            players: Side::BOTH.map(|side| self.player_view(side)),
            board: self.game.board(),
            turn: self.game.side_to_move().index(),
            history: self.history.clone(),
            idle_seconds: self
                .clock
                .as_ref()
                .map(|clock| (clock.timeout().as_secs(), clock.warning().as_secs())),
            variant: self.variant.description().variant,
            standing: self.standing(),
        }
    }

    fn standing(&self) -> Standing {
        let player = |side: Side| self.seats[side.index()].player.clone();
        let offered = |side: &Side| self.rematch_wanted[side.index()] && !self.rematch_begun;
        let wanted = Side::BOTH.into_iter().find(offered);
        if self.ending.is_some() {
            return Standing { rematch_offer: wanted.map(player), ..Standing::default() };
        }
        let away = |side: Side| Some((player(side), self.seats[side.index()].lost_at()?));
        let is_warned = self.clock.as_ref().is_some_and(IdleClock::is_warning);
        let warned = self.idle_ends_at().filter(|_| is_warned);
        Standing {
            idle_warning: warned.map(|at| (player(self.game.side_to_move()), at)),
            away: Side::BOTH.into_iter().filter_map(away).collect(),
            draw_offer: self.draw_offer.map(player),
            rematch_offer: None,
        }
    }

    fn player_view(&self, side: Side) -> PlayerView {
        let seat = &self.seats[side.index()];
        PlayerView {
            id: seat.player.clone(),
            username: seat.username.clone(),
            display_name: seat.display_name.clone(),
            is_bot: seat.is_bot(),
            connected: seat.is_here(),
            sign: self.variant.description().sides[side.index()].wire,
        }
    }
}
