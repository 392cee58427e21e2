//! Pairs of players: whole games with rematches, at a given pace.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::time::{Duration, Instant};

use crate::latency::Latencies;
use crate::lines::Move;
use crate::network::{Clients, Network, SocketNumber};
use crate::protocol::{Heard, Protocol};

/// How many pairs may wait for their first game at once, unless they meet one by one.
const MOST_JOINING: usize = 50;

/// When the next move of a pair is made.
#[derive(Clone, Copy)]
pub enum Pace {
    /// As soon as the previous move has arrived.
    AtOnce,
    /// At intended times with this interval per pair.
    Every(Duration),
}

/// The figures since [`Pairs::start_window`].
#[derive(Default)]
pub struct Window {
    /// Moves that came back to their player before [`Pairs::end_window`].
    pub moves: u64,
    /// From the intended time of a move, if that is in the window, until it came back to its player.
    pub latencies: Latencies,
}

/// The players in pairs.
pub struct Pairs {
    protocol: Protocol,
    lines: Vec<Vec<Move>>,
    players: Vec<Player>,
    pairs: Vec<Pair>,
    /// Sockets whose opponent is not known yet, by room.
    halves: HashMap<String, SocketNumber>,
    unjoined: Vec<SocketNumber>,
    joining: usize,
    most_joining: usize,
    joined: usize,
    /// Pairs that have started a game.
    playing: usize,
    /// Pairs that wait for a higher ply limit.
    held: usize,
    pace: Pace,
    /// The ply limit: no moves are made in a game with this many.
    ply_limit: usize,
    due: BinaryHeap<Reverse<(Instant, usize)>>,
    window: Window,
    window_start: Option<Instant>,
    window_end: Option<Instant>,
}

/// One player; the index is the number of the socket.
#[derive(Default)]
struct Player {
    pair: Option<usize>,
    room: String,
    id: String,
    moves_first: bool,
    /// How many moves of the current game have arrived here.
    seen: usize,
}

struct Pair {
    sockets: [SocketNumber; 2],
    /// How many of the two have started the current game.
    started: usize,
    /// How many of the two have received the end of the current game.
    over: usize,
    games: usize,
    line: usize,
    /// The player to move, if the ply limit holds them.
    held: Option<SocketNumber>,
    turn: SocketNumber,
    intended: Instant,
    next_due: Instant,
}

impl Pairs {
    /// Without players; no moves are made until [`Pairs::play_to`].
    pub fn new(protocol: Protocol, lines: Vec<Vec<Move>>) -> Pairs {
        Pairs {
            protocol,
            lines,
            players: Vec::new(),
            pairs: Vec::new(),
            halves: HashMap::new(),
            unjoined: Vec::new(),
            joining: 0,
            most_joining: MOST_JOINING,
            joined: 0,
            playing: 0,
            held: 0,
            pace: Pace::AtOnce,
            ply_limit: 0,
            due: BinaryHeap::new(),
            window: Window::default(),
            window_start: None,
            window_end: None,
        }
    }

    /// The number of sockets that have joined the namespace.
    pub fn joined(&self) -> usize {
        self.joined
    }

    /// The number of pairs that have started a game.
    pub fn started(&self) -> usize {
        self.playing
    }

    /// The two sockets of each pair.
    pub fn sockets(&self) -> impl Iterator<Item = [SocketNumber; 2]> + '_ {
        self.pairs.iter().map(|pair| pair.sockets)
    }

    /// Whether every pair waits for a higher ply limit.
    pub fn all_held(&self) -> bool {
        self.held == self.pairs.len()
    }

    /// Lets one pair at a time look for a game, so that each socket meets the next one, which is at another node if there are several.
    pub fn meet_one_by_one(&mut self) {
        self.most_joining = 1;
    }

    /// Makes all joined sockets look for an opponent, some at a time.
    pub fn seek_games(&mut self, network: &mut Network) -> Result<(), String> {
        self.unjoined = (0..self.players.len()).rev().collect();
        self.seek_more(network)
    }

    /// Raises the ply limit and continues the games that waited for it.
    pub fn play_to(&mut self, network: &mut Network, ply_limit: usize) -> Result<(), String> {
        self.ply_limit = ply_limit;
        for pair in 0..self.pairs.len() {
            if let Some(socket) = self.pairs[pair].held.take() {
                self.held -= 1;
                self.take_turn(network, pair, socket)?;
            }
        }
        Ok(())
    }

    /// Changes the pace; intended times start now, spread evenly over the pairs.
    pub fn set_pace(&mut self, pace: Pace) {
        self.pace = pace;
        let Pace::Every(period) = pace else { return };
        let (now, count) = (Instant::now(), self.pairs.len() as f64);
        for (number, pair) in self.pairs.iter_mut().enumerate() {
            pair.next_due = now + period.mul_f64(number as f64 / count);
        }
        // Moves waiting for a time of the old pace get one of the new.
        let waiting = std::mem::take(&mut self.due);
        self.due = waiting
            .into_iter()
            .map(|Reverse((_, pair))| Reverse((self.pairs[pair].next_due, pair)))
            .collect();
    }

    /// Starts counting.
    pub fn start_window(&mut self) {
        self.window = Window::default();
        self.window_start = Some(Instant::now());
        self.window_end = None;
    }

    /// Stops counting moves, and counts latencies only of moves intended before.
    pub fn end_window(&mut self) {
        self.window_end = Some(Instant::now());
    }

    /// Returns the figures.
    pub fn take_window(&mut self) -> Window {
        self.window_start = None;
        std::mem::take(&mut self.window)
    }

    /// Plays for this long.
    pub fn play_for(&mut self, network: &mut Network, time: Duration) -> Result<(), String> {
        let end = Instant::now() + time;
        loop {
            let now = Instant::now();
            if now >= end {
                return Ok(());
            }
            self.send_due(network, now)?;
            let next = self.due.peek().map_or(end, |Reverse((due, _))| end.min(*due));
            network.handle_until(self, next)?;
        }
    }

    fn send_due(&mut self, network: &mut Network, now: Instant) -> Result<(), String> {
        while let Some(Reverse((due, pair))) = self.due.peek().copied() {
            if due > now {
                break;
            }
            self.due.pop();
            self.send_move(network, pair, due)?;
        }
        Ok(())
    }

    fn seek_more(&mut self, network: &mut Network) -> Result<(), String> {
        while self.joining < self.most_joining && self.unjoined.len() >= 2 {
            self.joining += 1;
            let two = [self.unjoined.pop(), self.unjoined.pop()];
            let two = two.map(|socket| socket.expect("there are two"));
            if self.protocol.needs_arranged_pairs() {
                let pair = self.add_pair(two);
                self.protocol.begin_arranged(network, two[0], 0, pair, 0)?;
            } else {
                for socket in two {
                    self.protocol.seek(network, socket)?;
                }
            }
        }
        Ok(())
    }

    fn add_pair(&mut self, sockets: [SocketNumber; 2]) -> usize {
        let (number, now) = (self.pairs.len(), Instant::now());
        self.pairs.push(Pair {
            sockets,
            started: 0,
            over: 0,
            games: 0,
            line: number % self.lines.len(),
            held: None,
            turn: sockets[0],
            intended: now,
            next_due: now,
        });
        for socket in sockets {
            self.players[socket].pair = Some(number);
        }
        number
    }

    /// Handles the start of a game for a player.
    fn player_started(&mut self, network: &mut Network, socket: SocketNumber) -> Result<(), String> {
        let player = &mut self.players[socket];
        player.seen = 0;
        let pair = match player.pair {
            Some(pair) => pair,
            None => match self.halves.remove(&self.players[socket].room) {
                Some(opponent) => {
                    let pair = self.add_pair([opponent, socket]);
                    self.pairs[pair].started = 1;
                    pair
                }
                None => {
                    self.halves.insert(self.players[socket].room.clone(), socket);
                    return Ok(());
                }
            },
        };
        self.pairs[pair].started += 1;
        if self.pairs[pair].started == 2 {
            return self.game_started(network, pair);
        }
        if self.protocol.needs_arranged_pairs() {
            let opponent = self.opponent(socket)?;
            let game = self.pairs[pair].games;
            return self.protocol.begin_arranged(network, opponent, 1, pair, game);
        }
        Ok(())
    }

    fn game_started(&mut self, network: &mut Network, number: usize) -> Result<(), String> {
        let pair = &mut self.pairs[number];
        (pair.started, pair.over) = (0, 0);
        pair.games += 1;
        let is_first_game = pair.games == 1;
        let sockets = pair.sockets;
        let first = sockets.into_iter().find(|socket| self.players[*socket].moves_first);
        let first = first.ok_or("a game started without a first mover")?;
        if is_first_game {
            self.joining -= 1;
            self.playing += 1;
            self.seek_more(network)?;
        }
        self.take_turn(network, number, first)
    }

    fn player_moved(&mut self, network: &mut Network, socket: SocketNumber) -> Result<(), String> {
        let player = &mut self.players[socket];
        player.seen += 1;
        let (seen, moves_first) = (player.seen, player.moves_first);
        let pair = player.pair.ok_or("a move came before a game")?;
        if moves_first == (seen % 2 == 1) {
            self.count(pair);
        } else if seen < self.lines[self.pairs[pair].line].len() {
            return self.take_turn(network, pair, socket);
        }
        Ok(())
    }

    fn count(&mut self, pair: usize) {
        let Some(start) = self.window_start else { return };
        if self.window_end.is_none() {
            self.window.moves += 1;
        }
        let intended = self.pairs[pair].intended;
        if start <= intended && self.window_end.is_none_or(|end| intended < end) {
            self.window.latencies.add(intended.elapsed());
        }
    }

    fn game_over(&mut self, network: &mut Network, socket: SocketNumber) -> Result<(), String> {
        let player = &self.players[socket];
        let number = player.pair.ok_or("a game ended before it started")?;
        let pair = &mut self.pairs[number];
        let expected = self.lines[pair.line].len();
        if player.seen != expected {
            return Err(format!("a game of {expected} moves was over after {}", player.seen));
        }
        pair.over += 1;
        let (both, sockets, games) = (pair.over == 2, pair.sockets, pair.games);
        if both {
            pair.line = (pair.line + 1) % self.lines.len();
        }
        if !self.protocol.needs_arranged_pairs() {
            return self.protocol.rematch(network, socket, &player.room, &player.id);
        }
        if both { self.protocol.begin_arranged(network, sockets[0], 0, number, games) } else { Ok(()) }
    }

    /// Moves now, at the intended time, or when the ply limit allows it.
    fn take_turn(
        &mut self,
        network: &mut Network,
        number: usize,
        socket: SocketNumber,
    ) -> Result<(), String> {
        let pair = &mut self.pairs[number];
        pair.turn = socket;
        if self.players[socket].seen >= self.ply_limit {
            pair.held = Some(socket);
            self.held += 1;
            return Ok(());
        }
        let now = Instant::now();
        match self.pace {
            Pace::AtOnce => self.send_move(network, number, now),
            Pace::Every(period) => {
                let due = pair.next_due;
                pair.next_due += period;
                if due <= now {
                    return self.send_move(network, number, due);
                }
                self.due.push(Reverse((due, number)));
                Ok(())
            }
        }
    }

    fn send_move(&mut self, network: &mut Network, number: usize, intended: Instant) -> Result<(), String> {
        let pair = &mut self.pairs[number];
        pair.intended = intended;
        let player = &self.players[pair.turn];
        let wanted = self.lines[pair.line][player.seen];
        self.protocol.play(network, pair.turn, &player.room, &player.id, player.seen, wanted)
    }

    fn arranged_seat(&self, socket: SocketNumber) -> Result<usize, String> {
        let pair = self.players[socket].pair.ok_or("the server seated a stranger")?;
        Ok(usize::from(self.pairs[pair].sockets[0] != socket))
    }

    fn opponent(&self, socket: SocketNumber) -> Result<SocketNumber, String> {
        let pair = self.players[socket].pair.ok_or("there is no opponent yet")?;
        let [one, other] = self.pairs[pair].sockets;
        Ok(if one == socket { other } else { one })
    }
}

impl Clients for Pairs {
    fn joined(&mut self, _network: &mut Network, socket: SocketNumber) -> Result<(), String> {
        self.joined += 1;
        let count = self.players.len().max(socket + 1);
        self.players.resize_with(count, Player::default);
        Ok(())
    }

    fn event(
        &mut self,
        network: &mut Network,
        socket: SocketNumber,
        name: &str,
        payload: &str,
    ) -> Result<(), String> {
        match self.protocol.hear(name, payload)? {
            Heard::Started { room, player, moves_first } => {
                let one = &mut self.players[socket];
                (one.room, one.id, one.moves_first) = (room, player, moves_first);
                self.player_started(network, socket)
            }
            Heard::Seated { room } => {
                let seat = self.arranged_seat(socket)?;
                let one = &mut self.players[socket];
                (one.room, one.id, one.moves_first) = (room, seat.to_string(), seat == 0);
                self.player_started(network, socket)
            }
            Heard::Moved => self.player_moved(network, socket),
            Heard::MovedAndOver => {
                self.player_moved(network, socket)?;
                self.game_over(network, socket)
            }
            Heard::Over => self.game_over(network, socket),
            Heard::Other => Ok(()),
        }
    }
}
