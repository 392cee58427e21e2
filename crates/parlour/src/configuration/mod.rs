//! The configuration: defaults, a TOML file, the environment and flags, each stronger than the one before.

mod check;
mod duration;
mod entry;
mod file;
mod replaced;
mod value;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use game::Variant;
use server::Settings;
use store::SecretsKey;
use toml::Value;

pub(crate) use duration::{format as format_duration, parse as parse_duration};
pub(crate) use entry::{Entry, entries};

use crate::failure::{Failure, Problem};

/// What the name of every environment variable begins with.
pub(crate) const PREFIX: &str = "PARLOUR_";

/// The environment variable that names the configuration file.
const FILE_VARIABLE: &str = "PARLOUR_CONFIG";

/// Everything an operator can decide.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Configuration {
    /// What the server needs to know.
    pub(crate) settings: Settings,
    /// The key that seals secrets in the database.
    pub(crate) secrets_key: Option<SecretsKey>,
    /// The file that holds that key.
    pub(crate) secrets_key_file: Option<PathBuf>,
    /// What is logged.
    pub(crate) log: String,
}

impl Configuration {
    /// Whether secrets are to be sealed.
    pub(crate) fn has_secrets_key(&self) -> bool {
        self.secrets_key.is_some() || self.secrets_key_file.is_some()
    }

    /// The key that seals secrets, from the setting or from its file.
    pub(crate) fn secrets_key(&self) -> Result<Option<SecretsKey>, Failure> {
        match &self.secrets_key_file {
            Some(path) => read_key(path).map(Some),
            None => Ok(self.secrets_key.clone()),
        }
    }
}

/// The key that a file holds.
pub(crate) fn read_key(path: &Path) -> Result<SecretsKey, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        Problem::new(format!("cannot read the key in {}: {error}", path.display())).help(value::NEW_KEY)
    })?;
    let key = SecretsKey::parse(&text);
    key.ok_or_else(|| Problem::new(format!("{} holds no key", path.display())).help(value::NEW_KEY).into())
}

impl Default for Configuration {
    fn default() -> Configuration {
        Configuration {
            settings: Settings::default(),
            secrets_key: None,
            secrets_key_file: None,
            log: "info".to_owned(),
        }
    }
}

/// Where a value in effect comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Nobody said anything.
    Default,
    /// A line of a file.
    File(PathBuf, usize),
    /// An environment variable.
    Environment(String),
    /// A flag.
    Flag(&'static str),
}

impl Source {
    /// The word for the kind of source.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Source::Default => "default",
            Source::File(..) => "file",
            Source::Environment(_) => "env",
            Source::Flag(_) => "flag",
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Default => formatter.write_str("default"),
            Source::File(path, line) => write!(formatter, "{}:{line}", path.display()),
            Source::Environment(variable) => formatter.write_str(variable),
            Source::Flag(flag) => formatter.write_str(flag),
        }
    }
}

/// What the sources say, before it is judged.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    /// The configuration file.
    pub(crate) file: Option<PathBuf>,
    /// The environment variables that begin with [`PREFIX`].
    pub(crate) variables: Vec<(String, String)>,
    /// The flags: their name, the key they set, the value.
    pub(crate) flags: Vec<(&'static str, &'static str, String)>,
}

/// A configuration in effect, with the source of every value that is not a default.
#[derive(Debug)]
pub(crate) struct Effective {
    /// The values.
    pub(crate) configuration: Configuration,
    /// The source by key.
    sources: BTreeMap<String, Source>,
}

impl Effective {
    /// Where the value of a key comes from.
    pub(crate) fn source(&self, key: &str) -> &Source {
        self.sources.get(key).unwrap_or(&Source::Default)
    }
}

impl Sources {
    /// The variables of this process that are meant for us.
    pub(crate) fn environment() -> Vec<(String, String)> {
        let texts = std::env::vars_os()
            .map(|(name, value)| (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned()));
        texts.filter(|(name, _)| name.starts_with(PREFIX)).collect()
    }

    /// Puts the sources on top of each other; every fault of every source is reported.
    pub(crate) fn load(self) -> Result<Effective, Failure> {
        let mut layers = Layers::default();
        let named_file = self.variables.iter().find(|(name, _)| name == FILE_VARIABLE);
        if let Some(path) = self.file.or_else(|| named_file.map(|(_, path)| PathBuf::from(path))) {
            for item in file::read(&path)? {
                layers.put(&item.key, &item.value, Source::File(path.clone(), item.line));
            }
        }
        for (name, value) in self.variables.iter().filter(|(name, _)| name != FILE_VARIABLE) {
            let key = name[PREFIX.len()..].replace("__", ".").to_lowercase();
            layers.put(&key, &Value::String(value.clone()), Source::Environment(name.clone()));
        }
        for (flag, key, value) in self.flags {
            layers.put(key, &Value::String(value), Source::Flag(flag));
        }
        layers.finish()
    }
}

/// The default variant of every game, which knows the durations its game is played with.
pub(crate) fn games() -> Vec<&'static dyn Variant> {
    let catalogue = protocol::games::catalogue();
    catalogue.games().into_iter().filter_map(|game| catalogue.find(game, None)).collect()
}

struct Layers {
    entries: Vec<Entry>,
    configuration: Configuration,
    sources: BTreeMap<String, Source>,
    problems: Vec<Problem>,
}

impl Default for Layers {
    fn default() -> Layers {
        Layers {
            entries: entries(),
            configuration: Configuration::default(),
            sources: BTreeMap::new(),
            problems: Vec::new(),
        }
    }
}

impl Layers {
    fn put(&mut self, key: &str, value: &Value, source: Source) {
        if let Some(successors) = replaced::successors(key, value) {
            for (key, value) in successors {
                self.put(key, &value, source.clone());
            }
            return;
        }
        let Some(entry) = self.entries.iter().find(|entry| entry.key == key) else {
            if !self.is_empty_section(key, value) {
                self.problems.push(self.unknown(key, &source));
            }
            return;
        };
        match entry.set(&mut self.configuration, value) {
            Ok(()) => {
                self.sources.insert(key.to_owned(), source);
            }
            Err(fault) => {
                let problem = Problem::new(format!("{source}: `{key}`: {fault}"));
                self.problems.push(problem.help(format!("`{key}` is {}", entry.about)));
            }
        }
    }

    /// A heading under which every line is commented out.
    fn is_empty_section(&self, key: &str, value: &Value) -> bool {
        let inside = |entry: &Entry| entry.key.strip_prefix(key).is_some_and(|rest| rest.starts_with('.'));
        value.as_table().is_some_and(toml::Table::is_empty) && self.entries.iter().any(inside)
    }

    fn unknown(&self, key: &str, source: &Source) -> Problem {
        let from_environment = matches!(source, Source::Environment(_));
        let near = protocol::closest(key, self.entries.iter().map(|entry| entry.key.as_str()));
        let near = near.and_then(|key| self.entries.iter().find(|entry| entry.key == key));
        let help = match near {
            Some(entry) if from_environment => format!("did you mean `{}`?", entry.variable()),
            Some(entry) => format!("did you mean `{}`?", entry.key),
            None => "`parlour config show` lists every setting".to_owned(),
        };
        let message = match source {
            Source::Environment(variable) => format!("`{variable}` in the environment is not a setting"),
            _ => format!("{source}: `{key}` is not a setting"),
        };
        Problem::new(message).help(help)
    }

    fn finish(mut self) -> Result<Effective, Failure> {
        self.problems.extend(check::contradictions(&self.configuration));
        match Failure::of(self.problems) {
            Some(failure) => Err(failure),
            None => Ok(Effective { configuration: self.configuration, sources: self.sources }),
        }
    }
}
