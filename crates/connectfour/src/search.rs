//! The search: as deep as the nodes allow, and to the end of the game if few cells are free.
//!
//! Positions are the discs of the side to move and all discs. Moves that let the opponent win at once are not
//! searched; those that make more threats come first; a table stores what was found.

use crate::board::{CELLS, COLUMNS, column_bits, open_cells, winning_spots};

/// Above this worth the side to move wins, by as much as it has discs left, the winning one included; below its negative it loses.
pub(crate) const WON: i32 = 10_000;

/// The columns, the middle first: more lines go through it.
const ORDER: [u8; COLUMNS as usize] = [3, 2, 4, 1, 5, 0, 6];

const TABLE_BITS: u32 = 17;

/// A position as the search sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SearchedBoard {
    own: u64,
    taken: u64,
}

/// An entry of the table.
#[derive(Clone, Copy, Default)]
struct TableEntry {
    key: u64,
    value: i32,
    depth: u8,
    bound: ValueBound,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum ValueBound {
    #[default]
    Exact,
    AtLeast,
    AtMost,
}

/// One search, with its table and its count of nodes.
pub(crate) struct Solver {
    table: Vec<TableEntry>,
    pub(crate) nodes: u64,
    most: u64,
    pub(crate) stopped: bool,
}

impl SearchedBoard {
    pub(crate) fn new(own: u64, taken: u64) -> SearchedBoard {
        SearchedBoard { own, taken }
    }

    /// How many cells are free.
    pub(crate) fn free(self) -> u32 {
        u32::from(CELLS) - self.taken.count_ones()
    }

    /// Whether the side to move can win with its next disc.
    pub(crate) fn wins_at_once(self) -> bool {
        winning_spots(self.own, self.taken) & open_cells(self.taken) != 0
    }

    /// The position after a disc in this column, as the opponent sees it.
    pub(crate) fn after(self, column: u8) -> SearchedBoard {
        self.with(open_cells(self.taken) & column_bits(column))
    }

    fn with(self, disc: u64) -> SearchedBoard {
        SearchedBoard { own: self.own ^ self.taken, taken: self.taken | disc }
    }

    fn enemy(self) -> u64 {
        self.own ^ self.taken
    }

    /// The cells to drop a disc into without letting the opponent win at once; empty if there is none.
    fn safe_cells(self) -> u64 {
        let mut open = open_cells(self.taken);
        let threats = winning_spots(self.enemy(), self.taken);
        let forced = open & threats;
        if forced != 0 {
            if forced & (forced - 1) != 0 {
                return 0;
            }
            open = forced;
        }
        // Not below a cell in which the opponent would win.
        open & !(threats >> 1)
    }

    /// How promising the position is for the side to move: the cells in which each side would win, and its discs in the middle.
    fn promise(self) -> i32 {
        let spots = |discs: u64| {
            let spots = winning_spots(discs, self.taken);
            i32::try_from(spots.count_ones()).expect("there are 42 cells")
        };
        let middle =
            |discs: u64| i32::try_from((discs & column_bits(3)).count_ones()).expect("there are six");
        30 * (spots(self.own) - spots(self.enemy())) + 8 * (middle(self.own) - middle(self.enemy()))
    }

    fn key(self) -> u64 {
        self.own + self.taken
    }
}

impl Solver {
    /// A search of at most this many positions.
    pub(crate) fn new(most: u64) -> Solver {
        Solver { table: vec![TableEntry::default(); 1 << TABLE_BITS], nodes: 0, most, stopped: false }
    }

    /// The value of a position for the side to move, `depth` discs deep. Meaningless if the search was stopped.
    pub(crate) fn value(&mut self, position: SearchedBoard, depth: u32) -> i32 {
        self.negamax(position, depth, -2 * WON, 2 * WON)
    }

    fn negamax(&mut self, position: SearchedBoard, depth: u32, mut alpha: i32, mut beta: i32) -> i32 {
        self.nodes += 1;
        self.stopped |= self.nodes > self.most;
        if self.stopped {
            return 0;
        }
        let free = i32::try_from(position.free()).expect("there are 42 cells");
        if position.wins_at_once() {
            return WON + (free + 1) / 2;
        }
        if free == 0 {
            return 0;
        }
        let safe = position.safe_cells();
        if safe == 0 {
            // Every move lets the opponent win with the next disc.
            return -(WON + free / 2);
        }
        if free <= 2 {
            return 0;
        }
        if depth == 0 {
            return position.promise();
        }
        // The earliest possible win is with the disc after the next.
        beta = beta.min(WON + (free - 1) / 2);
        alpha = alpha.max(-(WON + (free - 2) / 2));
        if alpha >= beta {
            return alpha;
        }
        let slot = slot(position);
        let known = self.table[slot];
        if known.key == position.key() && u32::from(known.depth) >= depth.min(position.free()) {
            match known.bound {
                ValueBound::Exact => return known.value,
                ValueBound::AtLeast => alpha = alpha.max(known.value),
                ValueBound::AtMost => beta = beta.min(known.value),
            }
            if alpha >= beta {
                return known.value;
            }
        }
        let (mut best, asked) = (-2 * WON, alpha);
        for child in children(position, safe) {
            let value = -self.negamax(child, depth - 1, -beta, -alpha);
            if self.stopped {
                return 0;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        let bound = if best <= asked {
            ValueBound::AtMost
        } else if best >= beta {
            ValueBound::AtLeast
        } else {
            ValueBound::Exact
        };
        let depth = u8::try_from(depth.min(position.free())).expect("there are 42 cells");
        self.table[slot] = TableEntry { key: position.key(), value: best, depth, bound };
        best
    }
}

/// What the moves into these cells lead to, those that make the most threats first.
fn children(position: SearchedBoard, cells: u64) -> impl Iterator<Item = SearchedBoard> {
    let mut found: Vec<(u32, SearchedBoard)> = ORDER
        .iter()
        .map(|column| cells & column_bits(*column))
        .filter(|disc| *disc != 0)
        .map(|disc| {
            let after = position.with(disc);
            (winning_spots(after.enemy(), after.taken).count_ones(), after)
        })
        .collect();
    found.sort_by_key(|(threats, _)| std::cmp::Reverse(*threats));
    found.into_iter().map(|(_, after)| after)
}

fn slot(position: SearchedBoard) -> usize {
    let mixed = position.key().wrapping_mul(0x9E37_79B9_7F4A_7C15);
    usize::try_from(mixed >> (64 - TABLE_BITS)).expect("it is below the size of the table")
}
