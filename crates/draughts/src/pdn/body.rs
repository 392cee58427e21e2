//! Builds the body of a game with its move numbers.

use game::Side;

use super::place::Placed;
use super::tree::{Item, MoveNumber, MoveText};

/// A body in the making: a number before each move of the side that moves first, and after an interruption.
pub(super) struct Body {
    items: Vec<Placed<Item>>,
    interrupted: bool,
}

impl Body {
    pub(super) fn new() -> Body {
        Body { items: Vec::new(), interrupted: true }
    }

    pub(super) fn play(&mut self, side: Side, number: u32, text: MoveText) {
        if side == Side::First || self.interrupted {
            self.items.push(Item::Number(MoveNumber { number, second_mover: side == Side::Second }).into());
        }
        self.items.push(Item::Move(text).into());
        self.interrupted = false;
    }

    pub(super) fn add(&mut self, item: Item) {
        self.interrupted |= !matches!(item, Item::Nag(_));
        self.items.push(item.into());
    }

    pub(super) fn items(self) -> Vec<Placed<Item>> {
        self.items
    }
}
