//! A second generator, as simple as it can be: squares, lists and recursion, no bits and no shortcuts.

use std::collections::BTreeSet;

use draughts::direction::{Direction, Directions};
use draughts::rules::{Capturable, Landing, Priority, Promotion, Reach, Removal, TurningBack};
use draughts::{Position, Rules};
use game::{Piece, Play, Rank, Side, Square};

/// Every way to make a legal move: each order of captured pieces and each landing square.
pub(super) fn every_way(position: &Position) -> Vec<Play> {
    let reference = Reference { position, rules: position.rules(), side: position.side_to_move() };
    let captures = reference.captures();
    if captures.is_empty() { reference.quiet_moves() } else { reference.best(captures) }
}

/// What tells moves apart: ends, captured pieces and promotion.
pub(super) type Key = (Option<Square>, Square, BTreeSet<Square>, bool);

/// The identity of a move.
pub(super) fn key(play: &Play) -> Key {
    (play.from, play.to, play.captures.iter().copied().collect(), play.promotes)
}

struct Reference<'a> {
    position: &'a Position,
    rules: &'a Rules,
    side: Side,
}

/// A piece in the middle of a capture.
#[derive(Clone)]
struct Chain {
    from: Square,
    at: Square,
    rank: Rank,
    arrived: Option<Direction>,
    captures: Vec<Square>,
    path: Vec<Square>,
}

impl Reference<'_> {
    fn own_pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.position.pieces().filter(|(_, piece)| piece.side == self.side)
    }

    fn directions(&self, man: Directions, king: Directions, rank: Rank) -> Vec<Direction> {
        let directions = match (rank, self.side) {
            (Rank::King, _) => king,
            (Rank::Man, Side::First) => man,
            (Rank::Man, Side::Second) => man.turned(),
        };
        directions.iter().collect()
    }

    fn flies(&self, rank: Rank) -> bool {
        rank == Rank::King && self.rules.king_reach == Reach::AnyDistance
    }

    fn on_last_row(&self, square: Square) -> bool {
        self.rules.layout.row(square) == self.rules.layout.last_row(self.side)
    }

    fn quiet_moves(&self) -> Vec<Play> {
        let mut plays = Vec::new();
        for (from, piece) in self.own_pieces() {
            for direction in self.directions(self.rules.man_moves, self.rules.king_moves, piece.rank) {
                let mut next = self.rules.layout.neighbour(from, direction);
                while let Some(to) = next.filter(|square| self.position.piece(*square).is_none()) {
                    let promotes = piece.rank == Rank::Man && self.on_last_row(to);
                    plays.push(Play { from: Some(from), to, captures: vec![], path: vec![to], promotes });
                    next = self.rules.layout.neighbour(to, direction).filter(|_| self.flies(piece.rank));
                }
            }
        }
        plays
    }

    fn captures(&self) -> Vec<Play> {
        let mut plays = Vec::new();
        for (from, piece) in self.own_pieces() {
            let (captures, path) = (Vec::new(), Vec::new());
            let chain = Chain { from, at: from, rank: piece.rank, arrived: None, captures, path };
            for chain in self.continuations(&chain) {
                let crowned = chain.rank == Rank::King || self.on_last_row(chain.at);
                plays.push(Play {
                    from: Some(from),
                    to: chain.at,
                    captures: chain.captures,
                    path: chain.path,
                    promotes: crowned && piece.rank == Rank::Man,
                });
            }
        }
        plays
    }

    /// Every complete capture that goes on from here; none if nothing can be taken.
    fn continuations(&self, chain: &Chain) -> Vec<Chain> {
        let mut complete = Vec::new();
        for direction in self.directions(self.rules.man_captures, self.rules.king_captures, chain.rank) {
            let back = chain.arrived == Some(direction.opposite());
            if back && self.rules.turning_back == TurningBack::Forbidden {
                continue;
            }
            if let Some((victim, landings)) = self.jump(chain, direction) {
                complete.extend(self.landed(chain, direction, victim, &landings));
            }
        }
        complete
    }

    /// The piece that can be taken in a direction, and the free squares behind it.
    fn jump(&self, chain: &Chain, direction: Direction) -> Option<(Square, Vec<Square>)> {
        let layout = &self.rules.layout;
        let mut victim = layout.neighbour(chain.at, direction)?;
        while self.flies(chain.rank) && self.is_free(chain, victim) {
            victim = layout.neighbour(victim, direction)?;
        }
        let piece = self.position.piece(victim)?;
        let shielded = chain.rank == Rank::Man
            && self.rules.man_takes == Capturable::MenOnly
            && piece.rank == Rank::King;
        if piece.side == self.side || shielded || chain.captures.contains(&victim) {
            return None;
        }
        let mut landings = Vec::new();
        let mut next = layout.neighbour(victim, direction);
        while let Some(square) = next.filter(|square| self.is_free(chain, *square)) {
            landings.push(square);
            let further = self.flies(chain.rank) && self.rules.landing != Landing::DirectlyBehind;
            next = layout.neighbour(square, direction).filter(|_| further);
        }
        (!landings.is_empty()).then_some((victim, landings))
    }

    fn is_free(&self, chain: &Chain, square: Square) -> bool {
        let lifted = self.rules.removal == Removal::AtOnce && chain.captures.contains(&square);
        self.position.piece(square).is_none() || square == chain.from || lifted
    }

    fn landed(&self, chain: &Chain, along: Direction, victim: Square, landings: &[Square]) -> Vec<Chain> {
        let mut going_on = Vec::new();
        let mut resting = Vec::new();
        for landing in landings {
            let mut next = chain.clone();
            next.at = *landing;
            next.arrived = Some(along);
            next.captures.push(victim);
            next.path.push(*landing);
            let arrives = next.rank == Rank::Man && self.on_last_row(*landing);
            if arrives && self.rules.promotion == Promotion::InPassing {
                next.rank = Rank::King;
            }
            let ends = arrives && self.rules.promotion == Promotion::EndsTheMove;
            let further = if ends { Vec::new() } else { self.continuations(&next) };
            if further.is_empty() {
                resting.push(next);
            } else {
                going_on.extend(further);
            }
        }
        if going_on.is_empty() || self.rules.landing == Landing::Anywhere {
            let took_king = self.position.piece(victim).is_some_and(|piece| piece.rank == Rank::King);
            if self.rules.landing == Landing::DirectlyBehindLastKing && took_king {
                resting.truncate(1);
            }
            going_on.extend(resting);
        }
        going_on
    }

    fn best(&self, plays: Vec<Play>) -> Vec<Play> {
        let best = plays.iter().map(|play| self.rank(play)).max();
        plays.into_iter().filter(|play| Some(self.rank(play)) == best).collect()
    }

    /// The answers to the questions of priority, in order.
    fn rank(&self, play: &Play) -> Vec<Vec<u32>> {
        let is_king =
            |square: &Square| self.position.piece(*square).is_some_and(|piece| piece.rank == Rank::King);
        let kings = play.captures.iter().filter(|square| is_king(square)).count() as u32;
        let pieces = play.captures.len() as u32;
        let answer = |priority: &Priority| match priority {
            Priority::MostPieces => vec![pieces],
            Priority::HighestValue { man, king } => {
                vec![(pieces - kings) * u32::from(*man) + kings * u32::from(*king)]
            }
            Priority::ByKing => vec![u32::from(play.from.as_ref().is_some_and(is_king))],
            Priority::MostKings => vec![kings],
            Priority::EarliestKing => play.captures.iter().map(|square| u32::from(is_king(square))).collect(),
        };
        self.rules.priority.iter().map(answer).collect()
    }
}
