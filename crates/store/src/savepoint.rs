//! Savepoints: work inside a transaction that is applied or undone as a whole.

use crate::StoreError;
use crate::error::WorkError;
use crate::sql::Database;

/// Runs work in a savepoint. A refusal undoes its changes; `Err` means that the whole transaction is lost.
pub(crate) fn in_savepoint<T>(
    db: &Database,
    work: impl FnOnce() -> Result<T, WorkError>,
) -> Result<Result<T, StoreError>, WorkError> {
    db.execute_later("SAVEPOINT item")?;
    // What the work has left for later belongs to it.
    let outcome = match work().and_then(|value| db.flush().map(|()| value)) {
        Ok(value) => Ok(value),
        Err(error) => Err(error.into_refusal()?),
    };
    if outcome.is_err() {
        db.flush().ok(); // what is undone may fail, too
        db.execute_later("ROLLBACK TO item")?;
    }
    db.execute_later("RELEASE item")?;
    Ok(outcome)
}
