//! Sealed secrets: a copy of the files reveals none, and only their key unseals them.

mod folder;

use std::path::Path;

use common::Mode;
use folder::Folder;
use store::{EndpointRow, KeysBefore, Options, SecretsKey, SigningKey, Store, StoreError, Tenant};

const SIGNING: &[u8] = b"a signing secret of forty-eight letters, no less";
const WEBHOOK: &str = "whsec_the-secret-of-a-receiver";
const PREVIOUS: &str = "whsec_the-one-before-it";

fn key(letter: char) -> Option<SecretsKey> {
    SecretsKey::parse(&letter.to_string().repeat(64))
}

fn open(folder: &Folder, secrets_key: Option<SecretsKey>) -> Store {
    Store::open(folder.path(), &Options { secrets_key, ..Options::default() }).expect("the store opens")
}

fn signing_key(kid: &str) -> SigningKey {
    SigningKey { kid: kid.to_owned(), secret: SIGNING.to_vec(), created_ms: 1, retired_ms: None }
}

fn endpoint(tenant: &str) -> EndpointRow {
    EndpointRow {
        tenant: tenant.into(),
        url: "https://acme.example/hook".to_owned(),
        secret: WEBHOOK.to_owned(),
        previous_secret: Some((PREVIOUS.to_owned(), 5)),
        ..EndpointRow::default()
    }
}

/// Stores one secret of each kind.
fn fill(store: &Store) {
    store.create_tenant(Tenant { id: "acme".into(), ..Tenant::default() }).wait().expect("the store answers");
    store.add_signing_key(signing_key("first")).wait().expect("the store answers");
    store.set_endpoint(endpoint("acme")).wait().expect("the store answers");
}

/// Checks that every secret can be read unchanged.
fn check_opened(store: &Store) {
    let keys = store.signing_keys().wait().expect("the store answers");
    assert_eq!(keys.iter().map(|key| key.secret.as_slice()).collect::<Vec<_>>(), [SIGNING]);
    assert!(
        store.endpoint(&"acme".into(), Mode::Live).wait().expect("the store answers")
            == Some(endpoint("acme"))
    );
}

/// Seals clear secrets, as the server does at its start.
fn seal(store: &Store) -> Result<usize, StoreError> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime needs no thread");
    runtime.block_on(store.seal_secrets())
}

/// How many of the secrets can be found in the files of a folder.
fn found(folder: &Path) -> usize {
    let files: Vec<Vec<u8>> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|file| std::fs::read(file.expect("a file").path()).expect("it can be read"))
        .collect();
    let holds =
        |needle: &[u8]| files.iter().any(|file| file.windows(needle.len()).any(|window| window == needle));
    assert!(holds(b"acme.example"), "the search looks at the right files");
    [SIGNING, WEBHOOK.as_bytes(), PREVIOUS.as_bytes()].iter().filter(|secret| holds(secret)).count()
}

#[test]
fn sealed_secrets_are_in_no_file_and_in_no_backup() {
    let (folder, copies) = (Folder::new(), Folder::new());
    let store = open(&folder, key('a'));
    assert_eq!(seal(&store), Ok(0));
    fill(&store);
    check_opened(&store);
    assert_eq!(found(folder.path()), 0, "while it runs");
    store.backup(&copies.path().join("copy.db")).wait().expect("the store answers");
    assert_eq!(found(copies.path()), 0, "in a backup");
    store.close();
    assert_eq!(found(folder.path()), 0, "at rest");
    assert_eq!(store_clear(&folder), 0);
}

#[test]
fn clear_secrets_are_sealed_once_there_is_a_key_and_leave_no_trace() {
    let folder = Folder::new();
    let store = open(&folder, None);
    assert_eq!(seal(&store), Ok(0), "there is no key");
    fill(&store);
    assert_eq!(found(folder.path()), 3);
    store.close();
    drop(store);
    assert_eq!(store_clear(&folder), 3);
    let store = open(&folder, key('a'));
    assert_eq!(seal(&store), Ok(3));
    assert_eq!(seal(&store), Ok(0), "once is enough");
    check_opened(&store);
    assert_eq!(found(folder.path()), 0, "while it runs");
    store.close();
    assert_eq!(found(folder.path()), 0, "at rest");
}

#[test]
fn sealed_secrets_open_with_their_key_alone() {
    let folder = Folder::new();
    fill(&open(&folder, key('a')));
    for (other, refusal) in [(key('b'), StoreError::WrongSecretsKey), (None, StoreError::SecretsKeyMissing)] {
        let store = open(&folder, other);
        assert_eq!(seal(&store), Err(refusal.clone()));
        assert_eq!(store.check_secrets().wait(), Err(refusal.clone()));
        assert_eq!(store.signing_keys().wait().err(), Some(refusal.clone()));
        assert_eq!(store.endpoint(&"acme".into(), Mode::Live).wait().err(), Some(refusal.clone()));
        // Nor is a secret stored that the owner of the key could not read, or that anyone could.
        assert_eq!(store.set_endpoint(endpoint("acme")).wait(), Err(refusal.clone()));
        let rotated = store.rotate_signing_key(signing_key("second"), KeysBefore::End).wait();
        assert_eq!(rotated, Err(refusal));
    }
    let store = open(&folder, key('a'));
    assert_eq!(store.check_secrets().wait(), Ok(()));
    check_opened(&store);
}

#[test]
fn beside_a_server_without_a_key_nothing_is_sealed_that_it_could_not_read() {
    let folder = Folder::new();
    let server = open(&folder, None);
    fill(&server);
    let beside = Store::open_beside(folder.path(), key('a')).unwrap();
    beside.set_endpoint(endpoint("acme")).wait().expect("the store answers");
    check_opened(&server);
}

#[test]
fn a_sealed_secret_is_good_in_its_own_row_alone() {
    let folder = Folder::new();
    let store = open(&folder, key('a'));
    fill(&store);
    store.add_signing_key(signing_key("second")).wait().expect("the store answers");
    store.close();
    drop(store);
    let db = rusqlite::Connection::open(folder.path().join("parlour.db")).unwrap();
    let sql = "UPDATE signing_keys SET secret = (SELECT secret FROM signing_keys WHERE kid = 'first')
               WHERE kid = 'second'";
    assert_eq!(db.execute(sql, []), Ok(1));
    drop(db);
    assert_eq!(open(&folder, key('a')).check_secrets().wait(), Err(StoreError::WrongSecretsKey));
}

#[test]
fn secrets_can_be_sealed_with_another_key() {
    let folder = Folder::new();
    let store = open(&folder, key('a'));
    fill(&store);
    assert_eq!(store.reseal_secrets(key('b').unwrap()), Ok(3));
    drop(store);
    assert_eq!(open(&folder, key('a')).check_secrets().wait(), Err(StoreError::WrongSecretsKey));
    check_opened(&open(&folder, key('b')));
}

/// The number of clear secrets.
fn store_clear(folder: &Folder) -> usize {
    Store::open_beside(folder.path(), None)
        .expect("the store opens")
        .clear_secrets()
        .wait()
        .expect("the store answers")
}
