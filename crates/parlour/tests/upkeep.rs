//! Backups that can be restored, and a doctor that finds problems.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn parlour(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the binary runs")
}

/// The binary, without settings from our environment.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("PARLOUR_")) {
        command.env_remove(name);
    }
    command.args(arguments);
    command
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// A folder for one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("parlour-upkeep-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

#[test]
fn a_backup_holds_the_data_and_can_be_restored_into_a_new_directory() {
    let folder = Folder::new("backup");
    let (data, copy, again) = (folder.file("data"), folder.file("copy.db"), folder.file("again"));
    assert!(parlour(&["tenants", "create", "Acme Games", "--data", &data]).status.success());
    let backup = parlour(&["backup", &copy, "--data", &data]);
    assert!(backup.status.success(), "{}", text(&backup));
    let restore = parlour(&["restore", &copy, "--data", &again]);
    assert!(restore.status.success(), "{}", text(&restore));
    assert!(text(&parlour(&["tenants", "list", "--data", &again])).contains("acme-games"));
}

#[test]
fn a_backup_overwrites_nothing_and_a_restore_neither() {
    let folder = Folder::new("overwrite");
    let (data, copy) = (folder.file("data"), folder.file("copy.db"));
    assert!(parlour(&["tenants", "create", "Acme Games", "--data", &data]).status.success());
    std::fs::write(&copy, "precious").expect("a file can be written");
    assert!(!parlour(&["backup", &copy, "--data", &data]).status.success());
    assert_eq!(std::fs::read_to_string(Path::new(&copy)).expect("it is there"), "precious");
    let restore = parlour(&["restore", &copy, "--data", &data]);
    assert!(!restore.status.success() && text(&restore).contains("help:"), "{}", text(&restore));
}

#[test]
fn a_backup_of_nothing_is_refused_in_words() {
    let folder = Folder::new("nothing");
    let backup = parlour(&["backup", &folder.file("copy.db"), "--data", &folder.file("missing")]);
    assert!(!backup.status.success());
    assert!(text(&backup).contains("there is no data directory") && text(&backup).contains("help:"));
}

#[test]
fn the_doctor_finds_a_sound_house_well_and_says_what_to_do_otherwise() {
    let folder = Folder::new("doctor");
    let data = folder.file("data");
    assert!(parlour(&["tenants", "create", "Acme Games", "--data", &data]).status.success());
    let well = command(&["doctor", "--data", &data])
        .env("PARLOUR_LISTEN", "127.0.0.1:0")
        .output()
        .expect("the binary runs");
    assert!(well.status.success(), "{}", text(&well));
    assert!(text(&well).contains("OK    database        is sound"), "{}", text(&well));
    assert!(
        text(&well).contains("OK    retention       keeps games forever, games of guests 30d"),
        "{}",
        text(&well)
    );

    #[cfg(unix)]
    the_doctor_warns_of_what_is_open(&data);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let ill = command(&["doctor", "--data", &folder.file("copy.db")])
        .env("PARLOUR_LISTEN", taken.local_addr().expect("it listens").to_string())
        .env("PARLOUR_PUBLIC_URL", "http://127.0.0.1:9")
        .output();
    drop(taken);
    let ill = ill.expect("the binary runs");
    assert!(text(&ill).contains("WARN  data directory"), "{}", text(&ill));
    assert!(text(&ill).contains("help:"), "{}", text(&ill));
}

/// The doctor warns of a directory that others can read, and of an address open to every network.
#[cfg(unix)]
fn the_doctor_warns_of_what_is_open(data: &str) {
    use std::os::unix::fs::PermissionsExt;
    let open = |mode| {
        let set = std::fs::set_permissions(data, std::fs::Permissions::from_mode(mode));
        set.expect("its owner may");
        let asked = command(&["doctor", "--data", data]).env("PARLOUR_LISTEN", "0.0.0.0:0").output();
        text(&asked.expect("the binary runs"))
    };
    let told = open(0o755);
    assert!(told.contains("can be read by other users of this machine"), "{told}");
    assert!(told.contains("0.0.0.0:0 is open to every network of this machine"), "{told}");
    assert!(!open(0o700).contains("can be read by other users"));
}

#[cfg(unix)]
#[test]
fn the_doctor_names_plans_that_tenants_have_and_the_configuration_does_not() {
    let folder = Folder::new("plans");
    let (data, file) = (folder.file("data"), folder.file("parlour.toml"));
    std::fs::write(&file, "[plans.gold]\n").expect("the file can be written");
    let made = parlour(&["tenants", "create", "Acme", "--plan", "gold", "--data", &data, "--config", &file]);
    assert!(made.status.success(), "{}", text(&made));
    let doctor = |arguments: &[&str]| {
        text(&parlour(&[&["doctor", "--listen", "127.0.0.1:0", "--data", &data], arguments].concat()))
    };
    let told = doctor(&["--config", &file]);
    assert!(told.contains("OK    plans           5 are configured"), "{told}");
    let told = doctor(&[]);
    assert!(
        told.contains("WARN  plans           not configured, and had by tenants: gold (1); these have the limits of starter"),
        "{told}"
    );
}

#[test]
fn the_doctor_tells_of_a_certificate_that_cannot_be_served_and_of_a_key_that_everybody_can_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("tls");
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/e2e/fixtures/tls");
    for (certificate, key, mode, expected) in [
        ("first", "first", 0o640, "OK    TLS             "),
        ("second", "second", 0o644, "WARN  TLS             KEY can be read by every user"),
        ("first", "second", 0o600, "FAIL  TLS             KEY: is not the key of the certificate"),
        ("expired", "expired", 0o600, "FAIL  TLS             CERT has expired"),
        ("missing", "first", 0o600, "FAIL  TLS             CERT: cannot be read"),
    ] {
        let certificate = fixtures.join(format!("{certificate}.pem"));
        let kept = folder.file("key.pem");
        std::fs::copy(fixtures.join(format!("{key}.key")), &kept).expect("a key of the fixtures");
        std::fs::set_permissions(&kept, std::fs::Permissions::from_mode(mode)).expect("it is ours");
        let mut doctor = command(&["doctor", "--data", &folder.file("data")]);
        doctor.env("PARLOUR_TLS_CERT", &certificate).env("PARLOUR_TLS_KEY", &kept);
        let told = text(&doctor.output().expect("the binary runs"));
        let expected = expected.replace("KEY", &kept).replace("CERT", &certificate.display().to_string());
        assert!(told.contains(&expected), "{expected} in {told}");
    }
}

#[cfg(unix)]
#[test]
fn the_doctor_warns_of_a_hard_limit_of_open_files_that_is_too_low_and_not_of_a_soft_one() {
    let folder = Folder::new("files");
    for (limits, expected) in [
        (
            "ulimit -n 200",
            "WARN  open files      at most 200 files may be open, and limits.connections = 50 needs 450\n",
        ),
        ("ulimit -Sn 200", "OK    open files      at most "),
    ] {
        let mut doctor = Command::new("sh");
        let binary = env!("CARGO_BIN_EXE_parlour");
        doctor.args([
            "-c",
            &format!("{limits}; exec \"$0\" \"$@\""),
            binary,
            "doctor",
            "--data",
            &folder.file("data"),
        ]);
        let told = text(&doctor.env("PARLOUR_LIMITS__CONNECTIONS", "50").output().expect("the binary runs"));
        assert!(told.contains(expected), "{expected} in {told}");
        assert_eq!(told.contains("LimitNOFILE="), expected.starts_with("WARN"), "{told}");
    }
}
