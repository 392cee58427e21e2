//! `parlour pdn`: files of games.

use crate::binary::{Folder, parlour, run, told};

const GOOD: &str = "[Event \"Cup\"]\n[GameType \"20\"]\n[Result \"2-0\"]\n1.32-28 19-23 2.28x19 14x23 *\n";

/// Checks the output of a command with these games on standard input.
fn check(arguments: &[&str], games: &str, expected: &str) {
    let told = told(&mut parlour(&[&["pdn"], arguments, &["-"]].concat()), games);
    assert_eq!(told.out, expected, "{}", told.err);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
}

#[test]
fn ten_bad_games_give_ten_faults_and_the_rest_is_read() {
    let folder = Folder::new();
    let bad = "[GameType \"20\"]\n1. 32-29 *\n\n";
    let file = folder.file("games.pdn", &format!("{GOOD}\n{}", format!("{bad}{GOOD}\n").repeat(10)));
    let told = run(&["pdn", "check", &file]);
    assert_eq!((told.code, told.err.as_str()), (1, ""));
    let lines: Vec<&str> = told.out.lines().collect();
    assert_eq!(lines.len(), 11, "{}", told.out);
    assert_eq!(lines[10], "21 games, 10 faulty");
    assert!(lines[0].starts_with(&format!("{file}:7:4: move 1, White, 32-29: ")), "{}", lines[0]);
    assert!(lines[0].ends_with("(game 2)"), "{}", lines[0]);
    assert!(lines[9].ends_with("(game 20)"), "{}", lines[9]);
}

#[test]
fn good_games_pass() {
    check(&["check"], GOOD, "1 games, 0 faulty\n");
    check(&["check"], "", "0 games, 0 faulty\n");
}

#[test]
fn faults_as_json_have_their_place() {
    let told = told(&mut parlour(&["pdn", "check", "--json", "-"]), "1. 11-15 22-17\n2. 15-20 *");
    let report: serde_json::Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!((report["games"].as_u64(), report["faulty"].as_u64()), (Some(1), Some(1)));
    let fault = &report["faults"][0];
    assert_eq!((fault["line"].as_u64(), fault["column"].as_u64()), (Some(2), Some(4)), "{fault}");
    assert_eq!(told.code, 1);
}

#[test]
fn a_game_without_a_tag_is_of_the_variant_assumed() {
    check(&["check", "--variant", "international"], "1. 32-28 19-23 *", "1 games, 0 faulty\n");
    check(&["check"], "1. 11-15 22-17 *", "1 games, 0 faulty\n");
}

#[test]
fn fmt_writes_the_exact_form_and_changes_nothing_the_second_time() {
    let formatted = "[Event \"Cup\"]\n[Result \"2-0\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n\
                     1. 32-28 19-23 2. 28x19 14x23 *\n";
    check(&["fmt"], GOOD, formatted);
    check(&["fmt"], formatted, formatted);
    check(&["fmt"], &format!("{GOOD}\n{GOOD}"), &format!("{formatted}\n{formatted}"));
}

#[test]
fn fmt_overwrites_good_files_and_leaves_faulty_ones_alone() {
    let folder = Folder::new();
    let (good, faulty) = (folder.file("good.pdn", GOOD), folder.file("faulty.pdn", "1. 1-32 *"));
    let told = run(&["pdn", "fmt", "--write", &good, &faulty]);
    assert_eq!((told.code, told.out.as_str()), (1, ""));
    assert!(told.err.starts_with(&format!("error: {faulty}:1:4: ")), "{}", told.err);
    assert!(std::fs::read_to_string(&good).unwrap().contains("2. 28x19 14x23 *"));
    assert_eq!(std::fs::read_to_string(&faulty).unwrap(), "1. 1-32 *");
}

#[test]
fn convert_changes_the_names_of_squares_and_back() {
    let russian = "[GameType \"25\"]\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 *";
    let numbers = told(&mut parlour(&["pdn", "convert", "--squares", "numbers", "-"]), russian).out;
    assert!(numbers.contains("1. 22-18 10-14 2. 25-22 11-16 *"), "{numbers}");
    let letters = told(&mut parlour(&["pdn", "convert", "--squares", "letters", "-"]), &numbers).out;
    assert!(letters.contains("1. c3-d4 d6-c5 2. b2-c3 f6-g5 *"), "{letters}");
}

#[test]
fn convert_writes_captures_short_or_long() {
    let game = "[GameType \"20\"]\n[FEN \"W:WK47:B14,19,29,31,42\"]\n1. 47x38x24x13x36 *";
    let long = told(&mut parlour(&["pdn", "convert", "--form", "long", "-"]), game);
    assert!(long.out.contains("1. 47x38x24x13x36 *"), "{} {}", long.out, long.err);
    let single = "[GameType \"20\"]\n[FEN \"W:W32:B28,18\"]\n1. 32x12 *";
    let long = told(&mut parlour(&["pdn", "convert", "--form", "long", "-"]), single);
    assert!(long.out.contains("1. 32x23x12 *"), "{} {}", long.out, long.err);
}

#[test]
fn stats_count_games_results_and_openings() {
    let games = format!("{GOOD}\n{GOOD}\n[GameType \"20\"]\n1. 32-29 *");
    let told = told(&mut parlour(&["pdn", "stats", "--json", "-"]), &games);
    let stats: serde_json::Value = serde_json::from_str(&told.out).unwrap();
    let count = |name: &str| stats[name].as_u64();
    assert_eq!((count("games"), count("faulty"), count("whiteWins")), (Some(2), Some(1), Some(2)));
    assert_eq!(stats["averagePlies"].as_f64(), Some(4.0));
    assert_eq!(stats["openings"][0]["moves"], "32-28 19-23 28x19");
    assert!(run(&["pdn", "stats", "/nowhere.pdn"]).err.starts_with("error: cannot read /nowhere.pdn: "));
}

#[test]
fn a_missing_file_is_told_and_fails() {
    for command in ["check", "fmt", "convert", "stats"] {
        let told = run(&["pdn", command, "/nowhere.pdn"]);
        assert_eq!((told.code, told.out.as_str()), (1, ""), "{command}");
        assert!(told.err.contains("\nhelp: give the path of a PDN file"), "{}", told.err);
    }
}
