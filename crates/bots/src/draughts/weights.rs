//! What the evaluation knows of each variant, as data; `cargo run --release -p bots --example tune` prints it.

mod brazilian;
mod buff_and_green;
mod canadian;
mod czech;
mod english;
mod frisian;
mod international;
mod italian;
mod killer;
mod pool;
mod russian;
mod spanish;
mod thai;
mod turkish;

/// The weights of a variant, in hundredths of a man.
#[derive(Debug)]
pub(super) struct Weights {
    /// A man on each square of play.
    pub(super) men: Phases<&'static [i16]>,
    /// A king on each square of play.
    pub(super) kings: Phases<&'static [i16]>,
    /// Each square that a man could step to.
    pub(super) man_steps: Phases<i16>,
    /// Each square next to a king that it could step to.
    pub(super) king_steps: Phases<i16>,
    /// To be the one who moves.
    pub(super) turn: Phases<i16>,
}

/// A weight with all pieces on the board, and one with none; between them it slides. Squares go row by row
/// from the top left, as the side that moves up the board sees them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phases<T> {
    pub(super) opening: T,
    pub(super) ending: T,
}

/// The weights of the variant of that name.
pub(super) const fn of(variant: &str) -> &'static Weights {
    let mut row = 0;
    while row < ALL.len() {
        if same(ALL[row].0, variant) {
            return ALL[row].1;
        }
        row += 1;
    }
    panic!("every variant has weights")
}

const ALL: &[(&str, &Weights)] = &[
    ("english", &english::WEIGHTS),
    ("international", &international::WEIGHTS),
    ("russian", &russian::WEIGHTS),
    ("brazilian", &brazilian::WEIGHTS),
    ("pool", &pool::WEIGHTS),
    ("czech", &czech::WEIGHTS),
    ("italian", &italian::WEIGHTS),
    ("spanish", &spanish::WEIGHTS),
    ("portuguese", &spanish::WEIGHTS), // the same game under another name
    ("canadian", &canadian::WEIGHTS),
    ("frisian", &frisian::WEIGHTS),
    ("killer", &killer::WEIGHTS),
    ("turkish", &turkish::WEIGHTS),
    ("thai", &thai::WEIGHTS),
    ("buff-and-green", &buff_and_green::WEIGHTS),
];

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}
