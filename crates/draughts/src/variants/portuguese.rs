//! Portuguese draughts: the Spanish rules under their own name and number.

use super::spanish;
use crate::notation::Notation;
use crate::rules::Rules;

/// The rules of the Portuguese federation.
pub const RULES: Rules = Rules {
    name: "portuguese",
    title: "Portuguese draughts",
    notation: Notation { game_type: Some(28), ..spanish::RULES.notation }, // PDN GameType 28,W,8,8,N1,1
    ..spanish::RULES
};
