//! `cargo xtask dist`: what is published of a release.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use crate::bill_of_materials;
use crate::deb;
use crate::licences;
use crate::needs;
use crate::symbols::split_symbols;
use crate::workshop::{has, output_of, path, program, target};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The files beside the binary in its archive, from the checkout.
const FILES: [&str; 7] = [
    "README.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "docs/operating.md",
    "docs/parlour.toml",
];

/// The npm packages.
const NPM_PACKAGES: [&str; 4] = ["sdk", "board", "react", "create"];

/// Build what is published of a release
///
/// Writes to `target/dist`: an archive with the stripped binary for Linux, its debug symbols, the Debian package where
/// `dpkg-deb` is installed, the npm packages where Node is, the bill of materials (CycloneDX), the notes of this release
/// from `CHANGELOG.md`, and `SHA256SUMS` of all of them.
#[derive(Args)]
#[command(
    after_help = "Example: cargo xtask dist\nExample: cargo xtask dist --binary target/debug/parlour --out /tmp/dist"
)]
pub(crate) struct Dist {
    /// Publish this binary, quickly, instead of a release build
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
    /// The folder that is written, anew [default: target/dist]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Dist {
    /// Builds and packs; prints every file with its size.
    pub(crate) fn run(self) -> Result<(), String> {
        let out = self.out.unwrap_or_else(|| target().join("dist"));
        let (binary, compression) = match self.binary {
            Some(binary) => (binary, "1"),
            None => (deb::build()?, "9"),
        };
        if out.exists() {
            fs::remove_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
        }
        fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
        let libc = archive(&binary, &out)?;
        if has("dpkg-deb", "--version") {
            let package = deb::package(&binary, &out, compression)?;
            // The same symbols are beside the archive.
            fs::remove_file(package.with_extension("debug")).ok();
        } else {
            println!("no Debian package: there is no dpkg-deb");
        }
        if needs::has_node() {
            for name in NPM_PACKAGES {
                let mut pack = program("npm", &format!("web/{name}"));
                output_of(pack.args(["pack", "--silent", "--pack-destination"]).arg(&out))?;
            }
        }
        write(
            &out.join(format!("parlour-{VERSION}.cdx.json")),
            &format!("{:#}\n", bill_of_materials::cyclonedx()?),
        )?;
        let changelog = read(&path("CHANGELOG.md"))?;
        write(&out.join("release-notes.md"), &notes(&changelog, VERSION)?)?;
        sums(&out)?;
        println!("the binary needs the GNU C library {libc} or newer");
        Ok(())
    }
}

/// Packs the stripped binary; returns the version of the C library that it needs.
fn archive(binary: &Path, out: &Path) -> Result<String, String> {
    let host = licences::host()?;
    let name = format!("parlour-{VERSION}-{host}");
    let folder = out.join(&name);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let stripped = folder.join("parlour");
    copy(binary, &stripped)?;
    split_symbols(&stripped, &out.join(format!("{name}.debug")))?;
    for file in FILES {
        let base = Path::new(file).file_name().ok_or("a file has a name")?;
        copy(&path(file), &folder.join(base))?;
    }
    write(&folder.join("third-party-licences.txt"), &licences::of_libraries()?)?;
    let bytes = fs::read(&stripped).map_err(|error| format!("{}: {error}", stripped.display()))?;
    println!("{:>11}  parlour, stripped", bytes.len());
    let libc = deb::oldest_libc(&bytes).unwrap_or_else(|| "of any version".to_owned());
    let mut tar = Command::new("tar");
    tar.args(["--owner=0", "--group=0", "--numeric-owner", "--sort=name", "-czf"]);
    output_of(tar.arg(out.join(format!("{name}.tar.gz"))).arg("-C").arg(out).arg(&name))?;
    fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(libc)
}

/// The part of the changelog about a version, or about what is not released yet.
fn notes(changelog: &str, version: &str) -> Result<String, String> {
    let mut parts = changelog.split("\n## ").skip(1);
    let heading = |part: &str, name: &str| {
        part.lines().next().is_some_and(|line| line.trim_matches(['[', ']']).starts_with(name))
    };
    let named = parts.clone().find(|part| heading(part, version));
    let part = named.or_else(|| parts.find(|part| heading(part, "Unreleased")));
    let part = part.ok_or_else(|| format!("CHANGELOG.md has no section {version} or Unreleased"))?;
    let text = part.split_once('\n').map_or("", |(_, text)| text);
    Ok(format!("# Parlour {version}\n\n{}\n", text.trim()))
}

/// Writes the checksum of every file, and prints its size.
fn sums(out: &Path) -> Result<(), String> {
    let entries = fs::read_dir(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    files.sort();
    let names: Vec<_> = files.iter().filter_map(|file| file.file_name()).collect();
    let sums = output_of(Command::new("sha256sum").current_dir(out).args(&names))?;
    write(&out.join("SHA256SUMS"), &sums)?;
    for file in &files {
        println!("{:>11}  {}", fs::metadata(file).map_or(0, |found| found.len()), file.display());
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to).map(drop).map_err(|error| format!("{}: {error}", from.display()))
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::notes;

    #[test]
    fn the_notes_are_the_section_of_the_release_or_what_is_not_released_yet() {
        let changelog = "# Changelog\n\n## Unreleased\n\n- new\n\n## [0.2.0] - 2026-11-01\n\n### Added\n\n- old\n\n## 0.1.0\n";
        let check =
            |version, expected: &str| assert_eq!(notes(changelog, version).expect("a section"), expected);
        check("0.2.0", "# Parlour 0.2.0\n\n### Added\n\n- old\n");
        check("0.3.0", "# Parlour 0.3.0\n\n- new\n");
        assert!(notes("# Changelog\n", "0.3.0").is_err());
    }
}
