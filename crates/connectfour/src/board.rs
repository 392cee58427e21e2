//! The board: seven columns of six cells, in which discs fall to the lowest free cell.

use game::{Side, Square};

/// How many columns there are.
pub const COLUMNS: u8 = 7;
/// How many rows there are.
pub const ROWS: u8 = 6;

/// How many cells there are.
pub(crate) const CELLS: u8 = COLUMNS * ROWS;

/// The bits of a column: one for each cell from the bottom, and one above them that stays empty, so that lines do not run from
/// one column into the next.
const HEIGHT: u8 = ROWS + 1;

/// The lowest cell of every column.
const BOTTOM: u64 = {
    let (mut bits, mut column) = (0, 0);
    while column < COLUMNS {
        bits |= 1 << (column * HEIGHT);
        column += 1;
    }
    bits
};

/// Every cell.
const ALL: u64 = BOTTOM * ((1 << ROWS) - 1);

/// From one cell to the next along a line: up, to the right, and both diagonals.
const DIRECTIONS: [u8; 4] = [1, HEIGHT, HEIGHT - 1, HEIGHT + 1];

/// A position: one bit for each cell and side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    discs: [u64; 2],
}

impl Board {
    /// Whose disc lies in this cell.
    #[must_use]
    pub fn at(self, cell: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.discs[side.index()] & bit(cell) != 0)
    }

    /// Whose turn it is.
    #[must_use]
    pub fn side_to_move(self) -> Side {
        if self.count().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// How many discs lie on the board.
    #[must_use]
    pub fn count(self) -> u32 {
        self.taken().count_ones()
    }

    /// The cell into which a disc falls in this column; `None` if the column is full.
    #[must_use]
    pub fn landing(self, column: u8) -> Option<Square> {
        (0..ROWS).rev().map(|row| Square(row * COLUMNS + column)).find(|cell| self.at(*cell).is_none())
    }

    /// The columns into which a disc may be dropped; empty if the game is over.
    #[must_use]
    pub fn legal(self) -> Vec<u8> {
        if self.result().is_some() {
            return Vec::new();
        }
        (0..COLUMNS).filter(|column| self.landing(*column).is_some()).collect()
    }

    /// The board after the side to move has dropped a disc into a column that has room.
    #[must_use]
    pub fn after(mut self, column: u8) -> Board {
        let side = self.side_to_move();
        self.discs[side.index()] |= self.fall(column);
        self
    }

    /// The cells of every line of four or more, from the top left, and whose they are.
    #[must_use]
    pub fn winning_cells(self) -> Option<(Side, Vec<Square>)> {
        Side::BOTH.into_iter().find_map(|side| {
            let cells = four_in_line(self.discs[side.index()]);
            (cells != 0).then(|| (side, squares(cells)))
        })
    }

    /// The winner, or `Some(None)` for a draw; `None` if the game goes on.
    #[must_use]
    pub fn result(self) -> Option<Option<Side>> {
        let won = |side: &Side| four_in_line(self.discs[side.index()]) != 0;
        match Side::BOTH.into_iter().find(won) {
            Some(winner) => Some(Some(winner)),
            None => (self.taken() == ALL).then_some(None),
        }
    }

    /// The board with these discs, if they could have fallen so: none floats, and the sides took turns.
    pub(crate) fn of_discs(first: &[Square], second: &[Square]) -> Option<Board> {
        let bits = |cells: &[Square]| cells.iter().fold(0, |bits, cell| bits | bit(*cell));
        let board = Board { discs: [bits(first), bits(second)] };
        let rests = board.taken() & !BOTTOM & !(board.taken() << 1) == 0;
        let takes_turns = first.len() == second.len() || first.len() == second.len() + 1;
        let has_one_winner = !board.discs.iter().all(|discs| four_in_line(*discs) != 0);
        (rests && takes_turns && has_one_winner).then_some(board)
    }

    /// The discs of the side to move, and all discs.
    pub(crate) fn own_and_taken(self) -> (u64, u64) {
        (self.discs[self.side_to_move().index()], self.taken())
    }

    fn fall(self, column: u8) -> u64 {
        (self.taken() + (1 << (column * HEIGHT))) & column_bits(column)
    }

    fn taken(self) -> u64 {
        self.discs[0] | self.discs[1]
    }
}

/// The cells of a column.
pub(crate) const fn column_bits(column: u8) -> u64 {
    ((1 << ROWS) - 1) << (column * HEIGHT)
}

/// The cells into which a disc can fall next.
pub(crate) const fn open_cells(taken: u64) -> u64 {
    (taken + BOTTOM) & ALL
}

/// The free cells in which one more disc of this side makes four in a line, whether or not it can fall there yet.
pub(crate) fn winning_spots(discs: u64, taken: u64) -> u64 {
    // Three in a column leave only the cell above them.
    let mut spots = (discs << 1) & (discs << 2) & (discs << 3);
    for step in [HEIGHT, HEIGHT - 1, HEIGHT + 1].map(u32::from) {
        let pairs_after = (discs << step) & (discs << (2 * step));
        spots |= pairs_after & (discs << (3 * step));
        spots |= pairs_after & (discs >> step);
        let pairs_before = (discs >> step) & (discs >> (2 * step));
        spots |= pairs_before & (discs << step);
        spots |= pairs_before & (discs >> (3 * step));
    }
    spots & ALL & !taken
}

/// The cells of every line of four.
fn four_in_line(discs: u64) -> u64 {
    DIRECTIONS.map(u32::from).into_iter().fold(0, |cells, step| {
        let pairs = discs & (discs >> step);
        let starts = pairs & (pairs >> (2 * step));
        cells | starts | (starts << step) | (starts << (2 * step)) | (starts << (3 * step))
    })
}

fn bit(cell: Square) -> u64 {
    let (row, column) = (cell.0 / COLUMNS, cell.0 % COLUMNS);
    1 << (column * HEIGHT + (ROWS - 1 - row))
}

fn squares(bits: u64) -> Vec<Square> {
    (0..CELLS).map(Square).filter(|cell| bits & bit(*cell) != 0).collect()
}
