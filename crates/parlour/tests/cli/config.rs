//! `parlour config`: layers, sources, and the report of all faults.

use std::process::Command;

use crate::binary::{Folder, checkout, parlour, run, told};
use serde_json::Value;

/// The settings in effect, by key.
fn settings(command: &mut Command) -> Value {
    let told = told(command.arg("--json"), "");
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    serde_json::from_str(&told.out).unwrap()
}

/// Checks the value of a key and the kind of its source.
fn check(command: &mut Command, key: &str, value: &str, source: &str) {
    let settings = settings(command);
    assert_eq!(
        (settings[key]["value"].to_string().as_str(), &settings[key]["source"]),
        (value, &source.into())
    );
}

/// Checks the faults of a file, with FILE for its path.
fn check_fault(text: &str, faults: &str) {
    let folder = Folder::new();
    let file = folder.file("parlour.toml", text);
    let told = run(&["config", "check", &file]);
    assert_eq!((told.code, told.out.as_str()), (1, ""));
    assert_eq!(told.err.replace(&file, "FILE"), faults);
}

#[test]
fn flags_win_over_the_environment_over_the_file_over_defaults() {
    let folder = Folder::new();
    let file = folder.file("parlour.toml", "data = \"of-file\"\n[times]\nreconnect_window = 45\n");
    let show = ["config", "show"];
    let with_file = ["config", "show", "--config", &file];
    let with_flag = ["config", "show", "--config", &file, "--data", "of-flag"];
    check(&mut parlour(&show), "data", "\"data\"", "default");
    check(&mut parlour(&with_file), "data", "\"of-file\"", "file");
    check(parlour(&show).env("PARLOUR_CONFIG", &file), "data", "\"of-file\"", "file");
    check(parlour(&with_file).env("PARLOUR_DATA", "of-env"), "data", "\"of-env\"", "env");
    check(parlour(&with_flag).env("PARLOUR_DATA", "of-env"), "data", "\"of-flag\"", "flag");
    check(&mut parlour(&with_file), "times.reconnect_window", "\"45s\"", "file");
    let variable = "PARLOUR_TIMES__RECONNECT_WINDOW";
    check(parlour(&with_file).env(variable, "250ms"), "times.reconnect_window", "\"250ms\"", "env");
}

#[test]
fn the_documented_values_are_the_defaults() {
    let settings = settings(&mut parlour(&["config", "show"]));
    for (key, value) in [
        ("listen", "\"127.0.0.1:7300\""),
        ("times.token_life", "\"5m\""),
        ("times.room_code_life", "\"10m\""),
        ("times.reconnect_window", "\"60s\""),
        ("times.keep_finished", "\"10m\""),
        ("times.idle.tictactoe.timeout", "\"60s\""),
        ("times.idle.tictactoe.warning", "\"20s\""),
        ("times.idle.checkers.timeout", "\"90s\""),
        ("times.idle.checkers.warning", "\"30s\""),
        ("times.bot_delays.checkers.easy", "\"500ms-1500ms\""),
        ("times.bot_delays.checkers.medium", "\"1s-3s\""),
        ("times.bot_delays.checkers.hard", "\"2s-5s\""),
    ] {
        assert_eq!(settings[key]["value"].to_string(), value, "{key}");
    }
}

#[test]
fn every_setting_has_an_environment_variable() {
    let defaults = settings(&mut parlour(&["config", "show"]));
    let mut command = parlour(&["config", "show"]);
    for (key, setting) in defaults.as_object().unwrap() {
        let value = match &setting["value"] {
            Value::Null if key == "secrets_key" => "0f".repeat(32),
            Value::Null if key == "secrets_key_file" => String::new(), // one of the two is enough
            Value::Null if key == "store" => "postgres://parlour@db.example/parlour".to_owned(),
            Value::Null if key == "redis" => "redis://redis.example:6379".to_owned(),
            Value::Null => "https://games.example".to_owned(),
            Value::String(text) => text.clone(),
            Value::Array(texts) => {
                texts.iter().map(|text| text.as_str().unwrap()).collect::<Vec<_>>().join(",")
            }
            other => other.to_string(),
        };
        command.env(setting["variable"].as_str().unwrap(), value);
    }
    for (key, setting) in settings(&mut command).as_object().unwrap() {
        assert_eq!(setting["source"], "env", "{key}");
        if !defaults[&key]["value"].is_null() {
            assert_eq!(setting["value"], defaults[&key]["value"], "{key}");
        }
    }
}

#[test]
fn the_example_file_is_in_step_with_the_defaults() {
    let example = std::fs::read_to_string(checkout("docs/parlour.toml")).unwrap();
    let folder = Folder::new();
    let as_it_is = folder.file("as-it-is.toml", &example);
    let defaults = settings(&mut parlour(&["config", "show"]));
    let unchanged = settings(&mut parlour(&["config", "show", "--config", &as_it_is]));
    assert_eq!(unchanged, defaults, "the example changes nothing until a line is uncommented");
    // `#key = value` is a setting, `# text` is a comment.
    let uncomment = |line: &str| match line.strip_prefix('#') {
        Some(setting) if !setting.is_empty() && !setting.starts_with(' ') => setting.to_owned(),
        _ => line.to_owned(),
    };
    let uncommented: Vec<String> = example.lines().map(uncomment).collect();
    let uncommented = folder.file("uncommented.toml", &uncommented.join("\n"));
    // The settings of one game represent those of every game.
    let shown = |key: &str| match key.split('.').collect::<Vec<_>>().as_slice() {
        ["times", group @ ("idle" | "bot_delays"), _, setting] => format!("times.{group}.checkers.{setting}"),
        _ => key.to_owned(),
    };
    let in_effect = settings(&mut parlour(&["config", "show", "--config", &uncommented]));
    for key in in_effect.as_object().unwrap().keys().map(|key| shown(key)) {
        let setting = &in_effect[&key];
        assert_eq!(setting["source"], "file", "{key} is missing from the example");
        if !defaults[&key]["value"].is_null() {
            assert_eq!(setting["value"], defaults[&key]["value"], "{key}");
        }
        assert!(example.contains(setting["about"].as_str().unwrap()), "{key} is not explained");
    }
}

#[test]
fn what_is_shown_is_itself_a_valid_file() {
    let folder = Folder::new();
    let shown = run(&["config", "show"]).out;
    let file = folder.file("shown.toml", &shown);
    assert_eq!(run(&["config", "check", &file]).out, format!("{file} is valid\n"));
}

#[test]
fn unknown_keys_are_errors_with_the_nearest_key() {
    check_fault("guets = true", "error: FILE:1: `guets` is not a setting\nhelp: did you mean `guests`?\n");
    check_fault(
        "[times]\nreconect_window = 5",
        "error: FILE:2: `times.reconect_window` is not a setting\nhelp: did you mean `times.reconnect_window`?\n",
    );
    check_fault(
        "zzz = 1",
        "error: FILE:1: `zzz` is not a setting\nhelp: `parlour config show` lists every setting\n",
    );
    let told = told(parlour(&["config", "show"]).env("PARLOUR_LISTN", "x"), "");
    assert_eq!(told.code, 1);
    assert_eq!(
        told.err,
        "error: `PARLOUR_LISTN` in the environment is not a setting\nhelp: did you mean `PARLOUR_LISTEN`?\n"
    );
}

#[test]
fn a_table_of_plans_is_a_plan_and_the_usual_ones_stay() {
    let folder = Folder::new();
    let text = "default_plan = \"team\"\n[plans.team]\nrequests_per_minute = 7\n[plans.event_day]\n[plans.pro]\nsessions_per_month = \"unlimited\"\n";
    let file = folder.file("parlour.toml", text);
    let show = ["config", "show", "--config", &file];
    check(&mut parlour(&show), "default_plan", "\"team\"", "file");
    check(&mut parlour(&show), "plans.team.requests_per_minute", "7", "file");
    check(&mut parlour(&show), "plans.team.sessions_per_month", "1000", "default");
    check(&mut parlour(&show), "plans.event_day.webhook_retries", "5", "default");
    check(&mut parlour(&show), "plans.pro.sessions_per_month", "\"unlimited\"", "file");
    check(&mut parlour(&show), "plans.pro.requests_per_minute", "600", "default");
    let variable = "PARLOUR_PLANS__EVENT_DAY__WEBHOOK_RETRIES";
    check(parlour(&show).env(variable, "2"), "plans.event_day.webhook_retries", "2", "env");
    let shown = folder.file("shown.toml", &run(&show).out);
    assert_eq!(run(&["config", "check", &shown]).out, format!("{shown} is valid\n"));
}

#[test]
fn without_the_builtin_plans_there_are_those_that_have_a_table() {
    let folder = Folder::new();
    let text = "builtin_plans = false\ndefault_plan = \"team\"\n[plans.team]\n[plans.pro]\n";
    let file = folder.file("parlour.toml", text);
    let settings = settings(&mut parlour(&["config", "show", "--config", &file]));
    let plans = settings.as_object().unwrap().keys().filter_map(|key| key.strip_prefix("plans."));
    let mut plans: Vec<&str> = plans.filter_map(|key| key.strip_suffix(".webhook_retries")).collect();
    plans.sort_unstable();
    assert_eq!(plans, ["pro", "team"]);
}

#[test]
fn a_plan_that_is_not_there_and_a_name_that_is_none_are_errors() {
    check_fault(
        "default_plan = \"stater\"",
        "error: `default_plan`: there is no plan `stater`\nhelp: did you mean `starter`?\n",
    );
    check_fault(
        "builtin_plans = false\n[plans.team]\n",
        "error: `default_plan`: there is no plan `starter`\n\
         help: the plans are team; a table [plans.NAME] in the configuration file adds one\n",
    );
    check_fault(
        "[plans.Gold]\nrequests_per_minute = 1",
        "error: FILE:2: `plans.Gold.requests_per_minute` is not a setting\n\
         help: a plan's name has 1 to 32 letters a-z, digits and single underscores, and begins with a letter\n",
    );
    check_fault(
        "[plans.gold]\nrequest_per_minute = 1",
        "error: FILE:2: `plans.gold.request_per_minute` is not a setting\n\
         help: did you mean `plans.gold.requests_per_minute`?\n",
    );
    check_fault("[plans.gold]\nwebhook_retries = 8", "error: `plans.gold.webhook_retries` is more than 7\n");
}

#[test]
fn wrong_values_are_errors_that_say_what_is_expected() {
    check_fault(
        "[times]\ntoken_life = \"soon\"",
        "error: FILE:2: `times.token_life`: `soon` is not a duration such as 250ms, 60s, 5m, 24h or 7d\n\
         help: `times.token_life` is how long a session token can be used to join\n",
    );
    check_fault(
        "[limits]\nconnections = 0",
        "error: FILE:2: `limits.connections`: 0 is not a whole number from 1 up\n\
         help: `limits.connections` is open connections in total\n",
    );
    check_fault(
        "[times.bot_delays.checkers]\neasy = \"3s-1s\"",
        "error: FILE:2: `times.bot_delays.checkers.easy`: `3s-1s` ends before it begins\n\
         help: `times.bot_delays.checkers.easy` is how long a bot of level easy lets its opponent wait in checkers\n",
    );
    check_fault(
        "[times.idle.checkers]\nwarning = \"90s\"",
        "error: `times.idle.checkers.warning` must be longer than zero and shorter than the timeout\n\
         help: the warning comes that long before the turn times out\n",
    );
}

#[test]
fn every_fault_is_told_at_once() {
    let folder = Folder::new();
    let file = folder.file("parlour.toml", "a = 1\nguests = \"maybe\"\n[times]\nping_interval = 0\n");
    let told = run(&["config", "check", &file]);
    assert_eq!(told.err.matches("error: ").count(), 3, "{}", told.err);
}

#[test]
fn a_file_that_is_missing_or_no_toml_is_refused() {
    let told = run(&["config", "check", "/nowhere.toml"]);
    assert_eq!(told.code, 1);
    assert!(told.err.starts_with("error: cannot read /nowhere.toml: "), "{}", told.err);
    let folder = Folder::new();
    let file = folder.file("parlour.toml", "\nlisten = \n");
    let told = run(&["config", "check", &file]);
    assert!(told.err.starts_with(&format!("error: {file}:2: ")), "{}", told.err);
}

#[test]
fn a_key_that_cannot_be_read_is_refused_without_being_shown() {
    let told = told(parlour(&["config", "show"]).env("PARLOUR_SECRETS_KEY", "almost-a-secret"), "");
    assert_eq!(told.code, 1);
    assert!(
        told.err.contains("openssl rand -base64 32") && !told.err.contains("almost-a-secret"),
        "{}",
        told.err
    );
    let mut sound = parlour(&["config", "show", "--json"]);
    let shown = run_told(
        sound.env("PARLOUR_SECRETS_KEY", "0f".repeat(32)).env("PARLOUR_METRICS_TOKEN", "open-metrics"),
    );
    assert!(!shown.contains("0f0f") && !shown.contains("open-metrics"), "{shown}");
    check_fault(
        &format!("secrets_key = \"{}\"\nsecrets_key_file = \"a.key\"\n", "0f".repeat(32)),
        "error: `secrets_key` and `secrets_key_file` are both set\nhelp: keep one of them\n",
    );
}

fn run_told(command: &mut Command) -> String {
    let told = told(command, "");
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    told.out
}
