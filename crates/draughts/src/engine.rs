//! From a variant chosen at run time to the code made for its rules.

use std::marker::PhantomData;
use std::sync::Arc;

use game::{Play, Side, Square};

use crate::board::{Board, Pieces};
use crate::bot::training::{self, Inputs};
use crate::bot::{Evaluator, Memory, SearchEngine};
use crate::generate::{self, Counting, Paths, Traced};
use crate::mover::with_mover;
use crate::perft::{Count, workers};
use crate::position::Position;
use crate::ruleset::RuleSet;
use crate::tables::{self, Slice, SliceValues, TableError, TableValue, TableWork, Tables};
use crate::word::Word;

/// Whether the tools that count positions, learn weights and build tables are built in. A module for web pages would be a
/// third larger with them, because they are compiled for every variant.
const HAS_TOOLS: bool = !cfg!(target_family = "wasm");
const NO_TOOLS: &str = "a module for web pages does not call the tools";

/// The operations on positions of one variant.
pub(crate) trait Engine: Sync {
    /// Every legal move once.
    fn legal_plays(&self, position: &Position) -> Vec<Play>;

    /// Every way to make a legal move: each order of captured pieces and each landing square.
    fn every_way(&self, position: &Position) -> Vec<Play>;

    /// Every capture, without the capture priorities of the rules.
    fn unranked_captures(&self, position: &Position) -> Vec<Play>;

    /// Whether a capture is possible.
    fn must_capture(&self, position: &Position) -> bool;

    /// The leaves below each move.
    fn divide(&self, position: &Position, count: &Count<'_>) -> Vec<(Play, u64)>;

    /// A search with a table of at most this many bytes.
    fn searcher(&self, evaluator: Arc<Evaluator>, table_bytes: usize) -> Box<dyn SearchEngine>;

    /// What the evaluation sees of a position.
    fn inputs(&self, position: &Position) -> Inputs;

    /// Solves a slice of the endgame tables and its turned one.
    fn solve(&self, slice: Slice, known: &Tables, work: TableWork<'_>) -> Result<SliceValues, TableError>;

    /// How many values of a slice and its turned one are wrong.
    fn count_wrong(&self, slice: Slice, tables: &Tables, work: TableWork<'_>) -> Result<u64, TableError>;

    /// How many positions a slice has.
    fn slice_size(&self, slice: Slice) -> usize;

    /// The value of a position; `None` if it is not in the tables.
    fn table_value(&self, tables: &Tables, pieces: &Pieces<u128>, side_to_move: Side) -> Option<TableValue>;
}

/// The engine of one rule set.
pub(crate) struct EngineFor<R>(pub(crate) PhantomData<R>);

impl<R: RuleSet> Engine for EngineFor<R> {
    fn legal_plays(&self, position: &Position) -> Vec<Play> {
        plays::<R>(position, Paths::new(Counting::Unique))
    }

    fn every_way(&self, position: &Position) -> Vec<Play> {
        plays::<R>(position, Paths::new(Counting::Landings))
    }

    fn unranked_captures(&self, position: &Position) -> Vec<Play> {
        let mut plays = plays::<R>(position, Paths::of_every_rank(Counting::Unique));
        plays.retain(|play| !play.captures.is_empty());
        plays
    }

    fn must_capture(&self, position: &Position) -> bool {
        Board::<R>::of(position).must_capture()
    }

    fn divide(&self, position: &Position, count: &Count<'_>) -> Vec<(Play, u64)> {
        if !HAS_TOOLS {
            unreachable!("{NO_TOOLS}");
        }
        let board = Board::<R>::of(position);
        let moves = traced(&board, Paths::new(count.counting));
        let children: Vec<_> = moves.iter().map(|traced| board.after(traced.one)).collect();
        let leaves = workers::leaves_below(&children, count.depth.saturating_sub(1), count);
        moves.iter().map(|traced| play(&board, traced)).zip(leaves).collect()
    }

    fn searcher(&self, evaluator: Arc<Evaluator>, table_bytes: usize) -> Box<dyn SearchEngine> {
        Box::new(Memory::<R>::new(evaluator, table_bytes))
    }

    fn inputs(&self, position: &Position) -> Inputs {
        if !HAS_TOOLS {
            unreachable!("{NO_TOOLS}");
        }
        training::inputs_by::<R>(position)
    }

    fn solve(&self, slice: Slice, known: &Tables, work: TableWork<'_>) -> Result<SliceValues, TableError> {
        if !HAS_TOOLS {
            unreachable!("{NO_TOOLS}");
        }
        tables::solve::<R>(slice, known, work)
    }

    fn count_wrong(&self, slice: Slice, tables: &Tables, work: TableWork<'_>) -> Result<u64, TableError> {
        if !HAS_TOOLS {
            unreachable!("{NO_TOOLS}");
        }
        tables::count_wrong::<R>(slice, tables, work)
    }

    fn slice_size(&self, slice: Slice) -> usize {
        if !HAS_TOOLS {
            unreachable!("{NO_TOOLS}");
        }
        tables::slice_size::<R>(slice)
    }

    fn table_value(&self, tables: &Tables, pieces: &Pieces<u128>, side_to_move: Side) -> Option<TableValue> {
        if !HAS_TOOLS {
            return None;
        }
        let [own, enemy, kings] = [pieces.own, pieces.enemy, pieces.kings].map(R::Word::of_bits);
        tables.probe(&Board::<R> { pieces: Pieces { own, enemy, kings }, side_to_move })
    }
}

fn plays<R: RuleSet>(position: &Position, sink: Paths<R>) -> Vec<Play> {
    let board = Board::<R>::of(position);
    traced(&board, sink).iter().map(|traced| play(&board, traced)).collect()
}

/// Every move with its way, in the order of the squares.
fn traced<R: RuleSet>(board: &Board<R>, mut sink: Paths<R>) -> Vec<Traced<R::Word>> {
    with_mover!(board.side_to_move, generate::generate::<R, M, _>(board.pieces, &mut sink));
    sink.moves()
}

fn play<R: RuleSet>(board: &Board<R>, traced: &Traced<R::Word>) -> Play {
    let Traced { one, path } = traced;
    let to = Board::<R>::square(one.to);
    let landings: Vec<Square> = path.iter().map(|jump| Board::<R>::square(jump.landing)).collect();
    Play {
        from: Some(Board::<R>::square(one.from)),
        to,
        captures: path.iter().map(|jump| Board::<R>::square(jump.victim)).collect(),
        path: if landings.is_empty() { vec![to] } else { landings },
        promotes: one.promotes(board.pieces.kings),
    }
}
