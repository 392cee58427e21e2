//! One row of an event table, for the documents.

use schemars::{JsonSchema, Schema, SchemaGenerator};

/// Generates the schema of a type.
pub type Describe = fn(&mut SchemaGenerator) -> Schema;

/// An event in the documents.
#[derive(Clone, Copy)]
pub struct EventRow {
    /// The name on the wire.
    pub name: &'static str,
    /// Its purpose, in one sentence.
    pub summary: &'static str,
    /// The schema of its payload.
    pub payload: Describe,
    /// The schema of the acknowledgement of an accepted event; `None` for server events.
    pub accepted: Option<Describe>,
}

/// The schema of a type, as a reference if it has a name.
pub(crate) fn describe<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}
