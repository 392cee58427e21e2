//! The licences of the libraries in the binary, which must go wherever it goes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::workshop::{cargo, output_of, path};

/// The libraries of the web app, whose bundle is part of the binary, by the folder that has their licence.
const WEB_LIBRARIES: [&str; 1] = ["preact"];

/// The list of all libraries with their licences, then each text once with those that use it.
pub(crate) fn of_libraries() -> Result<String, String> {
    Ok(document(&libraries()?))
}

/// The libraries in the binary that are not ours.
pub(crate) fn libraries() -> Result<Vec<Library>, String> {
    let mut metadata = cargo();
    metadata.args(["metadata", "--locked", "--format-version", "1", "--filter-platform", &host()?]);
    let metadata: Value =
        serde_json::from_str(&output_of(&mut metadata)?).map_err(|error| error.to_string())?;
    let mut libraries = rust_libraries(&metadata);
    libraries.extend(WEB_LIBRARIES.iter().filter_map(|name| web_library(name)));
    Ok(libraries)
}

/// A library.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Library {
    /// Where it is published: `cargo` or `npm`.
    pub(crate) registry: &'static str,
    pub(crate) name: String,
    pub(crate) version: String,
    /// The expression of SPDX.
    pub(crate) licence: String,
    texts: Vec<String>,
}

fn rust_libraries(metadata: &Value) -> Vec<Library> {
    let used = used(metadata);
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let foreign =
        packages.filter(|package| !package["source"].is_null() && used.contains(text(&package["id"])));
    let library = |package: &Value| Library {
        registry: "cargo",
        name: text(&package["name"]).to_owned(),
        version: text(&package["version"]).to_owned(),
        licence: text(&package["license"]).to_owned(),
        texts: Path::new(text(&package["manifest_path"])).parent().map(texts).unwrap_or_default(),
    };
    foreign.map(library).collect()
}

/// The ids of the packages that are part of the binary: not those that only build or test it.
fn used(metadata: &Value) -> BTreeSet<&str> {
    let nodes = metadata["resolve"]["nodes"].as_array().into_iter().flatten();
    let nodes: BTreeMap<&str, &Value> = nodes.map(|node| (text(&node["id"]), node)).collect();
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let mut open: Vec<&str> =
        packages.filter(|package| package["name"] == "parlour").map(|package| text(&package["id"])).collect();
    let mut used = BTreeSet::new();
    while let Some(id) = open.pop() {
        if used.insert(id) {
            let dependencies = nodes.get(id).and_then(|node| node["deps"].as_array()).into_iter().flatten();
            let is_linked = |dependency: &&Value| {
                dependency["dep_kinds"]
                    .as_array()
                    .is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()))
            };
            open.extend(dependencies.filter(is_linked).map(|dependency| text(&dependency["pkg"])));
        }
    }
    used
}

fn web_library(name: &str) -> Option<Library> {
    let folder = path("web/node_modules").join(name);
    let package: Value = serde_json::from_str(&fs::read_to_string(folder.join("package.json")).ok()?).ok()?;
    Some(Library {
        registry: "npm",
        name: name.to_owned(),
        version: text(&package["version"]).to_owned(),
        licence: text(&package["license"]).to_owned(),
        texts: texts(&folder),
    })
}

/// The texts of licences and notices in the folder of a library.
fn texts(folder: &Path) -> Vec<String> {
    let is_licence = |name: &str| {
        let name = name.to_lowercase();
        ["license", "licence", "copying", "notice", "unlicense"].iter().any(|word| name.starts_with(word))
    };
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut files: Vec<_> = entries
        .filter(|entry| is_licence(&entry.file_name().to_string_lossy()))
        .map(|entry| entry.path())
        .collect();
    files.sort();
    files.iter().filter_map(|file| fs::read_to_string(file).ok()).collect()
}

fn document(libraries: &[Library]) -> String {
    let title = |library: &Library| format!("{} {}", library.name, library.version);
    let mut names: Vec<String> =
        libraries.iter().map(|library| format!("{}: {}\n", title(library), library.licence)).collect();
    names.sort();
    let mut users: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for library in libraries {
        for text in &library.texts {
            users.entry(text.trim()).or_default().insert(title(library));
        }
    }
    let texts = users.iter().map(|(text, users)| {
        let users: Vec<&str> = users.iter().map(String::as_str).collect();
        format!("\n\n==== {}\n\n{text}\n", users.join(", "))
    });
    format!(
        "The libraries in parlour, and their licences.\n\n{}{}",
        names.concat(),
        texts.collect::<String>()
    )
}

/// The platform that this cargo builds for.
pub(crate) fn host() -> Result<String, String> {
    let version = output_of(cargo().args(["--version", "--verbose"]))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "`cargo --version --verbose` names no host".to_owned())
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Library, document, used};

    #[test]
    fn what_only_builds_or_tests_the_binary_is_no_part_of_it() {
        let dependency =
            |name: &str, kind: Option<&str>| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let metadata = json!({
            "packages": [{ "name": "parlour", "id": "ours" }],
            "resolve": { "nodes": [
                { "id": "ours", "deps": [dependency("linked", None), dependency("tester", Some("dev"))] },
                { "id": "linked", "deps": [dependency("deep", None), dependency("builder", Some("build"))] },
                { "id": "deep", "deps": [dependency("linked", None)] },
            ] },
        });
        assert_eq!(used(&metadata).into_iter().collect::<Vec<_>>(), ["deep", "linked", "ours"]);
    }

    #[test]
    fn a_text_that_libraries_share_is_written_once() {
        let library = |name: &str, version: &str, texts: &[&str]| Library {
            registry: "cargo",
            name: name.to_owned(),
            version: version.to_owned(),
            licence: "MIT".to_owned(),
            texts: texts.iter().map(|text| (*text).to_owned()).collect(),
        };
        let written = document(&[library("b", "2", &["same\n"]), library("a", "1", &["same", "other"])]);
        let expected = "The libraries in parlour, and their licences.\n\na 1: MIT\nb 2: MIT\n\
                        \n\n==== a 1\n\nother\n\n\n==== a 1, b 2\n\nsame\n";
        assert_eq!(written, expected);
    }
}
