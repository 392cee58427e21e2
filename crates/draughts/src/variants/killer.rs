//! Killer draughts: international, but a king taken last is stopped behind.

use super::international;
use crate::bot::weights;
use crate::notation::Notation;
use crate::rules::{Landing, Rules};

/// The international rules with the killer rule.
pub const RULES: Rules = Rules {
    name: "killer",
    title: "Killer draughts",
    landing: Landing::DirectlyBehindLastKing, // the killer rule
    notation: Notation { game_type: None, ..international::RULES.notation },
    weights: &weights::killer::WEIGHTS,
    ..international::RULES
};
