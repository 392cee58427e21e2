//! Conversations: see `properties::conversations`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::conversations::check(bytes));
