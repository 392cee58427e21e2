//! The contract as documents: OpenAPI, AsyncAPI and TypeScript, all generated from the same types.

mod asyncapi;
mod examples;
mod more_routes;
mod openapi;
mod routes;
mod schemas;
mod typescript;
mod webhook_examples;
mod webhook_routes;

pub use asyncapi::asyncapi;
pub use openapi::openapi;
pub use typescript::typescript;
pub use webhook_examples::webhook_example;
