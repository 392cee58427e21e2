//! `parlour tables`, `analyse`, `hub`, `match` and `play`: the engine on the command line.

use crate::binary::{Folder, parlour, run, told};

#[test]
fn tables_are_built_checked_and_not_built_again() {
    let folder = Folder::new();
    let out = folder.path("tables");
    let arguments = ["tables", "build", "--variant", "english", "--pieces", "2", "--out", &out];
    let first = run(&arguments);
    assert_eq!((first.code, first.err.as_str()), (0, ""));
    // One king each: who has the move and the opposition
    assert!(
        first.out.contains("1k-1k              992         230         654         108      11"),
        "{}",
        first.out
    );
    let file = std::fs::read(folder.path("tables/english/1k-1k.table")).unwrap();
    let again = run(&arguments);
    assert_eq!(again.code, 0);
    assert_eq!(std::fs::read(folder.path("tables/english/1k-1k.table")).unwrap(), file);
    let fen = "B:W14:B9";
    let probe = run(&["tables", "probe", "--variant", "english", "--fen", fen, "--tables", &out]);
    assert!(probe.out.starts_with("B:W14:B9 win in 1\n"), "{}", probe.out);
}

#[test]
fn a_damaged_table_is_built_again() {
    let folder = Folder::new();
    let out = folder.path("tables");
    let arguments = ["tables", "build", "--variant", "thai", "--pieces", "2", "--kings", "--out", &out];
    assert_eq!(run(&arguments).code, 0);
    let path = folder.path("tables/thai/1k-1k.table");
    let file = std::fs::read(&path).unwrap();
    std::fs::write(&path, &file[..file.len() / 2]).unwrap();
    assert_eq!(run(&arguments).code, 0);
    assert_eq!(std::fs::read(&path).unwrap(), file);
}

#[test]
fn a_folder_without_tables_is_refused_with_how_to_build_them() {
    let folder = Folder::new();
    let told = run(&["analyse", "--variant", "english", "--tables", &folder.path("none")]);
    assert_eq!((told.code, told.out.as_str()), (1, ""));
    assert!(told.err.contains("parlour tables build --variant english"), "{}", told.err);
}

#[test]
fn an_ending_that_ships_is_known_exactly() {
    let fen = "W:WK18,K19:BK28";
    let told = run(&["analyse", "--variant", "english", "--fen", fen, "--depth", "3", "--json"]);
    let analysis: serde_json::Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!(analysis["lines"][0]["score"]["winner"], "second", "{}", told.out);
}

#[test]
fn a_position_is_analysed_in_lines() {
    let told = run(&["analyse", "--variant", "russian", "--nodes", "5000", "--lines", "3"]);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    assert_eq!(told.out.lines().count(), 5, "{}", told.out);
    assert!(told.out.lines().nth(1).unwrap().starts_with("depth "), "{}", told.out);
}

#[test]
fn a_game_is_analysed_move_by_move() {
    let folder = Folder::new();
    // The last move gives a man away
    let file = folder.file("game.pdn", "[GameType \"21\"]\n1. 11-15 23-19 2. 8-11 22-17 3. 15-18 *\n");
    let told = run(&["analyse", "--variant", "english", "--pdn", &file, "--nodes", "3000"]);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    assert_eq!(told.out.lines().count(), 6, "{}", told.out);
    let faulty = folder.file("faulty.pdn", "[GameType \"21\"]\n1. 11-20 *\n");
    let told = run(&["analyse", "--variant", "english", "--pdn", &faulty]);
    assert_eq!(told.code, 1);
    assert!(told.err.contains("faulty.pdn:2:4"), "{}", told.err);
}

/// The lines of a Hub conversation.
fn hub(variant: &str, input: &str) -> Vec<String> {
    let told = told(&mut parlour(&["hub", "--variant", variant, "--hash", "1"]), input);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    told.out.lines().map(str::to_owned).collect()
}

#[test]
fn a_hub_program_introduces_itself() {
    let lines = hub("international", "hub\ninit\nping\nquit\n");
    assert!(lines.iter().any(|line| line.starts_with("id name=Parlour version=")), "{lines:?}");
    // A ping is answered at once, also during a search
    for answer in ["wait", "ready", "pong"] {
        assert!(lines.iter().any(|line| line == answer), "{lines:?}");
    }
}

#[test]
fn a_hub_search_ends_with_a_move() {
    let start = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    // Without `quit` the end of the input must not cut the search short
    let search = format!("hub\ninit\npos pos={start} moves=\"32-28 19-23\"\nlevel depth=4\ngo think\n");
    let mut child = parlour(&["hub", "--hash", "1"]);
    let (mut input, lines) = conversation(&mut child);
    input(&search);
    let done = lines.iter().find(|line| line.starts_with("done ")).unwrap();
    // Black threatens nothing: White must take
    assert_eq!(done, "done move=28x19x23");
    input("level depth=6\npos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww\ngo think\n");
    let info = lines.iter().find(|line| line.starts_with("info depth=6 ")).unwrap();
    assert!(info.contains("score=") && info.contains("pv=\""), "{info}");
    let done = lines.iter().find(|line| line.starts_with("done ")).unwrap();
    assert!(done.contains("ponder="), "{done}");
    input("pos pos=W moves=\"\"\nquit\n");
    let error = lines.iter().find(|line| line.starts_with("error ")).unwrap();
    assert!(error.contains("50 squares"), "{error}");
}

/// Starts a program: what to tell it, and the lines that it writes.
fn conversation(
    command: &mut std::process::Command,
) -> (impl FnMut(&str), std::sync::mpsc::Receiver<String>) {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (sender, lines) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
        child.wait().unwrap();
    });
    (move |text: &str| input.write_all(text.as_bytes()).unwrap(), lines)
}

#[test]
fn a_search_can_be_stopped() {
    let mut child = parlour(&["hub", "--variant", "english", "--hash", "1"]);
    let (mut input, lines) = conversation(&mut child);
    input("hub\ninit\nlevel infinite\ngo analyze\n");
    assert!(lines.iter().any(|line| line.starts_with("info ")));
    input("ping\n");
    assert!(lines.iter().any(|line| line == "pong"));
    input("stop\n");
    assert!(lines.iter().any(|line| line.starts_with("done move=")));
    input("quit\n");
}

#[test]
fn a_match_says_what_its_games_say() {
    let folder = Folder::new();
    let pdn = folder.path("games.pdn");
    let told = run(&[
        "match",
        "--variant",
        "english",
        "--a",
        "nodes:500",
        "--b",
        "random",
        "--games",
        "4",
        "--pdn",
        &pdn,
        "--json",
    ]);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    let result: serde_json::Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!(result["games"], 4);
    assert_eq!(result["lost"], 0, "{}", told.out);
    let checked = run(&["pdn", "check", &pdn]);
    assert_eq!(checked.out, "4 games, 0 faulty\n");
}

#[test]
fn another_program_plays_over_hub() {
    let engine = format!("hub:{} hub --variant russian --hash 1", env!("CARGO_BIN_EXE_parlour"));
    let told = run(&[
        "match",
        "--variant",
        "russian",
        "--a",
        &engine,
        "--b",
        "random",
        "--games",
        "2",
        "--time",
        "5",
    ]);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    assert!(told.out.contains("-0 of 2 games"), "{}", told.out);
}

#[test]
fn a_sequential_test_ends_early() {
    let told = run(&[
        "match",
        "--a",
        "nodes:300",
        "--b",
        "random",
        "--games",
        "1000",
        "--sprt",
        "0,300",
        "--seed",
        "2",
    ]);
    assert!(told.out.contains("A is better"), "{}", told.out);
    assert!(!told.out.contains("of 1000 games"), "{}", told.out);
}

#[test]
fn players_and_programs_that_are_not_there_are_refused() {
    let told = run(&["match", "--a", "harder", "--b", "random"]);
    assert_eq!(told.code, 2);
    assert!(told.err.contains("a player is easy, medium, hard, random"), "{}", told.err);
    let told = run(&["match", "--a", "hub:./no-such-program", "--b", "random", "--games", "2"]);
    assert_eq!(told.code, 1);
    assert!(told.err.contains("cannot be started"), "{}", told.err);
    let told = run(&["match", "--a", "random", "--b", "random", "--sprt", "5"]);
    assert_eq!(told.code, 2);
    assert!(told.err.contains("the lower first"), "{}", told.err);
}

/// A game in the terminal with this input.
fn play(arguments: &[&str], input: &str) -> String {
    let told = told(&mut parlour(&[&["play"], arguments].concat()), input);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    told.out
}

#[test]
fn a_move_is_typed_and_answered() {
    let out = play(&["--seed", "1", "--level", "easy"], "11-15\nquit\n");
    assert!(out.starts_with("You play Red."), "{out}");
    assert!(out.contains("White plays 1. "), "{out}");
}

#[test]
fn a_move_that_is_not_legal_is_refused_in_words() {
    let out = play(&[], "11-20\nmoves\nresign\n");
    assert!(out.contains("`moves` lists the legal ones"), "{out}");
    assert!(out.contains("10-14 10-15 11-15"), "{out}");
    assert!(out.ends_with("White wins\n"), "{out}");
}

#[test]
fn moves_are_taken_back_and_hints_given() {
    let out = play(&["--variant", "russian", "--level", "easy", "--seed", "3"], "undo\nhint\nc3-d4\nundo\n");
    assert!(out.contains("there is no move of yours to take back"), "{out}");
    // The board of the start is shown before the first move, and again after it was taken back.
    let start = out.lines().nth(1).unwrap();
    assert!(out.matches(start).count() >= 2, "{out}");
}

#[test]
fn the_last_capture_ends_the_game() {
    let out = play(&["--fen", "B:W14:B9"], "9x18\n");
    assert!(out.ends_with("Red wins\n"), "{out}");
}

#[test]
fn an_unknown_level_is_a_usage_error() {
    let told = run(&["play", "--level", "godlike"]);
    assert_eq!(told.code, 2);
    assert_eq!(told.err, "error: there is no level `godlike`\nhelp: choose easy, medium or hard\n");
}
