//! Validation of a join request: session, rules, clock, seat.

use common::{Mode, SessionId, SessionStatus};
use game::Variant;
use protocol::rest::{MatchType, WantedSpectators};
use protocol::{ErrorCode, MatchmakingJoin, Named, WireRefusal};
use rooms::{Guard, Occupant, Presence, Scope, Seat, Spectators};
use store::RatingKey;

use super::Matchmaking;
use crate::clients::Client;
use crate::identity::{self, Identity};
use crate::lobby::Seating;
use crate::session_settings::SessionSettings;
use crate::{random, refusals};

/// The rating of a player without games.
pub(crate) const UNKNOWN_RATING: i32 = 1500;

impl Matchmaking {
    /// The settings of the client's session, if it can still be joined; the side is that of the client's player.
    pub(crate) async fn session_of(&self, identity: &Identity) -> Result<SessionSettings, WireRefusal> {
        let Identity::Holder { claims, late } = identity else { return Ok(SessionSettings::default()) };
        let session = self.context.session_of(claims).await?.ok_or_else(|| {
            WireRefusal::new(ErrorCode::TokenInvalid, "the session of this token does not exist")
        })?;
        let in_time = session.expires_ms > self.context.clock.wall().0 || self.is_waited_with(&session);
        // An invitation of a guest lives as long as the host waits, and so do its tokens.
        let is_invitation =
            claims.match_type == MatchType::Private && identity.scope() == identity::guest_scope();
        let late = *late && !is_invitation;
        if late || !in_time || session.status != SessionStatus::Pending {
            return Err(WireRefusal::new(ErrorCode::TokenExpired, "this session can no longer be joined")
                .hint("ask your server for a new session"));
        }
        let settings = SessionSettings::read(&session.settings);
        let is_host = session.players.first().is_some_and(|host| host.id == identity.player());
        let side = settings.side.map(|side| if is_host { side } else { side.other() });
        Ok(SessionSettings { side, ..settings })
    }

    pub(crate) fn variant(
        &self,
        client: &Client,
        join: &MatchmakingJoin,
    ) -> Result<&'static dyn Variant, WireRefusal> {
        let fixed = match &client.identity {
            Identity::Holder { claims, .. } => Some(claims.variant.as_str()),
            Identity::Guest(_) => None,
        };
        let wanted = join.variant.as_deref();
        if let (Some(fixed), Some(wanted)) = (fixed, wanted)
            && fixed != wanted
        {
            let sentence = format!("this session is for {fixed}, not {wanted}");
            return Err(WireRefusal::new(ErrorCode::UnknownVariant, sentence).param("variant"));
        }
        let game = client.game.name();
        self.context
            .catalogue
            .find(game, fixed.or(wanted))
            .ok_or_else(|| refusals::unknown_variant(&self.context.catalogue, game, wanted.unwrap_or("")))
    }

    pub(crate) async fn rating(&self, seating: &Seating) -> i32 {
        let description = seating.variant.description();
        let key = RatingKey {
            tenant: seating.player.scope.tenant.clone(),
            mode: seating.player.scope.mode,
            game: description.game.to_owned(),
            variant: description.variant.to_owned(),
            player: seating.player.id.clone(),
        };
        if matches!(seating.player.scope.mode, Mode::Training) || seating.secret.is_some() {
            return UNKNOWN_RATING;
        }
        let known = self.context.store.rating(key).await.ok().flatten();
        known.map_or(UNKNOWN_RATING, |rating| rating.rating.round() as i32)
    }
}

/// Who may watch a game, from one player's side. Only live matchmaking games can be public.
pub(crate) fn spectators(
    scope: &Scope,
    match_type: MatchType,
    wanted: Option<WantedSpectators>,
) -> Spectators {
    let private = match_type == MatchType::Private;
    let wanted = match wanted {
        Some(WantedSpectators::Public) => Spectators::Public,
        Some(WantedSpectators::Link) => Spectators::Link,
        Some(WantedSpectators::None) => Spectators::None,
        None if *scope == identity::guest_scope() && private => Spectators::Link,
        None if *scope == identity::guest_scope() => Spectators::Public,
        None if private || scope.mode == Mode::Training => Spectators::None,
        None => Spectators::Tenant,
    };
    let widest = if private || scope.mode != Mode::Live { Spectators::Link } else { Spectators::Public };
    wanted.min(widest)
}

/// A seat for a client, and the secret for a guest.
pub(crate) fn seat(client: &Client, join: &MatchmakingJoin) -> (Seat, Option<rooms::Secret>) {
    let username = join.username.as_str().to_owned();
    let (guard, secret, display_name) = match &client.identity {
        Identity::Holder { claims, .. } => (
            Guard::Session(SessionId(claims.sid.clone())),
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
        player: client.identity.player(),
        username,
        display_name,
        session: client.identity.session(),
        occupant: Occupant::Human { guard, presence: Presence::Here(client.connection.clone()) },
    };
    (seat, secret)
}

#[cfg(test)]
mod tests {
    use common::Mode;
    use protocol::rest::{MatchType, WantedSpectators};
    use rooms::Spectators;

    use super::spectators;
    use crate::identity::{guest_scope, scope};

    #[test]
    fn a_game_is_watched_by_nobody_its_players_and_its_kind_do_not_allow() {
        let (guests, tenant) = (guest_scope(), scope("acme", Mode::Live));
        let (test, training) = (scope("acme", Mode::Test), scope("acme", Mode::Training));
        let check = |scope, kind, wanted, expected| assert_eq!(spectators(scope, kind, wanted), expected);
        check(&guests, MatchType::Matchmaking, None, Spectators::Public);
        check(&guests, MatchType::Private, None, Spectators::Link);
        check(&tenant, MatchType::Matchmaking, None, Spectators::Tenant);
        check(&tenant, MatchType::Private, None, Spectators::None);
        check(&training, MatchType::Matchmaking, None, Spectators::None);
        check(&tenant, MatchType::Matchmaking, Some(WantedSpectators::Public), Spectators::Public);
        check(&tenant, MatchType::Private, Some(WantedSpectators::Public), Spectators::Link);
        check(&test, MatchType::Matchmaking, Some(WantedSpectators::Public), Spectators::Link);
        check(&guests, MatchType::Matchmaking, Some(WantedSpectators::None), Spectators::None);
    }
}
