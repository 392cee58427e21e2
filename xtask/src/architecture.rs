//! Dependencies point one way, between crates and between modules, and pure crates stay pure.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::modules::{Modules, sources};
use crate::workshop::{cargo, path};

/// The layers from the ground up; a crate may use only crates of lower layers.
const LAYERS: [&[&str]; 8] = [
    &["game"],
    &["tictactoe", "draughts"],
    &["bots"],
    &["rooms", "protocol", "store", "sockets"],
    &["webhooks"],
    &["server"],
    &["parlour"],
    &["xtask", "properties"],
];

/// Crates that decide and never act: no clock, no dice, no runtime.
const PURE: [&str; 5] = ["game", "tictactoe", "draughts", "bots", "rooms"];

/// All that a pure crate may use from outside.
const ALLOWED_OUTSIDE: [&str; 2] = ["serde", "thiserror"];

/// Crates that know no rule and no room.
const IGNORANT: [&str; 2] = ["store", "sockets"];

/// Crates whose modules do not use each other in circles.
const WITHOUT_CIRCLES: [&str; 10] =
    ["game", "tictactoe", "bots", "rooms", "protocol", "sockets", "webhooks", "server", "parlour", "xtask"];

/// What must not stand in the source of a pure crate.
const IMPURE: [&str; 6] =
    ["Instant::now", "SystemTime::now", "rand::", "tokio::", "thread::sleep", "println!"];

struct Crate {
    name: String,
    folder: PathBuf,
    uses: Vec<String>,
}

fn crates() -> Vec<Crate> {
    let output = cargo().args(["metadata", "--no-deps", "--format-version", "1"]).output().unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let used = |package: &Value| {
        let dependencies = package["dependencies"].as_array().unwrap().iter();
        dependencies.filter(|dependency| dependency["kind"].is_null()).map(|one| text(&one["name"])).collect()
    };
    let packages = metadata["packages"].as_array().unwrap().iter();
    packages
        .map(|package| Crate {
            name: text(&package["name"]),
            folder: Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap().to_owned(),
            uses: used(package),
        })
        .collect()
}

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&name))
}

#[test]
fn every_crate_has_its_layer() {
    for one in crates() {
        assert!(layer(&one.name).is_some(), "{} has no layer: draw it in the map and here", one.name);
    }
}

#[test]
fn no_arrow_points_back() {
    for one in crates() {
        for used in one.uses.iter().filter(|used| layer(used).is_some()) {
            assert!(layer(used) < layer(&one.name), "{} must not use {used}", one.name);
        }
    }
}

#[test]
fn modules_do_not_use_each_other_in_circles() {
    for one in crates().iter().filter(|one| WITHOUT_CIRCLES.contains(&one.name.as_str())) {
        let modules = Modules::read(&one.folder.join("src"));
        if let Some(circle) = modules.circle() {
            panic!("the modules of {} use each other in a circle: {}", one.name, circle.join(" → "));
        }
    }
}

#[test]
fn pure_crates_use_nothing_that_acts() {
    for one in crates().iter().filter(|one| PURE.contains(&one.name.as_str())) {
        for used in &one.uses {
            let allowed = layer(used).is_some() || ALLOWED_OUTSIDE.contains(&used.as_str());
            assert!(allowed, "{} is pure and must not use {used}", one.name);
        }
    }
}

#[test]
fn store_and_sockets_know_no_rule_and_no_room() {
    for one in crates().iter().filter(|one| IGNORANT.contains(&one.name.as_str())) {
        let known: Vec<&String> = one.uses.iter().filter(|used| layer(used).is_some()).collect();
        assert!(known.is_empty(), "{} must not know {known:?}", one.name);
    }
}

#[test]
fn pure_crates_read_no_clock_and_roll_no_dice() {
    for one in crates().iter().filter(|one| PURE.contains(&one.name.as_str())) {
        for file in sources(&one.folder.join("src")) {
            let text = fs::read_to_string(&file).unwrap();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            for (line, impure) in code.flat_map(|line| IMPURE.map(|impure| (line, impure))) {
                assert!(!line.contains(impure), "{}: {}", file.display(), line.trim());
            }
        }
    }
}

#[test]
fn every_source_file_says_first_what_it_is_for() {
    for folder in crates().iter().map(|one| &one.folder).chain([&path("fuzz"), &path("benches")]) {
        for file in sources(folder) {
            let text = fs::read_to_string(&file).unwrap();
            let first = text.lines().next().unwrap_or_default();
            let says = first.starts_with("//! ") || first.starts_with("#!");
            assert!(says, "{} begins with {first:?}", file.display());
        }
    }
}
