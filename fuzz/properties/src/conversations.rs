//! Conversations with a room: the first byte selects the game, each line is an event, `who name payload`.

use std::sync::LazyLock;
use std::time::Duration;

use common::{Mode, Timestamp};
use game::{Catalogue, Variant};
use protocol::{ClientEvent, GameName, GameVisitor, KnownGame, MoveRequest, Named, WireGame};
use rooms::{
    Audience, ClientSource, Command, Connection, Event, Guard, Input, LiveRoom, Occupant, Presence, Proof,
    Room, RoomMessage, RoomSetup, Scope, Seat, Spectators, TimeLimit, Timing, Told, Viewer,
};
use serde_json::Value;

const START: Timestamp = Timestamp(1_800_000_000_000);

/// Every variant of every game.
static VARIANTS: LazyLock<Vec<(GameName, &'static dyn Variant)>> = LazyLock::new(|| {
    let games = GameName::ALL.iter();
    games.flat_map(|game| game.object().variants().into_iter().map(|variant| (*game, variant))).collect()
});

/// Every event is parsed or refused with a sentence, is the same when serialized and parsed again, and is
/// applied or refused by the room, which a refusal does not change.
pub fn check(bytes: &[u8]) {
    let Some((game, lines)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(lines) else { return };
    let (game, variant) = VARIANTS[usize::from(*game) % VARIANTS.len()];
    game.visit(Conversation { variant, text });
}

struct Conversation<'a> {
    variant: &'static dyn Variant,
    text: &'a str,
}

impl GameVisitor for Conversation<'_> {
    type Output = ();

    fn visit<G: KnownGame>(self) {
        converse::<G>(self.variant, self.text);
    }
}

fn converse<G: WireGame>(variant: &'static dyn Variant, text: &str) {
    let (mut live, opened) = LiveRoom::open(&setup(variant), START);
    let (mut log, mut told) = (vec![opened], Vec::new());
    for (second, line) in text.lines().take(64).enumerate() {
        let mut words = line.splitn(3, ' ');
        let (Some(who), Some(name), Some(payload)) = (words.next(), words.next(), words.next()) else {
            continue;
        };
        let Ok(payload) = serde_json::from_str::<Value>(payload) else { continue };
        let Some(event) = understood::<G>(name, payload) else { continue };
        let Some(asked) = asked(who, &event) else { continue };
        let now = START + Duration::from_secs(second as u64);
        // Everything due is handled before the next input.
        loop {
            let due = live.decide(&Input::Tick, now).expect("a tick is never refused");
            if due.is_empty() {
                break;
            }
            apply(&mut live, due, &mut log, &mut told);
        }
        let before = live.room.save();
        match asked {
            Asked::Watch(by) => drop(live.watch(&by, &Viewer { scope: None, session: None })),
            Asked::Unwatch(by) => drop(live.unwatch(&by)),
            Asked::Input(input) => match live.decide(&input, now) {
                Ok(events) => apply(&mut live, events, &mut log, &mut told),
                Err(_) => assert_eq!(live.room.save(), before, "a refusal changes nothing"),
            },
        }
    }
    let overs = told
        .iter()
        .filter(|told| matches!((&told.to, &told.message), (Audience::Everyone, RoomMessage::Over)));
    assert_eq!(overs.count(), usize::from(live.room.ending().is_some()), "a game ends once");
    let catalogue = Catalogue::new(vec![variant]);
    let again = Room::restore(live.room.save(), &catalogue).expect("what was played is legal");
    assert_eq!(again.save(), live.room.save());
    let written = serde_json::to_string(&log).expect("a log is plain data");
    let log: Vec<Event> = serde_json::from_str(&written).expect("what was written can be read");
    let replayed = Room::replay(None, &log, &catalogue).expect("what was played is legal");
    assert_eq!(replayed.save(), live.room.save(), "the log is the room");
}

fn apply(live: &mut LiveRoom, events: Vec<Event>, log: &mut Vec<Event>, told: &mut Vec<Told>) {
    for event in &events {
        told.extend(live.evolve(event, None));
    }
    log.extend(events);
}

/// A request to a room.
enum Asked {
    Input(Input),
    Watch(Connection),
    Unwatch(Connection),
}

fn understood<G: WireGame>(name: &str, payload: Value) -> Option<ClientEvent<MoveRequest<G>>> {
    match ClientEvent::<MoveRequest<G>>::parse(name, &[payload]) {
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

/// The request of an event; the first letter of `who` is its connection.
fn asked<G: WireGame>(who: &str, event: &ClientEvent<MoveRequest<G>>) -> Option<Asked> {
    let by = who.get(..1).unwrap_or("c");
    let command = match event {
        ClientEvent::Move(wanted) => {
            let ply = wanted.ply.and_then(|ply| usize::try_from(ply).ok());
            Command::Move { wish: G::wish(&wanted.wanted), ply }
        }
        ClientEvent::Resign(_) => Command::Resign,
        ClientEvent::Rematch(_) => Command::Rematch,
        ClientEvent::DrawOffer(_) => Command::OfferDraw,
        ClientEvent::DrawAccept(_) => Command::AcceptDraw,
        ClientEvent::DrawDecline(_) => Command::DeclineDraw,
        ClientEvent::Reconnect(wanted) => {
            let proof = Proof::Guest { source: source(by), digest: wanted.reconnect_token.clone() };
            let player = wanted.player_id.as_str().into();
            let connection = by.into();
            let input = Input::Return { connection, player, proof, secret: None, rematch_possible: true };
            return Some(Asked::Input(input));
        }
        ClientEvent::Spectate(_) => return Some(Asked::Watch(by.into())),
        ClientEvent::SpectateLeave(_) => return Some(Asked::Unwatch(by.into())),
        ClientEvent::Leave(_) => return Some(Asked::Input(Input::Disconnected { connection: by.into() })),
        ClientEvent::Join(_)
        | ClientEvent::GetMoves(_)
        | ClientEvent::AfkCheck(_)
        | ClientEvent::FollowLobby(_)
        | ClientEvent::UnfollowLobby(_)
        | ClientEvent::React(_) => return None,
    };
    Some(Asked::Input(Input::Command { by: by.into(), claim: None, command }))
}

fn setup(variant: &'static dyn Variant) -> RoomSetup {
    RoomSetup {
        id: "room".into(),
        scope: Scope { tenant: "tenant".into(), mode: Mode::Live },
        variant,
        seats: ["a", "b"].map(seat),
        secrets: [None, None],
        time_limit: TimeLimit::PerMove { timeout: Duration::from_secs(60), warning: Duration::from_secs(20) },
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

fn source(name: &str) -> Option<ClientSource> {
    Some(ClientSource { address: name.to_owned(), origin: None })
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
