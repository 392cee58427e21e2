//! Follows the moves of a game over the board and says where it breaks the rules.

use game::{Play, Refusal, Side};

use super::error::PdnError;
use super::game_type::GameType;
use super::move_text::read_move_in;
use super::place::{Place, Placed};
use super::result::GameResult;
use super::tree::{Ending, GameText, Item, MoveText, Setup};
use crate::fen::{self, Numbers, Reading};
use crate::notation::{Colour, Notation};
use crate::progress::Progress;
use crate::{Position, Variant, variants};

/// What a reader assumes if the text does not say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assumptions {
    /// The variant of a game without a `GameType` or `Variant` tag.
    pub variant: &'static Variant,
    /// What numbers mean in a game of lettered squares.
    pub numbers: Numbers,
}

/// A game that was followed over the board.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The variant and the notation of the text.
    pub game_type: GameType,
    /// The position before the first move.
    pub start: Position,
    /// Every move that could be followed, in the order of the text, variations included.
    pub steps: Vec<Step>,
    /// The positions set up inside the body, in the order of the text.
    pub setups: Vec<Position>,
    /// How the game ended, according to its tag and its ending.
    pub result: Option<GameResult>,
    /// What is wrong with the game; at most one fault per line of moves.
    pub faults: Vec<PdnError>,
}

/// One move of a game or of a variation.
#[derive(Clone, Debug)]
pub struct Step {
    /// Where the move stands in the text.
    pub place: Place,
    /// How many variations it stands in; 0 is the game itself.
    pub depth: usize,
    /// The number of the move, as players count.
    pub number: u32,
    /// The position in which it was made.
    pub before: Position,
    /// The move.
    pub play: Play,
}

/// Follows the moves of a game and collects its faults.
#[must_use]
pub fn replay(game: &GameText, assumptions: &Assumptions) -> Replay {
    let mut faults = Vec::new();
    let game_type = game_type(game, assumptions, &mut faults);
    let reading = Reading::Lenient(assumptions.numbers);
    let (start, number) = start(game, &game_type, reading, &mut faults);
    let result = result(game, &mut faults);
    let followable = faults.is_empty();
    let mut replay = Replay { game_type, start, steps: Vec::new(), setups: Vec::new(), result, faults };
    if followable {
        let ply = 2 * number.saturating_sub(1) + start.side_to_move().index() as u32;
        let mut line =
            Line { now: Progress::new(start), before: None, ply, state: LineState::Open, depth: 0 };
        replay.follow(&game.body, &mut line, assumptions.numbers);
    }
    replay
}

/// The variant and notation of a game, or those assumed when a tag is wrong.
fn game_type(game: &GameText, assumptions: &Assumptions, faults: &mut Vec<PdnError>) -> GameType {
    let from_tag = match (game.tag("GameType"), game.tag("Variant")) {
        (Some((tag, place)), _) => GameType::read(tag.value()).map_err(|message| (place, message)),
        (None, Some((tag, place))) => {
            let name = tag.value().to_ascii_lowercase();
            let variant = variants::find(&name)
                .ok_or_else(|| (place, format!("{name} is not a variant that is known here")));
            variant.map(GameType::of)
        }
        (None, None) => Ok(GameType::of(assumptions.variant)),
    };
    from_tag.unwrap_or_else(|(place, message)| {
        faults.push(PdnError::rules(place, message));
        GameType::of(assumptions.variant)
    })
}

/// The position of the `FEN` tag and the number of its next move, or the start of the variant.
fn start(
    game: &GameText,
    game_type: &GameType,
    reading: Reading,
    faults: &mut Vec<PdnError>,
) -> (Position, u32) {
    let usual = (Position::start(game_type.variant), 1);
    let Some((tag, place)) = game.tag("FEN").filter(|(tag, _)| !tag.value().is_empty()) else { return usual };
    match fen::read(tag.value(), game_type.variant, &game_type.notation, reading) {
        Ok(fen) => (fen.position, fen.full_move.unwrap_or(1).max(1)),
        Err(error) => {
            faults.push(PdnError::rules(place, format!("the FEN tag is wrong at its {error}")));
            usual
        }
    }
}

/// The result that tag and ending agree on.
fn result(game: &GameText, faults: &mut Vec<PdnError>) -> Option<GameResult> {
    let tag = game.value("Result");
    let Some(Placed { place, value: Ending::Result(ending) }) = &game.ending else {
        return GameResult::read(tag.unwrap_or("*"));
    };
    let known = tag.filter(|tag| GameResult::read(tag) != Some(GameResult::Open));
    if let Some(tag) = known.filter(|tag| *tag != ending && GameResult::read(tag) != GameResult::read(ending))
    {
        let message = format!("the game ends with {ending}, but its Result tag says {tag}");
        faults.push(PdnError::rules(*place, message));
    }
    GameResult::read(ending)
}

/// A line of moves that is being followed.
struct Line {
    now: Progress,
    /// The state before the last move, where a variation branches off.
    before: Option<Progress>,
    ply: u32,
    state: LineState,
    depth: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LineState {
    Open,
    /// A move was left out, so no later move can be followed.
    Unknown,
    /// A fault was reported; the rest is passed over until the next set-up.
    Broken,
}

impl Line {
    fn number(&self) -> u32 {
        self.ply / 2 + 1
    }
}

impl Replay {
    /// The moves of the game without its variations.
    pub fn main_line(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| step.depth == 0)
    }

    /// The first fault, if there is one.
    pub fn first_fault(&self) -> Option<&PdnError> {
        self.faults.iter().min_by_key(|fault| fault.place())
    }

    fn follow(&mut self, items: &[Placed<Item>], line: &mut Line, numbers: Numbers) {
        for item in items {
            match &item.value {
                Item::Setup(setup) => self.set_up(setup, item.place, line, numbers),
                _ if line.state == LineState::Broken => {}
                Item::Move(text) => self.make(text, item.place, line, numbers),
                Item::Unknown => line.state = LineState::Unknown,
                Item::Variation(items) => self.branch(items, line, numbers),
                Item::Number(_) | Item::Ellipsis | Item::Comment(_) | Item::LineComment(_) | Item::Nag(_) => {
                }
            }
        }
    }

    fn make(&mut self, text: &MoveText, place: Place, line: &mut Line, numbers: Numbers) {
        let colour = name(self.game_type.notation.colour(line.now.position.side_to_move()));
        let played = match line.state {
            LineState::Unknown => Err("the move before it is not known".to_owned()),
            _ => read_move_in(&line.now, &self.game_type.notation, numbers, text.text()).map_err(words),
        };
        match played {
            Ok(play) => {
                let step =
                    Step { place, depth: line.depth, number: line.number(), before: line.now.position, play };
                let next = line.now.after(&step.play);
                line.before = Some(std::mem::replace(&mut line.now, next));
                line.ply = line.ply.saturating_add(1);
                self.steps.push(step);
            }
            Err(why) => {
                let message = format!("move {}, {colour}, {}: {why}", line.number(), text.text());
                self.faults.push(PdnError::rules(place, message));
                line.state = LineState::Broken;
            }
        }
    }

    /// A variation replaces the last move; one that only makes sense after that move goes on from there.
    fn branch(&mut self, items: &[Placed<Item>], line: &Line, numbers: Numbers) {
        let first = items.iter().find_map(|item| match &item.value {
            Item::Move(text) => Some(text),
            _ => None,
        });
        let fits = |state: &Progress| {
            first.is_some_and(|text| {
                read_move_in(state, &self.game_type.notation, numbers, text.text()).is_ok()
            })
        };
        let instead = line.before.as_ref().filter(|before| fits(before) || !fits(&line.now));
        let (now, ply) = instead.map_or((&line.now, line.ply), |before| (before, line.ply - 1));
        let mut inner =
            Line { now: now.clone(), before: None, ply, state: LineState::Open, depth: line.depth + 1 };
        self.follow(items, &mut inner, numbers);
    }

    fn set_up(&mut self, setup: &Setup, place: Place, line: &mut Line, numbers: Numbers) {
        match set_up_position(setup, &line.now.position, &self.game_type, numbers) {
            Ok(position) => {
                // The count of moves goes on with the side that the set-up puts on move.
                if (position.side_to_move() == Side::First) != line.ply.is_multiple_of(2) {
                    line.ply = line.ply.saturating_add(1);
                }
                (line.now, line.before, line.state) = (Progress::new(position), None, LineState::Open);
                self.setups.push(position);
            }
            Err(message) => {
                self.faults.push(PdnError::rules(place, message));
                line.state = LineState::Broken;
            }
        }
    }
}

/// The position of a set-up; `B::` only passes the turn.
fn set_up_position(
    setup: &Setup,
    current: &Position,
    game_type: &GameType,
    numbers: Numbers,
) -> Result<Position, String> {
    if let Some(side_to_move) = passed_turn(setup, &game_type.notation) {
        return Ok(Position { side_to_move, ..*current });
    }
    let fen = fen::read(setup.fen(), game_type.variant, &game_type.notation, Reading::Lenient(numbers));
    fen.map(|fen| fen.position).map_err(|error| format!("the set-up is wrong at its {error}"))
}

/// The side that moves next in a set-up without pieces.
pub(super) fn passed_turn(setup: &Setup, notation: &Notation) -> Option<Side> {
    match setup.fen() {
        "W::" => Some(notation.side(Colour::White)),
        "B::" => Some(notation.side(Colour::Black)),
        _ => None,
    }
}

fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "White",
        Colour::Black => "Black",
    }
}

fn words(refusal: Refusal) -> String {
    match refusal.hint {
        Some(hint) => format!("{}; {hint}", refusal.sentence),
        None => refusal.sentence,
    }
}
