//! The store for administration commands: opened alone, or beside a running server.

use std::time::{SystemTime, UNIX_EPOCH};

use common::{KeyId, Mode, TenantId};
use protocol::UtcTime;
use store::{ApiKey, AuditEntry, DatabaseAddress, OpenError, Options, Store, StoreError, Tenant};

use crate::configuration::Configuration;
use crate::failure::{Failure, Problem};

/// The advice if the database file is damaged.
pub(crate) const DAMAGED: &str =
    "the file is damaged: put a backup in a new data directory with `parlour restore FILE --data NEW`";
/// How many tenants are read at a time.
const PAGE: u32 = 500;

/// A store opened by an administrator; actions are recorded in the audit log.
pub(crate) struct Administration {
    store: Store,
}

impl Administration {
    /// Opens a data directory, whether or not a server uses it.
    pub(crate) fn open(configuration: &Configuration) -> Result<Administration, Failure> {
        if let Some(database) = configuration.database() {
            return Administration::open_postgres(&database, configuration);
        }
        match Administration::open_alone(configuration)? {
            Ok(alone) => Ok(alone),
            Err(OpenError::InUse { .. }) => {
                let store = Store::open_beside(&configuration.settings.data, configuration.secrets_key()?);
                Ok(Administration { store: store.map_err(not_opened)? })
            }
            Err(error) => Err(not_opened(error).into()),
        }
    }

    /// Opens a data directory, or a database of PostgreSQL, that no server uses.
    pub(crate) fn open_alone(
        configuration: &Configuration,
    ) -> Result<Result<Administration, OpenError>, Failure> {
        let options = Options { secrets_key: configuration.secrets_key()?, ..Options::default() };
        let store = match configuration.database() {
            Some(database) => Store::open_postgres(&database, &options),
            None => Store::open(&configuration.settings.data, &options),
        };
        Ok(store.map(|store| Administration { store }))
    }

    /// Opens a database of PostgreSQL, whether or not servers use it; an empty one is prepared.
    fn open_postgres(
        database: &DatabaseAddress,
        configuration: &Configuration,
    ) -> Result<Administration, Failure> {
        let secrets_key = configuration.secrets_key()?;
        let store = match Store::open_postgres_beside(database, secrets_key.clone()) {
            Err(OpenError::OlderSchema { found: 0, .. }) => {
                Store::open_postgres(database, &Options { readers: 1, secrets_key, ..Options::default() })
            }
            opened => opened,
        };
        Ok(Administration { store: store.map_err(not_opened)? })
    }

    /// The store.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// Every tenant, by id.
    pub(crate) fn tenants(&self) -> Result<Vec<Tenant>, Failure> {
        let mut tenants: Vec<Tenant> = Vec::new();
        loop {
            let page = self.store.tenants(tenants.last().map(|tenant| &tenant.id), PAGE).wait()?;
            if page.is_empty() {
                return Ok(tenants);
            }
            tenants.extend(page);
        }
    }

    /// The tenant with this id; the error suggests the nearest id.
    pub(crate) fn tenant(&self, id: &str) -> Result<Tenant, Failure> {
        if let Some(tenant) = self.store.tenant(&TenantId::from(id)).wait()? {
            return Ok(tenant);
        }
        let tenants = self.tenants()?;
        let help = match protocol::closest(id, tenants.iter().map(|tenant| tenant.id.as_str())) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`parlour tenants list` shows them".to_owned(),
        };
        Err(Problem::new(format!("there is no tenant `{id}`")).help(help).into())
    }

    /// The key with this id, of any tenant.
    pub(crate) fn key(&self, id: &KeyId) -> Result<ApiKey, Failure> {
        for tenant in self.tenants()? {
            let keys = self.store.keys(&tenant.id).wait()?;
            if let Some(key) = keys.into_iter().find(|key| key.id == *id) {
                return Ok(key);
            }
        }
        let problem = Problem::new(format!("there is no key `{id}`"));
        Err(problem.help("`parlour keys list` shows the ids, which are not the keys themselves").into())
    }

    /// Records an action in the audit log.
    pub(crate) fn note(
        &self,
        tenant: &TenantId,
        mode: Mode,
        action: &str,
        object: &str,
    ) -> Result<(), Failure> {
        let entry = AuditEntry {
            tenant: tenant.clone(),
            mode,
            at_ms: now_ms(),
            actor: "command line".to_owned(),
            action: action.to_owned(),
            object: object.to_owned(),
            address: None,
            outcome: "done".to_owned(),
        };
        Ok(self.store.audit(entry).wait()?)
    }

    /// Records an action on the server itself.
    pub(crate) fn note_own(&self, action: &str, object: &str) -> Result<(), Failure> {
        self.note(&TenantId(server::OWN_TENANTS[0].to_owned()), Mode::Live, action, object)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Problem::new(error.to_string()).into()
    }
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// A point in time for people; a dash if there is none.
pub(crate) fn time_text(millis: Option<i64>) -> String {
    let time = millis.and_then(|millis| u64::try_from(millis).ok()).map(|millis| UtcTime(millis).to_string());
    time.unwrap_or_else(|| "-".to_owned())
}

/// The problem of a data directory that cannot be opened, with advice.
pub(crate) fn not_opened(error: OpenError) -> Problem {
    let help = match &error {
        _ if error.is_damage() => DAMAGED,
        OpenError::Server { .. } => {
            "check the address in --store or PARLOUR_STORE, and that the database runs"
        }
        _ => "choose the data directory with --data or PARLOUR_DATA",
    };
    Problem::new(error.to_string()).help(help)
}
