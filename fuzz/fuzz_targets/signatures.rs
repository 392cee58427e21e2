//! Signatures: see `properties::signatures`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::signatures::check(bytes));
