//! Writes the syntax tree of a game as text that reads back as the same tree.

use super::tree::{Ending, GameText, HeaderItem, Item, MoveNumber, MoveText, Setup, Tag};
use std::fmt::{self, Write};

/// Lines of moves are broken before they pass this many characters.
const WIDTH: usize = 79;

/// Writes games one after the other; a game without an ending is closed by `*`.
pub fn write_games<'a>(games: impl IntoIterator<Item = &'a GameText>) -> String {
    let mut text = String::new();
    for game in games {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&game.to_string());
        if game.ending.is_none() {
            text.push_str("*\n");
        }
    }
    text
}

impl fmt::Display for GameText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for item in &self.header {
            match &item.value {
                HeaderItem::Tag(tag) => writeln!(f, "{tag}")?,
                HeaderItem::Comment(comment) => writeln!(f, "{{{}}}", comment.text())?,
                HeaderItem::LineComment(comment) => writeln!(f, "%{}", comment.text())?,
            }
        }
        if !self.header.is_empty() {
            writeln!(f)?;
        }
        let mut lines = Lines { out: f, column: 0, glued: true };
        lines.items(self.body.iter().map(|item| &item.value))?;
        if let Some(ending) = &self.ending {
            lines.word(&ending.to_string())?;
        }
        lines.finish()
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{} \"", self.name())?;
        for next in self.value().chars() {
            if matches!(next, '"' | '\\') {
                f.write_char('\\')?;
            }
            f.write_char(next)?;
        }
        f.write_str("\"]")
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.text(), self.strength().unwrap_or_default())
    }
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, if self.second_mover { "..." } else { "." })
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/FEN \"{}\"/", self.fen())
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Star => f.write_str("*"),
            Ending::Result(result) => f.write_str(result),
        }
    }
}

/// Words with single spaces between them, broken into lines.
struct Lines<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    column: usize,
    /// The next word follows without a space: at the start, or after an opening parenthesis.
    glued: bool,
}

impl Lines<'_, '_> {
    fn items<'i>(&mut self, items: impl Iterator<Item = &'i Item>) -> fmt::Result {
        let mut number: Option<&MoveNumber> = None;
        for item in items {
            let before = number.take();
            match (before, item) {
                (Some(before), Item::Move(text)) => self.word(&format!("{before} {text}"))?,
                (before, item) => {
                    before.map_or(Ok(()), |before| self.word(&before.to_string()))?;
                    match item {
                        Item::Number(next) => number = Some(next),
                        other => self.item(other)?,
                    }
                }
            }
        }
        number.map_or(Ok(()), |number| self.word(&number.to_string()))
    }

    fn item(&mut self, item: &Item) -> fmt::Result {
        match item {
            Item::Number(number) => self.word(&number.to_string()),
            Item::Move(text) => self.word(&text.to_string()),
            Item::Ellipsis => self.word("..."),
            Item::Unknown => self.word("-"),
            Item::Comment(comment) => self.word(&format!("{{{}}}", comment.text())),
            Item::LineComment(comment) => {
                self.finish()?;
                writeln!(self.out, "%{}", comment.text())
            }
            Item::Variation(items) => {
                self.word("(")?;
                self.glued = true;
                self.items(items.iter().map(|item| &item.value))?;
                self.column += 1;
                self.out.write_char(')')
            }
            Item::Nag(number) => self.word(&format!("${number}")),
            Item::Setup(setup) => self.word(&setup.to_string()),
        }
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        let length = word.chars().count();
        let glued = std::mem::take(&mut self.glued);
        if self.column > 0 && !glued {
            // One place stays free for a closing parenthesis.
            if self.column + 1 + length < WIDTH {
                self.out.write_char(' ')?;
                self.column += 1;
            } else {
                self.finish()?;
            }
        }
        self.out.write_str(word)?;
        self.column = match word.rsplit_once('\n') {
            Some((_, last)) => last.chars().count().max(1),
            None => self.column + length,
        };
        Ok(())
    }

    /// Ends the line, if one was begun.
    fn finish(&mut self) -> fmt::Result {
        self.glued = false;
        if self.column > 0 {
            self.column = 0;
            self.out.write_char('\n')?;
        }
        Ok(())
    }
}
