//! Presence in the reference model: coming, going, watching, and who receives what.

use crate::deed::Key;
use crate::reference::{AWAY_IN_ALL, Chair, GALLERY, Reference, To, Verdict, WARNING, WINDOW};

impl Reference {
    /// The key that a player presents, as text.
    pub(crate) fn spelled(&self, name: &str, key: &Key) -> Key {
        match (key, self.chairs.iter().find(|chair| chair.name == name)) {
            (Key::Own { older }, Some(chair)) => Key::Secret(chair.keys[usize::from(*older)].clone()),
            _ => key.clone(),
        }
    }

    pub(crate) fn come_back(&mut self, by: &str, name: &str, key: &Key, fresh: &str) -> Verdict {
        let opens = |chair: &Chair| match key {
            Key::Address(owner) => chair.name == *owner && chair.behind.is_none() && !chair.key_shown,
            Key::Secret(secret) => !secret.is_empty() && chair.keys.contains(secret),
            Key::ForeignPage(_) | Key::Own { .. } | Key::Nothing => false,
        };
        let held = self.side_behind(by);
        let (mut token, mut returned) = ("", None);
        if held.is_none_or(|held| self.chairs[held].name != name) {
            let opened =
                self.chairs.iter().position(|chair| chair.name == name && !chair.is_bot && opens(chair));
            let Some(side) = opened.filter(|_| held.is_none()) else { return Err("not_your_seat") };
            self.forget(by);
            returned = self.sit(side, by).then_some(side);
            let chair = &mut self.chairs[side];
            chair.key_shown |= matches!(key, Key::Secret(_));
            if !matches!(key, Key::Secret(shown) if *shown == chair.keys[1]) {
                chair.keys[1] = chair.keys[0].clone();
            }
            chair.keys[0] = fresh.to_owned();
            token = " with a key";
        }
        self.one(by, format!("reconnected {name} {}{token}", self.picture()));
        self.repeat_ending(by);
        match returned {
            _ if self.over.is_none() => self.warn_in_time(),
            Some(side) => self.still_wants(side),
            None => {}
        }
        Ok(())
    }

    /// Seats a player; returns whether the seat was vacant.
    fn sit(&mut self, side: usize, by: &str) -> bool {
        let opponent_waits = self.over.is_none() && self.turn() != side && self.is_excused();
        let older = self.chairs[side].behind.replace(by.to_owned());
        if let Some(older) = &older {
            self.one(older, "taken over".to_owned());
            self.replaced.insert(older.clone());
        }
        if self.over.is_none() {
            self.tell(To::Others(side), format!("returned {}", self.chairs[side].name));
            if (older.is_none() && self.turn() == side) || opponent_waits {
                self.patience = self.patience.max(WARNING);
            }
        }
        self.chairs[side].absent = 0;
        older.is_none()
    }

    pub(crate) fn watch(&mut self, by: &str) -> Verdict {
        if self.side_behind(by).is_none() && !self.watchers.contains(by) {
            if self.watchers.len() == GALLERY {
                return Err("rate_limited");
            }
            self.forget(by);
            self.watchers.insert(by.to_owned());
        }
        self.one(by, format!("watching {}", self.picture()));
        self.repeat_ending(by);
        Ok(())
    }

    pub(crate) fn unwatch(&mut self, by: &str) -> Verdict {
        if !self.is_present(by) {
            return Err("unknown_room");
        }
        self.watchers.remove(by);
        Ok(())
    }

    pub(crate) fn leave(&mut self, by: &str) -> Verdict {
        self.forget(by);
        let Some(side) = self.side_behind(by) else { return Ok(()) };
        let chair = &mut self.chairs[side];
        chair.behind = None;
        chair.absent = 0;
        chair.left_at = self.now;
        if self.over.is_some() {
            self.again[side] = false;
        } else {
            chair.by_choice = true;
            chair.window = WINDOW.min(AWAY_IN_ALL - chair.away_in_all);
            let words = format!("gone {} {by} until {}", chair.name, self.now + chair.window);
            self.tell(To::Others(side), words);
        }
        Ok(())
    }

    pub(crate) fn seat_of(&self, by: &str, claim: Option<&str>) -> Result<usize, &'static str> {
        match self.side_behind(by) {
            Some(side) if claim.is_none_or(|claim| claim == self.chairs[side].name) => Ok(side),
            Some(_) => Err("not_your_seat"),
            None if self.watchers.contains(by) => Err("spectators_cannot"),
            None if self.replaced.contains(by) => Err("taken_over"),
            None => Err("unknown_room"),
        }
    }

    pub(crate) fn side_behind(&self, connection: &str) -> Option<usize> {
        self.chairs.iter().position(|chair| chair.behind.as_deref() == Some(connection))
    }

    pub(crate) fn is_present(&self, connection: &str) -> bool {
        self.listeners(&To::All).iter().any(|other| other == connection)
    }

    pub(crate) fn listeners(&self, to: &To) -> Vec<String> {
        let seated: Vec<usize> = match to {
            To::Rim => return Vec::new(),
            To::One(connection) => return vec![connection.clone()],
            To::Seat(side) => return self.chairs[*side].behind.iter().cloned().collect(),
            To::All => vec![0, 1],
            To::Others(side) => vec![1 - side],
        };
        let players = seated.into_iter().filter_map(|side| self.chairs[side].behind.as_ref());
        let mut all: Vec<String> = players.chain(&self.watchers).chain(&self.replaced).cloned().collect();
        all.sort();
        all
    }

    fn repeat_ending(&mut self, to: &str) {
        if self.over.is_some() {
            self.one(to, self.ending());
        }
    }

    fn forget(&mut self, connection: &str) {
        self.watchers.remove(connection);
        self.replaced.remove(connection);
    }
}
