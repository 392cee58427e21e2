//! The running server: everything its routes and sockets share.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use game::Catalogue;
use rooms::RoomId;
use sockets::BodyReader;
use sockets::TrustedProxies;
use store::Store;
use webhooks::Bell;

use crate::alarm::Alarm;
use crate::aliases::Aliases;
use crate::analysts::Analysts;
use crate::clock::Clock;
use crate::engine::Engine;
use crate::guest_ids::GuestIds;
use crate::lobby::{Lobby, QueueKey};
use crate::metrics_recorder::Recorded;
use crate::registry::RoomRegistry;
use crate::rest::{Answers, Callers, Streams};
use crate::settings::Settings;
use crate::subscribers::Subscribers;
use crate::thinkers::Thinkers;
use crate::tickets::Tickets;
use crate::token::Tokens;
use crate::visitors::Visitors;

/// Who can be woken by the alarm.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Wake {
    Room(RoomId),
    Queue(QueueKey),
}

/// Everything routes and sockets share.
pub(crate) struct App {
    pub(crate) settings: Settings,
    pub(crate) store: Store,
    pub(crate) catalogue: Catalogue,
    pub(crate) clock: Clock,
    pub(crate) tokens: Tokens,
    pub(crate) aliases: Aliases,
    pub(crate) visitors: Visitors,
    pub(crate) guest_ids: GuestIds,
    pub(crate) rooms: RoomRegistry,
    pub(crate) engine: Engine,
    pub(crate) lobby: Lobby,
    pub(crate) tickets: Tickets,
    pub(crate) alarm: Alarm<Wake>,
    pub(crate) thinkers: Thinkers,
    pub(crate) analysts: Analysts,
    pub(crate) subscribers: Subscribers,
    pub(crate) bell: Bell,
    pub(crate) streams: Streams,
    pub(crate) callers: Callers,
    pub(crate) bodies: BodyReader,
    pub(crate) trusted_proxies: TrustedProxies,
    pub(crate) metrics: Recorded,
    pub(crate) answers: Answers,
    pub(crate) variants: OnceLock<Bytes>,
    pub(crate) draining: AtomicBool,
    pub(crate) closed: AtomicBool,
}

impl App {
    /// Whether no new games are begun.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Whether the server has ended its work.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Whether the world comes over TLS.
    pub(crate) fn is_behind_tls(&self) -> bool {
        self.settings.tls_cert.is_some()
            || self.settings.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }

    /// The path the world sees the server under, with a slash at both ends.
    pub(crate) fn base_path(&self) -> String {
        let url = self.settings.public_url.as_deref().unwrap_or_default();
        let path =
            url.split_once("://").and_then(|(_, rest)| rest.split_once('/')).map_or("", |(_, path)| path);
        match path.trim_matches('/') {
            "" => "/".to_owned(),
            path => format!("/{path}/"),
        }
    }

    /// Wakes rooms and queues when they are due; runs as long as the server.
    pub(crate) async fn wake_sleepers(self: Arc<Self>) {
        loop {
            for sleeper in self.alarm.due(&self.clock).await {
                match sleeper {
                    _ if self.is_closed() => {}
                    Wake::Room(id) => {
                        if let Some(room) = self.rooms.find(&id) {
                            room.woken();
                        }
                        self.apply_until_stored(id, rooms::Input::Tick);
                    }
                    Wake::Queue(key) => self.pair_waiting(&key),
                }
            }
        }
    }
}
