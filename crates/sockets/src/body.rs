//! Reading the bodies of requests: into bounded memory, within a deadline.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, BodyDataStream, HttpBody};
use futures_util::StreamExt;
use tokio::time::{Instant, timeout_at};

use crate::client_address::ClientAddress;
use crate::quota::{Exceeded, Quota, QuotaShare};

/// The initial capacity for a body.
const FIRST_STEP: usize = 1024;

/// How much of a rejected body is read and discarded, so that the client can read the response: closing a
/// connection with unread data resets it, and the response is lost.
const MOST_DISCARDED: u64 = 1024 * 1024;

/// How much memory request bodies may use, and how long they may take to arrive.
#[derive(Clone, Copy, Debug)]
pub struct BodyLimits {
    /// How long a body may take to arrive.
    pub timeout: Duration,
    /// The bytes of all bodies in memory at the same time.
    pub in_memory: usize,
    /// The bytes of one client's bodies in memory at the same time (an IPv6 /64 network counts as one
    /// client).
    pub in_memory_per_address: usize,
}

impl Default for BodyLimits {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(10),
            in_memory: 64 * 1024 * 1024,
            in_memory_per_address: 4 * 1024 * 1024,
        }
    }
}

/// Why a body was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// It is larger than allowed for this request.
    #[error("the body is too large")]
    TooLarge,
    /// It did not arrive in time.
    #[error("the body did not arrive in time")]
    TooSlow,
    /// The connection was closed, or the body violates HTTP.
    #[error("the body could not be read")]
    BrokenOff,
    /// This client's bodies already use all the memory it may use.
    #[error("too many bytes are on their way from this address")]
    ClientBusy,
    /// Bodies already use all the memory they may use together.
    #[error("too many bytes are on their way to this server")]
    ServerBusy,
}

/// Reads bodies; clones share the limits.
#[derive(Clone)]
pub struct BodyReader {
    timeout: Duration,
    memory: Arc<Quota>,
}

/// A complete body; its memory counts against the limits until it is dropped.
pub struct ReceivedBody {
    bytes: Vec<u8>,
    memory: QuotaShare,
}

impl BodyReader {
    /// A reader whose bodies share these limits.
    pub fn new(limits: BodyLimits) -> Self {
        let memory = Quota::new(limits.in_memory, limits.in_memory_per_address);
        Self { timeout: limits.timeout, memory }
    }

    /// Reads a body of at most `largest` bytes.
    pub async fn read(
        &self,
        body: Body,
        client: ClientAddress,
        largest: usize,
    ) -> Result<ReceivedBody, BodyError> {
        let deadline = Instant::now() + self.timeout;
        let mut received = ReceivedBody { bytes: Vec::new(), memory: self.memory.take(client.ip, 0)? };
        let announced = body.size_hint().lower();
        let mut chunks = body.into_data_stream();
        let read = async {
            if announced > largest as u64 {
                return Err(BodyError::TooLarge);
            }
            while let Some(chunk) = chunks.next().await {
                // A chunk keeps its whole read buffer alive, so it is copied and dropped.
                received.extend(&chunk.map_err(|_| BodyError::BrokenOff)?, largest)?;
            }
            Ok(())
        };
        match timeout_at(deadline, read).await.unwrap_or(Err(BodyError::TooSlow)) {
            Ok(()) => Ok(received),
            Err(error) => {
                if error != BodyError::TooSlow && announced <= MOST_DISCARDED {
                    tokio::spawn(timeout_at(deadline, discard(chunks)));
                }
                Err(error)
            }
        }
    }
}

impl Default for BodyReader {
    fn default() -> Self {
        Self::new(BodyLimits::default())
    }
}

impl std::fmt::Debug for BodyReader {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("BodyReader").field("timeout", &self.timeout).finish_non_exhaustive()
    }
}

impl ReceivedBody {
    /// Appends a copy of `chunk`. The capacity doubles when it is full and is counted before it is allocated.
    fn extend(&mut self, chunk: &[u8], largest: usize) -> Result<(), BodyError> {
        let needed = self.bytes.len() + chunk.len();
        if needed > largest {
            return Err(BodyError::TooLarge);
        }
        if needed > self.bytes.capacity() {
            let capacity = needed.next_power_of_two().max(FIRST_STEP).min(largest.max(needed));
            self.memory.grow(capacity - self.bytes.capacity())?;
            self.bytes.reserve_exact(capacity - self.bytes.len());
        }
        self.bytes.extend_from_slice(chunk);
        Ok(())
    }
}

impl Deref for ReceivedBody {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl From<Exceeded> for BodyError {
    fn from(exceeded: Exceeded) -> Self {
        match exceeded {
            Exceeded::Total => Self::ServerBusy,
            Exceeded::Address => Self::ClientBusy,
        }
    }
}

async fn discard(mut chunks: BodyDataStream) {
    let mut discarded = 0;
    while let Some(Ok(chunk)) = chunks.next().await {
        discarded += chunk.len() as u64;
        if discarded > MOST_DISCARDED {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use bytes::Bytes;
    use futures_util::{FutureExt, stream};

    use super::*;

    const SMALL: BodyLimits =
        BodyLimits { timeout: Duration::from_secs(10), in_memory: 8192, in_memory_per_address: 2048 };

    fn client(last: u8) -> ClientAddress {
        ClientAddress { ip: Some([192, 0, 2, last].into()), proven: true }
    }

    /// The buffer of a chunk; counts when it is freed.
    struct ReadBuffer(Arc<AtomicUsize>);

    impl AsRef<[u8]> for ReadBuffer {
        fn as_ref(&self) -> &[u8] {
            b"x"
        }
    }

    impl Drop for ReadBuffer {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// A body of `count` one-byte chunks that then never ends.
    fn dripping(count: usize, freed: &Arc<AtomicUsize>) -> Body {
        let freed = Arc::clone(freed);
        let drops =
            (0..count).map(move |_| Ok::<_, axum::Error>(Bytes::from_owner(ReadBuffer(freed.clone()))));
        Body::from_stream(stream::iter(drops).chain(stream::pending()))
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_in_single_bytes_does_not_keep_the_buffers_it_was_read_into() {
        let freed = Arc::default();
        let reader = BodyReader::default();
        let read = reader.read(dripping(3000, &freed), client(1), 64 * 1024);
        tokio::pin!(read);
        for _ in 0..3000 {
            assert!((&mut read).now_or_never().is_none(), "the body goes on");
        }
        assert_eq!(freed.load(Ordering::Relaxed), 3000);
        assert_eq!(reader.memory.taken(), 4096, "and takes no more memory than it needs");
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_does_not_arrive_in_time_is_given_up() {
        let reader = BodyReader::new(SMALL);
        let read = reader.read(dripping(3, &Arc::default()), client(1), 100).await;
        assert_eq!(read.err(), Some(BodyError::TooSlow));
        assert_eq!(reader.memory.taken(), 0);
    }

    #[tokio::test]
    async fn a_body_has_the_size_it_may_have_and_no_more() {
        let reader = BodyReader::new(SMALL);
        for (size, fits) in [(0, true), (1, true), (1500, true), (1501, false), (100_000, false)] {
            let body = vec![b'x'; size];
            let whole = reader.read(Body::from(body.clone()), client(1), 1500).await;
            assert_eq!(whole.ok().map(|body| body.to_vec()), fits.then(|| body.clone()));
            let chunks = body.chunks(7).map(|chunk| Ok::<_, axum::Error>(Bytes::copy_from_slice(chunk)));
            let chunks: Vec<_> = chunks.collect();
            let read = reader.read(Body::from_stream(stream::iter(chunks)), client(1), 1500).await;
            assert_eq!(read.err(), (!fits).then_some(BodyError::TooLarge));
        }
    }

    #[tokio::test]
    async fn the_bodies_of_one_client_and_of_all_have_bounds() {
        let reader = BodyReader::new(SMALL);
        let read = |last| reader.read(Body::from(vec![0; 1024]), client(last), 4096);
        let _held = [read(1).await.ok().unwrap(), read(1).await.ok().unwrap()];
        assert_eq!(read(1).await.err(), Some(BodyError::ClientBusy));
        let mut others = Vec::new();
        for last in 2..8 {
            others.push(read(last).await.ok().unwrap());
        }
        assert_eq!(read(8).await.err(), Some(BodyError::ServerBusy));
        others.pop();
        assert!(read(8).await.is_ok(), "a body that was handled makes room");
    }
}
