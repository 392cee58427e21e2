//! Endpoints: where the webhook events of a tenant are sent.

use common::{Mode, Named, TenantId};

use crate::json::Json;
use crate::sealing::{self, endpoint_place};
use crate::sql::{Row, RowResult, change, one, params, readable};
use crate::word::word;
use crate::{SecretsKey, Store, StoreAnswer, StoreError, TenantSettings};

/// A tenant's webhook endpoint; its secrets are sealed in the database if there is a key.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct EndpointRow {
    /// The tenant.
    pub tenant: TenantId,
    /// The mode of the events.
    pub mode: Mode,
    /// The URL.
    pub url: String,
    /// The names of the wanted events; empty means all.
    pub events: Vec<String>,
    /// The signing secret.
    pub secret: String,
    /// The previous secret, which also signs during a rotation, and until when.
    pub previous_secret: Option<(String, i64)>,
    /// When and why it was disabled.
    pub disabled: Option<(i64, String)>,
}

/// An enabled endpoint, without its secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    /// The tenant.
    pub tenant: TenantId,
    /// The mode of the events.
    pub mode: Mode,
    /// The names of the wanted events; empty means all.
    pub events: Vec<String>,
}

impl Store {
    /// Sets the endpoint of a tenant and mode.
    pub fn set_endpoint(&self, endpoint: EndpointRow) -> StoreAnswer<()> {
        let key = self.secrets_key();
        self.write(move |db| {
            let EndpointRow { tenant, mode, url, events, secret, previous_secret, disabled } = &endpoint;
            let written = |column, secret: &String| {
                sealing::written_text(db, key.as_ref(), &endpoint_place(tenant, *mode, column), secret)
            };
            let secret = written("secret", secret)?;
            let previous_secret = match previous_secret {
                Some((secret, until)) => Some((written("previous_secret", secret)?, *until)),
                None => None,
            };
            let (previous, until_ms) =
                previous_secret.as_ref().map(|(secret, until)| (secret, until)).unzip();
            let (disabled_ms, reason) = disabled.as_ref().map(|(at, reason)| (at, reason)).unzip();
            let sql = "INSERT INTO webhook_endpoints (tenant, mode, url, events, secret,
                           previous_secret, previous_until_ms, disabled_ms, disabled_reason)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                       ON CONFLICT (tenant, mode) DO UPDATE SET url = ?3, events = ?4, secret = ?5,
                           previous_secret = ?6, previous_until_ms = ?7, disabled_ms = ?8, disabled_reason = ?9";
            #[rustfmt::skip]
            let values = params![
                tenant.as_str(), mode.name(), url, Json(events), secret, previous, until_ms, disabled_ms, reason,
            ];
            change(db, sql, values)?;
            Ok(())
        })
    }

    /// The endpoint of a tenant and mode.
    pub fn endpoint(&self, tenant: &TenantId, mode: Mode) -> StoreAnswer<Option<EndpointRow>> {
        let (tenant, key) = (tenant.clone(), self.secrets_key());
        self.read(move |db| {
            let sql = "SELECT tenant, mode, url, events, secret, previous_secret, previous_until_ms,
                           disabled_ms, disabled_reason
                       FROM webhook_endpoints WHERE tenant = ?1 AND mode = ?2";
            let stored = one(db, sql, params![tenant.as_str(), mode.name()], read_endpoint)?;
            Ok(stored.map(|stored| opened(stored, key.as_ref())).transpose()?)
        })
    }

    /// Removes an endpoint; returns false if there was none.
    pub fn remove_endpoint(&self, tenant: &TenantId, mode: Mode) -> StoreAnswer<bool> {
        let tenant = tenant.clone();
        self.write(move |db| {
            let sql = "DELETE FROM webhook_endpoints WHERE tenant = ?1 AND mode = ?2";
            Ok(change(db, sql, params![tenant.as_str(), mode.name()])? == 1)
        })
    }

    /// Disables an enabled endpoint, unless its URL has changed; returns whether it did.
    pub fn disable_endpoint(
        &self,
        tenant: &TenantId,
        mode: Mode,
        url: &str,
        now_ms: i64,
        reason: &str,
    ) -> StoreAnswer<bool> {
        let (tenant, url, reason) = (tenant.clone(), url.to_owned(), reason.to_owned());
        self.write(move |db| {
            let sql = "UPDATE webhook_endpoints SET disabled_ms = ?4, disabled_reason = ?5
                       WHERE tenant = ?1 AND mode = ?2 AND url = ?3 AND disabled_ms IS NULL";
            Ok(change(db, sql, params![tenant.as_str(), mode.name(), url, now_ms, reason])? == 1)
        })
    }

    /// Every enabled endpoint; those for test games only if the tenant wants them.
    pub fn subscriptions(&self) -> StoreAnswer<Vec<Subscription>> {
        self.read(|db| {
            let sql = "SELECT tenant, mode, events, settings FROM webhook_endpoints
                       JOIN tenants ON tenants.id = tenant
                       WHERE disabled_ms IS NULL AND mode IN ('live', 'test')";
            let rows = readable(db, sql, (), |row| {
                let events = row.get::<Json<Vec<String>>>(2)?.0;
                let settings = row.get::<Json<TenantSettings>>(3)?.0;
                Ok((Subscription { tenant: TenantId(row.get(0)?), mode: word(row, 1)?, events }, settings))
            })?;
            let wanted = rows
                .into_iter()
                .filter(|(subscription, settings)| subscription.mode == Mode::Live || settings.test_webhooks);
            Ok(wanted.map(|(subscription, _)| subscription).collect())
        })
    }
}

/// An endpoint with its secrets unsealed.
fn opened(stored: EndpointRow, key: Option<&SecretsKey>) -> Result<EndpointRow, StoreError> {
    let place = |column| endpoint_place(&stored.tenant, stored.mode, column);
    let secret = sealing::opened_text(key, &place("secret"), stored.secret.clone())?;
    let previous_secret = match stored.previous_secret.clone() {
        Some((secret, until)) => Some((sealing::opened_text(key, &place("previous_secret"), secret)?, until)),
        None => None,
    };
    Ok(EndpointRow { secret, previous_secret, ..stored })
}

fn read_endpoint(row: &Row<'_>) -> RowResult<EndpointRow> {
    Ok(EndpointRow {
        tenant: TenantId(row.get(0)?),
        mode: word(row, 1)?,
        url: row.get(2)?,
        events: row.get::<Json<Vec<String>>>(3)?.0,
        secret: row.get(4)?,
        previous_secret: row.get::<Option<String>>(5)?.zip(row.get(6)?),
        disabled: row.get::<Option<i64>>(7)?.zip(row.get(8)?),
    })
}
