//! The async runtime, and the signals that stop a service.

use std::io;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

use crate::failure::{Failure, Problem};

/// Starts the runtime.
pub(crate) fn start() -> Result<Runtime, Failure> {
    let runtime = Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| Problem::new(format!("cannot start threads: {error}")).into())
}

/// How often the process was asked to stop: by Ctrl-C, or by SIGTERM where it exists.
#[derive(Clone)]
pub(crate) struct Interruptions(watch::Receiver<u32>);

impl Interruptions {
    /// Starts counting; before this call a signal ends the process at once.
    pub(crate) fn listen() -> Result<Interruptions, Failure> {
        let refused = |error: io::Error| Problem::new(format!("cannot listen to signals: {error}"));
        let (count, counted) = watch::channel(0);
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            for kind in [SignalKind::interrupt(), SignalKind::terminate()] {
                let mut signals = signal(kind).map_err(refused)?;
                let count = count.clone();
                tokio::spawn(async move {
                    while signals.recv().await.is_some() {
                        count.send_modify(|count| *count += 1);
                    }
                });
            }
        }
        #[cfg(not(unix))]
        {
            let mut signals = tokio::signal::windows::ctrl_c().map_err(refused)?;
            tokio::spawn(async move {
                while signals.recv().await.is_some() {
                    count.send_modify(|count| *count += 1);
                }
            });
        }
        Ok(Interruptions(counted))
    }

    /// Resolves after this many interruptions.
    pub(crate) async fn reach(mut self, times: u32) {
        // The counters live as long as the runtime.
        let _ = self.0.wait_for(|count| *count >= times).await;
    }
}
