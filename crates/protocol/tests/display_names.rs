//! Names as other people see them.

use protocol::DisplayName;

#[track_caller]
fn check(given: &str, shown: &str) {
    let cleaned = DisplayName::clean(given).map(DisplayName::into_string).unwrap_or_default();
    assert_eq!(cleaned, shown);
}

#[test]
fn an_ordinary_name_stays_as_it_is() {
    for name in ["Ann", "José García", "Ядвига", "李小龍", "محمد", "अमिता", "O'Neill-Smith 3rd", "<b>Ann</b>"]
    {
        check(name, name);
    }
}

#[test]
fn emoji_made_of_several_characters_stay_whole() {
    for name in ["👩‍👩‍👧 team", "👍🏽", "❤️"] {
        check(name, name);
    }
}

#[test]
fn control_and_bidi_characters_are_stripped() {
    check("An\u{0}n\u{7}\u{1b}[31m", "Ann[31m");
    check("\u{202E}nnA\u{202C}", "nnA");
    check("A\u{200F}n\u{2066}n\u{2069}\u{061C}", "Ann");
    check("A\u{200B}n\u{FEFF}n\u{00AD}", "Ann");
    check("A\u{E0041}nn", "Ann");
}

#[test]
fn space_is_trimmed_and_never_doubled() {
    check("  Ann \t\n  Lee\u{3000}", "Ann Lee");
}

#[test]
fn a_name_with_nothing_to_see_is_no_name() {
    for name in ["", "   ", "\u{200B}\u{200D}", "\u{202E}", "\u{3164}\u{2800}", "\u{301}\u{301}", "\u{FE0F}"]
    {
        check(name, "");
    }
}

#[test]
fn a_name_is_cut_at_thirty_two_letters() {
    check(&"x".repeat(64), &"x".repeat(32));
    check(&"é".repeat(40), &"é".repeat(32));
    check(&"e\u{301}".repeat(32), &"e\u{301}".repeat(32));
    check(&format!("{} and the rest", "x".repeat(31)), &"x".repeat(31));
}

#[test]
fn a_letter_carries_no_tower_of_accents() {
    check(&format!("Z{}algo", "\u{301}".repeat(20)), &format!("Z{}algo", "\u{301}".repeat(3)));
}
