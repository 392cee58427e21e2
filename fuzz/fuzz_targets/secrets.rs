//! Secrets: see `properties::secrets`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::secrets::check(bytes));
