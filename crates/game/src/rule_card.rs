//! The rules of a variant in words: English sentences, each with a key and values by which other languages say the same.

use std::fmt;

/// The rules of a variant in words; as text it is Markdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleCard {
    /// The heading.
    pub title: &'static str,
    /// The rules, in the order in which they are read.
    pub rules: Vec<Rule>,
}

/// One rule of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What the rule is about, such as `men`; the same in every variant of a game.
    pub key: &'static str,
    /// The same in English; `None` for the introduction.
    pub title: Option<&'static str>,
    /// What it says.
    pub sentences: Vec<Sentence>,
}

/// A sentence of a rule: its key and values tell in any language what its text tells in English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// What the sentence says, whatever its values; unique in a game.
    pub key: String,
    /// The sentence in English.
    pub text: String,
    /// The values by name; `count` is a number that decides between singular and plural, `side` the English name of a side.
    pub values: Vec<(&'static str, String)>,
}

impl Rule {
    /// A rule with a title.
    #[must_use]
    pub fn new(key: &'static str, title: &'static str, sentences: Vec<Sentence>) -> Rule {
        Rule { key, title: Some(title), sentences }
    }

    /// Its sentences in English.
    #[must_use]
    pub fn text(&self) -> String {
        let sentences: Vec<&str> = self.sentences.iter().map(|sentence| sentence.text.as_str()).collect();
        sentences.join(" ")
    }
}

impl Sentence {
    /// A sentence without values.
    #[must_use]
    pub fn new(key: impl Into<String>, text: impl Into<String>) -> Sentence {
        Sentence { key: key.into(), text: text.into(), values: Vec::new() }
    }

    /// The same sentence with one more value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Sentence {
        self.values.push((name, value.to_string()));
        self
    }
}

impl fmt::Display for RuleCard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "# {}\n", self.title)?;
        self.rules.iter().try_for_each(|rule| write!(formatter, "{rule}"))
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.title {
            Some(title) => writeln!(formatter, "- **{title}.** {}", self.text()),
            None => writeln!(formatter, "{}\n", self.text()),
        }
    }
}
