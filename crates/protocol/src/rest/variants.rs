//! The catalogue: the board, names and rules of every variant.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::{WireGame, named};

use crate::game_list::game_list;

/// Every game and variant of the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct VariantList {
    /// The games, in catalogue order.
    pub games: Vec<GameEntry>,
}

macro_rules! game_entry {
    ($( $field:ident $variant:ident $name:literal $game:ty; )*) => {
        /// A game of the catalogue.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "game")]
        pub enum GameEntry {
            $( #[doc = concat!("The game `", $name, "`.")] #[serde(rename = $name)] $variant(Variants<$game>), )*
        }
    };
}

game_list!(game_entry);

/// The variants of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(rename = "{G}Variants", bound = "G: WireGame")]
pub struct Variants<G: WireGame> {
    /// The name people use for the game.
    pub name: String,
    /// The variants, the default first.
    pub variants: Vec<VariantCard<G>>,
}

/// A variant: its board, its names and its rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", bound = "")]
#[schemars(rename = "{G}Variant", bound = "G: WireGame")]
pub struct VariantCard<G: WireGame> {
    /// The variant on the wire, such as `russian`.
    pub variant: String,
    /// The name people use.
    pub name: String,
    /// Whether the game is played so unless said otherwise.
    pub default: bool,
    /// Width of the board.
    pub columns: u8,
    /// Height of the board.
    pub rows: u8,
    /// The indices of the squares that pieces can stand on.
    pub playable: Vec<u8>,
    /// What the notation calls each square, by index; `null` for squares that are not played on.
    pub labels: Vec<Option<String>>,
    /// The two sides, first mover first.
    pub sides: [VariantSide<G>; 2],
    /// The board at the start, row by row from the top left.
    pub start: Vec<Option<G::Cell>>,
    /// When captured pieces leave the board.
    pub removal: CaptureRemoval,
    /// Whether the players may agree on a draw.
    pub draws_by_agreement: bool,
    /// After so many seconds without a move a game is lost, unless a session says otherwise.
    pub afk_timeout_seconds: u32,
    /// So many seconds before that the player is warned.
    pub afk_warn_seconds: u32,
    /// The rules in words.
    pub rule_card: RuleCard,
}

/// How a side is called.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(rename = "{G}Side", bound = "G: WireGame")]
pub struct VariantSide<G: WireGame> {
    /// The side on the wire.
    pub wire: G::SideName,
    /// The side on the screen, such as `White`.
    pub name: String,
}

named! {
    /// When captured pieces leave the board.
    #[schemars(rename = "Removal")]
    pub enum CaptureRemoval {
        /// One by one, while the chain goes on.
        AtOnce = "at-once",
        /// All together, when the move is complete.
        AfterMove = "after-move",
    }
}

/// The rules of a variant in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RuleCard {
    /// The heading.
    pub title: String,
    /// The rules as text, part by part.
    pub sections: Vec<RuleSection>,
    /// The rules one by one, each sentence with a key by which it can be translated.
    pub rules: Vec<RuleText>,
}

/// A part of a rule card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RuleSection {
    /// What the part is about; `null` for the introduction.
    pub title: Option<String>,
    /// The rules, as Markdown without headings.
    pub text: String,
}

/// One rule of a rule card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RuleText {
    /// What the rule is about, such as `men`.
    pub key: String,
    /// The same in English; `null` for the introduction.
    pub title: Option<String>,
    /// What the rule says.
    pub sentences: Vec<RuleSentence>,
}

/// A sentence of a rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RuleSentence {
    /// What the sentence says, whatever its values: translations are found by it.
    pub key: String,
    /// The sentence in English.
    pub text: String,
    /// The values by name; `count` decides between singular and plural, `side` is the English name of a side.
    pub values: BTreeMap<String, String>,
}

impl<G: WireGame> Variants<G> {
    /// Every variant of the game.
    #[must_use]
    pub fn of_game() -> Self {
        let variants = G::variants().into_iter().enumerate();
        let variants = variants.map(|(place, variant)| VariantCard::of(variant, place == 0));
        Self { name: G::TITLE.to_owned(), variants: variants.collect() }
    }
}

impl<G: WireGame> VariantCard<G> {
    /// The card of a variant.
    #[must_use]
    pub fn of(variant: &dyn game::Variant, default: bool) -> Self {
        let description = variant.description();
        let side = |side: game::Side| {
            let name = description.sides[side.index()].name.to_owned();
            VariantSide { wire: G::side_name(side), name }
        };
        Self {
            variant: description.variant.to_owned(),
            name: description.name.to_owned(),
            default,
            columns: description.columns,
            rows: description.rows,
            playable: description.playable.iter().map(|square| square.0).collect(),
            labels: description.labels.clone(),
            sides: game::Side::BOTH.map(side),
            start: G::board(&variant.start().board()),
            removal: if description.captures_leave_at_once {
                CaptureRemoval::AtOnce
            } else {
                CaptureRemoval::AfterMove
            },
            draws_by_agreement: description.draws_by_agreement,
            afk_timeout_seconds: description.idle.timeout_seconds,
            afk_warn_seconds: description.idle.warning_seconds,
            rule_card: variant.rule_card().into(),
        }
    }
}

impl From<game::RuleCard> for RuleCard {
    fn from(card: game::RuleCard) -> Self {
        let text: String = card.rules.iter().map(ToString::to_string).collect();
        Self {
            title: card.title.to_owned(),
            sections: vec![RuleSection { title: None, text: text.trim_end().to_owned() }],
            rules: card.rules.into_iter().map(RuleText::from).collect(),
        }
    }
}

impl From<game::Rule> for RuleText {
    fn from(rule: game::Rule) -> Self {
        Self {
            key: rule.key.to_owned(),
            title: rule.title.map(str::to_owned),
            sentences: rule.sentences.into_iter().map(RuleSentence::from).collect(),
        }
    }
}

impl From<game::Sentence> for RuleSentence {
    fn from(game::Sentence { key, text, values }: game::Sentence) -> Self {
        Self { key, text, values: values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect() }
    }
}
