//! Refusals used by several parts of the server.

use game::Catalogue;
use protocol::{ErrorCode, WireRefusal, closest};
use store::StoreError;

use crate::wire;

pub(crate) fn unknown_room() -> WireRefusal {
    wire::plain_refusal(rooms::RoomRefusal::unknown_room())
}

/// The refusal of a new game to a tenant at its limit.
pub(crate) fn too_many_games() -> WireRefusal {
    WireRefusal::new(ErrorCode::Unavailable, "as many games run here as this server allows")
        .hint("join again when a game has ended; limits.rooms_per_tenant says how many may run at once")
}

pub(crate) fn unavailable(error: &StoreError) -> WireRefusal {
    if let StoreError::Unreachable(_) = error {
        // The connection may have been lost while the database committed.
        let sentence = "the server cannot reach its database, this may or may not have been carried out";
        return WireRefusal::new(ErrorCode::Unavailable, sentence).hint("send the same again in a moment");
    }
    let sentence = match error {
        StoreError::DiskFull => "the server's disk is full, nothing was changed",
        StoreError::Overloaded => "the server is overloaded, nothing was changed",
        _ => "the server cannot store anything right now, nothing was changed",
    };
    WireRefusal::new(ErrorCode::Unavailable, sentence).hint("send the same again in a moment")
}

/// The refusal of an unknown variant; suggests the closest one, or lists all.
pub(crate) fn unknown_variant(catalogue: &Catalogue, game: &str, wanted: &str) -> WireRefusal {
    let known: Vec<&str> = catalogue.variants_of(game).map(|known| known.description().variant).collect();
    let refusal = WireRefusal::new(
        ErrorCode::UnknownVariant,
        format!("{game} has no variant \"{}\"", wanted.escape_debug()),
    )
    .param("variant");
    match closest(wanted, known.iter().copied()) {
        Some(known) => refusal.hint(format!("did you mean \"{known}\"?")),
        None => refusal.hint(format!("there are {}", known.join(", "))),
    }
}
