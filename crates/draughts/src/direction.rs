//! The eight directions of a board, and sets of them.

/// A direction, clockwise from straight up, as the side that moves first sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Direction(u8);

impl Direction {
    /// Straight up.
    pub const N: Direction = Direction(0);
    /// Up and to the right.
    pub const NE: Direction = Direction(1);
    /// To the right.
    pub const E: Direction = Direction(2);
    /// Down and to the right.
    pub const SE: Direction = Direction(3);
    /// Straight down.
    pub const S: Direction = Direction(4);
    /// Down and to the left.
    pub const SW: Direction = Direction(5);
    /// To the left.
    pub const W: Direction = Direction(6);
    /// Up and to the left.
    pub const NW: Direction = Direction(7);

    /// All directions, clockwise.
    pub const ALL: [Direction; 8] = [
        Direction::N,
        Direction::NE,
        Direction::E,
        Direction::SE,
        Direction::S,
        Direction::SW,
        Direction::W,
        Direction::NW,
    ];

    /// The direction with this place in [`Direction::ALL`].
    #[must_use]
    pub const fn of_index(index: u8) -> Direction {
        Direction(index & 7)
    }

    /// Its place in [`Direction::ALL`].
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The way back.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        Direction((self.0 + 4) & 7)
    }

    /// Whether it runs along a diagonal.
    #[must_use]
    pub const fn is_diagonal(self) -> bool {
        self.0 % 2 == 1
    }

    /// Rows down and columns right that one step of the finger makes.
    #[must_use]
    pub const fn row_and_column(self) -> (i8, i8) {
        match self.0 {
            0 => (-1, 0),
            1 => (-1, 1),
            2 => (0, 1),
            3 => (1, 1),
            4 => (1, 0),
            5 => (1, -1),
            6 => (0, -1),
            _ => (-1, -1),
        }
    }
}

/// A set of directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Directions(u8);

impl Directions {
    /// Diagonally forward.
    pub const FORWARD_DIAGONALS: Directions = Directions::of(&[Direction::NE, Direction::NW]);
    /// Both diagonals, forward and backward.
    pub const DIAGONALS: Directions =
        Directions::of(&[Direction::NE, Direction::SE, Direction::SW, Direction::NW]);
    /// Straight forward and to both sides.
    pub const FORWARD_AND_SIDEWAYS: Directions = Directions::of(&[Direction::N, Direction::E, Direction::W]);
    /// Straight lines, like a rook.
    pub const STRAIGHT: Directions =
        Directions::of(&[Direction::N, Direction::E, Direction::S, Direction::W]);
    /// All eight.
    pub const ALL: Directions = Directions(0xff);

    /// The set of these directions.
    #[must_use]
    pub const fn of(directions: &[Direction]) -> Directions {
        let mut set = 0;
        let mut index = 0;
        while index < directions.len() {
            set |= 1 << directions[index].0;
            index += 1;
        }
        Directions(set)
    }

    /// Whether the direction belongs to the set.
    #[must_use]
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 & (1 << direction.0) != 0
    }

    /// The same directions as the player across the board means them.
    #[must_use]
    pub const fn turned(self) -> Directions {
        Directions(self.0.rotate_left(4))
    }

    /// The set as a rule book says it.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Directions::FORWARD_DIAGONALS => "diagonally forward",
            Directions::DIAGONALS => "diagonally in all four directions",
            Directions::FORWARD_AND_SIDEWAYS => "straight forward or sideways",
            Directions::STRAIGHT => "straight in all four directions",
            Directions::ALL => "in all eight directions",
            _ => "in the directions of the rules",
        }
    }

    /// The directions of the set, clockwise.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |direction| self.contains(*direction))
    }
}
