//! A position of a game with what the rules remember of the moves before it.

use game::{Outcome, Play, Square};

use crate::board::{Move, Pieces};
use crate::counters::{CountingRules, RuleCounters, Transition};
use crate::position::Position;

/// A position with everything that the rules remember of how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    pub(crate) position: Position,
    counters: RuleCounters,
}

impl Progress {
    /// A position without a past.
    pub(crate) fn new(position: Position) -> Progress {
        Progress { position, counters: RuleCounters::default() }
    }

    /// The position after a legal move, with its counters.
    pub(crate) fn after(&self, play: &Play) -> Progress {
        let position = self.position.after(play);
        let before = self.pieces();
        let change = Transition {
            mover: self.position.side_to_move(),
            before,
            chosen: Move::of(play, &before, self.position.layout()),
            after: Pieces::of(&position),
        };
        Progress {
            position,
            counters: self.counters.after(CountingRules::new(self.position.rules()), &change),
        }
    }

    /// The legal moves, without those of a king that has to rest.
    pub(crate) fn legal_plays(&self) -> Vec<Play> {
        let mut plays = self.position.legal_plays();
        if let Some(resting) = self.resting_king() {
            plays.retain(|play| play.from != Some(resting) || !play.captures.is_empty());
        }
        plays
    }

    /// The king that has made as many quiet moves in a row as it may.
    pub(crate) fn resting_king(&self) -> Option<Square> {
        let (rules, side) = (self.position.rules(), self.position.side_to_move());
        let place = self.counters.resting_king(rules, &self.pieces(), side)?;
        Some(self.position.layout().square(place))
    }

    /// How many plies the rules that count in this position leave until the game is drawn.
    pub(crate) fn plies_left(&self) -> u16 {
        self.counters.plies_left(CountingRules::new(self.position.rules()), &self.pieces())
    }

    /// How the game ends in this position with these legal moves, after those before it; `None` if it goes on.
    pub(crate) fn outcome<'a>(
        &self,
        legal: &[Play],
        earlier: impl DoubleEndedIterator<Item = &'a Progress> + Clone,
    ) -> Option<Outcome> {
        if legal.is_empty() {
            return Some(Outcome::win(self.position.side_to_move().other()));
        }
        let is_repeated = |times| self.occurrences(earlier.clone()) >= usize::from(times);
        let must_capture = || self.position.must_capture();
        let counting = CountingRules::new(self.position.rules());
        let drawn = self.counters.draw(counting, &self.pieces(), is_repeated, must_capture);
        drawn.map(|rule| Outcome::draw(rule.name))
    }

    fn occurrences<'a>(&self, earlier: impl DoubleEndedIterator<Item = &'a Progress>) -> usize {
        let pieces = self.position.piece_count();
        let comparable = earlier.rev().take_while(|other| other.position.piece_count() == pieces);
        1 + comparable.filter(|other| other.position == self.position).count()
    }

    fn pieces(&self) -> Pieces<u128> {
        Pieces::of(&self.position)
    }
}
