//! Webhook events: who wants which, and what happens in rooms and sessions as tenants are told it.

mod subscribers;

use std::sync::Arc;

use game::Side;
use protocol::rest::{
    CommonWebhook, GameEnded, MatchType, Mode, MoveNotice, SessionNotice, SessionPlayer, SessionStatus,
    Webhook, WebhookEvent,
};
use protocol::{DisplayName, GameName, Happening, Named};
use rooms::{Event, Notice, Room, Scope, SessionId};
use store::{EventId, OutboxRow, Session, TenantId};
use webhooks::Notifier;

use self::subscribers::{Audience, Subscribers};
use crate::clock::Clock;
use crate::conversions::{game_name, mode, utc, wire_mode};
use crate::wire::record;
use crate::{identity, random};

/// Makes webhook events, and wakes the dispatcher that delivers them.
pub(crate) struct WebhookEvents {
    pub(crate) subscribers: Subscribers,
    pub(crate) notifier: Notifier,
    clock: Arc<Clock>,
}

impl WebhookEvents {
    pub(crate) fn new(clock: Arc<Clock>) -> WebhookEvents {
        WebhookEvents { subscribers: Subscribers::default(), notifier: Notifier::default(), clock }
    }

    /// The webhook events that follow from events decided on a room, for every session of the room, in order. `finished` is
    /// the room after them if they end its game.
    pub(crate) fn of_events(&self, room: &Room, events: &[Event], finished: Option<&Room>) -> Vec<OutboxRow> {
        if !self.subscribers.wants(room.scope()) {
            return Vec::new();
        }
        let mut sessions: Vec<&SessionId> =
            room.seats().iter().filter_map(|seat| seat.session.as_ref()).collect();
        sessions.dedup();
        let notices = room.notices(events);
        let told = notices.iter().flat_map(|notice| sessions.iter().map(move |session| (notice, *session)));
        told.filter_map(|(notice, session)| {
            self.row(&Subject::of_room(room, session), event(room, finished, notice)?)
        })
        .collect()
    }

    /// The webhook event of a session that no room has changed.
    pub(crate) fn of_session(&self, session: &Session, status: SessionStatus) -> Vec<OutboxRow> {
        let players = session.players.iter().filter_map(|player| {
            let display_name = DisplayName::clean(&player.display_name)?;
            Some(SessionPlayer { id: player.id.0.clone(), display_name })
        });
        let notice = SessionNotice {
            status,
            match_type: MatchType::from_name(&session.match_type).unwrap_or(MatchType::Matchmaking),
            players: players.collect(),
            room_id: None,
        };
        let event = match status {
            SessionStatus::Expired => CommonWebhook::SessionExpired(notice),
            _ => CommonWebhook::SessionCreated(notice),
        };
        let event = WebhookEvent::Common(event);
        Subject::of_session(session).and_then(|subject| self.row(&subject, event)).into_iter().collect()
    }

    /// The event as it is stored, if the tenant wants such events.
    fn row(&self, subject: &Subject<'_>, event: WebhookEvent) -> Option<OutboxRow> {
        let id = random::event_id();
        let now = self.clock.wall();
        let webhook = Webhook {
            id: id.clone(),
            event,
            delivery_id: id.clone(),
            session_id: subject.session.to_owned(),
            game: subject.game,
            variant: subject.variant.to_owned(),
            mode: wire_mode(subject.scope.mode),
            timestamp: utc(now),
        };
        let body = serde_json::to_value(&webhook).expect("a webhook is plain data");
        let name = body["event"].as_str().unwrap_or_default().to_owned();
        self.subscribers.audience(&subject.scope, &name).map(|audience| OutboxRow {
            id: EventId(id),
            tenant: TenantId(subject.scope.tenant.0.clone()),
            mode: mode(subject.scope.mode),
            session: store::SessionId(subject.session.to_owned()),
            event: name,
            body: body.to_string(),
            created_ms: now.0,
            is_only_heard: audience == Audience::Listeners,
        })
    }
}

/// What an event is about.
struct Subject<'a> {
    scope: Scope,
    session: &'a str,
    game: GameName,
    variant: &'a str,
}

impl<'a> Subject<'a> {
    fn of_room(room: &Room, session: &'a SessionId) -> Subject<'a> {
        let variant = room.variant().description().variant;
        Subject { scope: room.scope().clone(), session: &session.0, game: game_name(room), variant }
    }

    fn of_session(session: &'a Session) -> Option<Subject<'a>> {
        Some(Subject {
            scope: identity::scope(session.tenant.as_str(), Mode::from_name(session.mode.as_str())?),
            session: session.id.as_str(),
            game: GameName::from_name(&session.game)?,
            variant: &session.variant,
        })
    }
}

/// What a tenant is told of a notice; some games keep some things to themselves.
fn event(room: &Room, finished: Option<&Room>, notice: &Notice) -> Option<WebhookEvent> {
    let game = game_name(room).object();
    let common = match notice {
        Notice::Started => CommonWebhook::SessionStarted(started(room)),
        Notice::Moved { entry, number, turn } => CommonWebhook::GameMove(MoveNotice {
            room_id: room.id().0.clone(),
            player_id: room.seats()[entry.side.index()].player.0.clone(),
            made: game.move_data(&entry.play),
            move_number: u32::try_from(*number).unwrap_or(u32::MAX),
            current_turn: u8::from(*turn == Side::Second),
        }),
        Notice::Remarkable { player, highlight } => {
            let columns = room.variant().description().columns;
            return game.webhook(Happening::Highlight { player_id: &player.0, highlight, columns });
        }
        Notice::IdleWarning { player, seconds_remaining } => {
            let seconds_remaining = u32::try_from(*seconds_remaining).unwrap_or(u32::MAX);
            return game.webhook(Happening::IdleWarning { player_id: &player.0, seconds_remaining });
        }
        Notice::IdleTimeout { loser, winner } => {
            return game.webhook(Happening::IdleTimeout { loser_id: &loser.0, winner_id: &winner.0 });
        }
        Notice::Ended => {
            let room = finished?;
            let result = record::result(room, room.ending()?);
            CommonWebhook::GameEnded(GameEnded { room_id: room.id().0.clone(), result })
        }
    };
    Some(WebhookEvent::Common(common))
}

fn started(room: &Room) -> SessionNotice {
    let players = room.seats().iter().filter_map(|seat| {
        Some(SessionPlayer {
            id: seat.player.0.clone(),
            display_name: DisplayName::clean(&seat.display_name)?,
        })
    });
    SessionNotice {
        status: SessionStatus::Active,
        match_type: match_type(room),
        players: players.collect(),
        room_id: Some(room.id().0.clone()),
    }
}

/// How the players met: only a private game seats two people of one session.
fn match_type(room: &Room) -> MatchType {
    let [first, second] = room.seats();
    match (&first.session, &second.session) {
        _ if !room.is_between_humans() => MatchType::Bot,
        (Some(first), Some(second)) if first == second => MatchType::Private,
        _ => MatchType::Matchmaking,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use protocol::rest::SessionStatus;
    use store::{Mode, OutboxRow, Session, Store, Tenant};

    use super::WebhookEvents;
    use crate::clock::Clock;

    async fn of_session(webhooks: &WebhookEvents, mode: Mode) -> Vec<OutboxRow> {
        let session = Session {
            id: "session".into(),
            tenant: "acme".into(),
            mode,
            game: "tictactoe".to_owned(),
            variant: "classic".to_owned(),
            ..Session::default()
        };
        webhooks.of_session(&session, SessionStatus::Expired)
    }

    #[tokio::test]
    async fn events_are_made_only_for_those_who_want_them() {
        let (store, clock) = (Store::in_memory(), Arc::new(Clock::start()));
        let tenant = Tenant { id: "acme".into(), ..Tenant::default() };
        store.create_tenant(tenant).await.expect("it is new");
        let webhooks = WebhookEvents::new(Arc::clone(&clock));
        webhooks.subscribers.refresh(&store, clock.wall().0).await.expect("the store answers");
        assert_eq!(of_session(&webhooks, Mode::Live).await, [], "nobody listens");
        let (now, soon) = (clock.wall(), clock.wall() + Duration::from_secs(60));
        store.listen(&"acme".into(), Mode::Live, now.0, soon.0).await.expect("the store takes it");
        webhooks.subscribers.refresh(&store, now.0).await.expect("the store answers");
        let rows = of_session(&webhooks, Mode::Live).await;
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0].event.as_str(), rows[0].is_only_heard), ("session.expired", true));
        assert_eq!(of_session(&webhooks, Mode::Test).await, [], "the listener listens to live games");
    }
}
