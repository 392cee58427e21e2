//! The software bill of materials of the binary, in the format of CycloneDX.

use serde_json::{Value, json};

use crate::licences::{self, Library};

/// Every library in the binary with its version and licence.
pub(crate) fn cyclonedx() -> Result<Value, String> {
    Ok(document(&licences::libraries()?))
}

fn document(libraries: &[Library]) -> Value {
    let mut components: Vec<Value> = libraries.iter().map(component).collect();
    components.sort_by_key(|component| component["purl"].to_string());
    let version = env!("CARGO_PKG_VERSION");
    json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": { "type": "application", "name": "parlour", "version": version, "bom-ref": format!("parlour@{version}") } },
        "components": components,
    })
}

fn component(library: &Library) -> Value {
    let Library { registry, name, version, licence, .. } = library;
    let purl = format!("pkg:{registry}/{name}@{version}");
    // Older crates separate alternatives by a slash.
    let licence = licence.replace('/', " OR ");
    json!({
        "type": "library", "name": name, "version": version, "purl": purl, "bom-ref": purl,
        "licenses": [{ "expression": licence }],
    })
}

#[cfg(test)]
mod tests {
    use super::cyclonedx;

    #[test]
    fn every_library_of_the_binary_is_listed_with_version_and_licence() {
        let document = cyclonedx().expect("cargo knows the libraries");
        let components = document["components"].as_array().expect("a list");
        let named = |name: &str| components.iter().find(|component| component["name"] == name);
        assert!(components.len() > 100);
        assert!(named("tokio").is_some() && named("proptest").is_none());
        for component in components {
            let licence = component["licenses"][0]["expression"].as_str().unwrap_or_default();
            assert!(!licence.is_empty() && !licence.contains('/'), "{component}");
        }
    }
}
