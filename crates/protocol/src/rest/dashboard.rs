//! Who is signed in to the dashboard.

use common::{Mode, PlanName};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::{Fields, Incoming, PayloadError, named};

use crate::UtcTime;

/// The longest key or link that is read.
const SECRET_LENGTH: usize = 200;

/// The body of `POST /v1/dashboard/sign-ins`: a secret of the tenant, or of the operator.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SignInRequest {
    /// A secret API key of the tenant.
    Key(String),
    /// What a link of the operator has after `#link=`; it works once.
    Link(String),
}

/// A secret is not printed.
impl std::fmt::Debug for SignInRequest {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Key(_) => "Key",
            Self::Link(_) => "Link",
        })
    }
}

named! {
    /// What somebody who is signed in may see.
    pub enum DashboardRole {
        /// The whole server.
        Operator = "operator",
        /// One tenant.
        Tenant = "tenant",
    }
}

/// Somebody who is signed in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DashboardAccount {
    /// The sign-in.
    pub sign_in_id: String,
    /// What they may see.
    pub role: DashboardRole,
    /// The tenant that requests are about; `null` for an operator who has named none.
    pub tenant: Option<DashboardTenant>,
    /// The modes they may see.
    pub modes: Vec<Mode>,
    /// When the sign-in ends.
    pub expires_at: UtcTime,
}

/// A tenant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DashboardTenant {
    /// The id.
    pub id: String,
    /// The name its people know it by.
    pub name: String,
    /// The plan; if it is not configured any more, the limits are those of the default plan.
    pub plan: PlanName,
    /// How many requests a minute the plan has.
    pub requests_per_minute: u32,
    /// How many sessions a month the plan has; `null` if they are not limited.
    pub sessions_per_month: Option<u64>,
    /// When it was created.
    pub created_at: UtcTime,
}

/// A sign-in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DashboardSignIn {
    /// The sign-in; it opens nothing.
    pub id: String,
    /// Whether it is the one that asks.
    pub is_current: bool,
    /// The key it was made with; `null` for an operator.
    pub key_id: Option<String>,
    /// The address it was made from, if it is known.
    pub address: Option<String>,
    /// When it was made.
    pub created_at: UtcTime,
    /// When it ends.
    pub expires_at: UtcTime,
}

/// The sign-ins that have not ended, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInList {
    /// The sign-ins.
    pub sign_ins: Vec<DashboardSignIn>,
}

impl Incoming for SignInRequest {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        let secret = |name| fields.text(name, SECRET_LENGTH);
        match (secret("key")?.filter(|key| !key.is_empty()), secret("link")?) {
            (Some(key), None) => Ok(Self::Key(key)),
            (None, Some(link)) => Ok(Self::Link(link)),
            _ => Err(fields.error("key", "give either key or link".to_owned())),
        }
    }
}
