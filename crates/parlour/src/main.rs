//! The parlour binary: one file per command.
fn main() {}
