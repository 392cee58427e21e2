//! The games of the server: maps the name of a game to its types, and to an object that hides them.

mod object;

use wire::{Named, Study, WireGame};

pub use self::object::GameObject;
use self::object::Typed;
use crate::game_list::game_list;
use crate::rest::{GameEntry, GameRecord, MoveData, Record, ResultParts, Variants, WebhookEvent};
use crate::{GameName, LegalMove};

macro_rules! games {
    ($( $field:ident $variant:ident $name:literal $game:ty; )*) => {
        impl GameName {
            /// The object of this game.
            #[must_use]
            pub fn object(self) -> &'static dyn GameObject {
                match self {
                    $( Self::$variant => const { &Typed::<$game>::NEW }, )*
                }
            }

            /// Calls a visitor with the type of this game.
            pub fn visit<V: GameVisitor>(self, visitor: V) -> V::Output {
                match self {
                    $( Self::$variant => visitor.visit::<$game>(), )*
                }
            }
        }

        $(
            impl KnownGame for $game {
                const GAME: GameName = GameName::$variant;

                fn record(record: Record<Self>) -> GameRecord {
                    GameRecord::$variant(record)
                }

                fn entry(variants: Variants<Self>) -> GameEntry {
                    GameEntry::$variant(variants)
                }

                fn legal_move(legal: Self::Legal) -> LegalMove {
                    LegalMove::$variant(legal)
                }

                fn some_move_data(data: Self::MoveData) -> MoveData {
                    MoveData::$variant(data)
                }

                fn result_parts(part: Self::ResultPart) -> ResultParts {
                    ResultParts { $field: part, ..ResultParts::default() }
                }

                fn webhook_event(event: Self::Webhook) -> WebhookEvent {
                    WebhookEvent::$variant(event)
                }
            }
        )*
    };
}

game_list!(games);

/// A game of the list: converts its types to the types that cover every game.
pub trait KnownGame: WireGame {
    /// The game.
    const GAME: GameName;

    /// Wraps a record of this game.
    fn record(record: Record<Self>) -> GameRecord;

    /// Wraps the catalogue entry of this game.
    fn entry(variants: Variants<Self>) -> GameEntry;

    /// Wraps a legal move of this game.
    fn legal_move(legal: Self::Legal) -> LegalMove;

    /// Wraps a move of this game for webhooks.
    fn some_move_data(data: Self::MoveData) -> MoveData;

    /// Wraps what this game adds to a result.
    fn result_parts(part: Self::ResultPart) -> ResultParts;

    /// Wraps a webhook event of this game.
    fn webhook_event(event: Self::Webhook) -> WebhookEvent;
}

/// An operation generic over the type of a game.
pub trait GameVisitor {
    /// The result.
    type Output;

    /// Runs the operation.
    fn visit<G: KnownGame>(self) -> Self::Output;
}

/// The game that supports analysis, and its analysis interface.
///
/// # Panics
/// Never: one of the games supports it.
#[must_use]
pub fn studied() -> (GameName, &'static dyn Study) {
    let mut games = GameName::ALL.iter().copied();
    let found = games.find_map(|game| game.object().study().map(|study| (game, study)));
    found.expect("one of the games can be studied")
}

/// Every variant of every game, in the order of the list.
#[must_use]
pub fn catalogue() -> game::Catalogue {
    let games = GameName::ALL.iter();
    game::Catalogue::new(games.flat_map(|game| game.object().variants()).collect())
}
