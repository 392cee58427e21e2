//! Webhook events: their subscribers, and the events of rooms and sessions.

mod subscribers;

use std::sync::Arc;

use common::{EventId, SessionId, SessionStatus};
use game::Side;
use protocol::rest::{
    CommonWebhook, GameEnded, MatchType, MoveNotice, SessionNotice, SessionPlayer, Webhook, WebhookEvent,
};
use protocol::{DisplayName, GameName, Happening, Named};
use rooms::{Event, Notice, Room, Scope};
use store::{OutboxRow, SessionRow};
use webhooks::Notifier;

use self::subscribers::{Subscribers, WebhookAudience};
use crate::clock::Clock;
use crate::conversions::{game_name, utc};
use crate::wire::record;
use crate::{identity, random};

/// Makes webhook events, and wakes the dispatcher.
pub(crate) struct WebhookEvents {
    pub(crate) subscribers: Subscribers,
    pub(crate) notifier: Notifier,
    clock: Arc<Clock>,
}

impl WebhookEvents {
    pub(crate) fn new(clock: Arc<Clock>) -> WebhookEvents {
        WebhookEvents { subscribers: Subscribers::default(), notifier: Notifier::default(), clock }
    }

    /// The webhook events for events decided on a room, for every session of the room, in order. `finished`
    /// is the room after them if they end its game.
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

    /// The webhook event for a session change outside of a room.
    pub(crate) fn of_session(&self, session: &SessionRow, status: SessionStatus) -> Vec<OutboxRow> {
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

    /// The event as an outbox row; `None` if the tenant does not want it.
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
            mode: subject.scope.mode,
            timestamp: utc(now),
        };
        let body = serde_json::to_value(&webhook).expect("a webhook is plain data");
        let name = body["event"].as_str().unwrap_or_default().to_owned();
        self.subscribers.audience(&subject.scope, &name).map(|audience| OutboxRow {
            id: EventId(id),
            tenant: subject.scope.tenant.clone(),
            mode: subject.scope.mode,
            session: SessionId(subject.session.to_owned()),
            event: name,
            body: body.to_string(),
            created_ms: now.0,
            is_only_heard: audience == WebhookAudience::Listeners,
        })
    }
}

/// The subject of an event.
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

    fn of_session(session: &'a SessionRow) -> Option<Subject<'a>> {
        Some(Subject {
            scope: identity::scope(session.tenant.as_str(), session.mode),
            session: session.id.as_str(),
            game: GameName::from_name(&session.game)?,
            variant: &session.variant,
        })
    }
}

/// The webhook event for a notice; `None` if the game has none for it.
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

/// How the players were matched: only a private game seats two players of one session.
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

    use common::{Mode, SessionStatus};
    use store::{OutboxRow, SessionRow, Store, Tenant};

    use super::WebhookEvents;
    use crate::clock::Clock;

    async fn of_session(webhooks: &WebhookEvents, mode: Mode) -> Vec<OutboxRow> {
        let session = SessionRow {
            id: "session".into(),
            tenant: "acme".into(),
            mode,
            game: "tictactoe".to_owned(),
            variant: "classic".to_owned(),
            ..SessionRow::default()
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
