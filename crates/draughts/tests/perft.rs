//! Every known count of leaves is reproduced: those of a variant are in `fixtures/perft/NAME.txt`.

mod fixture;

use draughts::layout::Layout;
use draughts::perft::{self, Count};
use draughts::rules::Start;
use draughts::variants::{self, English, International, Thai};
use draughts::{Position, RuleSet, Rules, Variant};

/// Counts larger than this are left to the deep run.
const LARGEST: u64 = 100_000_000;

/// Checks every count of a fixture that is small enough; the start must be among its positions.
fn check(variant: &'static Variant, fixture: &str) {
    let mut from_start = 0;
    for known in perft::known(fixture).expect("a readable fixture") {
        let position = Position::from_fen(variant, &known.fen).expect("a position");
        for (depth, leaves) in known.leaves.into_iter().filter(|(_, leaves)| *leaves <= LARGEST) {
            let count = Count { counting: known.counting, ..Count::to_depth(depth) };
            assert_eq!(perft::count(&position, &count), leaves, "{variant:?} {count:?} {}", known.fen);
            from_start += usize::from(position == Position::start(variant));
        }
    }
    assert!(from_start > 0, "{variant:?} needs counts from its start position in its perft fixture");
}

macro_rules! tests {
    ($($module:ident $name:ident $word:ty),* $(,)?) => {
        mod every_known_count_is_reproduced_in {
            use super::*;

            $(#[test]
            fn $module() {
                let name = variants::$name::RULES.name;
                check(variants::find(name).unwrap(), &fixture::read("perft", name));
            })*
        }
    };
}

draughts::each_variant!(tests);

#[test]
fn every_table_of_counts_belongs_to_a_variant() {
    fixture::check_each_has_a_variant("perft");
}

/// A rule set of one's own is a type and a constant.
macro_rules! own_rules {
    ($name:ident, $rules:expr) => {
        #[derive(Clone, Copy)]
        struct $name;

        impl RuleSet for $name {
            type Word = u64;
            const RULES: Rules = $rules;
        }
    };
}

own_rules!(Thai12, Rules { name: "thai12", start: Start { empty_rows: 0, rows_of_men: 3 }, ..Thai::RULES });
own_rules!(
    International6,
    Rules {
        name: "international6",
        layout: Layout::draughtboard(6),
        start: Start { empty_rows: 0, rows_of_men: 2 },
        ..International::RULES
    }
);
own_rules!(
    English6,
    Rules {
        name: "english6",
        layout: Layout::draughtboard(6),
        start: Start { empty_rows: 0, rows_of_men: 2 },
        ..English::RULES
    }
);

#[test]
fn thai_with_twelve_men_counts() {
    static VARIANT: Variant = Variant::of::<Thai12>();
    check(&VARIANT, include_str!("fixtures/perft_of_other_rules/thai12.txt"));
}

#[test]
fn international_on_six_by_six_counts() {
    static VARIANT: Variant = Variant::of::<International6>();
    check(&VARIANT, include_str!("fixtures/perft_of_other_rules/intl6x6.txt"));
}

#[test]
fn english_on_six_by_six_counts() {
    static VARIANT: Variant = Variant::of::<English6>();
    check(&VARIANT, include_str!("fixtures/perft_of_other_rules/checkers6x6.txt"));
}

#[test]
fn threads_and_table_change_nothing_but_the_time() {
    let position = Position::start(variants::find("russian").unwrap());
    let plain = perft::divide(&position, &Count::to_depth(9));
    let count = Count { threads: 3, table_bytes: 1 << 20, ..Count::to_depth(9) };
    assert_eq!(perft::divide(&position, &count), plain);
    assert_eq!(plain.iter().map(|(_, leaves)| leaves).sum::<u64>(), 4_570_586);
}

#[test]
fn progress_ends_with_all_parts_done() {
    let last = std::sync::Mutex::new((0, 1));
    let progress = |done, all| *last.lock().unwrap() = (done, all);
    let position = Position::start(variants::find("english").unwrap());
    assert_eq!(perft::count(&position, &Count { progress: &progress, ..Count::to_depth(7) }), 179_740);
    let (done, all) = *last.lock().unwrap();
    assert!(all > 7);
    assert_eq!(done, all);
}

#[test]
fn there_is_one_leaf_at_depth_zero() {
    let position = Position::start(variants::find("english").unwrap());
    assert_eq!(perft::count(&position, &Count::to_depth(0)), 1);
}
