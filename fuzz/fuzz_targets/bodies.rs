//! Bodies: see `properties::bodies`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::bodies::check(bytes));
