//! The secret text of an API key: random, shown once, stored only as a hash.

use common::Mode;
use rand::TryRng;
use rand::rngs::SysRng;

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH: usize = 48;
const SHOWN_LENGTH: usize = 8;

/// The text of an API key; it cannot be printed, compared or serialised by accident.
pub struct KeySecret {
    mode: Mode,
    text: String,
}

impl KeySecret {
    /// Generates a secret with the randomness of the operating system; a training key is a live key.
    pub fn generate(mode: Mode) -> Self {
        let mode = if mode == Mode::Test { Mode::Test } else { Mode::Live };
        let mut text = lead(mode).to_owned();
        text.push_str(&random_text(RANDOM_LENGTH));
        KeySecret { mode, text }
    }

    /// Parses a key as a client sends it; `None` if it has another form.
    pub fn parse(text: &str) -> Option<Self> {
        let mode = [Mode::Live, Mode::Test].into_iter().find(|mode| text.starts_with(lead(*mode)))?;
        let random = &text[lead(mode).len()..];
        let well_formed =
            random.len() == RANDOM_LENGTH && random.bytes().all(|byte| byte.is_ascii_alphanumeric());
        well_formed.then(|| KeySecret { mode, text: text.to_owned() })
    }

    /// The text, to be shown to its owner once.
    pub fn expose(&self) -> &str {
        &self.text
    }

    /// The mode that the key grants.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The start of the text: enough to tell keys apart, far too little to use one.
    pub(crate) fn prefix(&self) -> &str {
        &self.text[..lead(self.mode).len() + SHOWN_LENGTH]
    }

    pub(crate) fn hash(&self) -> [u8; 32] {
        *blake3::hash(self.text.as_bytes()).as_bytes()
    }
}

/// Random letters and digits from the operating system.
pub(crate) fn random_text(length: usize) -> String {
    let mut text = String::with_capacity(length);
    while text.len() < length {
        let mut bytes = [0; 64];
        SysRng.try_fill_bytes(&mut bytes).expect("the operating system has randomness");
        // Bytes above the largest multiple of 62 are dropped, so that every character is equally likely.
        let letters =
            bytes.iter().filter(|byte| **byte < 248).map(|byte| ALPHABET[usize::from(byte % 62)] as char);
        text.extend(letters.take(length - text.len()));
    }
    text
}

fn lead(mode: Mode) -> &'static str {
    match mode {
        Mode::Test => "bg_test_",
        Mode::Live | Mode::Training => "bg_live_",
    }
}
