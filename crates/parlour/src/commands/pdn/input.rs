//! A PDN file or standard input, read as a stream.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use draughts::pdn::{PdnError, Reader};

use crate::failure::{Failure, Problem};

/// Opens a file to read game by game; `-` is standard input.
pub(in crate::commands) fn open(path: &Path) -> Result<Reader<Box<dyn BufRead>>, Failure> {
    let input: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(path);
        Box::new(BufReader::new(file.map_err(|error| unreadable(path, &error))?))
    };
    Ok(Reader::new(input))
}

/// A fault as `file:line:column: message`.
pub(in crate::commands) fn place(path: &Path, fault: &PdnError) -> String {
    format!("{}:{}:{}: {}", path.display(), fault.line, fault.column, fault.message)
}

fn unreadable(path: &Path, error: &io::Error) -> Problem {
    Problem::new(format!("cannot read {}: {error}", path.display()))
        .help("give the path of a PDN file, or - for standard input")
}
