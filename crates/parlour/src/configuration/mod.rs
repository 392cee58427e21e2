//! The configuration: defaults, a TOML file, the environment and flags, each overriding the one before.

mod check;
mod duration;
mod entry;
mod file;
mod replaced;
mod value;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};

use common::PlanName;
use game::Variant;
use server::{Hidden, PlanLimits, Settings};
use store::{DatabaseAddress, SecretsKey};
use toml::Value;

pub(crate) use check::unknown_plan;
pub(crate) use duration::{format as format_duration, parse as parse_duration};
pub(crate) use entry::{SettingEntry, entries};

use crate::failure::{Failure, Problem};

/// The prefix of every environment variable.
pub(crate) const PREFIX: &str = "PARLOUR_";

/// The environment variable that names the configuration file.
const FILE_VARIABLE: &str = "PARLOUR_CONFIG";

/// What `serve --dev` allows: webhooks to programs of this machine, and pages from anywhere.
const DEVELOPMENT: [&str; 3] = ["webhooks.allow_private", "webhooks.allow_http", "allow_any_origin"];

/// Everything an operator can configure.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Configuration {
    /// The settings of the server.
    pub(crate) settings: Settings,
    /// The address of the PostgreSQL database; without it SQLite stores everything in the data directory.
    pub(crate) store: Option<Hidden>,
    /// The certificates that the database's own is checked by.
    pub(crate) store_ca: Option<PathBuf>,
    /// The key that seals secrets in the database.
    pub(crate) secrets_key: Option<SecretsKey>,
    /// The file that holds that key.
    pub(crate) secrets_key_file: Option<PathBuf>,
    /// Whether there are the usual plans besides the configured ones.
    pub(crate) builtin_plans: bool,
    /// The log filter.
    pub(crate) log: String,
}

impl Configuration {
    /// The PostgreSQL database, if one is configured.
    pub(crate) fn database(&self) -> Option<DatabaseAddress> {
        let Hidden(url) = self.store.clone()?;
        Some(DatabaseAddress { url, ca: self.store_ca.clone() })
    }

    /// Whether secrets are sealed.
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

/// Reads the key in a file.
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
            store: None,
            store_ca: None,
            secrets_key: None,
            secrets_key_file: None,
            builtin_plans: true,
            log: "info".to_owned(),
        }
    }
}

/// The source of a value in effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ValueSource {
    /// Not set anywhere.
    Default,
    /// A line of a file.
    File(PathBuf, usize),
    /// An environment variable.
    Environment(String),
    /// A flag.
    Flag(&'static str),
}

impl ValueSource {
    /// The name of the kind of source.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            ValueSource::Default => "default",
            ValueSource::File(..) => "file",
            ValueSource::Environment(_) => "env",
            ValueSource::Flag(_) => "flag",
        }
    }
}

impl fmt::Display for ValueSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueSource::Default => formatter.write_str("default"),
            ValueSource::File(path, line) => write!(formatter, "{}:{line}", path.display()),
            ValueSource::Environment(variable) => formatter.write_str(variable),
            ValueSource::Flag(flag) => formatter.write_str(flag),
        }
    }
}

/// The configuration sources, before they are validated.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    /// The configuration file.
    pub(crate) file: Option<PathBuf>,
    /// The environment variables that begin with [`PREFIX`].
    pub(crate) variables: Vec<(String, String)>,
    /// The flags: their name, the key they set, the value.
    pub(crate) flags: Vec<(&'static str, &'static str, String)>,
    /// Whether the defaults are those of `serve --dev`; every other source overrides them.
    pub(crate) development: bool,
}

/// A configuration in effect, with the source of every value that is not a default.
#[derive(Debug)]
pub(crate) struct Effective {
    /// The values.
    pub(crate) configuration: Configuration,
    /// The source by key.
    sources: BTreeMap<String, ValueSource>,
}

impl Effective {
    /// The source of a key's value.
    pub(crate) fn source(&self, key: &str) -> &ValueSource {
        self.sources.get(key).unwrap_or(&ValueSource::Default)
    }
}

impl Sources {
    /// The environment variables with our prefix.
    pub(crate) fn environment() -> Vec<(String, String)> {
        let texts = std::env::vars_os()
            .map(|(name, value)| (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned()));
        texts.filter(|(name, _)| name.starts_with(PREFIX)).collect()
    }

    /// Merges the sources; reports every fault of every source.
    pub(crate) fn load(self) -> Result<Effective, Failure> {
        let mut layers = Layers::default();
        for key in DEVELOPMENT.into_iter().filter(|_| self.development) {
            layers.put(key, &Value::Boolean(true), ValueSource::Flag("--dev"));
        }
        let named_file = self.variables.iter().find(|(name, _)| name == FILE_VARIABLE);
        if let Some(path) = self.file.or_else(|| named_file.map(|(_, path)| PathBuf::from(path))) {
            for item in file::read(&path)? {
                layers.put(&item.key, &item.value, ValueSource::File(path.clone(), item.line));
            }
        }
        for (name, value) in self.variables.iter().filter(|(name, _)| name != FILE_VARIABLE) {
            let key = name[PREFIX.len()..].replace("__", ".").to_lowercase();
            layers.put(&key, &Value::String(value.clone()), ValueSource::Environment(name.clone()));
        }
        for (flag, key, value) in self.flags {
            layers.put(key, &Value::String(value), ValueSource::Flag(flag));
        }
        layers.finish()
    }
}

/// The default variant of every game, which has the game's own durations.
pub(crate) fn games() -> Vec<&'static dyn Variant> {
    let catalogue = protocol::games::catalogue();
    catalogue.games().into_iter().filter_map(|game| catalogue.find(game, None)).collect()
}

struct Layers {
    entries: Vec<SettingEntry>,
    configuration: Configuration,
    configured_plans: BTreeSet<PlanName>,
    sources: BTreeMap<String, ValueSource>,
    problems: Vec<Problem>,
}

impl Default for Layers {
    fn default() -> Layers {
        let configuration = Configuration::default();
        Layers {
            entries: entries(&configuration.settings.plans),
            configuration,
            configured_plans: BTreeSet::new(),
            sources: BTreeMap::new(),
            problems: Vec::new(),
        }
    }
}

impl Layers {
    fn put(&mut self, key: &str, value: &Value, source: ValueSource) {
        if let Some(successors) = replaced::successors(key, value) {
            for (key, value) in successors {
                self.put(key, &value, source.clone());
            }
            return;
        }
        self.add_plan(key);
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

    /// Adds the plan that a key is about, so that its settings are known; not if the name is not one.
    fn add_plan(&mut self, key: &str) {
        let Some(rest) = key.strip_prefix("plans.") else { return };
        let name = rest.split_once('.').map_or(rest, |(name, _)| name);
        let Some(name) = PlanName::parse(name) else { return };
        let plans = &mut self.configuration.settings.plans;
        if !plans.has(&name) {
            self.entries.extend(entry::limits_of(&name));
            plans.by_name.insert(name.clone(), PlanLimits::default());
        }
        self.configured_plans.insert(name);
    }

    /// Whether this is a heading under which every line is commented out.
    fn is_empty_section(&self, key: &str, value: &Value) -> bool {
        let inside =
            |entry: &SettingEntry| entry.key.strip_prefix(key).is_some_and(|rest| rest.starts_with('.'));
        value.as_table().is_some_and(toml::Table::is_empty) && self.entries.iter().any(inside)
    }

    fn unknown(&self, key: &str, source: &ValueSource) -> Problem {
        let from_environment = matches!(source, ValueSource::Environment(_));
        let near = protocol::closest(key, self.entries.iter().map(|entry| entry.key.as_str()));
        let near = near.and_then(|key| self.entries.iter().find(|entry| entry.key == key));
        let plan = key.strip_prefix("plans.").map(|rest| rest.split_once('.').map_or(rest, |(name, _)| name));
        let help = match near {
            _ if plan.is_some_and(|plan| PlanName::parse(plan).is_none()) => PlanName::RULE.to_owned(),
            Some(entry) if from_environment => format!("did you mean `{}`?", entry.variable()),
            Some(entry) => format!("did you mean `{}`?", entry.key),
            None => "`parlour config show` lists every setting".to_owned(),
        };
        let message = match source {
            ValueSource::Environment(variable) => format!("`{variable}` in the environment is not a setting"),
            _ => format!("{source}: `{key}` is not a setting"),
        };
        Problem::new(message).help(help)
    }

    fn finish(mut self) -> Result<Effective, Failure> {
        if !self.configuration.builtin_plans {
            let configured = self.configured_plans;
            self.configuration.settings.plans.by_name.retain(|name, _| configured.contains(name));
        }
        self.problems.extend(check::contradictions(&self.configuration));
        match Failure::of(self.problems) {
            Some(failure) => Err(failure),
            None => Ok(Effective { configuration: self.configuration, sources: self.sources }),
        }
    }
}
