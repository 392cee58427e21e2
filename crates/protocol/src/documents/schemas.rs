//! The schemas of all types that a document references, by name.

use schemars::generate::{Contract, SchemaSettings};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

use crate::Describe;
use crate::event_row::describe;

/// The location of the schemas in the documents.
pub(super) const PLACE: &str = "#/components/schemas/";

/// Collects schemas: of what clients send, where optional fields may be omitted, and of what the server
/// sends.
pub(super) struct Schemas {
    incoming: SchemaGenerator,
    outgoing: SchemaGenerator,
}

impl Schemas {
    pub(super) fn new() -> Self {
        let generator = |contract| {
            let mut settings = SchemaSettings::draft2020_12();
            settings.definitions_path = "/components/schemas".into();
            settings.contract = contract;
            settings.into_generator()
        };
        Self { incoming: generator(Contract::Deserialize), outgoing: generator(Contract::Serialize) }
    }

    /// The schema of a type that clients send.
    pub(super) fn incoming(&mut self, describe: Describe) -> Value {
        describe(&mut self.incoming).to_value()
    }

    /// The schema of a type that the server sends.
    pub(super) fn outgoing(&mut self, describe: Describe) -> Value {
        describe(&mut self.outgoing).to_value()
    }

    /// Adds the schema of a type that the server sends.
    pub(super) fn mention<T: JsonSchema>(&mut self) {
        self.outgoing(describe::<T>);
    }

    /// Every collected schema, sorted by name.
    pub(super) fn definitions(mut self) -> Map<String, Value> {
        let mut definitions = self.incoming.take_definitions(true);
        for (name, schema) in self.outgoing.take_definitions(true) {
            let earlier = definitions.insert(name.clone(), schema.clone());
            assert!(earlier.is_none_or(|earlier| earlier == schema), "{name} has two meanings");
        }
        definitions.sort_keys();
        definitions
    }
}
