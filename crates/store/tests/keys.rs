//! API keys: found only by their secret while they are valid, and never readable in the files.

mod folder;

use common::{Mode, Named, PlanName};
use folder::Folder;
use store::{KeySecret, Options, Store, StoreError, Tenant, TenantChanges, TenantSettings};

fn with_tenant(store: Store) -> Store {
    for id in ["acme", "other"] {
        let tenant = Tenant { id: id.into(), name: id.to_owned(), ..Tenant::default() };
        store.create_tenant(tenant).wait().expect("the tenant is new");
    }
    store
}

/// Looks a key up at a time, and compares the tenant and mode it grants.
fn check(store: &Store, secret: &KeySecret, now_ms: i64, expected: &str) {
    let found = store.find_key(secret, now_ms).wait().expect("reading works");
    let told = found.map_or("nothing".to_owned(), |key| format!("{} {}", key.tenant, key.mode.name()));
    assert_eq!(told, expected);
}

#[test]
fn a_key_is_found_by_its_text_and_opens_its_mode() {
    let store = with_tenant(Store::in_memory());
    for mode in [Mode::Live, Mode::Test] {
        let secret = KeySecret::generate(mode);
        store.create_key(&"acme".into(), &secret, vec!["*".to_owned()], 1).wait().unwrap();
        check(&store, &KeySecret::parse(secret.expose()).unwrap(), 2, &format!("acme {}", mode.name()));
    }
    check(&store, &KeySecret::generate(Mode::Live), 2, "nothing");
}

#[test]
fn a_key_that_shares_its_beginning_with_another_is_another_key() {
    let store = with_tenant(Store::in_memory());
    let text = |last: &str| format!("bg_live_{}{last}", "a".repeat(47));
    let secret = |last| KeySecret::parse(&text(last)).unwrap();
    store.create_key(&"acme".into(), &secret("1"), Vec::new(), 1).wait().unwrap();
    store.create_key(&"other".into(), &secret("2"), Vec::new(), 1).wait().unwrap();
    check(&store, &secret("1"), 2, "acme live");
    check(&store, &secret("2"), 2, "other live");
    check(&store, &secret("3"), 2, "nothing");
}

#[test]
fn a_revoked_key_is_not_found_and_only_its_owner_can_revoke_it() {
    let store = with_tenant(Store::in_memory());
    let secret = KeySecret::generate(Mode::Live);
    let key = store.create_key(&"acme".into(), &secret, Vec::new(), 1).wait().unwrap();
    assert_eq!(store.revoke_key(&"other".into(), &key.id, 2).wait(), Ok(false));
    check(&store, &secret, 3, "acme live");
    assert_eq!(store.revoke_key(&"acme".into(), &key.id, 2).wait(), Ok(true));
    check(&store, &secret, 3, "nothing");
    assert_eq!(store.keys(&"acme".into()).wait().unwrap()[0].revoked_ms, Some(2));
}

#[test]
fn after_a_rotation_both_keys_work_until_the_overlap_ends() {
    let store = with_tenant(Store::in_memory());
    let (old, new) = (KeySecret::generate(Mode::Live), KeySecret::generate(Mode::Live));
    let key = store.create_key(&"acme".into(), &old, vec!["https://a.example".to_owned()], 1).wait().unwrap();
    let rotated = store.rotate_key(&"acme".into(), &key.id, &new, 10, 100).wait().unwrap().unwrap();
    assert_eq!(rotated.allowed_origins, ["https://a.example"]);
    check(&store, &old, 99, "acme live");
    check(&store, &old, 100, "nothing");
    check(&store, &new, 100, "acme live");
    let test = KeySecret::generate(Mode::Test);
    let refused = store.rotate_key(&"acme".into(), &rotated.id, &test, 10, 100).wait();
    assert_eq!(refused, Err(StoreError::Invalid("a key and its successor have the same mode".to_owned())));
}

#[test]
fn the_last_use_is_noted_to_the_minute() {
    let store = with_tenant(Store::in_memory());
    let secret = KeySecret::generate(Mode::Live);
    let key = store.create_key(&"acme".into(), &secret, Vec::new(), 1).wait().unwrap();
    store.touch_key(&key, 1_000).expect("a first use is noted").wait().unwrap();
    let used = store.find_key(&secret, 2_000).wait().unwrap().unwrap();
    assert_eq!(used.last_used_ms, Some(1_000));
    assert!(store.touch_key(&used, 60_999).is_none());
    assert!(store.touch_key(&used, 61_000).is_some());
}

#[test]
fn a_text_of_another_form_is_no_key() {
    let random = "a".repeat(48);
    assert!(KeySecret::parse(&format!("bg_live_{random}")).is_some());
    for text in [
        "",
        "bg_live_",
        &random,
        &format!("bg_live_{random}a"),
        &format!("bg_live_{}", &random[1..]),
        &format!("bg_demo_{random}"),
        &format!("bg_live_{}-", &random[1..]),
        &format!("bg_test_{}é", &random[2..]),
    ] {
        assert!(KeySecret::parse(text).is_none(), "{text}");
    }
}

#[test]
fn a_key_belongs_to_a_tenant_that_exists() {
    let answer =
        Store::in_memory().create_key(&"nobody".into(), &KeySecret::generate(Mode::Live), Vec::new(), 1);
    assert_eq!(answer.wait(), Err(StoreError::Invalid("there is no such tenant".to_owned())));
}

#[test]
fn the_files_hold_no_key_in_clear() {
    let folder = Folder::new();
    let store = with_tenant(Store::open(folder.path(), &Options::default()).unwrap());
    let secret = KeySecret::generate(Mode::Live);
    store.create_key(&"acme".into(), &secret, Vec::new(), 1).wait().unwrap();
    let unshown = &secret.expose().as_bytes()[20..];
    let holds = |needle: &[u8]| {
        let files = std::fs::read_dir(folder.path()).unwrap();
        let mut contents = files.map(|file| std::fs::read(file.unwrap().path()).unwrap());
        contents.any(|content| content.windows(needle.len()).any(|window| window == needle))
    };
    assert!(holds(b"acme"), "the search looks at the right files");
    assert!(!holds(&unshown[..12]));
    store.close();
    assert!(holds(b"acme") && !holds(&unshown[..12]));
}

fn plan(name: &str) -> PlanName {
    PlanName::parse(name).expect("it is a name")
}

#[test]
fn the_plans_in_use_are_those_of_tenants_and_not_of_the_server_itself() {
    let store = Store::in_memory();
    for (id, name) in
        [("house", "starter"), ("training", "starter"), ("a", "gold"), ("b", "pro"), ("c", "gold")]
    {
        let tenant = Tenant { id: id.into(), plan: plan(name), ..Tenant::default() };
        store.create_tenant(tenant).wait().unwrap();
    }
    let in_use = store.plans_in_use(["house", "training"]).wait().unwrap();
    assert_eq!(in_use, [(plan("gold"), 2), (plan("pro"), 1)]);
}

#[test]
fn a_tenant_keeps_its_settings() {
    let store = with_tenant(Store::in_memory());
    let settings = TenantSettings { guests_allowed: false, test_webhooks: true, ..TenantSettings::default() };
    let tenant = Tenant { id: "acme".into(), plan: plan("pro"), settings, ..Tenant::default() };
    assert_eq!(store.create_tenant(tenant).wait(), Err(StoreError::Taken("tenant id")));
    let changes = TenantChanges { plan: Some(plan("growth")), ..TenantChanges::default() };
    assert_eq!(store.change_tenant(&"acme".into(), changes.clone()).wait(), Ok(true));
    assert_eq!(store.change_tenant(&"unknown".into(), changes).wait(), Ok(false));
    let found = store.tenant(&"acme".into()).wait().unwrap().unwrap();
    assert_eq!((found.plan, found.settings.spectators), (plan("growth"), None));
    let changes = TenantChanges { spectators: Some("none".to_owned()), ..TenantChanges::default() };
    assert_eq!(store.change_tenant(&"acme".into(), changes).wait(), Ok(true));
    let found = store.tenant(&"acme".into()).wait().unwrap().unwrap();
    assert_eq!((found.plan, found.settings.spectators.as_deref()), (plan("growth"), Some("none")));
    let after = store.tenants(Some(&"acme".into()), 10).wait().unwrap();
    assert_eq!(after.iter().map(|tenant| tenant.id.as_str()).collect::<Vec<_>>(), ["other"]);
}
