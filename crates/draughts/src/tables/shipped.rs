//! The king endings that ship with the program.
//!
//! Of each ending only the positions are there in which the weaker side moves: the stronger side finds them one move away.

use std::sync::{Arc, OnceLock};

use super::{Slice, Tables};
use crate::rules::{Reach, Rules};
use crate::variant::Variant;
use crate::variants;

const fn kings(own_kings: u8, enemy_kings: u8) -> Slice {
    Slice { own_men: 0, own_kings, enemy_men: 0, enemy_kings }
}

/// The slices that ship for a variant: two kings against one everywhere, three against one on small boards, and three against
/// two where kings are short as well. What captures leave of them ships too, so that a search in them needs no estimate.
#[must_use]
pub fn shipped_slices(rules: &Rules) -> Vec<Slice> {
    let mut slices = vec![kings(1, 1), kings(1, 2)];
    if rules.layout.square_count() <= 32 {
        slices.push(kings(1, 3));
        if rules.king_reach == Reach::OneStep {
            slices.extend([kings(2, 2), kings(2, 3)]);
        }
    }
    slices
}

macro_rules! shipped_files {
    ($($module:ident $name:ident $word:ty),* $(,)?) => {
        /// The files, in the order of the variants. They are 2 MB, so a module for web pages has none of them.
        static FILES: &[&[u8]] = &[$(
            #[cfg(not(target_family = "wasm"))]
            include_bytes!(concat!("shipped/", stringify!($module), ".table"))
        ),*];
    };
}

crate::each_variant!(shipped_files);

/// The shipped tables of a variant, unpacked at the first call.
///
/// # Panics
/// If a file of this crate is damaged.
#[must_use]
pub fn shipped(variant: &'static Variant) -> Arc<Tables> {
    static TABLES: [OnceLock<Arc<Tables>>; variants::ALL.len()] =
        [const { OnceLock::new() }; variants::ALL.len()];
    let place = variants::ALL.iter().position(|other| other == variant).expect("a variant of the list");
    let tables = TABLES[place].get_or_init(|| {
        let mut tables = Tables::empty(variant);
        if let Some(file) = FILES.get(place) {
            tables.add_file(file).expect("the files of this crate are whole");
        }
        Arc::new(tables)
    });
    Arc::clone(tables)
}
