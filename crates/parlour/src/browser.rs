//! Opens a page in the browser of whoever started the program, if there is one.

use std::env;
use std::io::{self, IsTerminal};
use std::process::{Command, Stdio};

/// Opens a page unless nobody would see it: not in CI, without a terminal or without a desktop. Never fails and
/// never waits; who has no browser has the printed address.
pub(crate) fn open(url: &str) {
    let is_attended = io::stdout().is_terminal() && io::stdin().is_terminal();
    let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    for mut command in commands(url, is_attended, variable) {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        // Ctrl-C ends the server and not the browser.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        match command.spawn() {
            Ok(mut child) => {
                // Some browsers run until their window is closed.
                let waiting =
                    std::thread::Builder::new().name("browser".to_owned()).spawn(move || child.wait());
                drop(waiting); // without the thread the child is reaped when the server ends
                return;
            }
            Err(error) => tracing::debug!(?command, %error, "browser not started"),
        }
    }
}

/// The programs to try, in this order. `BROWSER` is a list with colons, in which `%s` stands for the address; `none` is
/// for no browser.
fn commands(url: &str, is_attended: bool, variable: impl Fn(&str) -> Option<String>) -> Vec<Command> {
    let in_ci = variable("CI").is_some_and(|value| value != "false" && value != "0");
    if in_ci || !is_attended {
        return Vec::new();
    }
    if let Some(browsers) = variable("BROWSER") {
        let browsers = browsers.split(':').filter(|browser| !browser.trim().is_empty() && *browser != "none");
        return browsers.map(|browser| named(browser, url)).collect();
    }
    if cfg!(target_os = "macos") {
        return vec![named("open", url)];
    }
    let has_desktop = variable("DISPLAY").is_some() || variable("WAYLAND_DISPLAY").is_some();
    if cfg!(unix) && has_desktop { vec![named("xdg-open", url)] } else { Vec::new() }
}

/// The command of a browser with its arguments, which has the address at `%s` or at the end.
fn named(browser: &str, url: &str) -> Command {
    let mut words = browser.split_whitespace().map(|word| word.replace("%s", url));
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words);
    if !browser.contains("%s") {
        command.arg(url);
    }
    command
}

#[cfg(test)]
mod tests {
    use super::commands;

    /// Checks what would be started, with these variables.
    fn check(variables: &[(&str, &str)], is_attended: bool, expected: &[&str]) {
        let variable =
            |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        let commands = commands("http://x/", is_attended, variable).into_iter().map(|command| {
            let arguments = command.get_args().map(|argument| argument.to_string_lossy().into_owned());
            let program = command.get_program().to_string_lossy().into_owned();
            std::iter::once(program).chain(arguments).collect::<Vec<_>>().join(" ")
        });
        assert_eq!(commands.collect::<Vec<_>>(), expected, "{variables:?}");
    }

    #[test]
    fn browser_names_the_programs_to_try_in_turn() {
        check(&[("BROWSER", "firefox")], true, &["firefox http://x/"]);
        check(&[("BROWSER", "chrome --app=%s:lynx")], true, &["chrome --app=http://x/", "lynx http://x/"]);
        check(&[("BROWSER", "none"), ("DISPLAY", ":0")], true, &[]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn without_browser_the_desktop_is_asked_if_there_is_one() {
        check(&[("DISPLAY", ":0")], true, &["xdg-open http://x/"]);
        check(&[("WAYLAND_DISPLAY", "wayland-0")], true, &["xdg-open http://x/"]);
        check(&[], true, &[]);
    }

    #[test]
    fn nothing_is_opened_in_ci_or_without_a_terminal() {
        check(&[("BROWSER", "firefox")], false, &[]);
        check(&[("BROWSER", "firefox"), ("CI", "true")], true, &[]);
        check(&[("BROWSER", "firefox"), ("CI", "false")], true, &["firefox http://x/"]);
    }
}
