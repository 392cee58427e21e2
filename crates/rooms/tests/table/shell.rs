//! What a server does with a room, without storage: decide, evolve, send.

use rooms::{
    Change, Connection, Event, Input, LiveRoom, Moment, Notice, Room, RoomRefusal, RoomSetup, Secret,
    Thinking, Told, Viewer,
};

/// An effect for the server to carry out.
#[derive(Debug)]
pub(crate) enum Effect {
    Tell(Told),
    Think(Thinking),
    Notify(Notice),
    Rematch,
    Forget,
}

/// A room with its log.
pub(crate) struct Shell {
    pub(crate) live: LiveRoom,
    pub(crate) log: Vec<Event>,
}

impl Shell {
    pub(crate) fn open(
        setup: RoomSetup,
        at: impl Into<Moment>,
        say: &mut dyn FnMut(&LiveRoom, Effect),
    ) -> Shell {
        let (live, event) = LiveRoom::open(&setup, at);
        for told in live.welcome(setup.secrets) {
            say(&live, Effect::Tell(told));
        }
        say(&live, Effect::Notify(Notice::Started));
        think(&live, &event, say);
        Shell { live, log: vec![event] }
    }

    /// A room restored from its log.
    pub(crate) fn reopened(room: Room, log: Vec<Event>) -> Shell {
        Shell { live: LiveRoom::new(room), log }
    }

    /// Acts on what is due, then on the input, then on what became due by it.
    pub(crate) fn give(
        &mut self,
        input: &Input,
        at: impl Into<Moment>,
        say: &mut dyn FnMut(&LiveRoom, Effect),
    ) -> Result<(), RoomRefusal> {
        let at = at.into();
        if !matches!(input, Input::Restarted { .. } | Input::Void) {
            self.act_on_due(at, say);
        }
        let events = self.live.decide(input, at)?;
        let secret = match input {
            Input::Return { secret, .. } | Input::Resume { secret, .. } => secret.as_ref(),
            _ => None,
        };
        self.apply(&events, secret, say);
        if let (Input::Return { connection, .. }, true) = (input, events.is_empty()) {
            for told in self.live.welcome_back(connection, None) {
                say(&self.live, Effect::Tell(told));
            }
        }
        if let Input::Disconnected { connection } = input {
            self.live.listeners.remove(connection);
        }
        if !matches!(input, Input::Restarted { .. } | Input::Void) {
            self.act_on_due(at, say);
        }
        Ok(())
    }

    pub(crate) fn watch(
        &mut self,
        connection: &Connection,
        viewer: &Viewer,
        at: impl Into<Moment>,
        say: &mut dyn FnMut(&LiveRoom, Effect),
    ) -> Result<(), RoomRefusal> {
        self.act_on_due(at.into(), say);
        for told in self.live.watch(connection, viewer)? {
            say(&self.live, Effect::Tell(told));
        }
        Ok(())
    }

    pub(crate) fn unwatch(
        &mut self,
        connection: &Connection,
        at: impl Into<Moment>,
        say: &mut dyn FnMut(&LiveRoom, Effect),
    ) -> Result<(), RoomRefusal> {
        self.act_on_due(at.into(), say);
        self.live.unwatch(connection)
    }

    fn act_on_due(&mut self, at: Moment, say: &mut dyn FnMut(&LiveRoom, Effect)) {
        loop {
            let events = self.live.decide(&Input::Tick, at).expect("a tick is never refused");
            if events.is_empty() {
                break;
            }
            self.apply(&events, None, say);
        }
        if self.live.room.is_forgotten(at.now) {
            say(&self.live, Effect::Forget);
        }
    }

    fn apply(&mut self, events: &[Event], secret: Option<&Secret>, say: &mut dyn FnMut(&LiveRoom, Effect)) {
        for notice in self.live.room.notices(events) {
            say(&self.live, Effect::Notify(notice));
        }
        for event in events {
            for told in self.live.evolve(event, secret) {
                say(&self.live, Effect::Tell(told));
            }
            think(&self.live, event, say);
            if event.change == Change::RematchBegun {
                say(&self.live, Effect::Rematch);
            }
        }
        self.log.extend_from_slice(events);
    }
}

fn think(live: &LiveRoom, event: &Event, say: &mut dyn FnMut(&LiveRoom, Effect)) {
    let begins_turn =
        matches!(event.change, Change::Opened(_) | Change::Moved { .. } | Change::Restarted { .. });
    if let Some(thinking) = live.room.thinking().filter(|_| begins_turn) {
        say(live, Effect::Think(thinking.clone()));
    }
}
