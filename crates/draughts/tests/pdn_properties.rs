//! Properties of PDN as text: trees survive writing, and no input makes the reader panic.

use draughts::pdn::{
    Comment, Ending, GameText, HeaderItem, Item, LineComment, MoveNumber, MoveText, Placed, Setup, Tag,
    read_games, write_games,
};
use proptest::prelude::*;

mod pdn_damage;
use pdn_damage::Chance;

/// Writing games and reading them gives the same games.
fn check(games: &[GameText]) {
    let text = write_games(games);
    let read: Vec<GameText> = read_games(&text).into_iter().map(|game| game.expect(&text)).collect();
    assert_eq!(read, games, "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_written_game_reads_back_as_the_same_tree(games in prop::collection::vec(game(), 1..4)) {
        check(&games);
    }

    #[test]
    fn what_was_read_can_be_written_and_read_again(text in "[\\[\\]{}()%/$*!?.:x0-9a-h\" \n-]{0,60}") {
        let games: Vec<GameText> = read_games(&text).into_iter().flatten().collect();
        for game in games {
            let again = game.to_string();
            prop_assert_eq!(read_games(&again), vec![Ok(game)], "{}", again);
        }
    }
}

#[test]
fn a_hundred_thousand_damaged_texts_are_read_without_panic() {
    let seed_text = "% c\n[Event \"A \\\"b\\\"\"]\n[GameType \"20\"]\n\n1. 32-28! 19-23 {x [%clk 0:01:00]} (18-23 $3 (a3:c5)) \
                     2. 28x19x10 /FEN \"W:WK3:B4\"/ 3... 1-18 - ... 1/2-1/2\n\n[White \"é\"]\n\nc3d4 2-0";
    let mut chance = Chance::new(0x9e37_79b9_7f4a_7c15);
    let mut games = 0;
    for _ in 0..100_000 {
        let bytes = chance.damage(seed_text, b"[]{}()/%*\"\\-x:.!$\n\r 01");
        for game in draughts::pdn::Reader::new(&bytes[..]).flatten() {
            games += 1;
            let again = game.to_string();
            assert_eq!(read_games(&again), [Ok(game)], "{again}");
        }
    }
    assert!(games > 50_000, "most damaged texts still hold a game, {games} were read");
}

fn game() -> impl Strategy<Value = GameText> {
    let ending = prop_oneof![
        Just(Ending::Star),
        prop::sample::select(vec!["1-0", "1/2-1/2", "0-2"]).prop_map(|text| Ending::Result(text.to_owned())),
    ];
    let header = prop::collection::vec((prop::option::of(comment()), tag()), 1..4);
    (header, prop::collection::vec(item(), 0..12), ending).prop_map(|(tags, body, ending)| {
        let mut header = Vec::new();
        for (comment, tag) in tags {
            header.extend(comment.map(|text| Placed::from(HeaderItem::Comment(text))));
            header.push(HeaderItem::Tag(tag).into());
        }
        GameText { header, body: body.into_iter().map(Placed::from).collect(), ending: Some(ending.into()) }
    })
}

fn tag() -> impl Strategy<Value = Tag> {
    ("[A-Z][A-Za-z0-9_]{0,8}", "[^\r\n]{0,20}")
        .prop_map(|(name, value)| Tag::new(name, value).expect("the name fits"))
}

fn comment() -> impl Strategy<Value = Comment> {
    "[^}]{0,20}".prop_filter_map("a tag inside", |text| Comment::new(text).ok())
}

fn item() -> impl Strategy<Value = Item> {
    let leaf = prop_oneof![
        (any::<u32>(), any::<bool>())
            .prop_map(|(number, second_mover)| Item::Number(MoveNumber { number, second_mover })),
        "([1-9]?[3-9](-|x|:)[1-9][0-9]|[a-h][1-8][-x:]?[a-h][1-8](x[a-h][1-8])?|[1-9]{4})([!?]{1,3}|\\([!?]{1,2}\\))?"
            .prop_map(|text| Item::Move(MoveText::new(&text).expect(&text))),
        Just(Item::Ellipsis),
        Just(Item::Unknown),
        comment().prop_map(Item::Comment),
        "[^\r\n]{0,10}".prop_map(|text| Item::LineComment(LineComment::new(text).expect("one line"))),
        any::<u16>().prop_map(Item::Nag),
        "[WBK0-9:,]{0,12}".prop_map(|fen| Item::Setup(Setup::new(fen).expect("no quotes"))),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop::collection::vec(inner.prop_map(Placed::from), 1..5).prop_map(Item::Variation)
    })
}
