//! Savepoints: work inside a transaction that is applied or undone as a whole.

use crate::StoreError;
use crate::error::WorkError;
use crate::sql::{Database, execute};

/// Runs work in a savepoint. A refusal undoes its changes; `Err` means that the whole transaction is lost.
pub(crate) fn in_savepoint<T>(
    db: &Database,
    work: impl FnOnce() -> Result<T, WorkError>,
) -> Result<Result<T, StoreError>, WorkError> {
    execute(db, "SAVEPOINT item")?;
    let outcome = match work() {
        Ok(value) => Ok(value),
        Err(error) => Err(error.into_refusal()?),
    };
    if outcome.is_err() {
        execute(db, "ROLLBACK TO item")?;
    }
    execute(db, "RELEASE item")?;
    Ok(outcome)
}
