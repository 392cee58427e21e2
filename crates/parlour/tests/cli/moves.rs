//! `parlour moves` and `parlour variants`: positions in, legal moves out.

use crate::binary::run;

/// The moves of a position, one per line.
fn check(variant: &str, fen: &str, moves: &[&str]) {
    let told = run(&["moves", "--variant", variant, "--fen", fen]);
    assert_eq!(told.out.lines().collect::<Vec<_>>(), moves, "{}", told.err);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
}

/// Checks a refusal on standard error, with exit code 2.
fn check_refusal(arguments: &[&str], sentence: &str) {
    let told = run(arguments);
    assert_eq!((told.code, told.out.as_str(), told.err.as_str()), (2, "", sentence));
}

#[test]
fn moves_stand_one_per_line_sorted_as_text() {
    check("international", "W:WK46:B23", &["46x10<23>", "46x14<23>", "46x19<23>", "46x5<23>"]);
    check("international", "W:W28", &["28-22", "28-23"]);
}

#[test]
fn captured_squares_are_sorted_as_the_players_of_the_variant_count() {
    check("english", "B:W7,9,10,14,16,17,18,26,29,31:B1,4,6,27", &["6x22<10,18>", "6x22<9,17>"]);
    let russian = "B:WKf8,Kh8,c7,Kb6,Ka5,e5,Kg5,b4,Kh4,Kh2,e1:BKf4";
    check("russian", russian, &["f4xa3<e5,b4>", "f4xb8<c7,e5>", "f4xh6<g5>"]);
    check("turkish", "W:WKa1,g1,Kg3,a5,b5,b6,Kg6,d7,Kh8:BKe1,a3,d3,g4,Ke6", &["g6xf1<d3,e1,e6>"]);
}

#[test]
fn a_plus_tells_that_the_man_ends_as_a_king() {
    check("italian", "W:W10,15,19,22,27:B1,6,7,8,20,25,28", &["10x3<6>+"]);
    check("english", "W:W7:B32", &["7-2+", "7-3+"]);
}

#[test]
fn without_a_position_the_game_begins() {
    let told = run(&["moves", "--variant", "english"]);
    assert_eq!(told.out, "10-14\n10-15\n11-15\n11-16\n12-16\n9-13\n9-14\n");
}

#[test]
fn a_blocked_side_has_no_moves() {
    check("english", "W:W5:B1", &[]);
}

#[test]
fn json_tells_the_way_and_the_indices_of_the_wire() {
    let told = run(&["moves", "--variant", "english", "--fen", "B:W14:B9", "--json"]);
    let list: serde_json::Value = serde_json::from_str(&told.out).unwrap();
    let expected = serde_json::json!({
        "variant": "english",
        "fen": "B:W14:B9",
        "moves": [{
            "move": "9x18<14>", "from": "9", "to": "18", "captures": ["14"], "path": ["18"], "becomesKing": false,
            "wire": { "from": 46, "to": 28, "captures": [37], "path": [28] },
        }],
    });
    assert_eq!(list, expected);
}

#[test]
fn numbers_in_a_lettered_variant_begin_where_the_flag_says() {
    check("russian", "W:W32:B1", &["g1-f2", "g1-h2"]);
    let told = run(&["moves", "--variant", "russian", "--fen", "W:W1:B32", "--numbers", "bottom-left"]);
    assert_eq!(told.out, "a1-b2\n");
}

#[test]
fn a_mistyped_variant_is_answered_with_the_nearest_one() {
    check_refusal(
        &["moves", "--variant", "rusian"],
        "error: there is no variant `rusian`\nhelp: did you mean `russian`?\n",
    );
    check_refusal(
        &["perft", "--variant", "chess960", "--depth", "1"],
        "error: there is no variant `chess960`\nhelp: `parlour variants` lists them\n",
    );
}

#[test]
fn a_broken_position_is_refused_with_its_place() {
    check_refusal(
        &["moves", "--variant", "english", "--fen", "B:W33:B1"],
        "error: the FEN `B:W33:B1` is wrong at column 4: 33 is not a square of play on a board of 8 by 8\n\
         help: the start position of english is B:W21-32:B1-12\n",
    );
}

#[test]
fn every_variant_is_listed_with_a_start_it_can_read() {
    let told = run(&["variants", "--json"]);
    let list: serde_json::Value = serde_json::from_str(&told.out).unwrap();
    let list = list.as_array().unwrap();
    let lines = run(&["variants"]).out;
    assert_eq!(lines.lines().count(), list.len());
    assert_eq!(list[0]["variant"], "english");
    for variant in list {
        let (name, start) = (variant["variant"].as_str().unwrap(), variant["start"].as_str().unwrap());
        let told = run(&["moves", "--variant", name, "--fen", start]);
        assert_eq!(told.out, run(&["moves", "--variant", name]).out, "{name}");
        assert!(lines.contains(start), "{name}");
    }
}

#[test]
fn rules_explain_a_variant_and_what_sets_it_apart() {
    let told = run(&["rules", "russian"]);
    assert!(told.out.starts_with("# Russian draughts\n"), "{}", told.out);
    let told = run(&["rules", "pool", "--versus", "russian"]);
    assert!(told.out.contains("Promotion\n  pool "), "{}", told.out);
    assert!(!told.out.contains("Kings\n"), "{}", told.out);
    let told = run(&["rules", "english", "--versus", "english"]);
    assert_eq!(told.out, "english and english have the same rules\n");
}
