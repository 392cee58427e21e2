//! Writes a game anew: other squares, short or long moves, and the exact form of PDN 3.0.

use super::body::Body;
use super::error::PdnError;
use super::game_type::GameType;
use super::move_text::{Form, write_move};
use super::place::Placed;
use super::replay::{Assumptions, Replay, Step, passed_turn, replay};
use super::result::GameResult;
use super::tree::{Ending, GameText, HeaderItem, Item, MoveText, Setup, Tag};
use crate::Position;
use crate::fen;
use crate::notation::Notation;

/// The tags that stand first, in this order.
const USUAL_TAGS: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// How a game is to be written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// The names of squares; `None` for those usual for the variant.
    pub notation: Option<Notation>,
    /// Short or long moves.
    pub form: Form,
}

/// Writes a game in a style: exact moves, numbers, set-ups and result, the usual tags first, closed by `*`.
/// A game that breaks the rules is refused with its first fault.
pub fn rewrite(game: &GameText, assumptions: &Assumptions, style: &Style) -> Result<GameText, PdnError> {
    let replay = replay(game, assumptions);
    if let Some(fault) = replay.first_fault() {
        return Err(fault.clone());
    }
    let usual = replay.game_type.variant.rules().notation;
    let notation = Notation { first: replay.game_type.notation.first, ..style.notation.unwrap_or(usual) };
    let game_type = GameType { variant: replay.game_type.variant, notation };
    let mut rewriter = Rewriter {
        game_type,
        form: style.form,
        read: replay.game_type,
        steps: replay.steps.iter(),
        setups: replay.setups.iter(),
    };
    let body = rewriter.items(&game.body);
    Ok(GameText { header: header(game, &replay, &game_type), body, ending: Some(Ending::Star.into()) })
}

struct Rewriter<'a> {
    game_type: GameType,
    form: Form,
    read: GameType,
    steps: std::slice::Iter<'a, Step>,
    setups: std::slice::Iter<'a, Position>,
}

impl Rewriter<'_> {
    fn items(&mut self, items: &[Placed<Item>]) -> Vec<Placed<Item>> {
        let mut body = Body::new();
        for item in items {
            match &item.value {
                Item::Move(old) => {
                    let step = self.steps.next().expect("a game without faults has a step for every move");
                    let text = write_move(&step.before, &self.game_type.notation, &step.play, self.form);
                    let text = MoveText { text, strength: old.strength.clone() };
                    body.play(step.before.side_to_move(), step.number, text);
                }
                Item::Number(_) | Item::Ellipsis => {}
                Item::Variation(items) => body.add(Item::Variation(self.items(items))),
                Item::Setup(old) => body.add(Item::Setup(self.setup(old))),
                other => body.add(other.clone()),
            }
        }
        body.items()
    }

    fn setup(&mut self, old: &Setup) -> Setup {
        let position = self.setups.next().expect("a game without faults has a position for every set-up");
        let text = match passed_turn(old, &self.read.notation) {
            Some(side) => format!("{}::", self.game_type.notation.colour(side).letter()),
            None => fen::write(position, &self.game_type.notation),
        };
        Setup::new(text).expect("FEN has no quotes and no slashes")
    }
}

/// The usual tags, then the others as they came, with what the style changes.
fn header(game: &GameText, replay: &Replay, game_type: &GameType) -> Vec<Placed<HeaderItem>> {
    let mut game = game.clone();
    let mut set = |name: &str, value: &str| {
        game.set_tag(Tag::new(name, value).expect("the names of tags fit and the values stand on one line"));
    };
    if replay.game_type.variant.rules().notation.game_type.is_some() {
        game_type.text().iter().for_each(|text| set("GameType", text));
    } else {
        set("Variant", game_type.variant.name());
    }
    if replay.start != Position::start(game_type.variant) {
        set("FEN", &fen::write(&replay.start, &game_type.notation));
    }
    if let Some(text) = result_text(&game, replay, game_type) {
        game.set_tag(Tag::new("Result", text).expect("a result stands on one line"));
    }
    let place = |item: &Placed<HeaderItem>| match &item.value {
        HeaderItem::Tag(tag) => {
            USUAL_TAGS.iter().position(|name| *name == tag.name()).unwrap_or(USUAL_TAGS.len())
        }
        _ => 0,
    };
    game.header.sort_by_key(place);
    game.header
}

/// The value of the Result tag; `None` if the game has no result.
fn result_text(game: &GameText, replay: &Replay, game_type: &GameType) -> Option<String> {
    let unusual = || match &game.ending.as_ref()?.value {
        Ending::Result(text) => Some(text.clone()),
        Ending::Star => None,
    };
    match replay.result {
        Some(GameResult::Open) if game.tag("Result").is_none() => None,
        Some(result) => Some(result.text(game_type.notation.results).to_owned()),
        None => unusual(),
    }
}
