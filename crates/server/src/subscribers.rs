//! Which tenants want to be told of what happens in their games.

use std::collections::HashSet;
use std::sync::Mutex;

use rooms::House;

use crate::sync::lock;

/// The houses whose tenants have a webhook receiver.
#[derive(Default)]
pub(crate) struct Subscribers {
    houses: Mutex<HashSet<House>>,
}

impl Subscribers {
    pub(crate) fn wants(&self, house: &House) -> bool {
        lock(&self.houses).contains(house)
    }
}
