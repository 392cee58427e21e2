//! The audit log: what was done in the name of a tenant.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use common::{KeyId, Mode, TenantId, Timestamp};
use protocol::rest::{AuditLog, AuditRecord, ListAudit};
use store::{ApiKey, AuditEntry, StoreError};

use super::Api;
use super::answer::{RestAnswer, json};
use super::extractors::{Authorized, ValidQuery};
use super::signed_in::OPERATOR;
use crate::conversions;
use crate::identity::GUEST_TENANT;

/// `GET /v1/audit`
pub(crate) async fn list(
    State(api): State<Arc<Api>>,
    Authorized(caller): Authorized,
    ValidQuery(wanted): ValidQuery<ListAudit>,
) -> RestAnswer<Response> {
    let (key, _) = &*caller;
    // A test key sees what concerns the test mode; a live key sees everything.
    let mode = (key.mode == Mode::Test).then_some(Mode::Test);
    let limit = wanted.limit as usize;
    let after = wanted.after.map(|after| after.parse().map_err(|_| StoreError::UnknownPage)).transpose()?;
    let mut found = api.context.store.audit_log(&key.tenant, mode, after, wanted.limit + 1).await?;
    let has_more = found.len() > limit;
    found.truncate(limit);
    let after = found.last().filter(|_| has_more).map(|(number, _)| number.to_string());
    let entries = found.into_iter().map(|(number, entry)| record(number, entry)).collect();
    Ok(json(StatusCode::OK, &AuditLog { entries, has_more, after }))
}

/// Notes what was done with a key.
pub(crate) async fn note(api: &Api, key: &ApiKey, action: &str, object: &str) -> Result<(), StoreError> {
    let entry = AuditEntry {
        tenant: key.tenant.clone(),
        mode: key.mode,
        at_ms: api.context.clock.wall().0,
        actor: key.id.0.clone(),
        action: action.to_owned(),
        object: object.to_owned(),
        outcome: "done".to_owned(),
        ..AuditEntry::default()
    };
    api.context.store.audit(entry).await
}

/// Notes a sign-in to the dashboard or its end, and where it was made; that of an operator concerns the server itself.
pub(crate) async fn note_sign_in(
    api: &Api,
    owner: Option<(&TenantId, &KeyId, Mode)>,
    action: &str,
    object: &str,
    address: Option<String>,
) -> Result<(), StoreError> {
    let own = (TenantId(GUEST_TENANT.to_owned()), KeyId(OPERATOR.to_owned()), Mode::Live);
    let owner = owner.map(|(tenant, key, mode)| (tenant.clone(), key.clone(), mode));
    let (tenant, actor, mode) = owner.unwrap_or(own);
    let entry = AuditEntry {
        tenant,
        mode,
        at_ms: api.context.clock.wall().0,
        actor: actor.0,
        action: action.to_owned(),
        object: object.to_owned(),
        address,
        outcome: "done".to_owned(),
    };
    api.context.store.audit(entry).await
}

fn record(number: i64, entry: AuditEntry) -> AuditRecord {
    AuditRecord {
        id: number.to_string(),
        at: conversions::utc(Timestamp(entry.at_ms)),
        mode: entry.mode,
        actor: entry.actor,
        action: entry.action,
        object: entry.object,
        outcome: entry.outcome,
    }
}
