//! A game as an object, for callers that do not know its types.

use std::marker::PhantomData;

use serde_json::Value;
use wire::{End, Happening, Study};

use super::KnownGame;
use crate::rest::{GameEntry, MoveData, ResultParts, Variants, WebhookEvent};
use crate::{ClientEvent, LegalMove, MoveCommand, MoveRequest, WireRefusal};

/// A game.
pub trait GameObject: Send + Sync {
    /// The variants, the default first.
    fn variants(&self) -> Vec<&'static dyn game::Variant>;

    /// The entry of the game in `GET /v1/variants`.
    fn entry(&self) -> GameEntry;

    /// Parses a client event; refuses an unknown name or an invalid payload with a reason.
    fn parse(&self, event: &str, arguments: &[Value]) -> Result<ClientEvent<MoveCommand>, WireRefusal>;

    /// A legal move on the wire.
    fn legal_move(&self, play: &game::Play) -> LegalMove;

    /// A move in webhooks.
    fn move_data(&self, play: &game::Play) -> MoveData;

    /// What the game adds to a result.
    fn result_parts(&self, end: End<'_>) -> ResultParts;

    /// The game's own webhook event for a happening, if it has one.
    fn webhook(&self, happening: Happening<'_>) -> Option<WebhookEvent>;

    /// An example of the game's own webhook event with this name.
    fn webhook_example(&self, name: &str) -> Option<WebhookEvent>;

    /// The analysis interface, if the game has one.
    fn study(&self) -> Option<&'static dyn Study>;
}

/// Implements [`GameObject`] for a game type.
pub(super) struct Typed<G>(PhantomData<G>);

impl<G> Typed<G> {
    pub(super) const NEW: Typed<G> = Typed(PhantomData);
}

impl<G: KnownGame> GameObject for Typed<G> {
    fn variants(&self) -> Vec<&'static dyn game::Variant> {
        G::variants()
    }

    fn entry(&self) -> GameEntry {
        G::entry(Variants::of_game())
    }

    fn parse(&self, event: &str, arguments: &[Value]) -> Result<ClientEvent<MoveCommand>, WireRefusal> {
        Ok(ClientEvent::<MoveRequest<G>>::parse(event, arguments)?.map_move(MoveCommand::from))
    }

    fn legal_move(&self, play: &game::Play) -> LegalMove {
        G::legal_move(G::legal(play))
    }

    fn move_data(&self, play: &game::Play) -> MoveData {
        G::some_move_data(G::move_data(play))
    }

    fn result_parts(&self, end: End<'_>) -> ResultParts {
        G::result_parts(G::result_part(end))
    }

    fn webhook(&self, happening: Happening<'_>) -> Option<WebhookEvent> {
        G::webhook(happening).map(G::webhook_event)
    }

    fn webhook_example(&self, name: &str) -> Option<WebhookEvent> {
        G::webhook_example(name).map(G::webhook_event)
    }

    fn study(&self) -> Option<&'static dyn Study> {
        G::study()
    }
}
