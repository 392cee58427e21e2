//! `parlour tenants` and `parlour keys` on a data directory that no server uses.

use crate::binary::{Folder, run};
use serde_json::Value;

/// Runs a command that succeeds and prints JSON.
fn json(arguments: &[&str]) -> Value {
    let told = run(&[arguments, &["--json"]].concat());
    assert_eq!((told.code, told.err.as_str()), (0, ""), "{arguments:?}");
    serde_json::from_str(&told.out).unwrap()
}

/// Runs a command that fails with this message.
fn check_refusal(arguments: &[&str], code: i32, words: &str) {
    let told = run(arguments);
    assert_eq!((told.code, told.out.as_str(), told.err.as_str()), (code, "", words));
}

#[test]
fn upgrade_check_says_what_would_change_and_creates_nothing() {
    let folder = Folder::new();
    let data = folder.path("data");
    let told = run(&["upgrade-check", "--data", &data]);
    assert!(told.code == 0 && told.out.starts_with("there is no data yet"), "{}", told.out);
    assert!(!std::path::Path::new(&data).exists());
    json(&["tenants", "create", "Acme", "--data", &data]);
    let told = run(&["upgrade-check", "--data", &data]);
    assert!(told.code == 0 && told.out.ends_with("nothing would change\n"), "{}", told.out);
    std::fs::write(folder.path("data/parlour.db"), "no database at all, but long enough to be looked at")
        .unwrap();
    assert_eq!(run(&["upgrade-check", "--data", &data]).code, 1);
}

#[test]
fn a_tenant_gets_an_id_from_its_name_and_a_plan() {
    let folder = Folder::new();
    let data = folder.path("data");
    let told = run(&["tenants", "create", "Acme Games!", "--plan", "pro", "--data", &data]);
    assert_eq!(
        told.out,
        "created tenant acme-games (plan pro)\nnext: parlour keys create --tenant acme-games --mode test\n"
    );
    let tenants = json(&["tenants", "list", "--data", &data]);
    assert_eq!(tenants[0]["id"], "acme-games");
    assert_eq!(tenants[0]["name"], "Acme Games!");
    assert_eq!(tenants[0]["plan"], "pro");
    assert_eq!(tenants[0]["spectators"], Value::Null);
    let told = run(&["tenants", "set", "acme-games", "--spectators", "public", "--data", &data]);
    assert_eq!(told.out, "tenant acme-games: spectators public\n");
    assert_eq!(json(&["tenants", "list", "--data", &data])[0]["spectators"], "public");
    let told =
        run(&["tenants", "set", "acme-games", "--plan", "growth", "--name", " Acme ", "--data", &data]);
    assert_eq!(told.out, "tenant acme-games: name Acme, plan growth\n");
    let tenants = json(&["tenants", "list", "--data", &data]);
    assert_eq!((&tenants[0]["name"], &tenants[0]["plan"]), (&"Acme".into(), &"growth".into()));
    assert_eq!((&tenants[0]["spectators"], &tenants[0]["sessionsThisMonth"]), (&"public".into(), &0.into()));
    assert_eq!(run(&["tenants", "set", "acme-games", "--data", &data]).code, 2, "a change is required");
    check_refusal(
        &["tenants", "set", "acme-games", "--name", "  ", "--data", &data],
        2,
        "error: the name is empty\nhelp: give a name that people can read\n",
    );
    check_refusal(
        &["tenants", "create", "ACME games", "--data", &data],
        1,
        "error: there is a tenant `acme-games` already\nhelp: choose another name\n",
    );
    check_refusal(
        &["tenants", "create", "House", "--data", &data],
        1,
        "error: the server keeps the tenant `house` for itself\nhelp: choose another name\n",
    );
    check_refusal(
        &["tenants", "create", "!!!", "--data", &data],
        2,
        "error: no id can be made from the name `!!!`\n\
         help: use a name with letters a-z or digits, at most 64 of them\n",
    );
}

#[test]
fn a_key_is_shown_once_and_stored_nowhere() {
    let folder = Folder::new();
    let data = folder.path("data");
    json(&["tenants", "create", "acme", "--data", &data]);
    let created = json(&["keys", "create", "--tenant", "acme", "--mode", "live", "--data", &data]);
    let key = created["key"].as_str().unwrap();
    assert!(key.starts_with("bg_live_") && key.len() == "bg_live_".len() + 48, "{key}");
    let listed = run(&["keys", "list", "--data", &data]).out;
    assert!(listed.contains(created["id"].as_str().unwrap()) && !listed.contains(key), "{listed}");
    for entry in std::fs::read_dir(&data).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        assert!(
            !bytes.windows(key.len()).any(|window| window == key.as_bytes()),
            "the key is stored in clear"
        );
    }
}

#[test]
fn a_key_keeps_its_origins_and_refuses_what_is_none() {
    let folder = Folder::new();
    let data = folder.path("data");
    json(&["tenants", "create", "acme", "--data", &data]);
    let create = ["keys", "create", "--tenant", "acme", "--data", &data];
    let origins = ["--origin", "https://a.example", "--origin", "http://localhost:3000"];
    let created = json(&[&create[..], &origins].concat());
    assert_eq!(created["allowedOrigins"], serde_json::json!(["https://a.example", "http://localhost:3000"]));
    for origin in ["a.example", "https://a.example/path", "https://", "ftp://a.example"] {
        let told = run(&[&create[..], &["--origin", origin]].concat());
        assert_eq!(told.code, 2, "{origin}");
        assert!(told.err.starts_with(&format!("error: `{origin}` is not an origin\n")), "{}", told.err);
    }
}

#[test]
fn a_rotated_key_leaves_its_successor_the_origins_and_expires() {
    let folder = Folder::new();
    let data = folder.path("data");
    json(&["tenants", "create", "acme", "--data", &data]);
    let old = json(&["keys", "create", "--tenant", "acme", "--origin", "*", "--data", &data]);
    let id = old["id"].as_str().unwrap();
    let new = json(&["keys", "rotate", id, "--overlap", "2h", "--data", &data]);
    assert_eq!(new["allowedOrigins"], serde_json::json!(["*"]));
    assert_ne!(new["key"], old["key"]);
    let keys = json(&["keys", "list", "--tenant", "acme", "--data", &data]);
    let state =
        |id: &Value| keys.as_array().unwrap().iter().find(|key| key["id"] == *id).unwrap()["state"].clone();
    assert_eq!((state(&old["id"]), state(&new["id"])), ("expiring".into(), "active".into()));
}

#[test]
fn a_revoked_key_stays_revoked() {
    let folder = Folder::new();
    let data = folder.path("data");
    json(&["tenants", "create", "acme", "--data", &data]);
    let key = json(&["keys", "create", "--tenant", "acme", "--data", &data]);
    let id = key["id"].as_str().unwrap();
    assert_eq!(run(&["keys", "revoke", id, "--data", &data]).out, format!("revoked key {id}\n"));
    check_refusal(
        &["keys", "revoke", id, "--data", &data],
        1,
        &format!("error: key `{id}` was revoked before\n"),
    );
    check_refusal(
        &["keys", "rotate", id, "--data", &data],
        1,
        &format!(
            "error: key `{id}` is revoked and cannot be rotated\nhelp: parlour keys create --tenant acme\n"
        ),
    );
}

#[test]
fn the_audit_log_shows_what_was_done_newest_first() {
    let folder = Folder::new();
    let data = folder.path("data");
    json(&["tenants", "create", "acme", "--data", &data]);
    json(&["keys", "create", "--tenant", "acme", "--data", &data]);
    let log = json(&["audit", "--tenant", "acme", "--data", &data]);
    let actions = |log: &Value| -> Vec<String> {
        log.as_array().unwrap().iter().map(|entry| entry["action"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(actions(&log), ["key.create", "tenant.create"]);
    assert_eq!(log[0]["actor"], "command line");
    let newest = log[0]["number"].to_string();
    let older = json(&["audit", "--tenant", "acme", "--before", &newest, "--data", &data]);
    assert_eq!(actions(&older), ["tenant.create"]);
    assert_eq!(json(&["audit", "--data", &data]), Value::Array(vec![]), "the server itself has no entry");
    assert_eq!(run(&["keys", "rotate-signing", "--data", &data]).code, 0);
    assert_eq!(actions(&json(&["audit", "--data", &data])), ["signing.rotate"]);
    check_refusal(
        &["audit", "--tenant", "acmee", "--data", &data],
        1,
        "error: there is no tenant `acmee`\nhelp: did you mean `acme`?\n",
    );
}

#[test]
fn a_tenant_has_a_plan_of_the_configuration_and_no_other() {
    let folder = Folder::new();
    let data = folder.path("data");
    let file = folder.file("parlour.toml", "default_plan = \"team\"\n[plans.team]\n[plans.event_day]\n");
    let place = ["--data", data.as_str(), "--config", file.as_str()];
    let with = |arguments: &[&'static str]| [arguments, &place].concat();
    assert_eq!(json(&with(&["tenants", "create", "Acme"]))["plan"], "team");
    assert_eq!(json(&with(&["tenants", "set", "acme", "--plan", "event_day"]))["plan"], "event_day");
    check_refusal(
        &with(&["tenants", "set", "acme", "--plan", "teem"]),
        2,
        "error: there is no plan `teem`\nhelp: did you mean `team`?\n",
    );
    check_refusal(
        &["tenants", "create", "Bolt", "--plan", "Unheard-of", "--data", &data],
        2,
        "error: there is no plan `Unheard-of`\nhelp: the plans are enterprise, growth, pro, starter; a table \
         [plans.NAME] in the configuration file adds one\n",
    );
    assert_eq!(
        json(&["tenants", "list", "--data", &data])[0]["plan"],
        "event_day",
        "also where it is unknown"
    );
}

#[test]
fn unknown_tenants_and_keys_are_told_with_a_way_out() {
    let folder = Folder::new();
    let data = folder.path("data");
    json(&["tenants", "create", "acme", "--data", &data]);
    check_refusal(
        &["keys", "create", "--tenant", "acne", "--data", &data],
        1,
        "error: there is no tenant `acne`\nhelp: did you mean `acme`?\n",
    );
    check_refusal(
        &["keys", "revoke", "key_x", "--data", &data],
        1,
        "error: there is no key `key_x`\n\
         help: `parlour keys list` shows the ids, which are not the keys themselves\n",
    );
}

#[test]
fn a_data_directory_that_cannot_be_used_is_told() {
    let told = run(&["tenants", "list", "--data", "/dev/null/data"]);
    assert_eq!(told.code, 1);
    assert!(told.err.starts_with("error: cannot use /dev/null/data: "), "{}", told.err);
    assert!(
        told.err.ends_with("help: choose the data directory with --data or PARLOUR_DATA\n"),
        "{}",
        told.err
    );
}
