//! What the operator sees of the whole server: tenants, nodes and storage; and what tenants used.

use common::{Mode, PlanName};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::{Fields, Incoming, PayloadError};

use super::dashboard::DashboardTenant;
use super::session_requests::limit;

/// The longest name of a tenant.
const NAME_LENGTH: usize = 80;

/// The longest text that is read as the name of a plan.
const PLAN_LENGTH: usize = 64;

/// The query of `GET /v1/dashboard/tenants`.
#[derive(Clone, Debug, PartialEq)]
pub struct ListTenants {
    /// How many at most, 1 to 100.
    pub limit: u32,
    /// Where the page before ended.
    pub after: Option<String>,
}

/// A page of tenants, by id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantList {
    /// The tenants.
    pub tenants: Vec<TenantEntry>,
    /// Whether there are more.
    pub has_more: bool,
    /// What to give as `after` for the next page; `null` on the last one.
    pub after: Option<String>,
    /// The plans that a tenant may be put on, by name.
    pub plans: Vec<PlanEntry>,
    /// The plan of a new tenant unless another one is named.
    pub default_plan: PlanName,
}

/// A plan, as it is configured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlanEntry {
    /// The name.
    pub name: PlanName,
    /// How many requests a minute each key has.
    pub requests_per_minute: u32,
    /// How many live sessions a month there are; `null` if they are not limited.
    pub sessions_per_month: Option<u64>,
    /// How often a webhook event is sent again that was not accepted.
    pub webhook_retries: u32,
}

/// A tenant in the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantEntry {
    /// The tenant.
    #[serde(flatten)]
    pub tenant: DashboardTenant,
    /// How many live sessions it created this month.
    pub sessions_this_month: u64,
    /// Whether it is one of the server itself, for guests or training.
    pub is_own: bool,
}

/// The body of `POST /v1/dashboard/tenants`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CreateTenant {
    /// The name its people know it by; the id is made from it.
    pub name: String,
    /// The plan; the default plan unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanName>,
}

/// The body of `PUT /v1/dashboard/tenants/{tenantId}`; what is not given stays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChangeTenant {
    /// The name its people know it by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanName>,
}

/// The server, its nodes and its storage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServerStatus {
    /// The version of the node that answers.
    pub version: String,
    /// The node that answers.
    pub node: String,
    /// Every node that is alive; a single server has one.
    pub nodes: Vec<String>,
    /// Where games are stored: `sqlite` or `postgres`.
    pub storage: String,
    /// How many bytes the database has.
    pub storage_bytes: u64,
    /// How many writes wait at the node that answers.
    pub waiting_writes: u64,
    /// How many games run in the memory of the node that answers.
    pub games: u64,
    /// How many sockets are connected to the node that answers.
    pub sockets: u64,
    /// How many players wait at the node that answers.
    pub waiting: u64,
    /// How many moves were made at the node that answers, in the last hour.
    pub moves: u64,
    /// Half of these moves took at most this many milliseconds; `null` without moves.
    pub move_median_ms: Option<f64>,
    /// 95 of 100 of these moves took at most this many milliseconds; `null` without moves.
    pub move_p95_ms: Option<f64>,
    /// What does not work, in words.
    pub problems: Vec<String>,
}

/// What a tenant used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DashboardUsage {
    /// How many live sessions a month the plan has; `null` if they are not limited.
    pub sessions_per_month: Option<u64>,
    /// The sessions of each month and mode, newest first.
    pub months: Vec<UsageOfMonth>,
}

/// The sessions that were created in a month.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UsageOfMonth {
    /// The month, such as `2026-11`.
    pub month: String,
    /// The mode.
    pub mode: Mode,
    /// How many sessions were created.
    pub sessions: u64,
}

impl Incoming for ListTenants {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self { limit: limit(fields)?, after: fields.id("after")? })
    }
}

impl Incoming for CreateTenant {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        let name = fields.required("name", |fields, _| tenant_name(fields))?;
        Ok(Self { name, plan: plan_name(fields)? })
    }
}

impl Incoming for ChangeTenant {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self { name: tenant_name(fields)?, plan: plan_name(fields)? })
    }
}

/// The name of a plan; whether there is such a plan, the server knows.
fn plan_name(fields: &Fields<'_>) -> Result<Option<PlanName>, PayloadError> {
    let Some(name) = fields.text("plan", PLAN_LENGTH)? else { return Ok(None) };
    PlanName::parse(&name).map(Some).ok_or_else(|| fields.error("plan", PlanName::RULE.to_owned()))
}

fn tenant_name(fields: &Fields<'_>) -> Result<Option<String>, PayloadError> {
    let Some(name) = fields.text("name", NAME_LENGTH)? else { return Ok(None) };
    match name.trim() {
        "" => Err(fields.error("name", "name must have a visible character".to_owned())),
        name => Ok(Some(name.to_owned())),
    }
}
