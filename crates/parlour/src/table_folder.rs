//! A folder with endgame tables: one file for each pair of slices, below a folder for each variant.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use draughts::Variant;
use draughts::tables::{Slice, Tables, shipped};

use crate::failure::{Failure, Problem};

/// The tables of one variant on disk.
pub(crate) struct TableFolder {
    variant: &'static Variant,
    path: PathBuf,
}

impl TableFolder {
    /// The tables of a variant below a folder.
    pub(crate) fn new(below: &Path, variant: &'static Variant) -> TableFolder {
        TableFolder { variant, path: below.join(variant.name()) }
    }

    /// The path of the file of a slice.
    pub(crate) fn file(&self, slice: Slice) -> PathBuf {
        self.path.join(format!("{slice}.table"))
    }

    /// Adds the slice of a file to the tables; false if there is no such file, or if it is damaged.
    pub(crate) fn read(&self, slice: Slice, tables: &mut Tables) -> bool {
        let read = fs::read(self.file(slice)).ok().map(|file| tables.add_file(&file));
        matches!(read, Some(Ok(slices)) if slices.contains(&slice))
    }

    /// Writes a slice and its turned one, so that the file is there whole or not at all. Returns its size.
    pub(crate) fn write(&self, slice: Slice, tables: &Tables) -> Result<usize, Failure> {
        let bytes = tables.to_file(&slice.with_turned()).expect("a slice that was just built");
        let (path, beside) = (self.file(slice), self.path.join(format!("{slice}.table.new")));
        let written = fs::create_dir_all(&self.path)
            .and_then(|()| fs::write(&beside, &bytes))
            .and_then(|()| fs::rename(&beside, &path));
        written.map_err(|error| {
            Problem::new(format!("cannot write {}: {error}", path.display()))
                .help("name a folder that you may write to with --out")
        })?;
        Ok(bytes.len())
    }

    /// All tables that are there.
    pub(crate) fn load(&self) -> Result<Tables, Failure> {
        let mut tables = Tables::empty(self.variant);
        let pairs = Slice::pairs(self.variant.rules(), draughts::tables::MOST_PIECES);
        let found = pairs.into_iter().filter(|slice| self.read(*slice, &mut tables)).count();
        if found == 0 {
            let name = self.variant.name();
            let problem = Problem::new(format!("{} has no endgame tables of {name}", self.path.display()));
            let help =
                format!("build them with `parlour tables build --variant {name} --pieces 4 --out DIR`");
            return Err(problem.help(help).into());
        }
        Ok(tables)
    }
}

/// The tables of a folder, or those that ship with the program if no folder is named.
pub(crate) fn tables_of(variant: &'static Variant, below: Option<&Path>) -> Result<Arc<Tables>, Failure> {
    match below {
        Some(below) => Ok(Arc::new(TableFolder::new(below, variant).load()?)),
        None => Ok(shipped(variant)),
    }
}
