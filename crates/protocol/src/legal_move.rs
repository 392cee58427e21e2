//! Legal moves of any game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::WireGame;

use crate::game_list::game_list;

macro_rules! legal_move {
    ($( $field:ident $variant:ident $name:literal $game:ty; )*) => {
        /// A legal move as its game lists it.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(untagged)]
        pub enum LegalMove {
            $( #[doc = concat!("A move of `", $name, "`.")] $variant(<$game as WireGame>::Legal), )*
        }
    };
}

game_list!(legal_move);
