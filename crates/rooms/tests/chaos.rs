//! Seeded chaos: whatever happens in whatever order, the promises of a room hold.

mod table;

use std::time::Duration;

use game::{Square, Wish};
use proptest::prelude::*;
use rooms::{Audience, Command, Event, Input, Proof, Room, Secret};
use table::{Table, ann_and_a_bot, ann_and_ben, catalogue};

#[derive(Clone, Debug)]
enum Deed {
    Mark { who: usize, cell: u8, ply: Option<usize> },
    Ask { who: usize, what: usize },
    Leave(usize),
    Return { player: usize, who: usize, honest: bool },
    Watch(usize),
    BotMoved { ply: usize, cell: u8 },
    Wait(u64),
    Reopen,
}

const CONNECTIONS: [&str; 6] = ["ann-1", "ben-1", "ann-2", "ben-2", "eve", "mallory"];
const PLAYERS: [&str; 2] = ["ann", "ben"];

fn deed() -> impl Strategy<Value = Deed> {
    let who = 0..CONNECTIONS.len();
    prop_oneof![
        6 => (who.clone(), 0..10_u8, proptest::option::of(0..10_usize)).prop_map(|(who, cell, ply)| Deed::Mark { who, cell, ply }),
        1 => (who.clone(), 0..5_usize).prop_map(|(who, what)| Deed::Ask { who, what }),
        2 => who.clone().prop_map(Deed::Leave),
        2 => (0..2_usize, who.clone(), any::<bool>()).prop_map(|(player, who, honest)| Deed::Return { player, who, honest }),
        1 => who.prop_map(Deed::Watch),
        2 => (0..10_usize, 0..10_u8).prop_map(|(ply, cell)| Deed::BotMoved { ply, cell }),
        3 => (0..70_000_u64).prop_map(Deed::Wait),
        1 => Just(Deed::Reopen),
    ]
}

fn act(table: &mut Table, deed: Deed) {
    let before = table.room.save();
    let told = table.told.len();
    let deadline = table.room.deadline();
    let input = match deed {
        Deed::Mark { who, cell, ply } => command(who, Command::Move { wish: Wish::place(Square(cell)), ply }),
        Deed::Ask { who, what } => command(
            who,
            match what {
                0 => Command::Resign,
                1 => Command::OfferDraw,
                2 => Command::AcceptDraw,
                3 => Command::DeclineDraw,
                _ => Command::Rematch,
            },
        ),
        Deed::Leave(who) => Input::Disconnected { connection: CONNECTIONS[who].into() },
        Deed::Return { player, who, honest } => Input::Return {
            connection: CONNECTIONS[who].into(),
            player: PLAYERS[player].into(),
            proof: Proof::Guest {
                address: if honest {
                    format!("address of {}", PLAYERS[player])
                } else {
                    "elsewhere".to_owned()
                },
                digest: None,
            },
            secret: Some(Secret { plain: "new".to_owned(), digest: "digest".to_owned() }),
        },
        Deed::Watch(who) => Input::Watch { connection: CONNECTIONS[who].into() },
        Deed::BotMoved { ply, cell } => Input::BotMoved { ply, wish: Wish::place(Square(cell)) },
        Deed::Wait(millis) => return table.pass(Duration::from_millis(millis)),
        Deed::Reopen => {
            table.room = Room::restore(before, &catalogue()).expect("the record is sound");
            return table.give(Input::Restarted { down_since: table.now }).expect("never refused");
        }
    };
    let refused = table.give(input).is_err();
    if refused && deadline.is_none_or(|at| at > table.now) {
        assert_eq!(table.room.save(), before, "a refusal changes nothing");
        assert_eq!(table.told.len(), told, "a refusal tells nobody");
    }
}

fn command(who: usize, command: Command) -> Input {
    Input::Command { by: CONNECTIONS[who].into(), claim: None, command }
}

fn check(table: &Table) {
    let mut last = 0;
    let mut overs = 0;
    let mut started = false;
    for (to, seq, event) in &table.told {
        let direct = matches!(to, Audience::Connection(_));
        if direct {
            assert_eq!(*seq, last, "a direct answer carries the current number");
            continue;
        }
        match event {
            Event::Started { .. } if started => assert_eq!(*seq, last, "both players hear of the same start"),
            _ => {
                assert_eq!(*seq, last + 1, "no number is skipped or used twice");
                last = *seq;
            }
        }
        started = true;
        match event {
            Event::Over(_) => overs += 1,
            Event::RematchOffered { .. } => {}
            other => assert_eq!(overs, 0, "{} after the end", table::name(other)),
        }
    }
    assert_eq!(last, table.room.seq());
    assert_eq!(overs, usize::from(table.room.ending().is_some()), "a game ends exactly once");
    let seated: Vec<_> = table.room.seats().iter().filter_map(|seat| seat.connection()).collect();
    assert!(seated.len() < 2 || seated[0] != seated[1], "seats are never shared");
    let deadline = table.room.deadline();
    assert!(table.forgotten || deadline.is_none_or(|at| at >= table.now), "a deadline is never in the past");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn two_humans_in_chaos(deeds in proptest::collection::vec(deed(), 1..60)) {
        let mut table = ann_and_ben();
        for deed in deeds {
            act(&mut table, deed);
            check(&table);
        }
    }

    #[test]
    fn a_bot_game_in_chaos(deeds in proptest::collection::vec(deed(), 1..60)) {
        let mut table = ann_and_a_bot();
        for deed in deeds {
            act(&mut table, deed);
            check(&table);
        }
    }
}
