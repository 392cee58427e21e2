//! What a player asks for, made sure of: session, rules, clock, seat.

use std::time::Duration;

use game::{Level, Variant};
use protocol::rest::{MatchType, Spectators as WireSpectators};
use protocol::{BotDifficulty, ErrorCode, MatchmakingJoin, Named, Refusal, closest};
use rooms::{Guard, House, Mode, Occupant, Presence, Seat, Spectators, Timing};
use store::{RatingKey, SessionStatus};

use crate::app::App;
use crate::identity::{self, Identity};
use crate::lobby::Seating;
use crate::reception::session_mode;
use crate::session_settings::SessionSettings;
use crate::visitors::Visitor;
use crate::{random, record, refusals};

/// How well somebody plays of whom nothing is known.
pub(crate) const UNKNOWN_RATING: i32 = 1500;

impl App {
    /// The settings of the visitor's session, if it can still be joined.
    pub(crate) async fn session_of(&self, identity: &Identity) -> Result<SessionSettings, Refusal> {
        let Identity::Holder { claims, late } = identity else { return Ok(SessionSettings::default()) };
        let session = self
            .store
            .session(
                &store::TenantId(claims.tid.clone()),
                session_mode(claims),
                &store::SessionId(claims.sid.clone()),
            )
            .await
            .map_err(|error| refusals::unavailable(&error))?
            .ok_or_else(|| {
                Refusal::new(ErrorCode::TokenInvalid, "the session of this token does not exist")
            })?;
        let open = session.status == SessionStatus::Pending && session.expires_ms > self.clock.wall().0;
        if *late || !open {
            return Err(Refusal::new(ErrorCode::TokenExpired, "this session can no longer be joined")
                .hint("ask your server for a new session"));
        }
        Ok(SessionSettings::read(&session.settings))
    }

    pub(crate) fn variant(
        &self,
        visitor: &Visitor,
        join: &MatchmakingJoin,
    ) -> Result<&'static dyn Variant, Refusal> {
        let fixed = match &visitor.identity {
            Identity::Holder { claims, .. } => Some(claims.variant.as_str()),
            Identity::Guest(_) => None,
        };
        let wanted = join.variant.as_deref();
        if let (Some(fixed), Some(wanted)) = (fixed, wanted)
            && fixed != wanted
        {
            let sentence = format!("this session is for {fixed}, not {wanted}");
            return Err(Refusal::new(ErrorCode::UnknownVariant, sentence).param("variant"));
        }
        let game = visitor.game.name();
        self.catalogue
            .find(game, fixed.or(wanted))
            .ok_or_else(|| self.unknown_variant(game, wanted.unwrap_or("")))
    }

    /// Says which variants there are.
    pub(crate) fn unknown_variant(&self, game: &str, wanted: &str) -> Refusal {
        let known: Vec<&str> =
            self.catalogue.variants_of(game).map(|known| known.description().variant).collect();
        let refusal = Refusal::new(
            ErrorCode::UnknownVariant,
            format!("{game} has no variant \"{}\"", wanted.escape_debug()),
        )
        .param("variant");
        match closest(wanted, known.iter().copied()) {
            Some(known) => refusal.hint(format!("did you mean \"{known}\"?")),
            None => refusal.hint(format!("there are {}", known.join(", "))),
        }
    }

    pub(crate) fn timing(&self, variant: &dyn Variant) -> Timing {
        let times = &self.settings.times;
        let description = variant.description();
        let usual =
            description.answer_delays.map(|delay| (millis(delay.from_millis), millis(delay.to_millis)));
        Timing {
            reconnect_window: times.reconnect_window,
            reconnect_total: times.reconnect_total,
            keep_finished: times.keep_finished,
            bot_patience: times.bot_patience,
            answer_delays: times.bot_delays.get(description.game).copied().unwrap_or(usual),
            gallery: self.settings.limits.spectators_per_room,
        }
    }

    pub(crate) async fn rating(&self, seating: &Seating) -> i32 {
        let description = seating.variant.description();
        let key = RatingKey {
            tenant: store::TenantId(seating.player.house.tenant.0.clone()),
            mode: record::mode(seating.player.house.mode),
            game: description.game.to_owned(),
            variant: description.variant.to_owned(),
            player: store::PlayerId(seating.player.id.0.clone()),
        };
        if matches!(seating.player.house.mode, Mode::Training) || seating.secret.is_some() {
            return UNKNOWN_RATING;
        }
        let known = self.store.rating(key).await.ok().flatten();
        known.map_or(UNKNOWN_RATING, |rating| rating.rating.round() as i32)
    }
}

/// Who may watch a game, as far as one of its players is concerned. Only live matchmaking games are ever public.
pub(crate) fn spectators(house: &House, match_type: MatchType, wanted: Option<WireSpectators>) -> Spectators {
    let private = match_type == MatchType::Private;
    let wanted = match wanted {
        Some(WireSpectators::Public) => Spectators::Public,
        Some(WireSpectators::Link) => Spectators::Link,
        Some(WireSpectators::None) => Spectators::None,
        None if *house == identity::guest_house() && private => Spectators::Link,
        None if *house == identity::guest_house() => Spectators::Public,
        None if private || house.mode == Mode::Training => Spectators::None,
        None => Spectators::Tenant,
    };
    let widest = if private || house.mode != Mode::Live { Spectators::Link } else { Spectators::Public };
    wanted.min(widest)
}

/// A seat for a visitor, and the secret that a guest is told.
pub(crate) fn seat(visitor: &Visitor, join: &MatchmakingJoin) -> (Seat, Option<rooms::Secret>) {
    let username = join.username.as_str().to_owned();
    let (guard, secret, display_name) = match &visitor.identity {
        Identity::Holder { claims, .. } => (
            Guard::Session(rooms::SessionId(claims.sid.clone())),
            None,
            claims.players[0].display_name.as_str().to_owned(),
        ),
        Identity::Guest(guest) => {
            let secret = random::secret();
            let guard = Guard::Guest {
                source: guest.source.clone(),
                digest: secret.digest.clone(),
                previous: None,
                secret_shown: guest.secret_shown(),
            };
            (guard, Some(secret), username.clone())
        }
    };
    let seat = Seat {
        player: visitor.identity.player(),
        username,
        display_name,
        session: visitor.identity.session(),
        occupant: Occupant::Human { guard, presence: Presence::Here(visitor.connection.clone()) },
    };
    (seat, secret)
}

pub(crate) fn level(difficulty: BotDifficulty) -> Level {
    match difficulty {
        BotDifficulty::Easy => Level::Easy,
        BotDifficulty::Medium => Level::Medium,
        BotDifficulty::Hard => Level::Hard,
    }
}

pub(crate) fn difficulty(level: Level) -> &'static str {
    match level {
        Level::Easy => "easy",
        Level::Medium => "medium",
        Level::Hard => "hard",
    }
}

fn millis(count: u32) -> Duration {
    Duration::from_millis(count.into())
}
