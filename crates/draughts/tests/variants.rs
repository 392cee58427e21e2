//! What holds for every variant of the list, so that a new one needs no test of its own for it.

use draughts::card::rule_card;
use draughts::notation::Colour;
use draughts::{RuleSet, variants};
use game::Side;

macro_rules! tests {
    ($($module:ident $name:ident $word:ty),* $(,)?) => {
        #[test]
        fn a_variant_has_the_name_of_its_file() {
            $(assert_eq!(variants::$name::RULES.name, stringify!($module).replace('_', "-"));)*
        }
    };
}

draughts::each_variant!(tests);

#[test]
fn a_variant_is_found_by_its_name() {
    for variant in variants::ALL {
        assert!(
            variants::find(variant.name()).is_some_and(|found| std::ptr::eq(found, variant)),
            "{variant:?}"
        );
    }
}

#[test]
fn a_rule_card_has_words_for_every_direction() {
    for variant in variants::ALL {
        let card = rule_card(variant.rules()).to_string();
        assert!(
            !card.contains("in the directions of the rules"),
            "add words to Directions::in_words: {card}"
        );
    }
}

#[test]
fn a_side_that_is_called_white_or_black_has_the_same_colour_in_pdn() {
    for variant in variants::ALL {
        let rules = variant.rules();
        for (name, side) in rules.sides.iter().zip([Side::First, Side::Second]) {
            let other = match rules.notation.colour(side) {
                Colour::White => "Black",
                Colour::Black => "White",
            };
            assert_ne!(*name, other, "{}", rules.name);
        }
    }
}
