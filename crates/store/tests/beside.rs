//! Administering a data directory while another process holds it.

mod folder;

use common::Mode;
use folder::Folder;
use store::{KeySecret, Options, Store, StoreError, Tenant};

#[test]
fn what_is_written_beside_the_holder_is_seen_by_the_holder() {
    let folder = Folder::new();
    let holder = Store::open(folder.path(), &Options::default()).unwrap();
    let tenant = Tenant { id: "acme".into(), name: "Acme".to_owned(), ..Tenant::default() };
    let secret = KeySecret::generate(Mode::Test);

    let beside = Store::open_beside(folder.path(), None).unwrap();
    beside.create_tenant(tenant.clone()).wait().unwrap();
    let key = beside.create_key(&tenant.id, &secret, Vec::new(), 1).wait().unwrap();
    assert_eq!(holder.find_key(&secret, 2).wait().unwrap(), Some(key.clone()));

    assert_eq!(beside.revoke_key(&tenant.id, &key.id, 3).wait(), Ok(true));
    drop(beside);
    assert_eq!(holder.find_key(&secret, 4).wait(), Ok(None));
    assert_eq!(holder.heartbeat("node", 5).wait(), Ok(()));
}

#[test]
fn a_directory_without_a_database_is_left_as_it_is() {
    let folder = Folder::new();
    assert!(Store::open_beside(folder.path(), None).is_err());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_database_of_an_older_release_is_not_migrated_under_its_holder() {
    let folder = Folder::new();
    let holder = Store::open(folder.path(), &Options::default()).unwrap();
    let db = rusqlite::Connection::open(folder.path().join("parlour.db")).unwrap();
    db.pragma_update(None, "user_version", 0).unwrap();
    let refusal = Store::open_beside(folder.path(), None).err().expect("refused").to_string();
    assert!(refusal.starts_with("the database has schema 0 and this parlour writes"), "{refusal}");
    drop(holder);
}

#[test]
fn while_another_program_holds_the_database_all_who_wait_are_refused_together() {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    let other = rusqlite::Connection::open(folder.path().join("parlour.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let first = store.heartbeat("first", 1);
    while store.waiting_writes() > 0 {
        std::thread::yield_now();
    }
    let second = store.heartbeat("second", 1);
    assert_eq!(first.wait(), Err(StoreError::Overloaded));
    other.execute_batch("ROLLBACK").unwrap();
    // With a wait of its own the second would have found the database free.
    assert_eq!(second.wait(), Err(StoreError::Overloaded));
    assert_eq!(store.heartbeat("third", 1).wait(), Ok(()));
}
