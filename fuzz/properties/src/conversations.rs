//! Conversations with a room: the first byte chooses the game, each line is an event, `who name payload`.

use std::sync::LazyLock;
use std::time::Duration;

use game::{Catalogue, Variant};
use protocol::{Checkers, ClientEvent, TicTacToe, WireGame};
use rooms::{
    Command, Effect, Event, Guard, House, Input, Mode, Occupant, Presence, Proof, Room, Seat, Setup, Source,
    Spectators, Timestamp, Timing, Viewer,
};
use serde_json::Value;

const START: Timestamp = Timestamp(1_800_000_000_000);

static DRAUGHTS: LazyLock<Vec<&'static draughts::Variant>> =
    LazyLock::new(|| draughts::variants::ALL.iter().collect());

/// Every event is understood or refused in a sentence, understood the same when it is written and read again,
/// and carried out or refused by the room, which a refusal leaves as it was.
pub fn check(bytes: &[u8]) {
    let Some((game, lines)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(lines) else { return };
    match usize::from(*game) % (DRAUGHTS.len() + 1) {
        0 => converse::<TicTacToe>(&tictactoe::TicTacToe, text),
        number => converse::<Checkers>(&DRAUGHTS[number - 1], text),
    }
}

fn converse<G: WireGame>(variant: &'static dyn Variant, text: &str) {
    let mut effects = Vec::new();
    let mut room = Room::open(setup(variant), START, &mut effects);
    for (second, line) in text.lines().take(64).enumerate() {
        let mut words = line.splitn(3, ' ');
        let (Some(who), Some(name), Some(payload)) = (words.next(), words.next(), words.next()) else {
            continue;
        };
        let Ok(payload) = serde_json::from_str::<Value>(payload) else { continue };
        let Some(event) = understood::<G>(name, payload) else { continue };
        let Some(input) = input(who, &event) else { continue };
        let now = START + Duration::from_secs(second as u64);
        // What has come due is done before anything is asked for.
        room.handle(Input::Tick, now, &mut effects).expect("a tick is never refused");
        let (before, told) = (room.save(), effects.len());
        if room.handle(input, now, &mut effects).is_err() {
            assert_eq!(room.save(), before, "a refusal changes nothing");
            assert_eq!(effects.len(), told, "a refusal tells nobody");
        }
    }
    let overs = effects.iter().filter(|effect| {
        matches!(effect, Effect::Tell { to: rooms::Audience::Everyone, event: Event::Over(_), .. })
    });
    assert_eq!(overs.count(), usize::from(room.ending().is_some()), "a game ends once");
    let again = Room::restore(room.save(), &Catalogue::new(vec![variant])).expect("what was played is legal");
    assert_eq!(again.save(), room.save());
}

fn understood<G: WireGame>(name: &str, payload: Value) -> Option<ClientEvent<G>> {
    match ClientEvent::<G>::parse(name, &[payload]) {
        Ok(event) => {
            let written = serde_json::to_value(&event).expect("events are plain JSON");
            assert_eq!(ClientEvent::parse(event.name(), &[written]).as_ref(), Ok(&event));
            Some(event)
        }
        Err(refusal) => {
            assert!(!refusal.error.is_empty() && refusal.error.len() < 1_000, "{refusal:?}");
            None
        }
    }
}

/// What an event asks of the room; the first letter of `who` is the connection it comes from.
fn input<G: WireGame>(who: &str, event: &ClientEvent<G>) -> Option<Input> {
    let by = who.get(..1).unwrap_or("c");
    let command = match event {
        ClientEvent::Move(wanted) => {
            let ply = G::head(wanted).ply.and_then(|ply| usize::try_from(ply).ok());
            Command::Move { wish: G::wish(wanted), ply }
        }
        ClientEvent::Resign(_) => Command::Resign,
        ClientEvent::Rematch(_) => Command::Rematch,
        ClientEvent::DrawOffer(_) => Command::OfferDraw,
        ClientEvent::DrawAccept(_) => Command::AcceptDraw,
        ClientEvent::DrawDecline(_) => Command::DeclineDraw,
        ClientEvent::Reconnect(wanted) => {
            let proof = Proof::Guest { source: source(by), digest: wanted.reconnect_token.clone() };
            let player = wanted.player_id.as_str().into();
            return Some(Input::Return { connection: by.into(), player, proof, secret: None });
        }
        ClientEvent::Spectate(_) => {
            return Some(Input::Watch {
                connection: by.into(),
                viewer: Viewer { house: None, session: None },
            });
        }
        ClientEvent::SpectateLeave(_) => return Some(Input::Unwatch { connection: by.into() }),
        ClientEvent::Leave(_) => return Some(Input::Disconnected { connection: by.into() }),
        ClientEvent::Join(_) | ClientEvent::GetMoves(_) | ClientEvent::AfkCheck(_) => return None,
    };
    Some(Input::Command { by: by.into(), claim: None, command })
}

fn setup(variant: &'static dyn Variant) -> Setup {
    Setup {
        id: "room".into(),
        house: House { tenant: "tenant".into(), mode: Mode::Live },
        variant,
        seats: ["a", "b"].map(seat),
        secrets: [None, None],
        idle: Some((Duration::from_secs(60), Duration::from_secs(20))),
        timing: Timing {
            reconnect_window: Duration::from_secs(60),
            reconnect_total: Duration::from_secs(300),
            keep_finished: Duration::from_secs(600),
            bot_patience: Duration::from_secs(10),
            answer_delays: [(Duration::ZERO, Duration::ZERO); 3],
            gallery: 3,
        },
        seed: 7,
        is_rematch: false,
        spectators: Spectators::Public,
    }
}

fn source(name: &str) -> Option<Source> {
    Some(Source { address: name.to_owned(), origin: None })
}

fn seat(name: &str) -> Seat {
    let guard = Guard::Guest {
        source: source(name),
        digest: "secret".to_owned(),
        previous: None,
        secret_shown: false,
    };
    Seat {
        player: name.into(),
        username: name.to_owned(),
        display_name: name.to_owned(),
        session: None,
        occupant: Occupant::Human { guard, presence: Presence::Here(name.into()) },
    }
}
