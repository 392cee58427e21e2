//! A game as an object: what the rest of the program asks of it without knowing its types.

use std::marker::PhantomData;

use serde_json::Value;
use wire::{End, Happening, Study};

use super::KnownGame;
use crate::rest::{GameEntry, MoveData, ResultParts, Variants, WebhookEvent};
use crate::{ClientEvent, LegalMove, MoveCommand, MoveRequest, Refusal};

/// One game.
pub trait GameObject: Send + Sync {
    /// The variants, the default first.
    fn variants(&self) -> Vec<&'static dyn game::Variant>;

    /// The game and its variants as `GET /v1/variants` lists them.
    fn entry(&self) -> GameEntry;

    /// Reads an event of a client; an unknown name or a wrong payload is refused in words.
    fn parse(&self, event: &str, arguments: &[Value]) -> Result<ClientEvent<MoveCommand>, Refusal>;

    /// A legal move as the wire lists it.
    fn legal_move(&self, play: &game::Play) -> LegalMove;

    /// A move as webhooks tell it.
    fn move_data(&self, play: &game::Play) -> MoveData;

    /// What the game adds to a result.
    fn result_parts(&self, end: End<'_>) -> ResultParts;

    /// The game's own webhook event for something that happened, if it has one.
    fn webhook(&self, happening: Happening<'_>) -> Option<WebhookEvent>;

    /// An example of the game's own webhook event of that name.
    fn webhook_example(&self, name: &str) -> Option<WebhookEvent>;

    /// What those who study the game are offered.
    fn study(&self) -> Option<&'static dyn Study>;
}

/// The object of a type.
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

    fn parse(&self, event: &str, arguments: &[Value]) -> Result<ClientEvent<MoveCommand>, Refusal> {
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
