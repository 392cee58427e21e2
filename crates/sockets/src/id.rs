//! Random ids: the public id of a socket and the secret id of a session.

use std::fmt;

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};

const LENGTH: usize = 20;

/// The public id of a socket: 120 random bits as twenty URL-safe characters, unrelated to any secret.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SocketId(Id);

/// The id of a session in HTTP requests. It is a secret: a request with it acts for the client.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SessionId(Id);

type Id = [u8; LENGTH];

impl SocketId {
    pub(crate) fn random() -> Self {
        Self(random())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        text(&self.0)
    }
}

impl fmt::Display for SocketId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl fmt::Debug for SocketId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "SocketId({self})")
    }
}

impl SessionId {
    pub(crate) fn random() -> Self {
        Self(random())
    }

    /// Parses the id of a request; `None` if the length is wrong.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        text.as_bytes().try_into().ok().map(Self)
    }

    pub(crate) fn as_str(&self) -> &str {
        text(&self.0)
    }
}

fn random() -> Id {
    let mut id = [0; LENGTH];
    BASE64_URL_SAFE_NO_PAD
        .encode_slice(rand::random::<[u8; 15]>(), &mut id)
        .expect("fifteen bytes are twenty characters");
    id
}

fn text(id: &Id) -> &str {
    std::str::from_utf8(id).expect("an id is built from ASCII or read from text")
}
