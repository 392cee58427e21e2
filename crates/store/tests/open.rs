//! Opening a data directory: private, held by one process, and of a known format.
#![cfg(unix)]

mod folder;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use folder::Folder;
use rusqlite::Connection;
use store::{Options, Store};

/// Opens the directory and compares the message, with DIR for its path.
fn check(dir: &Path, expected: &str) {
    let told = match Store::open(dir, &Options::default()) {
        Ok(_) => "open".to_owned(),
        Err(error) => error.to_string().replace(&dir.display().to_string(), "DIR"),
    };
    assert_eq!(told, expected);
}

fn permissions(path: &Path) -> u32 {
    path.metadata().expect("the file is there").permissions().mode() & 0o777
}

#[test]
fn the_directory_and_its_files_are_closed_to_other_users() {
    let folder = Folder::new();
    let dir = folder.path().join("a/b");
    let store = Store::open(&dir, &Options::default()).unwrap();
    store.heartbeat("node", 1).wait().unwrap();
    assert_eq!(permissions(&dir), 0o700);
    for name in ["parlour.db", "parlour.db-wal", "parlour.db-shm", "parlour.lock"] {
        assert_eq!(permissions(&dir.join(name)), 0o600, "{name}");
    }
}

#[test]
fn a_directory_in_use_is_refused_with_the_process_that_uses_it() {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    check(folder.path(), &format!("another parlour is using DIR (pid {})", std::process::id()));
    drop(store);
    check(folder.path(), "open");
}

#[test]
fn a_second_process_is_refused() {
    let folder = Folder::new();
    let _store = Store::open(folder.path(), &Options::default()).unwrap();
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "is_refused_the_directory_of_its_parent", "--nocapture"])
        .env("PARLOUR_TEST_DIR", folder.path())
        .env("PARLOUR_TEST_PARENT", std::process::id().to_string())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&child.stdout).into_owned();
    assert!(told.contains("1 passed"), "{told}");
}

#[test]
#[ignore = "runs as the second process of the test above"]
fn is_refused_the_directory_of_its_parent() {
    let dir = std::env::var_os("PARLOUR_TEST_DIR").expect("a parent test gives the directory");
    let parent = std::env::var("PARLOUR_TEST_PARENT").expect("a parent test gives its process id");
    check(Path::new(&dir), &format!("another parlour is using DIR (pid {parent})"));
}

#[test]
fn a_database_of_a_newer_release_is_refused_and_left_alone() {
    let folder = Folder::new();
    check(folder.path(), "open");
    let file = folder.path().join("parlour.db");
    Connection::open(&file).unwrap().pragma_update(None, "user_version", 999).unwrap();
    let bytes = std::fs::read(&file).unwrap();
    check(folder.path(), "the database has schema 999, this parlour knows up to 10: use a newer release");
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
}

#[test]
fn a_database_of_another_program_is_refused_and_left_alone() {
    let folder = Folder::new();
    let file = folder.path().join("parlour.db");
    Connection::open(&file).unwrap().execute_batch("CREATE TABLE recipes (name TEXT)").unwrap();
    let bytes = std::fs::read(&file).unwrap();
    check(folder.path(), "DIR/parlour.db is not a parlour database");
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
}

#[test]
fn a_file_that_is_no_database_is_refused() {
    let folder = Folder::new();
    std::fs::write(folder.path().join("parlour.db"), "a letter to my aunt, long enough to be one").unwrap();
    check(folder.path(), "cannot open the database: file is not a database");
}
