//! The debug symbols of a binary, in a file of their own.

use std::path::Path;
use std::process::Command;

use crate::workshop::{has, output_of};

/// Moves the debug symbols of a binary into another file, where binutils are installed; debuggers find it there by its name and
/// checksum, which the binary keeps.
pub(crate) fn split_symbols(binary: &Path, symbols: &Path) -> Result<(), String> {
    if !has("objcopy", "--version") || !has("strip", "--version") {
        println!("{} is larger than it must be: there is no objcopy, install binutils", binary.display());
        return Ok(());
    }
    output_of(Command::new("objcopy").arg("--only-keep-debug").arg(binary).arg(symbols))?;
    output_of(Command::new("strip").arg(binary))?;
    let mut link = std::ffi::OsString::from("--add-gnu-debuglink=");
    link.push(symbols);
    output_of(Command::new("objcopy").arg(link).arg(binary)).map(drop)
}
