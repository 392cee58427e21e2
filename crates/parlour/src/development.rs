//! `serve --dev`: a test key that survives restarts, a session that is ready to be played, and examples to try.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use common::{Mode, TenantId};
use protocol::rest::{CreateSession, MatchType, SessionPlayer};
use protocol::{DisplayName, GameName, PlaySettings};
use server::Server;
use store::{KeySecret, Store};

use crate::administration::now_ms;
use crate::failure::{Failure, Problem};

/// The tenant that every server has.
pub(crate) const TENANT: &str = "house";

/// The file in the data directory with the key, readable only by its owner.
const FILE: &str = "dev-test-key";

/// How long the printed address of the test session can be used, which may be a while after the start.
const SESSION_LIFE: Duration = Duration::from_secs(12 * 60 * 60);

/// The test key of this data directory, created at first use.
pub(crate) async fn test_key(store: &Store, data: &Path) -> Result<String, Failure> {
    let path = data.join(FILE);
    let kept = fs::read_to_string(&path).ok().and_then(|text| KeySecret::parse(text.trim()));
    if let Some(secret) = kept
        && store.find_key(&secret, now_ms()).await?.is_some()
    {
        return Ok(secret.expose().to_owned());
    }
    let secret = KeySecret::generate(Mode::Test);
    store.create_key(&TenantId::from(TENANT), &secret, vec!["*".to_owned()], now_ms()).await?;
    keep(&path, secret.expose())
        .map_err(|error| Problem::new(format!("cannot write {}: {error}", path.display())))?;
    Ok(secret.expose().to_owned())
}

/// The test key that `serve --dev` stored in a data directory.
pub(crate) fn kept_key(data: &Path) -> Result<String, Failure> {
    let text = fs::read_to_string(data.join(FILE)).map_err(|_| {
        let problem = Problem::new(format!("there is no test key in {}", data.display()));
        problem.help("start the server with `parlour serve --dev`, or give a key with --key")
    })?;
    Ok(text.trim().to_owned())
}

/// Creates a session against a bot; returns where it is played, or `None` if it could not be created.
pub(crate) async fn test_session(server: &Server, url: &str) -> Option<String> {
    let wanted = CreateSession {
        game: GameName::TicTacToe,
        variant: None,
        mode: None,
        match_type: Some(MatchType::Bot),
        players: vec![SessionPlayer { id: "ada".to_owned(), display_name: DisplayName::clean("Ada")? }],
        player_count: None,
        play: PlaySettings::default(),
        theme: None,
        spectators: None,
        side: None,
    };
    let created = server.test_session(&TenantId::from(TENANT), wanted, SESSION_LIFE, url).await;
    created.inspect_err(|error| tracing::warn!(error, "test session not created")).ok()
}

/// Prints the test session, the key and examples to try.
pub(crate) fn welcome(
    url: &str,
    play_url: Option<&str>,
    key: &str,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let parlour = env::args().next().unwrap_or_else(|| "parlour".to_owned()); // as it was called, for pasting
    if let Some(play_url) = play_url {
        writeln!(out, "\ntest game against a bot, for one player and the next 12 hours:\n  {play_url}")?;
    }
    Ok(writeln!(
        out,
        r#"
test key  {key}

try next
  every game, in a browser:
    {url}/
  another session; its playUrl opens the game in a browser:
    curl -s {url}/v1/sessions -H 'Authorization: Bearer {key}' -H 'Content-Type: application/json' \
      -d '{{"game":"tictactoe","matchType":"bot","players":[{{"id":"ada","displayName":"Ada"}}]}}'
  every game and variant, as JSON:
    curl -s {url}/v1/variants
  webhooks as they happen, on your own machine:
    {parlour} listen --server {url} --key {key} --forward-to localhost:3000/hook
  how to put a game into a page in five minutes, and everything else:
    {url}/docs/quick-start

Ctrl-C ends the server; games go on when it starts again."#
    )?)
}

fn keep(path: &Path, key: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    writeln!(options.open(path)?, "{key}")
}
