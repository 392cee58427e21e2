//! One row of an event table: what the documents need to know of an event.

use schemars::{JsonSchema, Schema, SchemaGenerator};

/// Describes a type to a generator.
pub type Describe = fn(&mut SchemaGenerator) -> Schema;

/// An event, as the documents list it.
#[derive(Clone, Copy)]
pub struct EventRow {
    /// The name on the wire.
    pub name: &'static str,
    /// What it is for, in one sentence.
    pub summary: &'static str,
    /// The schema of its payload.
    pub payload: Describe,
    /// The schema of what an acknowledgement says when the event was accepted; server events have none.
    pub accepted: Option<Describe>,
}

/// The schema of a type, by reference where it has a name.
pub(crate) fn describe<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}
