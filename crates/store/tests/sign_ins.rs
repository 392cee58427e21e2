//! Sign-ins to the dashboard: found only by their secret until they end, and never readable in the files.

use common::{KeyId, Mode};
use store::{KeySecret, NewSignIn, SignInSecret, Store, Tenant};

fn with_keys() -> (Store, [KeyId; 2]) {
    let store = Store::in_memory();
    let keys = ["acme", "other"].map(|id| {
        let tenant = Tenant { id: id.into(), name: id.to_owned(), ..Tenant::default() };
        store.create_tenant(tenant).wait().expect("the tenant is new");
        let secret = KeySecret::generate(Mode::Test);
        store.create_key(&id.into(), &secret, Vec::new(), 1).wait().expect("the key is new").id
    });
    (store, keys)
}

fn until(expires_ms: i64) -> NewSignIn {
    NewSignIn { address: Some("192.0.2.1".to_owned()), now_ms: 10, expires_ms }
}

/// Who is signed in with a secret at a time.
fn check(store: &Store, secret: &SignInSecret, now_ms: i64, expected: &str) {
    let found = store.find_sign_in(secret, now_ms).wait().expect("reading works");
    let told = match found {
        None => "nobody".to_owned(),
        Some(found) => found.tenant.map_or("operator".to_owned(), |(tenant, _)| tenant.0),
    };
    assert_eq!(told, expected);
}

#[test]
fn a_sign_in_is_found_by_its_secret_until_it_expires() {
    let (store, [key, _]) = with_keys();
    let secret = SignInSecret::generate();
    store.sign_in(&secret, &"acme".into(), &key, until(100)).wait().unwrap();
    let parsed = SignInSecret::parse(secret.expose()).expect("it has the form of one");
    check(&store, &parsed, 99, "acme");
    check(&store, &parsed, 100, "nobody");
    check(&store, &SignInSecret::generate(), 99, "nobody");
    assert_eq!(store.find_sign_in(&secret, 99).wait().unwrap().unwrap().mode, Mode::Test);
}

#[test]
fn a_sign_in_ends_with_the_key_that_made_it() {
    let (store, [key, _]) = with_keys();
    let secret = SignInSecret::generate();
    store.sign_in(&secret, &"acme".into(), &key, until(100)).wait().unwrap();
    store.rotate_key(&"acme".into(), &key, &KeySecret::generate(Mode::Test), 11, 50).wait().unwrap();
    check(&store, &secret, 49, "acme");
    check(&store, &secret, 50, "nobody");
    store.revoke_key(&"acme".into(), &key, 20).wait().unwrap();
    check(&store, &secret, 21, "nobody");
    assert!(store.sign_ins(Some(&"acme".into()), 21).wait().unwrap().is_empty());
}

#[test]
fn a_link_signs_in_once_and_not_after_its_time() {
    let (store, _) = with_keys();
    let [link, late, secret, again] = std::array::from_fn(|_| SignInSecret::generate());
    store.create_sign_in_link(&link, 1, 50).wait().unwrap();
    store.create_sign_in_link(&late, 1, 10).wait().unwrap();
    assert!(store.sign_in_by_link(&again, &late, until(100)).wait().unwrap().is_none());
    assert!(store.sign_in_by_link(&secret, &link, until(100)).wait().unwrap().is_some());
    assert!(store.sign_in_by_link(&again, &link, until(100)).wait().unwrap().is_none());
    check(&store, &secret, 20, "operator");
    check(&store, &again, 20, "nobody");
}

#[test]
fn only_the_tenant_lists_and_ends_its_sign_ins() {
    let (store, [key, foreign]) = with_keys();
    let (secret, other) = (SignInSecret::generate(), SignInSecret::generate());
    let id = store.sign_in(&secret, &"acme".into(), &key, until(100)).wait().unwrap();
    store.sign_in(&other, &"other".into(), &foreign, until(100)).wait().unwrap();
    let listed = store.sign_ins(Some(&"acme".into()), 20).wait().unwrap();
    assert_eq!(listed.iter().map(|found| &found.id).collect::<Vec<_>>(), [&id]);
    assert_eq!(store.sign_out(Some(&"other".into()), &id).wait(), Ok(false));
    assert_eq!(store.sign_out(None, &id).wait(), Ok(false));
    check(&store, &secret, 20, "acme");
    assert_eq!(store.sign_out(Some(&"acme".into()), &id).wait(), Ok(true));
    check(&store, &secret, 20, "nobody");
    check(&store, &other, 20, "other");
}

#[test]
fn the_oldest_of_very_many_sign_ins_ends_for_a_new_one() {
    let (store, [key, _]) = with_keys();
    let first = SignInSecret::generate();
    store.sign_in(&first, &"acme".into(), &key, until(1000)).wait().unwrap();
    for now_ms in 11..=110 {
        let new = NewSignIn { now_ms, ..until(1000) };
        store.sign_in(&SignInSecret::generate(), &"acme".into(), &key, new).wait().unwrap();
    }
    check(&store, &first, 120, "nobody");
    assert_eq!(store.sign_ins(Some(&"acme".into()), 120).wait().unwrap().len(), 100);
}
