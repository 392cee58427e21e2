//! Random ids and secrets.

use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use common::{PlayerId, RoomId, SessionId};
use rooms::Secret;

/// Letters and digits without look-alikes.
const CODE_ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODE_LENGTH: usize = 6;
/// 30 of the 90 random bits of a room's id; two series with the same ones hear of each other in vain.
const SERIES_LENGTH: usize = 5;
/// URL-safe characters in byte order.
const SORTED_ALPHABET: &[u8; 64] = b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

/// Seven characters for the current millisecond and 15 random ones (90 bits), so that new rooms are appended
/// at the end of every index of the store.
pub(crate) fn room_id() -> RoomId {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    room_id_made_at(u64::try_from(since_epoch.as_millis()).unwrap_or_default())
}

/// The id of a rematch. It ends as the one before does, so that nodes which follow one room hear of the next.
pub(crate) fn rematch_id(before: &RoomId) -> RoomId {
    let id = room_id().0;
    let series = series(before);
    RoomId(format!("{}{series}", &id[..id.len().saturating_sub(series.len())]))
}

/// The part that the ids of a game and its rematches have in common.
pub(crate) fn series(room: &RoomId) -> &str {
    let id = room.as_str();
    id.len().checked_sub(SERIES_LENGTH).and_then(|start| id.get(start..)).unwrap_or(id)
}

fn room_id_made_at(millis: u64) -> RoomId {
    let digit = |place: u32| char::from(SORTED_ALPHABET[(millis >> (6 * place)) as usize & 63]);
    let time: String = (0..7).rev().map(digit).collect();
    RoomId(format!("room_{time}{}", &text()[..15]))
}

pub(crate) fn session_id() -> SessionId {
    SessionId(format!("sess_{}", text()))
}

pub(crate) fn event_id() -> String {
    format!("evt_{}", text())
}

pub(crate) fn request_id() -> String {
    format!("req_{}", text())
}

/// A random id for a guest.
pub(crate) fn guest_id() -> PlayerId {
    PlayerId(uuid::Uuid::new_v4().to_string())
}

pub(crate) fn room_code() -> String {
    let bytes: [u8; CODE_LENGTH] = rand::random();
    bytes.iter().map(|byte| char::from(CODE_ALPHABET[usize::from(byte % 32)])).collect()
}

/// Tells the places in the queue apart that one connection had, one after the other.
pub(crate) fn place_id() -> String {
    text()
}

/// A name for a node: 60 bits, short because connections are named after it.
pub(crate) fn node_name() -> String {
    text().chars().filter(char::is_ascii_alphanumeric).take(10).collect()
}

/// A guest's secret for their seat.
pub(crate) fn secret() -> Secret {
    let plain = format!("{}{}", text(), text());
    let digest = digest(&plain);
    Secret { plain, digest }
}

pub(crate) fn digest(secret: &str) -> String {
    blake3::hash(secret.as_bytes()).to_hex().to_string()
}

pub(crate) fn seed() -> u64 {
    rand::random()
}

/// 128 random bits as 22 URL-safe characters.
fn text() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>())
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_room_id_is_room_and_22_url_safe_characters() {
        let id = super::room_id().0;
        let random = id.strip_prefix("room_").expect("it starts with room_");
        assert_eq!(random.len(), 22);
        assert!(random.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'));
    }

    #[test]
    fn ids_of_rooms_are_in_the_order_of_the_milliseconds_they_were_made_in() {
        let ids = [0, 1, 62, 63, 64, 1 << 20, 1_794_822_909_291, 1_794_822_909_292]
            .map(|millis| super::room_id_made_at(millis).0);
        assert!(ids.is_sorted(), "{ids:?}");
        assert_ne!(super::room_id_made_at(7), super::room_id_made_at(7), "the rest is random");
    }

    #[test]
    fn the_id_of_a_rematch_is_new_and_of_the_same_series() {
        let first = super::room_id();
        let second = super::rematch_id(&first);
        let third = super::rematch_id(&second);
        assert_eq!(first.0.len(), third.0.len());
        assert_ne!(first.0[12..22], third.0[12..22]);
        assert_eq!(super::series(&first), super::series(&third));
        assert_ne!(super::series(&first), super::series(&super::room_id()));
        for short in ["", "a", "abcde", "ä1234"] {
            assert!(super::rematch_id(&short.into()).0.ends_with(short));
        }
    }

    #[test]
    fn a_room_code_is_six_characters_without_look_alikes() {
        for _ in 0..200 {
            let code = super::room_code();
            assert_eq!(code.len(), 6);
            assert!(
                !code.contains(['I', 'O', '0', '1']) && code.bytes().all(|byte| byte.is_ascii_alphanumeric())
            );
        }
    }
}
