//! `cargo xtask deb`: the Debian package.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use crate::licences;
use crate::run::build_web;
use crate::symbols::split_symbols;
use crate::workshop::{cargo, complete, has, output_of, path, program, release_binary, target};

/// The first revision of the package of a version.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "-1");

/// The files of the package from the checkout, and where they are installed.
const FILES: [(&str, &str, Mode); 10] = [
    ("deploy/systemd/parlour.service", "usr/lib/systemd/system/parlour.service", Mode::Everyone),
    ("deploy/debian/parlour.toml", "etc/parlour/parlour.toml", Mode::Root),
    ("docs/parlour.toml", "usr/share/doc/parlour/examples/parlour.toml", Mode::Everyone),
    ("docs/operating.md", "usr/share/doc/parlour/operating.md", Mode::Everyone),
    ("docs/scaling.md", "usr/share/doc/parlour/scaling.md", Mode::Everyone),
    ("deploy/haproxy/haproxy.cfg", "usr/share/doc/parlour/examples/haproxy.cfg", Mode::Everyone),
    ("deploy/prometheus/prometheus.yml", "usr/share/doc/parlour/examples/prometheus.yml", Mode::Everyone),
    ("deploy/grafana/parlour.json", "usr/share/doc/parlour/examples/grafana.json", Mode::Everyone),
    ("SECURITY.md", "usr/share/doc/parlour/SECURITY.md", Mode::Everyone),
    ("LICENSE-APACHE", "usr/share/doc/parlour/LICENSE-APACHE", Mode::Everyone),
];

/// The completions of shells, and where Debian's shells look for them.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "usr/share/bash-completion/completions/parlour"),
    ("zsh", "usr/share/zsh/vendor-completions/_parlour"),
    ("fish", "usr/share/fish/vendor_completions.d/parlour.fish"),
];

/// Build the Debian package of this machine's architecture
///
/// Builds the web client where Node is installed, and the release binary, and packs them with the unit of systemd,
/// the configuration, the manual page, completions and licences into `target/deb`. The debug symbols are kept beside
/// the package. Needs `dpkg-deb`.
#[derive(Args)]
#[command(
    after_help = "Example: cargo xtask deb\nExample: cargo xtask deb --binary target/debug/parlour --out /tmp"
)]
pub(crate) struct Deb {
    /// Pack this binary, quickly, instead of a release build
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
    /// The folder that the package is written to [default: target/deb]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Who may read a file; only root may change it.
#[derive(Clone, Copy)]
enum Mode {
    Everyone,
    Program,
    Root,
}

impl Deb {
    /// Builds and packs; prints the path of the package.
    pub(crate) fn run(self) -> Result<(), String> {
        if !has("dpkg-deb", "--version") {
            return Err("there is no dpkg-deb: install dpkg, as every Debian has it".to_owned());
        }
        let out = self.out.unwrap_or_else(|| target().join("deb"));
        let (binary, compression) = match self.binary {
            Some(binary) => (binary, "1"),
            None => (build()?, "9"),
        };
        println!("{}", package(&binary, &out, compression)?.display());
        Ok(())
    }
}

/// Packs a binary into the folder `out`; returns the path of the package. The debug symbols are kept beside it.
pub(crate) fn package(binary: &Path, out: &Path, compression: &str) -> Result<PathBuf, String> {
    let architecture = output_of(Command::new("dpkg").arg("--print-architecture"))?.trim().to_owned();
    let name = format!("parlour_{VERSION}_{architecture}");
    fs::create_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let package = Package { root: out.join(&name) };
    package.fill(binary, &architecture, &out.join(format!("{name}.debug")))?;
    let file = out.join(format!("{name}.deb"));
    package.pack(&file, compression)?;
    Ok(file)
}

/// Builds what is released; returns the path of the binary.
pub(crate) fn build() -> Result<PathBuf, String> {
    build_web()?;
    complete(cargo().args(["build", "--release", "--locked", "--package", "parlour"]))?;
    Ok(release_binary())
}

/// The files of the package, in a folder that stands for the root of a machine.
struct Package {
    root: PathBuf,
}

impl Package {
    /// Writes every file of the package.
    fn fill(&self, binary: &Path, architecture: &str, symbols: &Path) -> Result<(), String> {
        if self.root.exists() {
            fs::remove_dir_all(&self.root).map_err(|error| format!("{}: {error}", self.root.display()))?;
        }
        let installed = self.root.join("usr/bin/parlour");
        self.write("usr/bin/parlour", &read(binary)?, Mode::Program)?;
        split_symbols(&installed, symbols)?;
        for (from, to, mode) in FILES {
            self.write(to, &read(&path(from))?, mode)?;
        }
        for (shell, to) in COMPLETIONS {
            let script = output_of(Command::new(binary).args(["completions", shell]))?;
            self.write(to, script.as_bytes(), Mode::Everyone)?;
        }
        let help = output_of(Command::new(binary).arg("help"))?;
        self.write_compressed("usr/share/man/man1/parlour.1", &manual(&template("parlour.1")?, &help)?)?;
        self.write_compressed("usr/share/doc/parlour/changelog", &text(&path("CHANGELOG.md"))?)?;
        let copyright = template("copyright")?.replace("@MIT@", &paragraphs(&text(&path("LICENSE-MIT"))?));
        self.write("usr/share/doc/parlour/copyright", copyright.as_bytes(), Mode::Everyone)?;
        self.write_compressed("usr/share/doc/parlour/third-party-licences.txt", &licences::of_libraries()?)?;
        self.describe(architecture)
    }

    /// Writes what dpkg must know, once every other file is there.
    fn describe(&self, architecture: &str) -> Result<(), String> {
        let mut files = Vec::new();
        list(&self.root, &mut files)?;
        files.sort();
        let sizes = files.iter().map(|file| fs::metadata(file).map_or(0, |data| data.len().div_ceil(1024)));
        let size: u64 = sizes.sum();
        let libc = oldest_libc(&read(&self.root.join("usr/bin/parlour"))?)
            .ok_or("the binary names no version of the C library, so it cannot be packed")?;
        let control = template("control")?
            .replace("@VERSION@", VERSION)
            .replace("@ARCHITECTURE@", architecture)
            .replace("@SIZE@", &size.to_string())
            .replace("@LIBC@", &libc);
        let names = files.iter().filter_map(|file| file.strip_prefix(&self.root).ok());
        let sums = output_of(Command::new("md5sum").current_dir(&self.root).args(names))?;
        self.write("DEBIAN/control", control.as_bytes(), Mode::Everyone)?;
        self.write("DEBIAN/conffiles", template("conffiles")?.as_bytes(), Mode::Everyone)?;
        self.write("DEBIAN/md5sums", sums.as_bytes(), Mode::Everyone)?;
        for script in ["postinst", "prerm", "postrm"] {
            self.write(&format!("DEBIAN/{script}"), template(script)?.as_bytes(), Mode::Program)?;
        }
        Ok(())
    }

    /// Packs the folder and removes it. The same sources make the same bytes.
    fn pack(self, file: &Path, level: &str) -> Result<(), String> {
        let mut pack = Command::new("dpkg-deb");
        pack.args(["--root-owner-group", "-Zgzip", "-z", level, "--build"]).arg(&self.root).arg(file);
        if std::env::var_os("SOURCE_DATE_EPOCH").is_none() {
            // Without the history of the checkout files are dated now.
            if let Ok(date) = output_of(program("git", "").args(["log", "-1", "--format=%ct"])) {
                pack.env("SOURCE_DATE_EPOCH", date.trim());
            }
        }
        output_of(&mut pack)?;
        fs::remove_dir_all(&self.root).map_err(|error| format!("{}: {error}", self.root.display()))
    }

    fn write(&self, to: &str, content: &[u8], mode: Mode) -> Result<(), String> {
        let file = self.root.join(to);
        let folder = file.parent().unwrap_or(&self.root);
        let problem = |error| format!("{}: {error}", file.display());
        fs::create_dir_all(folder).map_err(problem)?;
        fs::write(&file, content).map_err(problem)?;
        permit(&file, mode, &self.root).map_err(problem)
    }

    fn write_compressed(&self, to: &str, content: &str) -> Result<(), String> {
        self.write(to, content.as_bytes(), Mode::Everyone)?;
        output_of(Command::new("gzip").args(["-9", "--no-name"]).arg(self.root.join(to))).map(drop)
    }
}

/// The manual page with the commands that `parlour help` lists.
fn manual(page: &str, help: &str) -> Result<String, String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = lines.take_while(|line| !line.is_empty()).filter_map(|line| line.trim().split_once(' '));
    let entries: Vec<String> = commands
        .map(|(name, about)| {
            format!(".TP\n.B {name}\n{}", about.trim().replace('\\', "\\e").replace('-', "\\-"))
        })
        .collect();
    if entries.is_empty() {
        return Err("`parlour help` lists no commands, so the manual page cannot be written".to_owned());
    }
    Ok(page.replace("@VERSION@", env!("CARGO_PKG_VERSION")).replace("@COMMANDS@", &entries.join("\n")))
}

/// The oldest version of the GNU C library that has everything the binary uses, such as `2.34`.
pub(crate) fn oldest_libc(binary: &[u8]) -> Option<String> {
    const NAME: &[u8] = b"GLIBC_2.";
    let minor_at = |place: usize| -> Option<u32> {
        let rest = &binary[place + NAME.len()..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()
    };
    let places = binary.windows(NAME.len()).enumerate().filter(|(_, window)| *window == NAME);
    let newest = places.filter_map(|(place, _)| minor_at(place)).max()?;
    Some(format!("2.{newest}"))
}

/// A text as a field of a control file: indented, with points for empty lines.
fn paragraphs(text: &str) -> String {
    let lines = text.trim_end().lines();
    let indented = lines.map(|line| if line.is_empty() { " .".to_owned() } else { format!(" {line}") });
    indented.collect::<Vec<_>>().join("\n")
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        if entry.is_dir() {
            list(&entry, files)?;
        } else {
            files.push(entry);
        }
    }
    Ok(())
}

/// Sets the mode of a file and of the folders above it up to the root, whatever mask the builder has.
#[cfg(unix)]
fn permit(file: &Path, mode: Mode, root: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let bits = match mode {
        Mode::Everyone => 0o644,
        Mode::Program => 0o755,
        Mode::Root => 0o600,
    };
    fs::set_permissions(file, fs::Permissions::from_mode(bits))?;
    let mut folders = file.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
    folders.try_for_each(|folder| fs::set_permissions(folder, fs::Permissions::from_mode(0o755)))
}

#[cfg(not(unix))]
fn permit(_: &Path, _: Mode, _: &Path) -> std::io::Result<()> {
    Ok(())
}

/// A file of the folder of templates.
fn template(name: &str) -> Result<String, String> {
    text(&path("deploy/debian").join(name))
}

fn text(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    fs::read(file).map_err(|error| format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::{manual, oldest_libc, paragraphs};

    #[test]
    fn the_package_needs_the_newest_version_of_the_c_library_that_the_binary_names() {
        let binary = b"\0GLIBC_2.2.5\0GLIBC_2.34\0x\0GLIBC_2.9\0GLIBC_PRIVATE\0GLIBC_2.";
        assert_eq!(oldest_libc(binary).as_deref(), Some("2.34"));
        assert_eq!(oldest_libc(b"static"), None);
    }

    #[test]
    fn the_manual_page_has_the_commands_that_help_lists() {
        let help = "Games.\n\nUsage: parlour <COMMAND>\n\nCommands:\n  serve  Serve it\n  pdn    Read a re-play\n\nOptions:\n  -h";
        let page = manual("@VERSION@ @COMMANDS@", help).expect("a page");
        assert_eq!(
            page,
            format!("{} .TP\n.B serve\nServe it\n.TP\n.B pdn\nRead a re\\-play", env!("CARGO_PKG_VERSION"))
        );
        assert!(manual("@COMMANDS@", "nothing").is_err());
    }

    #[test]
    fn a_licence_is_a_field_of_a_control_file() {
        assert_eq!(paragraphs("MIT\n\nfree\n"), " MIT\n .\n free");
    }
}
