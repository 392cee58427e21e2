//! Dependencies point one way, between crates and between modules, and pure crates stay pure.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use protocol::{GameName, Named};
use serde_json::Value;

use crate::modules::{Modules, sources};
use crate::workshop::{cargo, path};

/// The layers from the bottom; a crate may use only crates of lower layers. `GAMES` stands for the game
/// crates.
const LAYERS: [&[&str]; 9] = [
    &["common"],
    &["game"],
    &["wire"],
    &[GAMES],
    &["rooms", "protocol", "store", "sockets"],
    &["webhooks", "wasm"],
    &["server"],
    &["parlour"],
    &["xtask", "properties"],
];

/// The game crates: those that implement a wire format.
const GAMES: &str = "games";

/// Crates without side effects besides the game crates: no clock, no randomness, no runtime.
const PURE: [&str; 4] = ["common", "game", "wire", "rooms"];

/// The external crates that a pure crate may use.
const ALLOWED_OUTSIDE: [&str; 5] = ["jiff", "schemars", "serde", "serde_json", "thiserror"];

/// Crates that know no rules and no rooms, and of the workspace use only `common`.
const IGNORANT: [&str; 2] = ["store", "sockets"];

/// Crates that serve every game and name none.
const SHARED: [&str; 5] = ["rooms", "store", "sockets", "webhooks", "server"];

/// Crates whose modules depend on each other in cycles.
const WITH_CIRCLES: [&str; 3] = ["draughts", "store", "properties"];

/// Type names that a game crate shares with another crate, each with the reason. Every game has its own
/// board, cells and endings: names that only game crates have are not listed.
const SHARED_NAMES: [(&str, &str); 7] = [
    ("Analysis", "`game` has what a bot found, a game's crate how it looks on the wire"),
    ("Line", "`game` has what a bot expects, `draughts` has the moves of a replay, in private"),
    ("Piece", "`game` has any piece, a game's crate how its own look on the wire"),
    ("Played", "`game` has any move made, a game's crate how its own look on the wire"),
    ("RuleCard", "`game` has the rules in words, `protocol` how they look on the wire"),
    ("Variant", "`game` has the trait, `draughts` what it knows of each of its variants"),
    ("Webhook", "`protocol` has the envelope, a game's crate its own events"),
];

/// What the source of a pure crate must not contain.
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
    // Packages of a registry need a name that nobody else has.
    let text = |value: &Value| value.as_str().unwrap().trim_start_matches("parlour-").to_owned();
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

/// Whether this is a game crate.
fn is_game(one: &Crate) -> bool {
    one.name != "protocol" && one.uses.iter().any(|used| used == "wire")
}

fn is_pure(one: &Crate) -> bool {
    is_game(one) || PURE.contains(&one.name.as_str())
}

fn layer(name: &str, crates: &[Crate]) -> Option<usize> {
    let is_game = crates.iter().any(|one| one.name == name && is_game(one));
    LAYERS.iter().position(|layer| layer.contains(&if is_game { GAMES } else { name }))
}

/// The lines of a source file without its tests.
fn code(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    text.lines().take_while(|line| line.trim() != "#[cfg(test)]").map(str::to_owned).collect()
}

#[test]
fn every_crate_has_its_layer() {
    let crates = crates();
    for one in &crates {
        let has_layer = layer(&one.name, &crates).is_some();
        assert!(has_layer, "{} has no layer: draw it in the map and here", one.name);
    }
}

#[test]
fn no_arrow_points_back() {
    let crates = crates();
    for one in &crates {
        for used in one.uses.iter().filter(|used| layer(used, &crates).is_some()) {
            assert!(layer(used, &crates) < layer(&one.name, &crates), "{} must not use {used}", one.name);
        }
    }
}

#[test]
fn modules_do_not_use_each_other_in_circles() {
    for one in crates().iter().filter(|one| !WITH_CIRCLES.contains(&one.name.as_str())) {
        let modules = Modules::read(&one.folder.join("src"));
        if let Some(circle) = modules.circle() {
            panic!("the modules of {} use each other in a circle: {}", one.name, circle.join(" → "));
        }
    }
}

#[test]
fn pure_crates_use_nothing_that_acts() {
    let crates = crates();
    for one in crates.iter().filter(|one| is_pure(one)) {
        for used in &one.uses {
            let allowed = layer(used, &crates).is_some() || ALLOWED_OUTSIDE.contains(&used.as_str());
            assert!(allowed, "{} is pure and must not use {used}", one.name);
        }
    }
}

#[test]
fn store_and_sockets_know_no_rule_and_no_room() {
    let crates = crates();
    for one in crates.iter().filter(|one| IGNORANT.contains(&one.name.as_str())) {
        let known: Vec<&String> =
            one.uses.iter().filter(|used| layer(used, &crates) > layer("common", &crates)).collect();
        assert!(known.is_empty(), "{} must not know {known:?}", one.name);
    }
}

#[test]
fn pure_crates_read_no_clock_and_roll_no_dice() {
    for one in crates().iter().filter(|one| is_pure(one)) {
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
fn shared_code_names_no_game() {
    let crates = crates();
    let plain = |text: &str| text.to_lowercase().replace(['-', '_', ' '], "");
    let games = GameName::ALL.iter().map(|game| plain(game.name()));
    let names: Vec<String> =
        games.chain(crates.iter().filter(|one| is_game(one)).map(|one| plain(&one.name))).collect();
    for one in crates.iter().filter(|one| SHARED.contains(&one.name.as_str())) {
        let tests = ["tests.rs", "faulty_game.rs"];
        let is_test = |file: &PathBuf| tests.iter().any(|name| file.ends_with(name));
        for file in sources(&one.folder.join("src")).into_iter().filter(|file| !is_test(file)) {
            for line in code(&file) {
                let named = names.iter().find(|name| plain(&line).contains(name.as_str()));
                assert!(named.is_none(), "{} names a game: {}", file.display(), line.trim());
            }
        }
    }
}

/// The type that a line declares; associated types do not count.
fn declared_type(line: &str) -> Option<&str> {
    let code = line.trim_start();
    let words = code.strip_prefix("pub").map_or(code, |rest| {
        rest.strip_prefix('(')
            .and_then(|rest| rest.split_once(')'))
            .map_or(rest, |(_, rest)| rest)
            .trim_start()
    });
    let (keyword, rest) = words.split_once(' ')?;
    let declares = matches!(keyword, "struct" | "enum" | "trait") || keyword == "type" && code == line;
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
    Some(&rest[..end]).filter(|name| declares && !name.is_empty())
}

#[test]
fn a_declaration_is_told_from_other_lines() {
    for (line, name) in [
        ("pub(crate) struct RoomCode {", Some("RoomCode")),
        ("    pub enum Mode {", Some("Mode")),
        ("type Squares = u64;", Some("Squares")),
        ("    type Error = String;", None),
        ("pub struct $name(pub String);", None),
        ("// struct of a message", None),
    ] {
        assert_eq!(declared_type(line), name, "{line}");
    }
}

#[test]
fn a_type_name_belongs_to_one_crate() {
    let crates = crates();
    let mut owners: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for one in
        crates.iter().filter(|one| one.folder.parent().is_some_and(|parent| parent.ends_with("crates")))
    {
        let is_test = |file: &PathBuf| file.ends_with("tests.rs") || file.ends_with("faulty_game.rs");
        for file in sources(&one.folder.join("src")).into_iter().filter(|file| !is_test(file)) {
            for name in code(&file).iter().filter_map(|line| declared_type(line)) {
                owners.entry(name.to_owned()).or_default().insert(&one.name);
            }
        }
    }
    let is_game = |name: &str| crates.iter().any(|one| one.name == name && is_game(one));
    owners.retain(|_, owners| owners.len() > 1 && !owners.iter().all(|name| is_game(name)));
    let found: Vec<&str> = owners.keys().map(String::as_str).collect();
    let allowed = SHARED_NAMES.map(|(name, _)| name);
    assert_eq!(found, allowed, "names of types in more than one crate: {owners:#?}");
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
