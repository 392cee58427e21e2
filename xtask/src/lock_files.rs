//! The npm lock files install on every platform, from every registry.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::workshop::path;

const LOCK_FILES: [&str; 6] = [
    "web/package-lock.json",
    "tests/e2e/package-lock.json",
    "examples/package-lock.json",
    "benches/bots/package-lock.json",
    "benches/peers/package-lock.json",
    "benches/server/package-lock.json",
];

/// The packages of a lock file by path, such as `node_modules/vite`.
fn packages(lock_file: &str) -> BTreeMap<String, Value> {
    let text = fs::read_to_string(path(lock_file)).expect("the lock file is there");
    let mut lock: Value = serde_json::from_str(&text).expect("a lock file is JSON");
    serde_json::from_value(lock["packages"].take()).expect("a lock file lists packages by their place")
}

/// Whether Node resolves a package from a path: beside it, or in a folder above.
fn is_found(packages: &BTreeMap<String, Value>, place: &str, name: &str) -> bool {
    let above = std::iter::successors(Some(place), |place| match place.rsplit_once('/') {
        Some((above, _)) => Some(above),
        None => (!place.is_empty()).then_some(""),
    });
    let mut beside = above.map(|place| {
        if place.is_empty() { format!("node_modules/{name}") } else { format!("{place}/node_modules/{name}") }
    });
    beside.any(|place| packages.contains_key(&place))
}

#[test]
fn no_lock_file_leaves_out_the_packages_of_other_platforms() {
    for lock_file in LOCK_FILES {
        let packages = packages(lock_file);
        for (place, package) in &packages {
            for name in package["optionalDependencies"].as_object().into_iter().flat_map(|names| names.keys())
            {
                assert!(is_found(&packages, place, name), "{lock_file} has {place} without {name}");
            }
        }
    }
}

#[test]
fn no_lock_file_names_a_registry() {
    for lock_file in LOCK_FILES {
        for (place, package) in packages(lock_file) {
            let resolved = package["resolved"].as_str().unwrap_or_default();
            assert!(!resolved.contains("://"), "{lock_file} fetches {place} from {resolved}");
        }
    }
}

#[test]
fn every_package_of_a_registry_has_its_checksum() {
    for lock_file in LOCK_FILES {
        for (place, package) in packages(lock_file) {
            let from_registry = place.contains("node_modules/") && package["link"] != true;
            assert!(!from_registry || package["integrity"].is_string(), "{lock_file}: {place}");
        }
    }
}
