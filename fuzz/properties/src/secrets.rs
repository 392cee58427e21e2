//! Session tokens and API keys: the first byte selects, the rest is a guess or edits of a valid one.

use std::sync::LazyLock;

use common::{Mode, Timestamp};
use serde_json::json;
use store::{KeySecret, Store, Tenant};

use crate::token::Tokens;

const NOW: Timestamp = Timestamp(1_800_000_000_000);

struct Vault {
    store: Store,
    tokens: Tokens,
    token: String,
    key: String,
}

static VAULT: LazyLock<Vault> = LazyLock::new(|| {
    let store = Store::in_memory();
    store.create_tenant(Tenant { id: "acme".into(), ..Tenant::default() }).wait().expect("it is new");
    let secret = KeySecret::generate(Mode::Live);
    store.create_key(&"acme".into(), &secret, Vec::new(), NOW.0).wait().expect("the tenant is there");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("threads are to be had");
    let tokens = runtime.block_on(Tokens::load(&store, NOW)).expect("a store in memory takes keys");
    let claims = json!({
        "sid": "session", "tid": "acme", "game": "tictactoe", "variant": "classic", "mode": "live",
        "matchType": "bot", "players": [{ "id": "ann", "displayName": "Ann" }],
        "exp": 2_000_000_000, "iat": 1_700_000_000,
    });
    let token = tokens.sign(&serde_json::from_value(claims).expect("the claims are sound"));
    Vault { store, tokens, token, key: secret.expose().to_owned() }
});

/// Only exactly what we issued is accepted.
pub fn check(bytes: &[u8]) {
    let Some((choice, rest)) = bytes.split_first() else { return };
    let vault = &*VAULT;
    let sound = if choice & 1 == 0 { &vault.token } else { &vault.key };
    let Some(guess) = (if choice & 2 == 0 { guessed(rest) } else { edited(sound, rest) }) else { return };
    let accepted = if choice & 1 == 0 {
        let verified = vault.tokens.verify(&guess, NOW);
        verified.is_some_and(|verified| verified.claims.sid == "session" && !verified.expired)
    } else {
        let found = |secret| vault.store.find_key(&secret, NOW.0).wait().expect("the store answers");
        KeySecret::parse(&guess).and_then(found).is_some()
    };
    assert_eq!(accepted, guess == *sound, "{guess}");
}

fn guessed(bytes: &[u8]) -> Option<String> {
    String::from_utf8(bytes.to_vec()).ok()
}

/// A valid text with some bytes replaced, removed or added: each edit is a position, a kind and a byte.
fn edited(sound: &str, edits: &[u8]) -> Option<String> {
    let mut text = sound.as_bytes().to_vec();
    for edit in edits.chunks_exact(4) {
        let place = usize::from(u16::from_le_bytes([edit[0], edit[1]])) % text.len().max(1);
        match edit[2] % 3 {
            0 if place < text.len() => text[place] = edit[3],
            1 if place < text.len() => drop(text.remove(place)),
            _ => text.insert(place, edit[3]),
        }
    }
    String::from_utf8(text).ok()
}
