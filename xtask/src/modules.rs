//! The source of crates: its files, and the dependencies between modules.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The top-level modules of a crate and the modules each uses, without tests.
pub(crate) struct Modules {
    uses: BTreeMap<String, BTreeSet<String>>,
}

impl Modules {
    /// Reads the folder `src` of a crate.
    pub(crate) fn read(src: &Path) -> Modules {
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let exported = exported(&fs::read_to_string(src.join("lib.rs")).unwrap_or_default());
        for file in sources(src) {
            let inside = file.strip_prefix(src).unwrap();
            let module = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs").to_owned();
            if matches!(module.as_str(), "lib" | "main") || inside.ends_with("tests.rs") {
                continue;
            }
            let used = used_by(&fs::read_to_string(&file).unwrap());
            let used = used.into_iter().map(|name| exported.get(&name).cloned().unwrap_or(name));
            uses.entry(module).or_default().extend(used);
        }
        for (module, used) in &mut uses {
            used.remove(module);
        }
        let known: BTreeSet<String> = uses.keys().cloned().collect();
        uses.values_mut().for_each(|used| used.retain(|name| known.contains(name)));
        Modules { uses }
    }

    /// A cycle of modules, if there is one: each uses the next, and the last is the first.
    pub(crate) fn circle(&self) -> Option<Vec<String>> {
        let mut acyclic = BTreeSet::new();
        self.uses.keys().find_map(|module| self.circle_from(module, &mut Vec::new(), &mut acyclic))
    }

    fn circle_from(
        &self,
        module: &str,
        path: &mut Vec<String>,
        acyclic: &mut BTreeSet<String>,
    ) -> Option<Vec<String>> {
        if acyclic.contains(module) {
            return None;
        }
        let begun = path.iter().position(|passed| passed == module);
        path.push(module.to_owned());
        if let Some(start) = begun {
            return Some(path[start..].to_vec());
        }
        let found = self.uses[module].iter().find_map(|used| self.circle_from(used, path, acyclic));
        path.pop();
        acyclic.insert(module.to_owned());
        found
    }
}

/// The names after `crate::` in a file, without its tests.
fn used_by(text: &str) -> BTreeSet<String> {
    code(text).split("crate::").skip(1).flat_map(first_names).collect()
}

/// The names exported by the root of a crate, with their modules.
fn exported(root: &str) -> BTreeMap<String, String> {
    let code = code(root);
    let uses = code.split("pub use ").skip(1).filter_map(|rest| rest.split(';').next()?.split_once("::"));
    uses.flat_map(|(module, names)| first_names(names).into_iter().map(|name| (name, module.to_owned())))
        .collect()
}

/// The code of a file in one line, without comments and tests.
fn code(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default().trim());
    let code = lines.collect::<Vec<_>>().join(" ");
    code.split("#[cfg(test)] mod tests").next().unwrap_or_default().to_owned()
}

/// The first name of each path at the start of a text: one, or all of a list in braces.
fn first_names(text: &str) -> Vec<String> {
    let name = |path: &str| -> String {
        path.trim_start().chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
    };
    let Some(list) = text.strip_prefix('{') else { return vec![name(text)] };
    let (mut depth, mut names, mut begins) = (1, Vec::new(), true);
    for (at, letter) in list.char_indices() {
        if begins && !letter.is_whitespace() {
            names.push(name(&list[at..]));
            begins = false;
        }
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' => begins = depth == 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names
}

/// Every Rust file in a folder and its subfolders.
pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files = Vec::new();
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target" && name != "node_modules") {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::{BTreeMap, Modules, exported, used_by};

    fn modules(arrows: &[(&str, &[&str])]) -> Modules {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let uses = arrows.iter().map(|(module, used)| ((*module).to_owned(), owned(used)));
        Modules { uses: uses.collect::<BTreeMap<_, _>>() }
    }

    #[test]
    fn a_circle_is_found_however_long_and_a_diamond_is_none() {
        let diamond = modules(&[("a", &["b", "c"]), ("b", &["d"]), ("c", &["d"]), ("d", &[])]);
        assert_eq!(diamond.circle(), None);
        let circle = modules(&[("a", &["b"]), ("b", &["c"]), ("c", &["d"]), ("d", &["b"])]);
        assert_eq!(circle.circle().unwrap(), ["b", "c", "d", "b"]);
    }

    #[test]
    fn a_name_that_the_root_exports_stands_for_its_module() {
        let exported = exported("mod a;\npub use a::{One,\n    Two};\npub use b::Three;\n");
        let pairs: Vec<_> = exported.iter().map(|(name, module)| (name.as_str(), module.as_str())).collect();
        assert_eq!(pairs, [("One", "a"), ("Three", "b"), ("Two", "a")]);
    }

    #[test]
    fn what_a_file_uses_is_read_from_its_code_and_not_from_comments_and_tests() {
        let text = "use crate::clock::Clock;\n\
                    use crate::{lobby::{Lobby, Place}, random,\n    refusals};\n\
                    // crate::comment\n\
                    fn f() { crate::wire::go() }\n\
                    #[cfg(test)]\nmod tests {\n    use crate::serve::Server;\n}\n";
        assert_eq!(
            used_by(text).into_iter().collect::<Vec<_>>(),
            ["clock", "lobby", "random", "refusals", "wire"]
        );
    }
}
