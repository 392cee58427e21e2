//! What the draw rules have counted so far, and what a king has to remember.

use game::{Outcome, Play, Rank, Side, Square};

use crate::draws::{DrawRule, Limit, MainRoad, Material};
use crate::position::Position;

/// A position with everything that the rules remember of how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    pub(crate) position: Position,
    /// One counter for each draw rule of the variant.
    counters: Vec<u16>,
    /// For each side, the king that made its last quiet moves.
    king_runs: [Option<KingRun>; 2],
}

/// A king that has moved several times in a row without capturing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KingRun {
    square: Square,
    moves: u8,
}

impl Progress {
    /// The beginning: nothing counted.
    pub(crate) fn new(position: Position) -> Progress {
        let counters = vec![0; position.rules().draws.len()];
        Progress { position, counters, king_runs: [None; 2] }
    }

    /// What is counted after a legal move.
    pub(crate) fn after(&self, play: &Play) -> Progress {
        let position = self.position.after(play);
        let rules = position.rules().draws.iter().zip(&self.counters);
        let counters = rules.map(|(rule, count)| self.counted(rule, *count, play, &position)).collect();
        let mut king_runs = self.king_runs;
        let mover = self.position.side_to_move();
        king_runs[mover.index()] = self.king_run(play);
        Progress { position, counters, king_runs }
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
        let limit = self.position.rules().king_moves_in_a_row?;
        let side = self.position.side_to_move();
        let run = self.king_runs[side.index()]?;
        (run.moves >= limit && self.position.count(side, Rank::Man) > 0).then_some(run.square)
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
        self.draw(earlier).map(Outcome::draw)
    }

    /// The rule that makes this position a draw after those before it.
    fn draw<'a>(
        &self,
        earlier: impl DoubleEndedIterator<Item = &'a Progress> + Clone,
    ) -> Option<&'static str> {
        let rules = self.position.rules().draws.iter().zip(&self.counters);
        let mut drawn = rules.filter(|(rule, count)| match rule.limit {
            Limit::Repetitions(times) => self.occurrences(earlier.clone()) >= usize::from(times),
            Limit::KingMoves(moves)
            | Limit::MovesWithSameMaterial(moves)
            | Limit::MovesWithoutCapture(moves)
            | Limit::Moves(moves) => **count >= moves * 2,
            Limit::MovesOfLoneKing(moves) => **count >= moves,
            Limit::AtOnce => rule.material.holds(&self.position) && !self.position.must_capture(),
        });
        drawn.next().map(|(rule, _)| rule.name)
    }

    fn occurrences<'a>(&self, earlier: impl DoubleEndedIterator<Item = &'a Progress>) -> usize {
        let pieces = self.position.piece_count();
        let comparable = earlier.rev().take_while(|other| other.position.piece_count() == pieces);
        1 + comparable.filter(|other| other.position == self.position).count()
    }

    fn counted(&self, rule: &DrawRule, count: u16, play: &Play, after: &Position) -> u16 {
        let captured = !play.captures.is_empty();
        let starts_again = match rule.limit {
            Limit::Repetitions(_) | Limit::AtOnce => true,
            Limit::KingMoves(_) => captured || self.moves_a_man(play),
            Limit::MovesWithSameMaterial(_) => captured || play.promotes,
            Limit::MovesWithoutCapture(_) => captured,
            Limit::Moves(_) | Limit::MovesOfLoneKing(_) => !rule.material.holds(&self.position),
        };
        if starts_again || !rule.material.holds(after) {
            return 0;
        }
        let counts = match rule.limit {
            Limit::MovesOfLoneKing(_) => after.lone_king() == Some(self.position.side_to_move()),
            _ => true,
        };
        count.saturating_add(u16::from(counts))
    }

    fn moves_a_man(&self, play: &Play) -> bool {
        let piece = play.from.and_then(|from| self.position.piece(from));
        piece.is_some_and(|piece| piece.rank == Rank::Man)
    }

    fn king_run(&self, play: &Play) -> Option<KingRun> {
        if !play.captures.is_empty() || self.moves_a_man(play) {
            return None;
        }
        let run = self.king_runs[self.position.side_to_move().index()];
        let moves = run.filter(|run| play.from == Some(run.square)).map_or(0, |run| run.moves);
        Some(KingRun { square: play.to, moves: moves.saturating_add(1) })
    }
}

impl Material {
    /// Whether a position is one of those that a rule is about.
    #[must_use]
    pub fn holds(&self, position: &Position) -> bool {
        let total = |side| position.count(side, Rank::Man) + position.count(side, Rank::King);
        let within = |count: u32, least: u8, most: u8| (u32::from(least)..=u32::from(most)).contains(&count);
        match *self {
            Material::Any => true,
            Material::LoneKing { at_least, at_most, kings, main_road } => {
                position.lone_king().is_some_and(|lone| {
                    within(total(lone.other()), at_least, at_most)
                        && position.count(lone.other(), Rank::King) >= u32::from(kings)
                        && main_road.is_held(position, lone)
                })
            }
            Material::KingsOnBothSides { at_least, at_most } => {
                within(total(Side::First) + total(Side::Second), at_least, at_most)
                    && Side::BOTH.iter().all(|side| position.count(*side, Rank::King) > 0)
            }
            Material::OneAlikeEach => [Rank::Man, Rank::King].iter().any(|rank| {
                Side::BOTH.iter().all(|side| total(*side) == 1 && position.count(*side, *rank) == 1)
            }),
        }
    }
}

impl MainRoad {
    fn is_held(self, position: &Position, lone: Side) -> bool {
        let road = position.layout().main_road_bits();
        let on_road = |side: Side| position.sides[side.index()] & road != 0;
        match self {
            MainRoad::Either => true,
            MainRoad::LoneKing => on_road(lone),
            MainRoad::StrongerSide => on_road(lone.other()) && !on_road(lone),
        }
    }
}

impl Position {
    /// The side that has nothing but one king; the side to move if that is true of both.
    #[must_use]
    pub fn lone_king(&self) -> Option<Side> {
        let lone = |side: &Side| self.count(*side, Rank::Man) == 0 && self.count(*side, Rank::King) == 1;
        [self.side_to_move, self.side_to_move.other()].into_iter().find(lone)
    }
}
