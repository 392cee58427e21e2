//! The contract as documents: OpenAPI, AsyncAPI, TypeScript and Python, all generated from the same types.

mod asyncapi;
mod audit_routes;
mod dashboard_routes;
mod event_examples;
mod examples;
mod game_routes;
mod openapi;
mod operation_routes;
mod player_routes;
mod python;
mod routes;
mod schemas;
mod session_routes;
mod typescript;
mod webhook_examples;
mod webhook_routes;

pub use asyncapi::asyncapi;
pub use openapi::openapi;
pub use python::python;
pub use typescript::typescript;
pub use webhook_examples::webhook_example;
