//! A session that the program itself creates in test mode, ready to be played.

use std::time::Duration;

use common::{Mode, TenantId};
use protocol::rest::CreateSession;

use super::Api;
use super::answer::RestAnswer;
use super::new_session::{Owner, new_session, store_session};
use super::session_view::token_until;
use super::site_address::SiteAddress;

/// Creates a session of the tenant whose token can be used to join for as long as `life`; returns where it is played.
/// `address` is where this machine reaches the server.
pub(crate) async fn test_session(
    api: &Api,
    tenant: &TenantId,
    wanted: CreateSession,
    life: Duration,
    address: &str,
) -> RestAnswer<String> {
    let owner = Owner { tenant, sites: &[], spectators: None, theme: None };
    let mut session = new_session(api, &owner, Mode::Test, wanted)?;
    let now = api.context.clock.wall();
    session.expires_ms = (now + life).0;
    let session = store_session(api, None, session, |_| None).await?;
    let holder = session.players.first().map_or("", |player| player.id.as_str());
    let token = token_until(api, &session, holder, now, now + life)?;
    Ok(SiteAddress::at(&api.context.settings, address).play_url(&token))
}
