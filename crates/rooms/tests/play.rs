//! Moves, resignation, rematches, spectators and bots.

mod table;

use game::{Level, RefusalCode, Side, Square, Wish};
use rooms::{Audience, Code, Command, Input, Notice, Proof, Reason, RoomMessage};
use table::{Table, ann_and_a_bot, ann_and_ben, bot, guest, setup};

fn move_with_ply(cell: u8, ply: usize) -> Command {
    Command::Move { wish: Wish::place(Square(cell)), ply: Some(ply) }
}

#[test]
fn each_player_is_told_their_own_seat_at_the_start() {
    let table = ann_and_ben();
    let started: Vec<_> = table.told.iter().map(|(to, seq, _)| (to.clone(), *seq)).collect();
    assert_eq!(started, [(Audience::Player(Side::First), 1), (Audience::Player(Side::Second), 1)]);
    assert_eq!(table.notices, [Notice::Started]);
}

#[test]
fn three_in_a_row_win_and_the_game_ends_once() {
    let mut table = ann_and_ben();
    table.heard();
    table.marks(&[0, 3, 1, 4, 2]);
    assert_eq!(table.heard(), ["2 moved", "3 moved", "4 moved", "5 moved", "6 moved", "7 over"]);
    assert_eq!(table.ending(), (Some("ann".into()), Reason::Victory));
    assert_eq!(table.room().ending().expect("it is over").line, Some([0, 1, 2].map(Square).to_vec()));
    assert_eq!(table.mark("ben-1", 8).expect_err("it is over").code, Code::GameOver);
    assert!(table.heard().is_empty());
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let mut table = ann_and_ben();
    table.marks(&[0, 1, 2, 4, 3, 5, 7, 6, 8]);
    assert_eq!(table.ending(), (None, Reason::Draw));
}

#[test]
fn nobody_moves_out_of_turn_or_for_somebody_else() {
    let mut table = ann_and_ben();
    table.heard();
    assert_eq!(table.mark("ben-1", 0).expect_err("ann begins").code, Code::NotYourTurn);
    assert_eq!(table.mark("nobody", 0).expect_err("a stranger").code, Code::UnknownRoom);
    let foreign = table.give(Input::Command {
        by: "ben-1".into(),
        claim: Some("ann".into()),
        command: Command::Move { wish: Wish::place(Square(0)), ply: None },
    });
    assert_eq!(foreign.expect_err("ben is not ann").code, Code::NotYourSeat);
    assert!(table.heard().is_empty() && table.room().history().is_empty());
}

#[test]
fn a_taken_cell_is_refused_with_the_rule_and_nothing_changes() {
    let mut table = ann_and_ben();
    table.marks(&[4]);
    table.heard();
    let refusal = table.mark("ben-1", 4).expect_err("the cell is taken");
    assert_eq!(refusal.code, Code::Rule(RefusalCode::CellTaken));
    assert!(table.heard().is_empty());
    assert_eq!(table.room().seq(), 2);
}

#[test]
fn a_repeated_move_is_acknowledged_again_and_not_played_twice() {
    let mut table = ann_and_ben();
    table.command("ann-1", move_with_ply(4, 0)).expect("the first time");
    table.heard();
    table.command("ann-1", move_with_ply(4, 0)).expect("the second time");
    assert!(table.heard().is_empty());
    assert_eq!(table.room().history().len(), 1);
    assert_eq!(table.command("ann-1", move_with_ply(5, 0)).expect_err("another move").code, Code::StalePly);
    assert_eq!(table.command("ben-1", move_with_ply(4, 0)).expect_err("not his move").code, Code::StalePly);
    assert_eq!(
        table.command("ben-1", move_with_ply(5, 9)).expect_err("from the future").code,
        Code::StalePly
    );
}

#[test]
fn the_last_move_of_a_game_can_be_repeated_after_the_end() {
    let mut table = ann_and_ben();
    table.marks(&[0, 3, 1, 4, 2]);
    table.command("ann-1", move_with_ply(2, 4)).expect("she did not hear the answer");
}

#[test]
fn a_resignation_gives_the_game_to_the_opponent_in_any_turn() {
    let mut table = ann_and_ben();
    table.command("ben-1", Command::Resign).expect("resigning is always possible");
    assert_eq!(table.ending(), (Some("ann".into()), Reason::Resignation));
    assert_eq!(table.command("ann-1", Command::Resign).expect_err("it is over").code, Code::GameOver);
}

#[test]
fn tic_tac_toe_has_no_draw_offers() {
    let mut table = ann_and_ben();
    assert!(table.command("ann-1", Command::OfferDraw).is_err());
    assert!(table.command("ben-1", Command::AcceptDraw).is_err());
    assert!(table.room().ending().is_none());
}

#[test]
fn a_rematch_begins_when_both_want_it_and_swaps_the_seats() {
    let mut table = ann_and_ben();
    assert!(table.command("ann-1", Command::Rematch).is_err(), "not before the end");
    table.marks(&[0, 3, 1, 4, 2]);
    table.heard();
    table.command("ann-1", Command::Rematch).expect("it is over");
    table.command("ann-1", Command::Rematch).expect("asking twice is asking once");
    assert_eq!((table.heard(), table.rematches), (vec!["8 rematch offered".to_owned()], 0));
    table.command("ben-1", Command::Rematch).expect("it is over");
    assert_eq!((table.heard(), table.rematches), (vec!["9 rematch offered".to_owned()], 1));
    let next = table.room().rematch("room_2".into(), 8, [None, None]);
    assert_eq!(next.seats.map(|seat| seat.player.0), ["ben", "ann"]);
    assert!(table.command("ben-1", Command::Rematch).is_err(), "one rematch per game");
}

#[test]
fn a_player_who_goes_no_longer_wants_a_rematch() {
    let mut table = ann_and_ben();
    table.marks(&[0, 3, 1, 4, 2]);
    table.command("ann-1", Command::Rematch).expect("it is over");
    table.leave("ann-1");
    table.command("ben-1", Command::Rematch).expect("it is over");
    assert_eq!(table.rematches, 0, "nobody is seated against an empty chair");
    table.come_back("ann", "ann-2").expect("her seat");
    table.command("ann-2", Command::Rematch).expect("now she does");
    assert_eq!(table.rematches, 1);
}

#[test]
fn a_bot_is_always_ready_for_a_rematch() {
    let mut table = ann_and_a_bot();
    table.command("ann-1", Command::Resign).expect("resigning is always possible");
    table.command("ann-1", Command::Rematch).expect("it is over");
    assert_eq!(table.rematches, 1);
}

#[test]
fn spectators_see_everything_and_touch_nothing() {
    let mut table = ann_and_ben();
    table.watch("eve").expect("there is room");
    table.heard();
    for command in [Command::Resign, Command::Rematch, move_with_ply(0, 0), Command::OfferDraw] {
        assert_eq!(table.command("eve", command).expect_err("she watches").code, Code::SpectatorsCannot);
    }
    assert_eq!(
        table.live().check_plays(&"eve".into(), None).expect_err("she watches").code,
        Code::SpectatorsCannot
    );
    table.marks(&[4]);
    assert!(table.live().hearers(&Audience::Everyone).contains(&"eve".into()));
    assert_eq!(table.heard(), ["2 moved"]);
    table.unwatch("eve").expect("she may go");
    assert_eq!(table.mark("eve", 0).expect_err("she has left").code, Code::UnknownRoom);
}

#[test]
fn the_gallery_is_bounded() {
    let mut table = ann_and_ben();
    for name in ["a", "b", "c"] {
        table.watch(name).expect("there is room for three");
    }
    let refusal = table.watch("d").expect_err("the gallery is full");
    assert_eq!(refusal.code, Code::RateLimited);
}

#[test]
fn a_spectator_of_a_full_gallery_may_ask_to_see_the_game_again() {
    let mut table = ann_and_ben();
    for connection in ["eve", "mallory", "cat", "cat"] {
        table.watch(connection).expect("all three have a place");
    }
}

#[test]
fn a_replaced_connection_that_turns_spectator_hears_everything_once() {
    let mut table = ann_and_ben();
    let proof = Proof::Guest { source: None, digest: Some("digest of ann".to_owned()) };
    table.come_back_with("ann", "ann-2", proof).expect("she has her secret");
    table.watch("ann-1").expect("there is a place");
    let mut listeners = table.live().hearers(&Audience::Everyone);
    listeners.sort();
    assert_eq!(listeners, ["ann-1".into(), "ann-2".into(), "ben-1".into()]);
}

#[test]
fn a_bot_is_asked_to_think_and_its_answer_is_a_move_like_any_other() {
    let mut table = ann_and_a_bot();
    table.mark("ann-1", 4).expect("ann begins");
    table.heard();
    let thinking = table.thinking.last().expect("the bot is asked").clone();
    assert_eq!((thinking.ply, thinking.level), (1, Level::Medium));
    let delay = thinking.answer_at.since(table.now);
    assert!((400..=900).contains(&delay.as_millis()), "answers after {delay:?}");
    table.answer_for_bot(0);
    assert_eq!(table.heard(), ["3 moved"]);
}

#[test]
fn a_late_or_foolish_bot_answer_is_dropped() {
    let mut table = ann_and_a_bot();
    table.mark("ann-1", 4).expect("ann begins");
    table.answer_for_bot(4);
    assert_eq!(table.room().history().len(), 1, "the cell was taken");
    table.answer_for_bot(0);
    table.answer_for_bot(1);
    assert_eq!(table.room().history().len(), 2, "the second answer was for the same ply");
}

#[test]
fn a_bot_that_never_answers_plays_its_first_legal_move() {
    let mut table = ann_and_a_bot();
    table.mark("ann-1", 4).expect("ann begins");
    table.pass_seconds(11);
    assert_eq!(table.room().history().len(), 2);
}

#[test]
fn a_bot_that_sits_first_begins() {
    let table = Table::open(setup([bot(Level::Hard), guest("ann")], None));
    assert_eq!(table.thinking.len(), 1);
}

#[test]
fn a_fork_is_told_to_the_tenant() {
    let mut table = ann_and_ben();
    table.marks(&[0, 4, 8, 2, 6]);
    let remarkable = table
        .notices
        .iter()
        .any(|notice| matches!(notice, Notice::Remarkable { player, .. } if player.as_str() == "ann"));
    assert!(remarkable);
}

#[test]
fn the_moves_of_one_piece_or_of_all_are_shown_to_those_present() {
    let mut table = ann_and_ben();
    assert_eq!(table.room().legal_plays(None).expect("she plays").len(), 9);
    assert!(table.live().check_present(&"nobody".into(), None).is_err());
    table.marks(&[0, 3, 1, 4, 2]);
    assert!(table.room().legal_plays(None).expect("she played").is_empty());
}

#[test]
fn whoever_comes_to_a_finished_game_is_told_how_it_ended_for_ten_minutes() {
    let mut table = ann_and_ben();
    table.marks(&[0, 3, 1, 4, 2]);
    table.heard();
    table.pass_seconds(599);
    table.watch("eve").expect("there is room");
    table.leave("ben-1");
    table.come_back("ben", "ben-2").expect("his seat");
    assert_eq!(table.heard(), ["7 watching", "7 over", "7 reconnected", "7 over"]);
    table.pass_seconds(1);
    assert!(table.forgotten);
}

#[test]
fn a_move_is_told_when_the_room_stands_as_it_does_after_it() {
    let mut table = ann_and_ben();
    table.marks(&[4]);
    assert!(matches!(table.told.pop(), Some((Audience::Everyone, 2, RoomMessage::Moved))));
    let room = table.room();
    let last = room.history().last().expect("a move was made");
    assert_eq!((last.play.to, room.game().side_to_move(), last.side), (Square(4), Side::Second, Side::First));
}
