//! The versions of what our server is compared with.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

const LOCK_FILE: &str = include_str!("../Cargo.lock");

#[derive(Deserialize)]
struct Package {
    version: String,
}

/// Node and every package with its version.
pub fn versions(scripts: &Path) -> String {
    let node = Command::new("node").arg("--version").output();
    let node =
        node.map_or_else(|_| "missing".to_owned(), |output| String::from_utf8_lossy(&output.stdout).into());
    let mut versions = vec![format!("Node {}", node.trim().trim_start_matches('v'))];
    for name in ["socket.io", "boardgame.io"] {
        let file = scripts.join("node_modules").join(name).join("package.json");
        let text = fs::read_to_string(file).unwrap_or_default();
        let version =
            serde_json::from_str(&text).map_or("missing".to_owned(), |package: Package| package.version);
        versions.push(format!("{name} {version}"));
    }
    for name in ["socketioxide", "tokio-tungstenite"] {
        versions.push(format!("{name} {}", locked(name).unwrap_or("missing")));
    }
    versions.join(", ")
}

/// The version of a crate in the lock file.
fn locked(name: &str) -> Option<&'static str> {
    let (_, rest) = LOCK_FILE.split_once(&format!("name = \"{name}\"\nversion = \""))?;
    rest.split_once('"').map(|(version, _)| version)
}

#[cfg(test)]
mod tests {
    use super::locked;

    #[test]
    fn the_lock_file_names_the_versions_of_crates() {
        assert!(locked("socketioxide").is_some_and(|version| version.starts_with("0.")));
        assert_eq!(locked("no-such-crate"), None);
    }
}
