//! Server-sent events, as far as Parlour uses them: bytes go in, events come out.

/// The longest event, in bytes.
const LONGEST: usize = 1 << 20;

/// One event of a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct StreamEvent {
    /// The kind.
    pub(crate) name: String,
    /// The position in the stream.
    pub(crate) id: String,
    /// The data.
    pub(crate) data: String,
}

/// A partially read stream.
#[derive(Default)]
pub(crate) struct EventStream {
    unread: Vec<u8>,
    event: StreamEvent,
}

impl EventStream {
    /// Takes more bytes and returns the complete events; an error if an event is too long.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> Result<Vec<StreamEvent>, String> {
        self.unread.extend_from_slice(bytes);
        let mut events = Vec::new();
        while let Some(end) = self.unread.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.unread.drain(..=end).collect();
            events.extend(self.read(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n'])));
        }
        if self.unread.len() + self.event.data.len() > LONGEST {
            return Err("the server sent an event without an end".to_owned());
        }
        Ok(events)
    }

    /// Reads a line; an empty one ends an event.
    fn read(&mut self, line: &str) -> Option<StreamEvent> {
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "" if line.is_empty() => {
                return Some(std::mem::take(&mut self.event)).filter(|event| !event.data.is_empty());
            }
            "event" => self.event.name = value.to_owned(),
            "id" => self.event.id = value.to_owned(),
            "data" if self.event.data.is_empty() => self.event.data = value.to_owned(),
            "data" => self.event.data = format!("{}\n{value}", self.event.data),
            _ => {} // comments are keep-alives, other fields are unused
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{EventStream, LONGEST};

    /// Reads the text in chunks of every length; events are written `name id data`.
    fn check(text: &str, expected: &[&str]) {
        for length in 1..=text.len() {
            let mut stream = EventStream::default();
            let pieces = text.as_bytes().chunks(length).flat_map(|piece| stream.take(piece).unwrap());
            let events: Vec<_> =
                pieces.map(|event| format!("{} {} {}", event.name, event.id, event.data)).collect();
            assert_eq!(events, expected, "in pieces of {length}");
        }
    }

    #[test]
    fn an_event_ends_with_an_empty_line() {
        check(
            "event: ready\ndata: {}\n\n: alive\n\nid: e1\nevent: webhook\ndata: é\n\n",
            &["ready  {}", "webhook e1 é"],
        );
        check("id:e1\r\ndata:a\r\ndata: b\r\n\r\nid: e2\ndata: cut", &[" e1 a\nb"]);
    }

    #[test]
    fn an_event_without_an_end_is_not_kept_for_ever() {
        let mut stream = EventStream::default();
        let refused = (0..=LONGEST / 1024).find_map(|_| stream.take(&[b'x'; 1024]).err());
        assert_eq!(refused.as_deref(), Some("the server sent an event without an end"));
    }
}
