//! What this program would change in a database when it opens it, told without changing anything.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::database_server::{self, DatabaseServer};
use crate::lock::DATABASE;
use crate::{DatabaseAddress, OpenError, schema};

/// The migrations that a database lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaUpgrade {
    /// The schema of the database; 0 if it is empty or missing.
    pub found: u32,
    /// The schema this program writes.
    pub known: u32,
    /// What would be done, in order.
    pub steps: Vec<UpgradeStep>,
}

/// One migration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpgradeStep {
    /// The schema it leads to.
    pub schema: u32,
    /// What it is for, in one sentence.
    pub about: String,
}

impl SchemaUpgrade {
    /// Of the database in a data directory, which a server may be using.
    pub fn of_directory(dir: &Path) -> Result<SchemaUpgrade, OpenError> {
        let path = dir.join(DATABASE);
        if !path.exists() {
            return Ok(SchemaUpgrade::from(0, &schema::MIGRATIONS));
        }
        let db = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        Ok(SchemaUpgrade::from(schema::check(&db, &path)?, &schema::MIGRATIONS))
    }

    /// Of a database of PostgreSQL, which servers may be using.
    pub fn of_postgres(address: &DatabaseAddress) -> Result<SchemaUpgrade, OpenError> {
        let found = DatabaseServer::parse(address)?.schema()?;
        Ok(SchemaUpgrade::from(found, &database_server::MIGRATIONS))
    }

    fn from(found: u32, migrations: &[&str]) -> SchemaUpgrade {
        let steps = (1..).zip(migrations).skip(found as usize);
        let steps = steps.map(|(schema, sql)| UpgradeStep { schema, about: first_sentence(sql) });
        SchemaUpgrade {
            found,
            known: u32::try_from(migrations.len()).unwrap_or(u32::MAX),
            steps: steps.collect(),
        }
    }
}

/// The first sentence of the comment that a migration begins with.
fn first_sentence(sql: &str) -> String {
    let lines = sql.lines().map_while(|line| line.strip_prefix("--")).map(str::trim);
    let comment = lines.collect::<Vec<_>>().join(" ");
    comment.split_inclusive(". ").next().unwrap_or_default().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::SchemaUpgrade;
    use crate::{database_server, schema};

    #[test]
    fn every_migration_says_in_a_sentence_what_it_is_for() {
        for migrations in [&schema::MIGRATIONS[..], &database_server::MIGRATIONS[..]] {
            for step in SchemaUpgrade::from(0, migrations).steps {
                assert!(
                    step.about.len() > 20 && step.about.ends_with(['.', ':']),
                    "{}: {}",
                    step.schema,
                    step.about
                );
            }
        }
    }

    #[test]
    fn only_what_is_missing_is_done() {
        let upgrade =
            SchemaUpgrade::from(1, &["-- One. More.\nX", "-- Two\n-- lines. More.\nX", "-- Three.\nX"]);
        let steps: Vec<_> = upgrade.steps.iter().map(|step| (step.schema, step.about.as_str())).collect();
        assert_eq!((upgrade.found, upgrade.known), (1, 3));
        assert_eq!(steps, [(2, "Two lines."), (3, "Three.")]);
    }
}
