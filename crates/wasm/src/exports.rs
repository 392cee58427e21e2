//! The functions that a page calls. A text goes through one buffer: the page reserves room, writes a request, calls, and reads
//! the answer from the same buffer.

use std::sync::{Mutex, PoisonError};

use crate::PageModule;

struct Exchange {
    buffer: Vec<u8>,
    module: PageModule,
}

static EXCHANGE: Mutex<Exchange> = Mutex::new(Exchange { buffer: Vec::new(), module: PageModule::new() });

/// Makes room for this many bytes and returns their address.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *const u8 {
    with(|exchange| {
        exchange.buffer.clear();
        exchange.buffer.resize(length, 0);
        exchange.buffer.as_ptr()
    })
}

/// The address of the buffer.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
extern "C" fn address() -> *const u8 {
    with(|exchange| exchange.buffer.as_ptr())
}

/// Replaces the request in the buffer by its answer, and returns the length of the answer.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    with(|exchange| {
        exchange.buffer = exchange.module.answer(&exchange.buffer).into_bytes();
        exchange.buffer.len()
    })
}

/// Lets the bots of a variant use learned weights: the buffer has its name, a zero and the file. Returns 1 if they were used.
#[expect(unsafe_code, reason = "the page finds the function by its name")]
#[unsafe(no_mangle)]
extern "C" fn learn() -> usize {
    with(|exchange| {
        let buffer = std::mem::take(&mut exchange.buffer);
        let Some(end) = buffer.iter().position(|&byte| byte == 0) else { return 0 };
        let name = String::from_utf8_lossy(&buffer[..end]);
        usize::from(exchange.module.learn(&name, &buffer[end + 1..]))
    })
}

fn with<T>(action: impl FnOnce(&mut Exchange) -> T) -> T {
    action(&mut EXCHANGE.lock().unwrap_or_else(PoisonError::into_inner))
}
