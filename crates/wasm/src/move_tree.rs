//! A text as an analysis board opens it: a position, or a game with its variations as a tree of moves.

use draughts::fen::{self, Numbers, Reading};
use draughts::pdn::{self, Assumptions, Form, Step};
use draughts::{Position, Variant, variants};
use game::Play;
use protocol::{ErrorCode, WireRefusal};
use serde::Serialize;

/// The most characters of a text.
const LONGEST_TEXT: usize = 200_000;
/// The most moves of a tree.
const MOST_MOVES: usize = 5_000;

/// A game with its variations.
#[derive(Serialize)]
pub(crate) struct MoveTree {
    /// The variant.
    variant: &'static str,
    /// The position before the first move, in notation; `None` is the usual one.
    start: Option<String>,
    /// The moves: each follows its parent, and the first that follows a move is its main continuation.
    nodes: Vec<TreeNode>,
    /// The names of the players, White first; empty if the text does not tell.
    names: [String; 2],
    /// How many games the text has; the first is opened.
    games: usize,
}

/// A move of a tree.
#[derive(Serialize)]
struct TreeNode {
    /// The number of the move before it in the list; `None` for a first move.
    parent: Option<usize>,
    play: Play,
    /// The move in notation.
    text: String,
    /// The position after it, in notation.
    position: String,
}

/// Reads a position or the first game of a text; `variant` applies if the text names none.
pub(crate) fn read(text: &str, variant: &str) -> Result<MoveTree, WireRefusal> {
    let known = variants::find(variant).ok_or_else(|| {
        WireRefusal::new(ErrorCode::UnknownVariant, format!("there is no variant \"{variant}\""))
    })?;
    if text.chars().count() > LONGEST_TEXT {
        return Err(unreadable(format!("the text has more than {LONGEST_TEXT} characters")));
    }
    if is_position(text) { position(text.trim(), known) } else { game(text, known) }
}

/// Whether a text is a bare position: one line that begins with the side to move.
fn is_position(text: &str) -> bool {
    let mut letters = text.trim().chars().map(|letter| letter.to_ascii_uppercase());
    let begins = matches!(letters.next(), Some('W' | 'B')) && letters.next() == Some(':');
    begins && text.trim().lines().count() == 1
}

fn position(text: &str, variant: &'static Variant) -> Result<MoveTree, WireRefusal> {
    let reading = Reading::Lenient(Numbers::Refused);
    let read = fen::read(text, variant, &variant.rules().notation, reading)
        .map_err(|error| unreadable(format!("the position cannot be read, {error}")))?;
    Ok(MoveTree {
        variant: variant.name(),
        start: unusual(&read.position),
        nodes: Vec::new(),
        names: [const { String::new() }; 2],
        games: 1,
    })
}

fn game(text: &str, variant: &'static Variant) -> Result<MoveTree, WireRefusal> {
    let mut games = pdn::read_games(text);
    let count = games.len();
    if games.is_empty() {
        return Err(unreadable("the text has neither a game nor a position".to_owned()));
    }
    let game = games.swap_remove(0).map_err(|error| unreadable(error.to_string()))?;
    let replay = pdn::replay(&game, &Assumptions { variant, numbers: Numbers::Refused });
    if let Some(fault) = replay.first_fault() {
        return Err(unreadable(fault.to_string()));
    }
    let name = |tag: &str| game.value(tag).filter(|name| *name != "?").unwrap_or_default().to_owned();
    Ok(MoveTree {
        variant: replay.game_type.variant.name(),
        start: unusual(&replay.start),
        nodes: Branches::default().nodes(&replay.steps)?,
        names: [name("White"), name("Black")],
        games: count,
    })
}

/// A position in notation; `None` if games usually start with it.
fn unusual(position: &Position) -> Option<String> {
    (*position != Position::start(position.variant())).then(|| position.fen())
}

/// The moves so far, and where each line of the text stands.
#[derive(Default)]
struct Branches {
    nodes: Vec<TreeNode>,
    /// The last move of each line that is open: the game, its variation, the variation of that.
    open: Vec<Branch>,
}

/// The last move of a line.
struct Branch {
    node: usize,
    before: Position,
    after: Position,
}

impl Branches {
    fn nodes(mut self, steps: &[Step]) -> Result<Vec<TreeNode>, WireRefusal> {
        for step in steps {
            if self.nodes.len() == MOST_MOVES {
                return Err(unreadable(format!("the game has more than {MOST_MOVES} moves")));
            }
            self.add(step)?;
        }
        Ok(self.nodes)
    }

    fn add(&mut self, step: &Step) -> Result<(), WireRefusal> {
        let parent = self.parent(step)?;
        let after = step.before.after(&step.play);
        let same = |node: &TreeNode| node.parent == parent && node.play == step.play;
        let node = self.nodes.iter().position(same).unwrap_or_else(|| {
            let notation = step.before.rules().notation;
            let text = pdn::write_move(&step.before, &notation, &step.play, Form::Shortest);
            self.nodes.push(TreeNode { parent, play: step.play.clone(), text, position: after.fen() });
            self.nodes.len() - 1
        });
        self.open.truncate(step.depth);
        self.open.push(Branch { node, before: step.before, after });
        Ok(())
    }

    /// The move that a step follows: the last one of its line, or that of the line from which its variation branches off.
    fn parent(&self, step: &Step) -> Result<Option<usize>, WireRefusal> {
        if let Some(line) = self.open.get(step.depth).filter(|line| line.after == step.before) {
            return Ok(Some(line.node));
        }
        let Some(outer) = step.depth.checked_sub(1).and_then(|depth| self.open.get(depth)) else {
            let is_first = self.nodes.is_empty() || self.open.is_empty();
            return if is_first { Ok(None) } else { Err(set_up(step)) };
        };
        if outer.before == step.before {
            return Ok(self.nodes[outer.node].parent);
        }
        if outer.after == step.before { Ok(Some(outer.node)) } else { Err(set_up(step)) }
    }
}

fn set_up(step: &Step) -> WireRefusal {
    unreadable(format!("{}: a position that is set up between the moves cannot be opened", step.place))
}

fn unreadable(reason: String) -> WireRefusal {
    WireRefusal::new(ErrorCode::BadPayload, reason)
}

#[cfg(test)]
mod tests {
    use super::{MoveTree, read};

    /// A tree in one line: each move with the number of the one it follows.
    fn shown(tree: &MoveTree) -> String {
        let node = |node: &super::TreeNode| {
            let parent = node.parent.map_or_else(|| "start".to_owned(), |parent| parent.to_string());
            format!("{parent}>{}", node.text)
        };
        tree.nodes.iter().map(node).collect::<Vec<_>>().join(" ")
    }

    fn check(text: &str, expected: &str) {
        match read(text, "english") {
            Ok(tree) => assert_eq!(shown(&tree), expected),
            Err(refusal) => assert_eq!(refusal.error, expected),
        }
    }

    #[test]
    fn variations_branch_off_the_move_that_they_replace() {
        check(
            "1. 11-15 22-18 (22-17 8-11) (23-19 (24-20)) 2. 15x22 *",
            "start>11-15 0>22-18 0>22-17 2>8-11 0>23-19 0>24-20 1>15x22",
        );
    }

    #[test]
    fn a_variation_of_the_first_move_begins_at_the_start() {
        check("11-15 (9-14 22-18) 24-20 *", "start>11-15 start>9-14 1>22-18 0>24-20");
    }

    #[test]
    fn the_same_move_twice_is_one_move() {
        check("11-15 22-18 (22-18 15x22) *", "start>11-15 0>22-18 1>15x22");
    }

    #[test]
    fn an_illegal_move_is_refused_with_its_place() {
        check(
            "1. 11-15 22-19",
            "line 1, column 10: move 1, White, 22-19: a man moves diagonally forward; possible: 22-18, 22-17",
        );
    }

    #[test]
    fn a_position_that_cannot_be_read_is_refused_with_its_column() {
        check(
            "W:W99:B1",
            "the position cannot be read, column 4: 99 is not a square of play on a board of 8 by 8",
        );
    }

    #[test]
    fn a_text_without_a_game_is_refused() {
        check("   ", "the text has neither a game nor a position");
    }

    #[test]
    fn a_position_has_no_moves_and_the_usual_start_is_not_named() {
        let tree = read("w:wK10:b1.", "english").unwrap_or_else(|refusal| panic!("{}", refusal.error));
        assert_eq!(tree.start.as_deref(), Some("W:WK10:B1"));
        let start = draughts::Position::start(draughts::variants::find("english").expect("a variant")).fen();
        assert!(read(&start, "english").is_ok_and(|tree| tree.start.is_none()));
    }

    #[test]
    fn the_variant_of_a_text_wins_over_the_one_that_is_assumed() {
        let tree = read("[White \"Ann\"] [Black \"?\"] [GameType \"20\"] 1. 32-28 *", "english");
        let tree = tree.unwrap_or_else(|refusal| panic!("{}", refusal.error));
        assert_eq!((tree.variant, tree.names), ("international", ["Ann".to_owned(), String::new()]));
    }
}
