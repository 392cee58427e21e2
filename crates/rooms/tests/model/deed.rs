//! Everything that clients, bots and the server can do to a room.

use proptest::prelude::*;

pub(crate) const CONNECTIONS: [&str; 7] = ["ann-1", "ben-1", "ann-2", "ben-2", "eve", "mallory", "cat"];
pub(crate) const NAMES: [&str; 4] = ["ann", "ben", "bot", "eve"];

/// A pause, whether the room sleeps through it, and an action.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) pause: u64,
    pub(crate) asleep: bool,
    pub(crate) deed: Deed,
}

#[derive(Clone, Debug)]
pub(crate) enum Deed {
    /// The player to move marks one of the free cells, if they are present.
    Play {
        choice: usize,
    },
    Ask {
        by: Who,
        claim: Option<&'static str>,
        wish: Wish,
    },
    Return {
        by: &'static str,
        name: &'static str,
        key: Key,
    },
    Watch(&'static str),
    Unwatch(&'static str),
    Leave(&'static str),
    /// The connection that holds this seat is closed.
    LeaveSeat(usize),
    BotMoved {
        ply: usize,
        cell: u8,
    },
    Tick,
    /// A timer that was set long ago and should have been cancelled.
    StaleTick {
        seconds_ago: u64,
    },
    Restart {
        down: u64,
    },
}

#[derive(Clone, Debug)]
pub(crate) enum Who {
    /// The connection that holds this seat at that time.
    Seat(usize),
    /// This connection, in whatever role it has at that time.
    Connection(&'static str),
}

#[derive(Clone, Debug)]
pub(crate) enum Wish {
    Mark { cell: u8, ply: Option<usize> },
    Resign,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    Rematch,
}

/// The proof presented for a seat.
#[derive(Clone, Debug)]
pub(crate) enum Key {
    /// The address of this player, on a page of the same site.
    Address(&'static str),
    /// The address of this player, on a page of another site.
    ForeignPage(&'static str),
    /// Any secret that was ever issued, or a guess.
    Secret(String),
    /// The player's newest secret, or the one before it.
    Own {
        older: bool,
    },
    Nothing,
}

fn step() -> impl Strategy<Value = Step> {
    let edges = proptest::sample::select(&[19_u64, 20, 39, 40, 59, 60][..]);
    let pause = prop_oneof![10 => Just(0), 2 => 0..5_u64, 1 => 0..70_u64, 1 => edges];
    (pause, any::<bool>(), deed()).prop_map(|(pause, asleep, deed)| Step { pause, asleep, deed })
}

/// One step, or a player who leaves, comes back later, and leaves again.
pub(crate) fn scene() -> impl Strategy<Value = Vec<Step>> {
    let at_once = |deed| Step { pause: 0, asleep: false, deed };
    let flapping = (0..2_usize, 1..60_u64, proptest::sample::select(&CONNECTIONS[..]));
    let flapping = flapping.prop_map(move |(side, pause, by)| {
        let back = Deed::Return { by, name: NAMES[side], key: Key::Own { older: false } };
        let (gone, again) = (Deed::LeaveSeat(side), Deed::LeaveSeat(side));
        vec![at_once(gone), Step { pause, asleep: false, deed: back }, at_once(again)]
    });
    prop_oneof![20 => step().prop_map(|step| vec![step]), 1 => flapping]
}

fn deed() -> impl Strategy<Value = Deed> {
    let by = || proptest::sample::select(&CONNECTIONS[..]);
    let name = || proptest::sample::select(&NAMES[..]);
    let claim = prop_oneof![3 => Just(None), 1 => name().prop_map(Some)];
    prop_oneof![
        10 => (0..9_usize).prop_map(|choice| Deed::Play { choice }),
        10 => (0..2_usize, wish()).prop_map(|(side, wish)| Deed::Ask { by: Who::Seat(side), claim: None, wish }),
        4 => (by(), claim, wish()).prop_map(|(by, claim, wish)| Deed::Ask { by: Who::Connection(by), claim, wish }),
        3 => (0..2_usize, by()).prop_map(|(side, by)| Deed::Return { by, name: NAMES[side], key: Key::Address(NAMES[side]) }),
        3 => (0..2_usize, by(), any::<bool>()).prop_map(|(side, by, older)| Deed::Return { by, name: NAMES[side], key: Key::Own { older } }),
        2 => (0..2_usize, by()).prop_map(|(side, by)| Deed::Return { by, name: NAMES[side], key: Key::ForeignPage(NAMES[side]) }),
        2 => (by(), name(), key()).prop_map(|(by, name, key)| Deed::Return { by, name, key }),
        3 => by().prop_map(Deed::Watch),
        1 => by().prop_map(Deed::Unwatch),
        3 => by().prop_map(Deed::Leave),
        3 => (0..9_usize, 0..10_u8).prop_map(|(ply, cell)| Deed::BotMoved { ply, cell }),
        1 => Just(Deed::Tick),
        1 => (0..100_u64).prop_map(|seconds_ago| Deed::StaleTick { seconds_ago }),
        1 => (0..400_u64).prop_map(|down| Deed::Restart { down }),
    ]
}

fn wish() -> impl Strategy<Value = Wish> {
    prop_oneof![
        3 => (0..10_u8, proptest::option::of(0..9_usize)).prop_map(|(cell, ply)| Wish::Mark { cell, ply }),
        1 => Just(Wish::Resign),
        3 => Just(Wish::OfferDraw),
        2 => Just(Wish::AcceptDraw),
        2 => Just(Wish::DeclineDraw),
        3 => Just(Wish::Rematch),
    ]
}

/// Keys of all kinds: the first ones, those issued at one of the first returns, and guesses.
fn key() -> impl Strategy<Value = Key> {
    prop_oneof![
        1 => proptest::sample::select(&NAMES[..]).prop_map(Key::Address),
        1 => proptest::sample::select(&NAMES[..]).prop_map(Key::ForeignPage),
        1 => proptest::sample::select(&NAMES[..]).prop_map(|name| Key::Secret(format!("digest of {name}"))),
        3 => (0..12_usize).prop_map(|number| Key::Secret(format!("digest {number}"))),
        1 => Just(Key::Secret(String::new())),
        1 => Just(Key::Nothing),
    ]
}
