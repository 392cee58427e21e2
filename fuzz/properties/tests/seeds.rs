//! The seeds of every fuzz target, and a thousand small changes of each, the same every time.

use std::fs;
use std::path::Path;

#[test]
fn every_property_holds_for_its_seeds_and_for_what_is_near_them() {
    for (name, check) in properties::ALL {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../seeds").join(name);
        let mut files: Vec<_> = fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
            .map(|entry| entry.expect("the folder can be read").path())
            .collect();
        files.sort();
        assert!(files.len() >= 3, "{name} has seeds");
        for file in files {
            let seed = fs::read(&file).expect("the seed can be read");
            check(&seed);
            near(&seed).take(1_000).for_each(|bytes| check(&bytes));
        }
    }
}

/// Copies with one byte changed, removed or added, in a fixed order.
fn near(seed: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let mut state = 1_u64;
    let mut roll = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    std::iter::repeat_with(move || {
        let mut bytes = seed.to_vec();
        let place = roll(bytes.len() + 1);
        let byte = roll(256) as u8;
        match roll(3) {
            0 if place < bytes.len() => bytes[place] = byte,
            1 if place < bytes.len() => drop(bytes.remove(place)),
            _ => bytes.insert(place, byte),
        }
        bytes
    })
}
