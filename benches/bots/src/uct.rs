//! A plain UCT player: upper confidence bounds in the tree, random play-outs below it.

use draughts::Game;
use draughts::board::{Board, Move};
use draughts::contest::Contestant;
use draughts::variants::BuffAndGreen;
use game::{Chance, Play, Side};

/// The play-outs for a move.
pub(crate) const PLAY_OUTS: u32 = 4000;
/// How much a move that was tried rarely is preferred.
const CURIOSITY: f64 = 1.0;
/// A longer play-out is drawn.
const LONGEST: u32 = 200;

type Bits = u64;

/// The player; every move begins with an empty tree.
pub(crate) struct Uct {
    nodes: Vec<TreeNode>,
}

struct TreeNode {
    board: Board<BuffAndGreen>,
    /// The first child and how many there are, once it was expanded.
    children: Option<(usize, usize)>,
    visits: f64,
    /// The points of the side that moved here, a half for a draw.
    points: f64,
}

impl Uct {
    /// A player.
    pub(crate) fn new() -> Uct {
        Uct { nodes: Vec::new() }
    }

    fn add(&mut self, board: Board<BuffAndGreen>) {
        self.nodes.push(TreeNode { board, children: None, visits: 0.0, points: 0.0 });
    }

    /// Goes down to a leaf, plays from there at random, and counts the result on the way back.
    fn grow(&mut self, chance: &mut Chance) {
        let (mut path, mut at) = (vec![0], 0);
        while let Some((first, count)) = self.nodes[at].children.filter(|(_, count)| *count > 0) {
            let total = self.nodes[at].visits.max(1.0).ln();
            let bound = |index: &usize| match &self.nodes[*index] {
                node if node.visits == 0.0 => f64::MAX,
                node => node.points / node.visits + CURIOSITY * (total / node.visits).sqrt(),
            };
            at = (first..first + count).max_by(|a, b| bound(a).total_cmp(&bound(b))).expect("children");
            path.push(at);
        }
        if self.nodes[at].children.is_none() && (self.nodes[at].visits > 0.0 || at == 0) {
            let (board, first) = (self.nodes[at].board, self.nodes.len());
            let moves = board.legal_moves();
            moves.iter().for_each(|chosen| self.add(board.after(*chosen)));
            self.nodes[at].children = Some((first, moves.len()));
            if !moves.is_empty() {
                at = first + chance.below(moves.len());
                path.push(at);
            }
        }
        let winner = play_out(self.nodes[at].board, chance);
        for index in path {
            let node = &mut self.nodes[index];
            node.visits += 1.0;
            node.points += match winner {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner != node.board.side_to_move)),
            };
        }
    }
}

/// Plays at random to the end.
fn play_out(mut board: Board<BuffAndGreen>, chance: &mut Chance) -> Option<Side> {
    let mut moves: Vec<Move<Bits>> = Vec::new();
    for _ in 0..LONGEST {
        moves.clear();
        board.each_move(|chosen| moves.push(chosen));
        match chance.pick(&moves) {
            None => return Some(board.side_to_move.other()),
            Some(chosen) => board = board.after(*chosen),
        }
    }
    None
}

impl Contestant for Uct {
    fn choose(&mut self, game: &Game, seed: u64) -> Result<Play, String> {
        if let [only] = game.legal_plays() {
            return Ok(only.clone());
        }
        let mut chance = Chance::new(seed);
        self.nodes.clear();
        self.add(Board::of(game.position()));
        (0..PLAY_OUTS).for_each(|_| self.grow(&mut chance));
        let (first, count) = self.nodes[0].children.ok_or("the game is over")?;
        let best =
            (first..first + count).max_by(|a, b| self.nodes[*a].visits.total_cmp(&self.nodes[*b].visits));
        let board = self.nodes[best.ok_or("the game is over")?].board;
        let plays = game.legal_plays().iter();
        let mut found = plays.filter(|play| Board::of(&game.position().after(play)) == board);
        found.next().cloned().ok_or_else(|| "no move leads there".to_owned())
    }
}
