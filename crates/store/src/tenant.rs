//! Tenants: the customers of the server and their settings.

use common::{Mode, PlanName, TenantId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::WorkError;
use crate::json::Json;
use crate::sql::{Column, Database, FromColumn, Row, RowResult, all, change, one, params};
use crate::{Store, StoreAnswer, StoreError};

/// The longest id of a tenant.
const LONGEST_ID: usize = 64;

/// A customer of the server.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tenant {
    /// The tenant.
    pub id: TenantId,
    /// The name its people know it by.
    pub name: String,
    /// What it pays for.
    pub plan: PlanName,
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
    /// The theme of new live sessions whose request has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live_theme: Option<Map<String, Value>>,
    /// The theme of new test sessions whose request has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test_theme: Option<Map<String, Value>>,
}

/// What an administrator changes about a tenant; what is not given stays.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TenantChanges {
    /// The name its people know it by.
    pub name: Option<String>,
    /// What it pays for.
    pub plan: Option<PlanName>,
    /// Who may watch its live matchmaking games, by the name on the wire.
    pub spectators: Option<String>,
}

impl Default for TenantSettings {
    fn default() -> Self {
        TenantSettings {
            guests_allowed: true,
            frame_ancestors: Vec::new(),
            test_webhooks: false,
            spectators: None,
            live_theme: None,
            test_theme: None,
        }
    }
}

impl TenantSettings {
    /// The theme of new sessions that are created with a key of this mode.
    pub fn theme(&self, mode: Mode) -> Option<&Map<String, Value>> {
        match mode {
            Mode::Live => self.live_theme.as_ref(),
            Mode::Test | Mode::Training => self.test_theme.as_ref(),
        }
    }
}

impl Tenant {
    /// The id for a name: `Acme Games` becomes `acme-games`; `None` if too few or too many letters are left.
    pub fn id_for(name: &str) -> Option<TenantId> {
        let words: Vec<String> = name
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_ascii_lowercase)
            .collect();
        let id = words.join("-");
        (1..=LONGEST_ID).contains(&id.len()).then_some(TenantId(id))
    }
}

impl Store {
    /// Creates a tenant; an id in use is `Taken`.
    pub fn create_tenant(&self, tenant: Tenant) -> StoreAnswer<()> {
        self.write(move |db| {
            let Tenant { id, name, plan, settings, created_ms } = &tenant;
            let sql = "INSERT INTO tenants (id, name, plan, settings, created_ms)
                       VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING";
            match change(db, sql, params![id.as_str(), name, plan.as_str(), Json(settings), created_ms])? {
                1 => Ok(()),
                _ => Err(StoreError::Taken("tenant id").into()),
            }
        })
    }

    /// Changes what is given; false if there is no such tenant.
    pub fn change_tenant(&self, id: &TenantId, changes: TenantChanges) -> StoreAnswer<bool> {
        let id = id.clone();
        self.write(move |db| {
            let TenantChanges { name, plan, spectators } = changes;
            let sql = "UPDATE tenants SET name = coalesce(?2, name), plan = coalesce(?3, plan) WHERE id = ?1";
            let is_known =
                change(db, sql, params![id.as_str(), name, plan.as_ref().map(PlanName::as_str)])? == 1;
            match spectators {
                Some(spectators) => set(db, &id, "spectators", spectators.into()),
                None => Ok(is_known),
            }
        })
    }

    /// Switches webhooks of test games on or off; false if there is no such tenant.
    pub fn set_test_webhooks(&self, id: &TenantId, on: bool) -> StoreAnswer<bool> {
        let id = id.clone();
        self.write(move |db| set(db, &id, "testWebhooks", on.into()))
    }

    /// Sets or removes the theme of new sessions that are created with a key of this mode; false if there is no such tenant.
    pub fn set_theme(
        &self,
        id: &TenantId,
        mode: Mode,
        theme: Option<Map<String, Value>>,
    ) -> StoreAnswer<bool> {
        let id = id.clone();
        let setting = match mode {
            Mode::Live => "liveTheme",
            Mode::Test | Mode::Training => "testTheme",
        };
        self.write(move |db| set(db, &id, setting, theme.map_or(Value::Null, Value::Object)))
    }

    /// The tenant.
    pub fn tenant(&self, id: &TenantId) -> StoreAnswer<Option<Tenant>> {
        let id = id.clone();
        self.read(move |db| {
            let sql = "SELECT id, name, plan, settings, created_ms FROM tenants WHERE id = ?1";
            one(db, sql, [id.as_str()], read_tenant)
        })
    }

    /// Every plan that a tenant has, with the number of its tenants; those of the server itself do not count.
    pub fn plans_in_use(&self, own: [&'static str; 2]) -> StoreAnswer<Vec<(PlanName, u64)>> {
        self.read(move |db| {
            let sql =
                "SELECT plan, count(*) FROM tenants WHERE id <> ?1 AND id <> ?2 GROUP BY plan ORDER BY plan";
            all(db, sql, own, |row| Ok((row.get::<PlanColumn>(0)?.0, row.get(1)?)))
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

/// The plan of a row; which plans are configured is not known here.
struct PlanColumn(PlanName);

impl FromColumn for PlanColumn {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        let text = column.text()?;
        PlanName::parse(text).map(PlanColumn).ok_or_else(|| format!("{text:?} is not the name of a plan"))
    }
}

fn read_tenant(row: &Row<'_>) -> RowResult<Tenant> {
    Ok(Tenant {
        id: TenantId(row.get(0)?),
        name: row.get(1)?,
        plan: row.get::<PlanColumn>(2)?.0,
        settings: row.get::<Json<TenantSettings>>(3)?.0,
        created_ms: row.get(4)?,
    })
}

/// Sets one of the settings and keeps the others, those of newer releases too; false if there is no such tenant.
fn set(db: &Database, id: &TenantId, setting: &str, value: Value) -> Result<bool, WorkError> {
    let sql = "SELECT settings FROM tenants WHERE id = ?1";
    let stored = one(db, sql, [id.as_str()], |row| row.get::<Json<Map<String, Value>>>(0))?;
    let Some(Json(mut settings)) = stored else { return Ok(false) };
    settings.insert(setting.to_owned(), value);
    change(db, "UPDATE tenants SET settings = ?2 WHERE id = ?1", params![id.as_str(), Json(settings)])?;
    Ok(true)
}
