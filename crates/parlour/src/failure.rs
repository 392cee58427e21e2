//! Why a command failed, and what to do next.

use std::process::ExitCode;

/// A problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    message: String,
    help: Option<String>,
}

impl Problem {
    /// A problem, in lower case and without a full stop.
    pub(crate) fn new(message: impl Into<String>) -> Problem {
        Problem { message: message.into(), help: None }
    }

    /// Adds what to do next.
    pub(crate) fn help(self, help: impl Into<String>) -> Problem {
        Problem { help: Some(help.into()), ..self }
    }
}

/// The problems that made a command fail.
#[derive(Debug)]
pub(crate) struct Failure {
    problems: Vec<Problem>,
    code: u8,
}

impl Failure {
    /// A failure with these problems; `None` if there are none.
    pub(crate) fn of(problems: Vec<Problem>) -> Option<Failure> {
        (!problems.is_empty()).then_some(Failure { problems, code: 1 })
    }

    /// A failure whose problems have been printed.
    pub(crate) fn told() -> Failure {
        Failure { problems: Vec::new(), code: 1 }
    }

    /// A usage error: exit code 2.
    pub(crate) fn usage(problem: Problem) -> Failure {
        Failure { problems: vec![problem], code: 2 }
    }

    /// Prints the problems on standard error and returns the exit code.
    pub(crate) fn tell(&self) -> ExitCode {
        for Problem { message, help } in &self.problems {
            eprintln!("error: {message}");
            if let Some(help) = help {
                eprintln!("help: {help}");
            }
        }
        ExitCode::from(self.code)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure { problems: vec![problem], code: 1 }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        // A reader such as `head` closed the pipe: not an error.
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            return Failure { problems: Vec::new(), code: 0 };
        }
        Problem::new(format!("cannot write the output: {error}")).into()
    }
}
