//! Draughts bots: what they find and what they never do.

use draughts::{Game, Position, Variant, variants};
use game::{Budget, Chance, Level, Match as _, Play, Score, Side, Wish};

const LEVELS: [Level; 3] = [Level::Easy, Level::Medium, Level::Hard];
/// A tenth of what the strongest level takes.
const BUDGET: Budget = Budget::of_nodes(40_000);

/// Checks that hard finds the one good move, whatever the seed.
fn check(name: &str, fen: &str, expected: &str) {
    let game = game(name, fen);
    for seed in 1..=3 {
        let play = game.bot_move(Level::Hard, BUDGET, seed).expect("the game goes on");
        assert_eq!(text(&game, &play), expected, "{name} {fen}");
    }
}

fn variant(name: &str) -> &'static Variant {
    variants::find(name).expect("a variant of that name")
}

fn game(name: &str, fen: &str) -> Game {
    Game::from_position(Position::from_fen(variant(name), fen).expect("a sound position"))
}

fn text(game: &Game, play: &Play) -> String {
    let (notation, layout) = (game.variant().rules().notation, game.position().layout());
    let name = |square| notation.square_text(layout, square);
    let from = play.from.map(name).unwrap_or_default();
    format!("{from}{}{}", if play.captures.is_empty() { '-' } else { 'x' }, name(play.to))
}

/// A game after so many moves at random, or its end if that comes first.
fn random_game(variant: &'static Variant, plies: usize, chance: &mut Chance) -> Game {
    let mut game = Game::new(variant);
    for _ in 0..plies {
        let Some(chosen) = chance.pick(game.legal_plays()).cloned() else { break };
        game.play(&Wish::from(&chosen)).expect("a legal move");
    }
    game
}

/// A score as this side sees it.
fn worth(score: Score, side: Side) -> i32 {
    let first = match score {
        Score::Men(men) => men,
        Score::Win { side: Side::First, .. } => i32::MAX,
        Score::Win { side: Side::Second, .. } => -i32::MAX,
    };
    if side == Side::First { first } else { -first }
}

/// In how many plies the side to move wins by force, looking at every move of both; nothing if it takes longer.
fn shortest_win(position: &Position, plies: u32) -> Option<u32> {
    let plays = position.legal_plays();
    (1..=plies).step_by(2).find(|plies| plays.iter().any(|play| is_lost(&position.after(play), *plies)))
}

/// Whether the side to move has lost, or loses whatever it does, with `plies - 1` plies to go.
fn is_lost(position: &Position, plies: u32) -> bool {
    let replies = position.legal_plays();
    replies.is_empty()
        || plies > 2 && replies.iter().all(|reply| shortest_win(&position.after(reply), plies - 2).is_some())
}

#[test]
fn shots_are_found_in_english() {
    check("english", "W:W18,20,21,25,28-31:B3,5,8,9,11,12,14,16", "18-15"); // 11x18 20x4
}

#[test]
fn shots_are_found_in_russian() {
    check("russian", "W:Wc1,e1,d2,a3,e3:Bc5,e5,h6,c7,g7,d8", "e3-d4"); // c5xe3 d2xb8
    check("russian", "B:Wg1,d2,h2,a3,c3,g3,b4,d4:Bb6,d6,f6,h6,e7,d8,f8,h8", "d6-c5"); // b4xd6 e7xc1
    check("russian", "B:Wb2,a3,Kf8:Ba5,b6,a7,h8", "b6-c5"); // f8xb4 a5xa1
}

#[test]
fn shots_are_found_in_international() {
    check("international", "B:W16,31,33-36,41,43-46,48:B1,2,5-9,12,13,19,24,25", "24-30"); // 35x24 19x50
    check("international", "W:W30,34,38-43,46,48-50:B1,2,4-10,14,18,20,31", "30-24"); // 20x29 34x3
    check("international", "W:W27,34,35,39-41,43,45-48:B3-6,8,9,12,14,15,19,28", "39-33"); // 28x30 35x2
}

#[test]
fn a_shot_of_the_opponent_is_seen_where_the_search_ends() {
    let game = game("english", "B:W18,20,21,25,28-31:B3,5,8-12,16");
    let lines = game.analyse(BUDGET.to_depth(1), usize::MAX).lines;
    let line = lines.iter().find(|line| text(&game, &line.plays[0]) == "10-14").expect("a legal move");
    let plays: Vec<_> = line.plays.iter().take(4).map(|play| text(&game, play)).collect();
    assert_eq!(plays, ["10-14", "18-15", "11x18", "20x4"]);
}

#[test]
fn easy_overlooks_what_medium_mostly_sees_and_hard_never_misses() {
    let game = game("international", "W:W30,34,38-43,46,48-50:B1,2,4-10,14,18,20,31");
    let found = LEVELS.map(|level| {
        let answers = (0..40).filter_map(|seed| game.bot_move(level, Budget::of_nodes(10_000), seed));
        answers.filter(|play| text(&game, play) == "30-24").count()
    });
    assert!(found[0] < 30 && (30..=40).contains(&found[1]) && found[2] == 40, "{found:?}");
}

#[test]
fn the_shortest_forced_win_is_found() {
    for name in ["english", "russian", "italian", "international"] {
        let mut chance = Chance::new(2);
        let mut wins = 0;
        while wins < 8 {
            let game = random_game(variant(name), 60 + chance.below(60), &mut chance);
            let position = *game.position();
            if game.outcome().is_some() || position.pieces().count() > 7 {
                continue;
            }
            let Some(plies) = shortest_win(&position, 5) else { continue };
            let analysis = Game::from_position(position).analyse(BUDGET, 1);
            let side = position.side_to_move();
            assert_eq!(analysis.lines[0].score, Score::Win { side, plies }, "{name} {}", position.fen());
            wins += 1;
        }
    }
}

#[test]
fn every_variant_has_a_bot_that_only_makes_legal_moves() {
    for variant in variants::ALL {
        let mut chance = Chance::new(7);
        for plies in (0..90).step_by(3) {
            let game = random_game(variant, plies, &mut chance);
            for level in LEVELS {
                let answer = game.bot_move(level, Budget::of_nodes(500), chance.roll());
                assert_eq!(answer.is_none(), game.outcome().is_some(), "{variant:?}");
                assert!(answer.is_none_or(|play| game.legal_plays().contains(&play)), "{variant:?}");
            }
        }
    }
}

#[test]
fn a_finished_game_has_no_answer() {
    let over = game("english", "B:W32:B");
    for level in LEVELS {
        assert_eq!(over.bot_move(level, BUDGET, 1), None);
    }
    assert_eq!(over.analyse(BUDGET, 3).lines, []);
}

#[test]
fn without_any_budget_there_is_still_an_answer() {
    let start = Game::new(variant("international"));
    let play = start.bot_move(Level::Hard, Budget::of_nodes(0), 1).expect("the game goes on");
    assert!(start.legal_plays().contains(&play));
    assert_eq!(start.analyse(Budget::of_nodes(0), 3).lines, [], "but nothing is claimed");
}

#[test]
fn the_same_seed_has_the_same_answer() {
    for name in ["english", "international", "turkish"] {
        let game = random_game(variant(name), 12, &mut Chance::new(3));
        for level in LEVELS {
            let answer = || game.bot_move(level, BUDGET, 42);
            assert_eq!(answer(), answer(), "{name} {level:?}");
        }
        assert_eq!(game.analyse(BUDGET, 3), game.analyse(BUDGET, 3), "{name}");
    }
}

#[test]
fn hard_does_not_open_every_game_alike() {
    let start = Game::new(variant("english"));
    let answer = |seed| start.bot_move(Level::Hard, BUDGET, seed).expect("the game goes on").to;
    assert!((1..20).any(|seed| answer(seed) != answer(0)));
}

#[test]
fn a_winning_side_does_not_repeat_itself_into_a_draw() {
    let mut game = game("english", "B:W25,K32:BK14,K15,K18,K19");
    let winner = game.position().side_to_move();
    while game.outcome().is_none() {
        let level = if game.position().side_to_move() == winner { Level::Hard } else { Level::Easy };
        let play = game.bot_move(level, BUDGET, 5).expect("the game goes on");
        game.play(&Wish::from(&play)).expect("a legal move");
    }
    assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(winner));
}

#[test]
fn a_search_looks_at_no_more_positions_than_it_may_and_no_deeper() {
    let start = Game::new(variant("international"));
    let analysis = start.analyse(Budget::of_nodes(5_000), 1);
    assert!((4_000..=5_001).contains(&analysis.nodes), "{}", analysis.nodes);
    assert_eq!(start.analyse(Budget::of_nodes(5_000).to_depth(3), 1).depth, 3);
}

#[test]
fn lines_come_best_first_begin_differently_and_can_be_played() {
    let game = random_game(variant("russian"), 10, &mut Chance::new(4));
    let lines = game.analyse(BUDGET, 3).lines;
    assert_eq!(lines.len(), 3);
    let side = game.position().side_to_move();
    let worths: Vec<i32> = lines.iter().map(|line| worth(line.score, side)).collect();
    assert!(worths.is_sorted_by(|better, worse| better >= worse), "{worths:?}");
    for (index, line) in lines.iter().enumerate() {
        assert!(lines[..index].iter().all(|better| better.plays[0] != line.plays[0]));
        let mut game = game.clone();
        for play in &line.plays {
            game.play(&Wish::from(play)).expect("a legal move");
        }
    }
}

#[test]
fn a_score_is_told_from_the_side_that_moves_first_in_the_game() {
    for side_to_move in ["W", "B"] {
        let fen = format!("{side_to_move}:W31-34,36-39,42-44,46:B1-4,6-9,12");
        let [line] = game("international", &fen).analyse(BUDGET, 1).lines.try_into().expect("a line");
        assert!(matches!(line.score, Score::Men(50..)), "{:?}", line.score);
    }
}

#[test]
fn a_score_has_words() {
    let words = |score: Score| score.words(["White", "Black"]);
    assert_eq!(words(Score::Men(-5)), "The position is even");
    assert_eq!(words(Score::Men(45)), "White is slightly better");
    assert_eq!(words(Score::Men(-110)), "Black is clearly better (a man up)");
    assert_eq!(words(Score::Win { side: Side::Second, plies: 5 }), "Black wins in 3 moves");
    assert_eq!(words(Score::Win { side: Side::First, plies: 1 }), "White wins with this move");
}
