//! Spanish draughts: flying kings, the most pieces, then the most kings.

use super::italian;
use crate::bot::weights;
use crate::draws::{DrawRule, Limit, MainRoad, Material, REPETITION};
use crate::notation::{Corner, Notation};
use crate::rules::{Capturable, Landing, Priority, Reach, Rules};

/// The rules of the Iberian federations.
pub const RULES: Rules = Rules {
    name: "spanish",
    title: "Spanish draughts",
    man_takes: Capturable::MenAndKings,
    king_reach: Reach::AnyDistance,
    landing: Landing::WhereItGoesOn,
    priority: &[Priority::MostPieces, Priority::MostKings], // FPD: quantity, then quality
    draws: &[
        // FPD 3.2.c: three kings that hold the main road against one
        DrawRule {
            name: "three_kings_against_one",
            material: Material::LoneKing {
                at_least: 3,
                at_most: 3,
                kings: 3,
                main_road: MainRoad::StrongerSide,
            },
            limit: Limit::Moves(12),
        },
        // FPD 3.2.b: twenty moves of each side without capture or promotion
        DrawRule { name: "no_progress", material: Material::Any, limit: Limit::MovesWithSameMaterial(20) },
        REPETITION, // FPD 3.2.a
    ],
    // PDN GameType 24,W,8,8,N1,1
    notation: Notation { game_type: Some(24), corner: Corner::BottomRight, ..italian::RULES.notation },
    weights: &weights::spanish::WEIGHTS,
    ..italian::RULES
};
