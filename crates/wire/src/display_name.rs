//! Names of people as other people see them: no control characters, no misleading characters, no piles of accents.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A name that is safe to show: cleaned, trimmed, with at least one visible character.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct DisplayName(#[schemars(length(min = 1, max = 64))] String);

impl DisplayName {
    /// The longest name a client may send, in characters.
    pub const LONGEST_GIVEN: usize = 64;
    /// The longest name that is shown, in letters as people count them.
    pub const LONGEST_SHOWN: usize = 32;
    /// How many accents a letter may carry; no language needs more.
    const MOST_MARKS: usize = 3;

    /// The name without misleading characters; `None` if no visible character is left.
    #[must_use]
    pub fn clean(given: &str) -> Option<Self> {
        let mut shown = String::with_capacity(given.len());
        let (mut letters, mut marks, mut visible, mut joined) = (0, 0, false, false);
        for letter in given.chars().map(plain_space).filter(|&letter| !is_stripped(letter)) {
            if extends_the_letter_before(letter) {
                marks += 1;
                if letters == 0 || marks > Self::MOST_MARKS {
                    continue;
                }
            } else if letter == ' ' && (shown.is_empty() || shown.ends_with(' ')) {
                continue;
            } else {
                if !joined {
                    letters += 1;
                }
                if letters > Self::LONGEST_SHOWN {
                    break;
                }
                marks = 0;
                visible |= letter != ' ';
            }
            joined = letter == ZERO_WIDTH_JOINER;
            shown.push(letter);
        }
        shown.truncate(shown.trim_end().len());
        visible.then_some(Self(shown))
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name as an owned text.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

impl std::fmt::Display for DisplayName {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Joins the parts of one emoji, such as a family.
const ZERO_WIDTH_JOINER: char = '\u{200D}';

fn plain_space(letter: char) -> char {
    if letter.is_whitespace() { ' ' } else { letter }
}

/// Control, bidi and invisible characters: they hide text, reverse it or are invisible.
fn is_stripped(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFF}'
            | '\u{E000}'..='\u{F8FF}' | '\u{E0000}'..='\u{10FFFF}')
}

/// Accents, variation selectors, skin tones and joiners: part of the letter before them.
fn extends_the_letter_before(letter: char) -> bool {
    matches!(letter,
        '\u{0300}'..='\u{036F}' | '\u{0483}'..='\u{0489}' | '\u{0591}'..='\u{05BD}' | '\u{064B}'..='\u{065F}'
        | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}' | '\u{200C}' | ZERO_WIDTH_JOINER
        | '\u{20D0}'..='\u{20FF}' | '\u{FE00}'..='\u{FE0F}' | '\u{FE20}'..='\u{FE2F}'
        | '\u{1F3FB}'..='\u{1F3FF}')
}
