//! Tenants: the customers of the server and their settings.

use common::{Named, Plan, TenantId};
use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};

use crate::json::Json;
use crate::sql::{all, change, one};
use crate::word::word;
use crate::{Store, StoreAnswer, StoreError};

/// A customer of the server.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tenant {
    /// The tenant.
    pub id: TenantId,
    /// The name its people know it by.
    pub name: String,
    /// What it pays for.
    pub plan: Plan,
    /// What it has switched on.
    pub settings: TenantSettings,
    /// When it was created.
    pub created_ms: i64,
}

/// What a tenant has switched on; a setting unknown to an older release keeps its default there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct TenantSettings {
    /// Whether players without a token may play.
    pub guests_allowed: bool,
    /// The sites that may show the game pages in a frame.
    pub frame_ancestors: Vec<String>,
    /// Whether test games send webhooks too.
    pub test_webhooks: bool,
    /// Who may watch its live matchmaking games, by the name on the wire; none leaves it to its own players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spectators: Option<String>,
}

impl Default for TenantSettings {
    fn default() -> Self {
        TenantSettings {
            guests_allowed: true,
            frame_ancestors: Vec::new(),
            test_webhooks: false,
            spectators: None,
        }
    }
}

impl Store {
    /// Creates a tenant; an id in use is `Taken`.
    pub fn create_tenant(&self, tenant: Tenant) -> StoreAnswer<()> {
        self.write(move |db| {
            let Tenant { id, name, plan, settings, created_ms } = &tenant;
            let sql = "INSERT INTO tenants (id, name, plan, settings, created_ms)
                       VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING";
            match change(db, sql, params![id.as_str(), name, plan.name(), Json(settings), created_ms])? {
                1 => Ok(()),
                _ => Err(StoreError::Taken("tenant id").into()),
            }
        })
    }

    /// Changes name, plan and settings; false when there is no such tenant.
    pub fn update_tenant(&self, tenant: Tenant) -> StoreAnswer<bool> {
        self.write(move |db| {
            let Tenant { id, name, plan, settings, .. } = &tenant;
            let sql = "UPDATE tenants SET name = ?2, plan = ?3, settings = ?4 WHERE id = ?1";
            Ok(change(db, sql, params![id.as_str(), name, plan.name(), Json(settings)])? == 1)
        })
    }

    /// Switches webhooks of test games on or off; false when there is no such tenant.
    pub fn set_test_webhooks(&self, id: &TenantId, on: bool) -> StoreAnswer<bool> {
        let id = id.clone();
        self.write(move |db| {
            let sql =
                "UPDATE tenants SET settings = json_set(settings, '$.testWebhooks', json(?2)) WHERE id = ?1";
            Ok(change(db, sql, params![id.as_str(), Json(on)])? == 1)
        })
    }

    /// Sets who may watch live matchmaking games; false when there is no such tenant.
    pub fn set_spectators(&self, id: &TenantId, spectators: &str) -> StoreAnswer<bool> {
        let (id, spectators) = (id.clone(), spectators.to_owned());
        self.write(move |db| {
            let sql = "UPDATE tenants SET settings = json_set(settings, '$.spectators', ?2) WHERE id = ?1";
            Ok(change(db, sql, params![id.as_str(), spectators])? == 1)
        })
    }

    /// The tenant.
    pub fn tenant(&self, id: &TenantId) -> StoreAnswer<Option<Tenant>> {
        let id = id.clone();
        self.read(move |db| {
            let sql = "SELECT id, name, plan, settings, created_ms FROM tenants WHERE id = ?1";
            one(db, sql, [id.as_str()], read_tenant)
        })
    }

    /// All tenants by id, after the given one.
    pub fn tenants(&self, after: Option<&TenantId>, limit: u32) -> StoreAnswer<Vec<Tenant>> {
        let after = after.cloned().unwrap_or_default();
        self.read(move |db| {
            let sql = "SELECT id, name, plan, settings, created_ms FROM tenants
                       WHERE id > ?1 ORDER BY id LIMIT ?2";
            all(db, sql, params![after.as_str(), limit], read_tenant)
        })
    }
}

fn read_tenant(row: &Row<'_>) -> rusqlite::Result<Tenant> {
    Ok(Tenant {
        id: TenantId(row.get(0)?),
        name: row.get(1)?,
        plan: word(row, 2)?,
        settings: row.get::<_, Json<TenantSettings>>(3)?.0,
        created_ms: row.get(4)?,
    })
}
