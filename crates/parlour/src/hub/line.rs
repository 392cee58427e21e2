//! A line of the Hub protocol: a command and its arguments, such as `level move-time=0.1`.

use std::fmt;

/// A command with its arguments; a flag has an empty value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct HubLine {
    command: String,
    arguments: Vec<(String, String)>,
}

impl HubLine {
    /// A command without arguments.
    pub(crate) fn new(command: &str) -> HubLine {
        HubLine { command: command.to_owned(), arguments: Vec::new() }
    }

    /// Adds an argument.
    pub(crate) fn with(mut self, name: &str, value: impl fmt::Display) -> HubLine {
        self.arguments.push((name.to_owned(), value.to_string()));
        self
    }

    /// Adds a flag.
    pub(crate) fn flag(self, name: &str) -> HubLine {
        self.with(name, "")
    }

    /// Reads a line; an empty one has an empty command.
    pub(crate) fn read(text: &str) -> HubLine {
        let mut words = LineWords { rest: text }.peekable();
        let command = words.next().map(|(name, _)| name).unwrap_or_default();
        HubLine { command, arguments: words.collect() }
    }

    /// The command.
    pub(crate) fn command(&self) -> &str {
        &self.command
    }

    /// The value of an argument; `None` if it is not there.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.arguments.iter().find(|(argument, _)| argument == name).map(|(_, value)| value.as_str())
    }

    /// The value of an argument as a number; `None` if it is not there or no number.
    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        self.value(name)?.parse().ok().filter(|number: &f64| number.is_finite())
    }
}

/// The words of a line, each with its value.
struct LineWords<'a> {
    rest: &'a str,
}

impl Iterator for LineWords<'_> {
    type Item = (String, String);

    fn next(&mut self) -> Option<(String, String)> {
        self.rest = self.rest.trim_start();
        if self.rest.is_empty() {
            return None;
        }
        let ends = |letter: char| letter.is_whitespace() || letter == '=';
        let (name, rest) = self.rest.split_at(self.rest.find(ends).unwrap_or(self.rest.len()));
        let Some(value) = rest.trim_start().strip_prefix('=') else {
            self.rest = rest;
            return Some((name.to_owned(), String::new()));
        };
        let value = value.trim_start();
        let (value, rest) = match value.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
        };
        self.rest = rest;
        Some((name.to_owned(), value.to_owned()))
    }
}

impl fmt::Display for HubLine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.command)?;
        for (name, value) in &self.arguments {
            let is_plain = |letter: char| !letter.is_whitespace() && letter != '=' && letter != '"';
            match value.as_str() {
                "" => write!(formatter, " {name}")?,
                plain if plain.chars().all(is_plain) => write!(formatter, " {name}={plain}")?,
                // There is no way to write a quotation mark inside a value.
                other => write!(formatter, " {name}=\"{}\"", other.replace('"', "'"))?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::HubLine;

    #[test]
    fn arguments_are_read_with_quotes_flags_and_spaces() {
        let line = HubLine::read(" pos  pos=Wbe moves=\"38-15 5-41\" \n");
        assert_eq!(line.command(), "pos");
        assert_eq!((line.value("pos"), line.value("moves")), (Some("Wbe"), Some("38-15 5-41")));
        let level = HubLine::read("level moves=9 time = 291.587 infinite");
        assert_eq!((level.number("time"), level.value("infinite")), (Some(291.587), Some("")));
        assert_eq!(level.value("depth"), None);
        assert_eq!(HubLine::read("").command(), "");
        assert_eq!(HubLine::read("set-param name=x value=\"\"").value("value"), Some(""));
    }

    #[test]
    fn a_line_is_written_as_it_is_read() {
        let text = "info depth=21 score=-0.01 pv=\"32-28 17-22\"";
        assert_eq!(HubLine::read(text).to_string(), text);
        assert_eq!(HubLine::new("go").flag("think").to_string(), "go think");
    }
}
