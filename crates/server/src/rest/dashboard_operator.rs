//! What the operator sees and changes on the dashboard: tenants, nodes and storage. And what a tenant used.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use common::{KeyId, Mode, PlanName, Plans, TenantId};
use protocol::rest::{
    ApiError, ChangeTenant, CreateTenant, DashboardUsage, ListTenants, PlanEntry, ServerStatus, TenantEntry,
    TenantList, UsageOfMonth,
};
use protocol::{ErrorCode, closest};
use store::{StoreError, Tenant, TenantChanges};

use super::Api;
use super::answer::{Name, RestAnswer, json};
use super::audit;
use super::dashboard::tenant_to_wire;
use super::extractors::{Operator, OperatorJson, OwnDashboard, ValidQuery};
use super::signed_in::OPERATOR;
use crate::context::NODE;
use crate::identity::OWN_TENANTS;

/// How many rows of months are shown: two years of three modes.
const MOST_MONTHS: u32 = 72;

/// `GET /v1/dashboard/tenants`
pub(crate) async fn tenants(
    State(api): State<Arc<Api>>,
    Operator: Operator,
    ValidQuery(wanted): ValidQuery<ListTenants>,
) -> RestAnswer<Response> {
    let after = wanted.after.map(TenantId);
    let mut found = api.context.store.tenants(after.as_ref(), wanted.limit + 1).await?;
    let has_more = found.len() > wanted.limit as usize;
    found.truncate(wanted.limit as usize);
    let after = found.last().filter(|_| has_more).map(|tenant| tenant.id.0.clone());
    let mut tenants = Vec::with_capacity(found.len());
    for tenant in &found {
        tenants.push(entry(&api, tenant).await?);
    }
    let Plans { by_name, default_plan } = &api.context.settings.plans;
    let plans = by_name.iter().map(|(name, limits)| PlanEntry {
        name: name.clone(),
        requests_per_minute: limits.requests_per_minute,
        sessions_per_month: limits.sessions_per_month,
        webhook_retries: limits.webhook_retries,
    });
    let plans = plans.collect();
    let list = TenantList { tenants, has_more, after, plans, default_plan: default_plan.clone() };
    Ok(json(StatusCode::OK, &list))
}

/// `POST /v1/dashboard/tenants`
pub(crate) async fn create_tenant(
    State(api): State<Arc<Api>>,
    OperatorJson(wanted): OperatorJson<CreateTenant>,
) -> RestAnswer<Response> {
    let refused =
        |sentence: &str, hint: &str| ApiError::new(ErrorCode::BadRequest, sentence).param("name").hint(hint);
    let id = Tenant::id_for(&wanted.name).ok_or_else(|| {
        refused("no id can be made from this name", "use letters a-z or digits, at most 64 of them")
    })?;
    let taken = || refused("there is such a tenant already", "choose another name");
    if OWN_TENANTS.contains(&id.as_str()) {
        return Err(taken().into());
    }
    let plans = &api.context.settings.plans;
    let plan = wanted.plan.map(|plan| known(plans, plan)).transpose()?;
    let plan = plan.unwrap_or_else(|| plans.default_plan.clone());
    let (name, created_ms) = (wanted.name, api.context.clock.wall().0);
    let tenant = Tenant { id, name, plan, created_ms, ..Tenant::default() };
    match api.context.store.create_tenant(tenant.clone()).await {
        Err(StoreError::Taken(_)) => return Err(taken().into()),
        created => created?,
    }
    note(&api, &tenant.id, "tenant.create", tenant.id.as_str()).await?;
    Ok(json(StatusCode::CREATED, &entry(&api, &tenant).await?))
}

/// `PUT /v1/dashboard/tenants/:tenantId`
pub(crate) async fn change_tenant(
    State(api): State<Arc<Api>>,
    Name(id): Name,
    OperatorJson(wanted): OperatorJson<ChangeTenant>,
) -> RestAnswer<Response> {
    let (id, store) = (TenantId(id), &api.context.store);
    let plan = wanted.plan.map(|plan| known(&api.context.settings.plans, plan)).transpose()?;
    let word = |word: &str, value: Option<&str>| value.map(|value| format!("{word} {value}"));
    let changed = [word("name", wanted.name.as_deref()), word("plan", plan.as_ref().map(PlanName::as_str))];
    let changed = changed.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let changes = TenantChanges { name: wanted.name, plan, ..TenantChanges::default() };
    if !store.change_tenant(&id, changes).await? {
        return Err(ApiError::not_found("tenant").into());
    }
    note(&api, &id, "tenant.set", &changed).await?;
    let tenant = store.tenant(&id).await?.ok_or_else(|| ApiError::not_found("tenant"))?;
    Ok(json(StatusCode::OK, &entry(&api, &tenant).await?))
}

/// `GET /v1/dashboard/server`
pub(crate) async fn server(State(api): State<Arc<Api>>, Operator: Operator) -> RestAnswer<Response> {
    let (store, cluster) = (&api.context.store, api.context.cluster.as_ref());
    let node = cluster.map_or_else(|| NODE.to_owned(), |cluster| cluster.node());
    let nodes = cluster.map(|cluster| cluster.watch_nodes().borrow().iter().cloned().collect());
    let (storage, storage_bytes) = store.size().await?;
    let mut problems = api.problems().await;
    if cluster.is_some_and(|cluster| !cluster.has_bus()) {
        problems.push("Redis is out of reach: moves reach other nodes more slowly".to_owned());
    }
    let hour = api.move_times.of_node(api.context.clock.wall());
    let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    let status = ServerStatus {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        nodes: nodes.unwrap_or_else(|| vec![node.clone()]),
        node,
        storage: storage.to_owned(),
        storage_bytes,
        waiting_writes: count(store.waiting_writes()),
        games: count(api.engine.registry.running.total()),
        sockets: count(api.clients.count()),
        waiting: count(api.matchmaking.waiting()),
        moves: hour.moves,
        move_median_ms: hour.median_ms,
        move_p95_ms: hour.p95_ms,
        problems,
    };
    Ok(json(StatusCode::OK, &status))
}

/// `GET /v1/dashboard/usage`
pub(crate) async fn usage(
    State(api): State<Arc<Api>>,
    OwnDashboard(caller): OwnDashboard,
) -> RestAnswer<Response> {
    let (key, tenant) = &*caller;
    let months = api.context.store.sessions_by_month(&key.tenant, MOST_MONTHS).await?;
    // A request about the test mode is told of the test mode alone.
    let months = months.into_iter().filter(|month| key.mode == Mode::Live || month.mode == Mode::Test);
    let months =
        months.map(|month| UsageOfMonth { month: month.month, mode: month.mode, sessions: month.sessions });
    let usage = DashboardUsage {
        sessions_per_month: api.context.settings.plans.of(&tenant.plan).sessions_per_month,
        months: months.collect(),
    };
    Ok(json(StatusCode::OK, &usage))
}

/// The plan, if it is configured.
fn known(plans: &Plans, plan: PlanName) -> Result<PlanName, ApiError> {
    if plans.has(&plan) {
        return Ok(plan);
    }
    let hint = match closest(plan.as_str(), plans.names()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("the plans are {}", plans.names().collect::<Vec<_>>().join(", ")),
    };
    Err(ApiError::new(ErrorCode::BadRequest, format!("there is no plan \"{plan}\"")).param("plan").hint(hint))
}

async fn entry(api: &Api, tenant: &Tenant) -> Result<TenantEntry, StoreError> {
    let now = api.context.clock.wall().0;
    Ok(TenantEntry {
        tenant: tenant_to_wire(&api.context.settings.plans, tenant),
        sessions_this_month: api.context.store.sessions_this_month(&tenant.id, Mode::Live, now).await?,
        is_own: OWN_TENANTS.contains(&tenant.id.as_str()),
    })
}

async fn note(api: &Api, tenant: &TenantId, action: &str, object: &str) -> Result<(), StoreError> {
    let operator = KeyId(OPERATOR.to_owned());
    audit::note_sign_in(api, Some((tenant, &operator, Mode::Live)), action, object, None).await
}
