//! Variants of a message: clients choose theirs in the handshake.

use protocol::HandshakeOptions;
use rooms::RoomMessage;

/// The client options that affect a message; the others are set to their defaults, so that equal forms
/// compare equal.
pub(crate) fn relevant(message: &RoomMessage, asked: HandshakeOptions) -> HandshakeOptions {
    let plain = HandshakeOptions::default();
    match message {
        RoomMessage::Moved => HandshakeOptions { spectators: plain.spectators, ..asked },
        RoomMessage::Started { .. } | RoomMessage::Reconnected { .. } | RoomMessage::Watching => {
            HandshakeOptions { legal_moves: asked.legal_moves, ..plain }
        }
        _ => plain,
    }
}

/// The encoded message for each requested form.
pub(crate) struct Forms<T>(Vec<(HandshakeOptions, T)>);

impl<T> Forms<T> {
    pub(crate) fn none() -> Forms<T> {
        Forms(Vec::new())
    }

    /// The form for these options; `make` is called the first time they are requested.
    pub(crate) fn of(&mut self, options: HandshakeOptions, make: impl FnOnce() -> T) -> &T {
        let known = self.0.iter().position(|(made, _)| *made == options);
        let index = known.unwrap_or_else(|| {
            self.0.push((options, make()));
            self.0.len() - 1
        });
        &self.0[index].1
    }
}

#[cfg(test)]
mod tests {
    use game::Side;
    use protocol::HandshakeOptions;
    use rooms::RoomMessage;

    use super::{Forms, relevant};

    const ALL: [HandshakeOptions; 5] = [
        HandshakeOptions { legal_moves: false, move_history: true, spectators: false },
        HandshakeOptions { legal_moves: true, move_history: true, spectators: false },
        HandshakeOptions { legal_moves: false, move_history: false, spectators: false },
        HandshakeOptions { legal_moves: true, move_history: false, spectators: false },
        HandshakeOptions { legal_moves: true, move_history: false, spectators: true },
    ];

    /// How often a message is encoded for a hundred listeners with mixed options, and for as many with
    /// defaults.
    #[track_caller]
    fn check(message: &RoomMessage, mixed: usize) {
        let encoded = |listeners: &mut dyn Iterator<Item = HandshakeOptions>| {
            let (mut forms, mut times) = (Forms::none(), 0);
            for asked in listeners {
                let options = relevant(message, asked);
                let form = *forms.of(options, || {
                    times += 1;
                    options
                });
                assert_eq!(form, options);
            }
            times
        };
        assert_eq!(encoded(&mut ALL.into_iter().cycle().take(100)), mixed);
        assert_eq!(encoded(&mut [ALL[0]; 100].into_iter()), 1);
        assert_eq!(encoded(&mut std::iter::empty()), 0);
    }

    #[test]
    fn a_message_is_encoded_once_for_each_form_that_a_listener_gets() {
        check(&RoomMessage::Moved, 4);
        check(&RoomMessage::Watching, 2);
        check(&RoomMessage::Started { you: Side::First, reconnect_token: None }, 2);
        check(&RoomMessage::Reconnected { you: Side::First, reconnect_token: None }, 2);
        check(&RoomMessage::Over, 1);
    }
}
