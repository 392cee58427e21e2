//! The names of games.

use wire::{WireGame, named};

use crate::game_list::game_list;

macro_rules! game_name {
    ($( $field:ident $variant:ident $name:literal $game:ty; )*) => {
        named! {
            /// A game, by its name in REST bodies and its Socket.IO namespace.
            pub enum GameName {
                $( #[doc = concat!("The game `", $name, "`.")] $variant = $name, )*
            }
        }

        $( const _: () = assert!(is_same($name, <$game as WireGame>::NAME), "the list must have the game's own name"); )*
    };
}

game_list!(game_name);

impl GameName {
    /// The Socket.IO namespace of the game, such as `/checkers`.
    #[must_use]
    pub fn namespace(self) -> String {
        format!("/{self}")
    }
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}
