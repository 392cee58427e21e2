//! Ctrl-C and SIGTERM: measurements end with an error, so that every started server is stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the user interrupted the measurement; clones share the state.
#[derive(Clone, Default)]
pub struct Interruption(Arc<AtomicBool>);

impl Interruption {
    /// Listens for the signals.
    pub fn listen() -> Result<Interruption, String> {
        let interruption = Interruption::default();
        let requested = Arc::clone(&interruption.0);
        ctrlc::set_handler(move || requested.store(true, Ordering::Relaxed))
            .map_err(|error| format!("cannot listen for Ctrl-C: {error}"))?;
        Ok(interruption)
    }

    /// Whether a signal arrived.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// An error if a signal arrived.
    pub fn check(&self) -> Result<(), String> {
        if self.is_requested() { Err("interrupted".into()) } else { Ok(()) }
    }
}
