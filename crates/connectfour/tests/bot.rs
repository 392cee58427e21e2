//! The three levels of connect four.

use std::collections::HashMap;

use connectfour::{Board, ConnectFour, ConnectFourMatch};
use game::{Budget, Chance, Level, Match, Score, Side, Variant};

const LEVELS: [Level; 3] = [Level::Easy, Level::Medium, Level::Hard];
/// A tenth of what the strongest level takes.
const BUDGET: Budget = Budget::of_nodes(40_000);

fn position(rows: &[&str]) -> Box<dyn Match> {
    let empty = vec!["......."; 6 - rows.len()];
    ConnectFour.start_from(&[empty, rows.to_vec()].concat().join("/")).expect("the position is sound")
}

/// The column that a bot chooses.
fn answer(round: &dyn Match, level: Level, seed: u64) -> u8 {
    round.bot_move(level, BUDGET, seed).expect("the game goes on").to.0 % 7
}

/// A position with so many free cells in which nobody has won, after moves at random.
fn random_board(free: u32, chance: &mut Chance) -> Board {
    loop {
        let mut board = Board::default();
        while board.result().is_none() && 42 - board.count() > free {
            board = board.after(*chance.pick(&board.legal()).expect("the game goes on"));
        }
        if board.result().is_none() {
            return board;
        }
    }
}

/// Win, draw or loss for the side to move, from the rules alone: a win at once is taken, everything else is looked at.
fn solved(board: Board, known: &mut HashMap<Board, i32>) -> i32 {
    if let Some(result) = board.result() {
        return if result.is_some() { -1 } else { 0 };
    }
    if let Some(value) = known.get(&board) {
        return *value;
    }
    let after: Vec<Board> = board.legal().into_iter().map(|column| board.after(column)).collect();
    let mut best = -1;
    if after.iter().any(|next| matches!(next.result(), Some(Some(_)))) {
        best = 1;
    }
    for next in after {
        if best == 1 {
            break;
        }
        best = best.max(-solved(next, known));
    }
    known.insert(board, best);
    best
}

#[test]
fn hard_keeps_the_best_result_in_the_last_20_plies() {
    let mut chance = Chance::new(5);
    for number in 0..2_000 {
        let board = random_board(1 + number % 20, &mut chance);
        let mut known = HashMap::new();
        let best = solved(board, &mut known);
        let column = answer(&ConnectFourMatch::from(board), Level::Hard, u64::from(number));
        assert_eq!(
            -solved(board.after(column), &mut known),
            best,
            "{}",
            ConnectFourMatch::from(board).position_text()
        );
    }
}

#[test]
fn hard_plays_the_last_20_plies_to_the_result_that_it_announces() {
    let mut chance = Chance::new(9);
    for seed in 0..12 {
        let mut board = random_board(20, &mut chance);
        let announced = value(board);
        while board.result().is_none() {
            assert_eq!(
                value(board).signum(),
                announced.signum(),
                "perfect play on both sides keeps the result"
            );
            board = board.after(answer(&ConnectFourMatch::from(board), Level::Hard, seed));
            if board.result().is_none() {
                assert_eq!(-value(board).signum(), announced.signum());
                board = board.after(answer(&ConnectFourMatch::from(board), Level::Hard, seed + 1));
            }
        }
    }
}

/// What the side to move gets with the best play, as an analysis without a limit says.
fn value(board: Board) -> i32 {
    let analysis = ConnectFourMatch::from(board).analyse(Budget::of_nodes(u64::MAX), 1);
    match analysis.lines[0].score {
        Score::Men(_) => 0,
        Score::Win { side, .. } => {
            if side == board.side_to_move() {
                1
            } else {
                -1
            }
        }
    }
}

#[test]
fn medium_and_hard_win_at_once_when_they_can() {
    let round = position(&["YYY....", "RRR...."]);
    for seed in 0..10 {
        assert_eq!(answer(round.as_ref(), Level::Medium, seed), 3);
        assert_eq!(answer(round.as_ref(), Level::Hard, seed), 3);
    }
}

#[test]
fn medium_and_hard_block_what_would_win_at_once() {
    let round = position(&["Y......", "RRR.Y.."]);
    for seed in 0..10 {
        assert_eq!(answer(round.as_ref(), Level::Medium, seed), 3);
        assert_eq!(answer(round.as_ref(), Level::Hard, seed), 3);
    }
}

#[test]
fn hard_stops_three_with_two_open_ends_before_they_are_three() {
    // Two discs in the middle of the lowest row become three with both ends open.
    let round = position(&["...Y...", "..RR..."]);
    for seed in 0..5 {
        assert!([1, 4].contains(&answer(round.as_ref(), Level::Hard, seed)));
    }
}

#[test]
fn each_level_beats_the_one_below() {
    for (stronger, weaker) in [(Level::Hard, Level::Medium), (Level::Medium, Level::Easy)] {
        let mut balance = 0;
        for number in 0..10 {
            let side = Side::BOTH[number % 2];
            let mut board = random_board(40, &mut Chance::new(number as u64 / 2));
            while board.result().is_none() {
                let level = if board.side_to_move() == side { stronger } else { weaker };
                board = board.after(answer(&ConnectFourMatch::from(board), level, number as u64));
            }
            balance += match board.result().expect("the game is over") {
                None => 0,
                Some(winner) => {
                    if winner == side {
                        1
                    } else {
                        -1
                    }
                }
            };
        }
        assert!(balance > 3, "{stronger:?} against {weaker:?}: {balance}");
    }
}

#[test]
fn bots_only_make_legal_moves_and_none_once_the_game_is_over() {
    let mut chance = Chance::new(3);
    for free in 1..=42 {
        let round = ConnectFourMatch::from(random_board(free, &mut chance));
        for level in LEVELS {
            let play = round.bot_move(level, Budget::of_nodes(500), chance.roll()).expect("the game goes on");
            assert!(round.legal_plays().contains(&play));
        }
    }
    let over = position(&["YYY....", "RRRR..."]);
    for level in LEVELS {
        assert_eq!(over.bot_move(level, BUDGET, 1), None);
    }
    assert_eq!(over.analyse(BUDGET, 3).lines, []);
}

#[test]
fn without_any_budget_there_is_still_an_answer() {
    let start = ConnectFour.start();
    assert!(start.bot_move(Level::Hard, Budget::of_nodes(0), 1).is_some());
    assert_eq!(start.analyse(Budget::of_nodes(0), 3).lines, [], "but nothing is claimed");
}

#[test]
fn the_same_seed_has_the_same_answer() {
    let round = ConnectFourMatch::from(random_board(30, &mut Chance::new(8)));
    for level in LEVELS {
        assert_eq!(answer(&round, level, 42), answer(&round, level, 42));
    }
}

#[test]
fn an_analysis_says_in_how_many_plies_the_game_is_decided() {
    let check = |rows: [&str; 2], plies| {
        let analysis = position(&rows).analyse(BUDGET, 1);
        assert_eq!(analysis.lines[0].score, Score::Win { side: Side::First, plies });
    };
    check(["YYY....", "RRR...."], 1);
    // Yellow can close one of two open ends.
    check(["..YY...", "..RRR.."], 2);
    check(["..YY...", "..RR..."], 3);
}
