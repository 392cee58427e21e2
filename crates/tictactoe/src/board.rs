//! The 3×3 board: marks, the eight lines, and who has won.

use game::{Side, Square};

/// The eight lines that win, rows first, then columns, then diagonals.
pub const LINES: [[u8; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// How many cells there are.
pub(crate) const CELLS: u8 = 9;

const FULL: u16 = (1 << CELLS) - 1;

/// A position: one bit per cell and side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    marks: [u16; 2],
}

impl Board {
    /// Who has marked this cell.
    #[must_use]
    pub fn at(self, cell: Square) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.marks[side.index()] & bit(cell) != 0)
    }

    /// The cells without a mark.
    pub fn free(self) -> impl Iterator<Item = Square> {
        let taken = self.taken();
        (0..CELLS).map(Square).filter(move |cell| taken & bit(*cell) == 0)
    }

    /// The line that won, and for whom.
    #[must_use]
    pub fn winning_line(self) -> Option<(Side, [Square; 3])> {
        Side::BOTH.into_iter().find_map(|side| {
            let line = LINES.iter().find(|line| self.holds(side, **line))?;
            Some((side, line.map(Square)))
        })
    }

    /// Where this side would complete a line with its next mark.
    #[must_use]
    pub fn threats(self, side: Side) -> Vec<Square> {
        self.free().filter(|cell| self.marked(side, *cell).has_won(side)).collect()
    }

    /// Whose turn it is.
    #[must_use]
    pub fn side_to_move(self) -> Side {
        if self.taken().count_ones().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// The cells that may be marked next; empty if the game is over.
    #[must_use]
    pub fn legal(self) -> Vec<Square> {
        if self.result().is_none() { self.free().collect() } else { Vec::new() }
    }

    /// The board after the side to move has marked a cell.
    #[must_use]
    pub fn after(self, cell: Square) -> Board {
        self.marked(self.side_to_move(), cell)
    }

    /// The winner, or `Some(None)` for a draw; `None` if the game goes on.
    #[must_use]
    pub fn result(self) -> Option<Option<Side>> {
        match self.winning_line() {
            Some((winner, _)) => Some(Some(winner)),
            None => (self.taken() == FULL).then_some(None),
        }
    }

    /// The board with one more mark.
    #[must_use]
    pub fn marked(mut self, side: Side, cell: Square) -> Board {
        self.marks[side.index()] |= bit(cell);
        self
    }

    fn has_won(self, side: Side) -> bool {
        LINES.iter().any(|line| self.holds(side, *line))
    }

    fn holds(self, side: Side, line: [u8; 3]) -> bool {
        line.into_iter().all(|cell| self.marks[side.index()] & bit(Square(cell)) != 0)
    }

    fn taken(self) -> u16 {
        self.marks[0] | self.marks[1]
    }
}

fn bit(cell: Square) -> u16 {
    1 << cell.0
}
