//! `parlour keys`: the API keys of tenants, and the keys of the server itself.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use common::{KeyId, Named};
use serde_json::{Value, json};
use store::{ApiKey, KeySecret, KeysBefore, SigningKey};

use super::ConfigurationFlags;
use super::mode_argument::ModeArgument;
use super::tenant_list::TenantListFlags;
use crate::administration::{Administration, now_ms, time_text};
use crate::configuration::{parse_duration, read_key};
use crate::failure::{Failure, Problem};

/// Create, list, rotate and revoke API keys; rotate the keys of the server itself
#[derive(Subcommand)]
#[command(after_help = "Example: parlour keys create --tenant acme-games --mode test\n\n\
    A running server follows every change at once.")]
pub(crate) enum Keys {
    Create(Create),
    List(List),
    Rotate(Rotate),
    Revoke(Revoke),
    RotateSigning(RotateSigning),
    RotateSecretsKey(RotateSecretsKey),
}

/// Create a key and show it, once
#[derive(Args)]
#[command(
    after_help = "Example: parlour keys create --tenant acme-games --mode live --origin https://acme.example"
)]
pub(crate) struct Create {
    /// The id of the tenant
    #[arg(long, value_name = "T")]
    tenant: String,
    /// The mode of the key
    #[arg(long, value_enum, default_value_t)]
    mode: ModeArgument,
    /// A site whose pages may use the key; `*` is every site, none means servers only
    #[arg(long = "origin", value_name = "O")]
    origins: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    flags: ConfigurationFlags,
}

/// List keys, without their secrets
#[derive(Args)]
#[command(after_help = "Example: parlour keys list --tenant acme-games")]
pub(crate) struct List {
    #[command(flatten)]
    flags: TenantListFlags,
}

/// Replace a key by a new one; the old one stays valid for a while
#[derive(Args)]
#[command(after_help = "Example: parlour keys rotate key_Zr3… --overlap 2h")]
pub(crate) struct Rotate {
    /// The id of the key, as `parlour keys list` shows it
    #[arg(value_name = "KEY_ID")]
    id: String,
    /// How long the old key still works
    #[arg(long, value_name = "DURATION", default_value = "24h", value_parser = parse_duration)]
    overlap: Duration,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    flags: ConfigurationFlags,
}

/// Revoke a key at once
#[derive(Args)]
#[command(after_help = "Example: parlour keys revoke key_Zr3…")]
pub(crate) struct Revoke {
    /// The id of the key, as `parlour keys list` shows it
    #[arg(value_name = "KEY_ID")]
    id: String,
    #[command(flatten)]
    flags: ConfigurationFlags,
}

/// Sign session tokens with a new key; tokens of the old one stay valid until their games are over
#[derive(Args)]
#[command(after_help = "Example: parlour keys rotate-signing\n\n\
    A running server follows within a second. With --at-once every token given out so far is refused: players who\n\
    are connected play on, but cannot come back.")]
pub(crate) struct RotateSigning {
    /// Refuse every token of the old key from now on, for a key that has leaked
    #[arg(long)]
    at_once: bool,
    #[command(flatten)]
    flags: ConfigurationFlags,
}

/// Seal the secrets in the database with another key; the server must be stopped
#[derive(Args)]
#[command(after_help = "Example: parlour keys rotate-secrets-key new.key --config parlour.toml\n\n\
    Then set secrets_key or secrets_key_file to the new key, and start the server. Backups made before need the old key.")]
pub(crate) struct RotateSecretsKey {
    /// A file with the new key: 32 random bytes in base64, as `openssl rand -base64 32` prints
    #[arg(value_name = "FILE")]
    new_key_file: PathBuf,
    #[command(flatten)]
    flags: ConfigurationFlags,
}

impl Keys {
    /// Runs the command.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Keys::Create(command) => command.run(out),
            Keys::List(command) => command.run(out),
            Keys::Rotate(command) => command.run(out),
            Keys::Revoke(command) => command.run(out),
            Keys::RotateSigning(command) => command.run(out),
            Keys::RotateSecretsKey(command) => command.run(out),
        }
    }
}

impl Create {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        self.origins.iter().try_for_each(|origin| check_origin(origin))?;
        let administration = Administration::open(&self.flags.load()?.configuration)?;
        let tenant = administration.tenant(&self.tenant)?;
        let secret = KeySecret::generate(self.mode.into());
        let key = administration.store().create_key(&tenant.id, &secret, self.origins, now_ms()).wait()?;
        administration.note(&tenant.id, key.mode, "key.create", key.id.as_str())?;
        show_once(&key, &secret, self.json, out)
    }
}

impl List {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let json = self.flags.json;
        let (administration, tenants) = self.flags.open()?;
        let mut keys = Vec::new();
        for tenant in &tenants {
            keys.extend(administration.store().keys(&tenant.id).wait()?);
        }
        if json {
            return Ok(writeln!(out, "{:#}", Value::Array(keys.iter().map(described).collect()))?);
        }
        for key in &keys {
            let (id, prefix, state) = (key.id.as_str(), &key.prefix, state(key));
            writeln!(out, "{id:<28} {:<20} {:<5} {prefix}… {state}", key.tenant.as_str(), key.mode.name())?;
        }
        Ok(())
    }
}

impl Rotate {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let administration = Administration::open(&self.flags.load()?.configuration)?;
        let old = administration.key(&KeyId(self.id))?;
        if state(&old) == "revoked" || state(&old) == "expired" {
            let problem = Problem::new(format!("key `{}` is {} and cannot be rotated", old.id, state(&old)));
            return Err(problem.help(format!("parlour keys create --tenant {}", old.tenant)).into());
        }
        let secret = KeySecret::generate(old.mode);
        let now = now_ms();
        let until = now.saturating_add(i64::try_from(self.overlap.as_millis()).unwrap_or(i64::MAX));
        let rotated = administration.store().rotate_key(&old.tenant, &old.id, &secret, now, until).wait()?;
        let key = rotated.ok_or_else(|| Problem::new(format!("key `{}` was revoked meanwhile", old.id)))?;
        administration.note(&old.tenant, old.mode, "key.rotate", old.id.as_str())?;
        if !self.json {
            writeln!(out, "key {} works until {}", old.id, time_text(Some(until)))?;
        }
        show_once(&key, &secret, self.json, out)
    }
}

impl Revoke {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let administration = Administration::open(&self.flags.load()?.configuration)?;
        let key = administration.key(&KeyId(self.id))?;
        if !administration.store().revoke_key(&key.tenant, &key.id, now_ms()).wait()? {
            return Err(Problem::new(format!("key `{}` was revoked before", key.id)).into());
        }
        administration.note(&key.tenant, key.mode, "key.revoke", key.id.as_str())?;
        Ok(writeln!(out, "revoked key {}", key.id)?)
    }
}

impl RotateSigning {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let administration = Administration::open(&self.flags.load()?.configuration)?;
        let before = if self.at_once { KeysBefore::End } else { KeysBefore::Verify };
        let key = SigningKey::generate(now_ms());
        let kid = key.kid.clone();
        administration.store().rotate_signing_key(key, before).wait()?;
        administration.note_own("signing.rotate", &kid)?;
        let old = match before {
            KeysBefore::End => "every token given out before is refused",
            KeysBefore::Verify => "tokens given out before stay good until their games are over",
        };
        Ok(writeln!(out, "session tokens are signed with {kid}; {old}")?)
    }
}

impl RotateSecretsKey {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let configuration = self.flags.load()?.configuration;
        let new = read_key(&self.new_key_file)?;
        let administration = Administration::open_alone(&configuration)?.map_err(|error| {
            Problem::new(error.to_string()).help("stop the server first: it knows the old key only")
        })?;
        let count = administration.store().reseal_secrets(new)?;
        administration.note_own("secrets.rotate", "")?;
        writeln!(out, "{count} secrets are sealed with the key in {}", self.new_key_file.display())?;
        Ok(writeln!(
            out,
            "Now set secrets_key or secrets_key_file to it: the old key opens nothing any more."
        )?)
    }
}

fn show_once(key: &ApiKey, secret: &KeySecret, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    if json {
        let mut shown = described(key);
        shown["key"] = secret.expose().into();
        return Ok(writeln!(out, "{shown:#}")?);
    }
    writeln!(out, "id      {}", key.id)?;
    writeln!(out, "tenant  {}", key.tenant)?;
    writeln!(out, "mode    {}", key.mode.name())?;
    writeln!(out, "key     {}", secret.expose())?;
    Ok(writeln!(out, "Keep the key now: only its hash is stored, and it is never shown again.")?)
}

/// Checks that the text is `*` or an origin: scheme, host and an optional port.
fn check_origin(origin: &str) -> Result<(), Failure> {
    let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    let well_formed = host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']));
    if origin == "*" || well_formed {
        return Ok(());
    }
    let problem = Problem::new(format!("`{origin}` is not an origin"));
    Err(Failure::usage(
        problem.help("an origin is scheme and host, such as https://acme.example, or * for all"),
    ))
}

fn state(key: &ApiKey) -> &'static str {
    match (key.revoked_ms, key.expires_ms) {
        (Some(_), _) => "revoked",
        (None, Some(expires)) if expires <= now_ms() => "expired",
        (None, Some(_)) => "expiring",
        (None, None) => "active",
    }
}

fn described(key: &ApiKey) -> Value {
    let time = |millis: Option<i64>| millis.map(|millis| time_text(Some(millis)));
    json!({
        "id": key.id.as_str(),
        "tenant": key.tenant.as_str(),
        "mode": key.mode.name(),
        "prefix": key.prefix,
        "allowedOrigins": key.allowed_origins,
        "state": state(key),
        "createdAt": time(Some(key.created_ms)),
        "lastUsedAt": time(key.last_used_ms),
        "expiresAt": time(key.expires_ms),
        "revokedAt": time(key.revoked_ms),
    })
}
