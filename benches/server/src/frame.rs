//! Websocket frames as a client writes and reads them (RFC 6455), without extensions and fragments.

/// The mask of all our frames: servers unmask with any key.
const MASK: [u8; 4] = [0x5a, 0xc3, 0x96, 0x3c];

const FINAL: u8 = 0x80;
const MASKED: u8 = 0x80;

/// The kind of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    Binary,
    Close,
    Ping,
    Pong,
}

/// A complete frame at the start of the received bytes, and its length.
#[derive(Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    pub kind: Kind,
    pub payload: &'a [u8],
    pub length: usize,
}

/// Appends a masked frame to `out`.
pub fn write(out: &mut Vec<u8>, kind: Kind, payload: &[u8]) {
    out.push(FINAL | kind.opcode());
    match payload.len() {
        length @ 0..=125 => out.push(MASKED | length as u8),
        length @ 126..=0xffff => {
            out.push(MASKED | 126);
            out.extend((length as u16).to_be_bytes());
        }
        length => {
            out.push(MASKED | 127);
            out.extend((length as u64).to_be_bytes());
        }
    }
    out.extend(MASK);
    out.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
}

/// Reads the frame at the start of `bytes`; `None` if it is incomplete.
pub fn read(bytes: &[u8]) -> Result<Option<Frame<'_>>, String> {
    let [first, second, rest @ ..] = bytes else { return Ok(None) };
    if first & FINAL == 0 || second & MASKED != 0 {
        return Err("the server sent a fragment or a masked frame".into());
    }
    let kind = Kind::of(first & 0x0f)?;
    let (head, length) = match second & 0x7f {
        126 => match rest {
            [high, low, ..] => (4, usize::from(u16::from_be_bytes([*high, *low]))),
            _ => return Ok(None),
        },
        127 => match rest.first_chunk::<8>() {
            Some(length) => (10, u64::from_be_bytes(*length) as usize),
            None => return Ok(None),
        },
        length => (2, usize::from(length)),
    };
    let payload = bytes.get(head..head + length);
    Ok(payload.map(|payload| Frame { kind, payload, length: head + length }))
}

impl Kind {
    fn opcode(self) -> u8 {
        match self {
            Kind::Text => 0x1,
            Kind::Binary => 0x2,
            Kind::Close => 0x8,
            Kind::Ping => 0x9,
            Kind::Pong => 0xa,
        }
    }

    fn of(opcode: u8) -> Result<Kind, String> {
        let kinds = [Kind::Text, Kind::Binary, Kind::Close, Kind::Ping, Kind::Pong];
        kinds.into_iter().find(|kind| kind.opcode() == opcode).ok_or(format!("unknown opcode {opcode}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame as a server writes it.
    fn from_server(payload: &[u8]) -> Vec<u8> {
        let mut frame = vec![0x81];
        match payload.len() {
            length @ 0..=125 => frame.push(length as u8),
            length @ 126..=0xffff => {
                frame.push(126);
                frame.extend((length as u16).to_be_bytes());
            }
            length => {
                frame.push(127);
                frame.extend((length as u64).to_be_bytes());
            }
        }
        frame.extend(payload);
        frame
    }

    #[test]
    fn a_short_frame_has_its_length_in_one_byte_and_is_masked() {
        let mut out = Vec::new();
        write(&mut out, Kind::Text, b"3");
        assert_eq!(out, [0x81, 0x81, 0x5a, 0xc3, 0x96, 0x3c, b'3' ^ 0x5a]);
    }

    #[test]
    fn a_longer_frame_has_its_length_in_two_or_eight_bytes() {
        for (length, head) in [(125, 2), (126, 4), (0xffff, 4), (0x1_0000, 10)] {
            let payload = vec![b'x'; length];
            let mut out = Vec::new();
            write(&mut out, Kind::Text, &payload);
            assert_eq!(out.len(), head + MASK.len() + length);
            let mut unmasked = out[head + 4..].to_vec();
            unmasked.iter_mut().zip(MASK.iter().cycle()).for_each(|(byte, mask)| *byte ^= mask);
            assert_eq!(unmasked, payload);
        }
    }

    #[test]
    fn a_frame_is_read_only_when_all_of_it_has_arrived() {
        for length in [0, 1, 125, 126, 70_000] {
            let payload = vec![b'x'; length];
            let whole = from_server(&payload);
            for part in [0, 1, 2, 3, 9, whole.len() - 1] {
                if part < whole.len() {
                    assert_eq!(read(&whole[..part]), Ok(None), "{part} bytes of {length}");
                }
            }
            let read = read(&[whole.as_slice(), b"rest"].concat()).unwrap().unwrap().length;
            assert_eq!(read, whole.len());
        }
    }

    #[test]
    fn fragments_and_unknown_opcodes_are_refused() {
        assert!(read(&[0x01, 0x00]).is_err());
        assert!(read(&[0x83, 0x00]).is_err());
    }
}
