//! Packets: see `properties::packets`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::packets::check(bytes));
