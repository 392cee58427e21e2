//! A game with a planted fault, for tests: tic-tac-toe, except for what goes wrong.

use std::any::Any;

use game::{
    Catalogue, Description, Heading, Match, Outcome, Piece, Play, Played, Refusal, Side, Square, Variant,
    Wish,
};
use tictactoe::TicTacToe;

/// The cell that nobody should play.
pub(crate) const BAD_CELL: Square = Square(8);

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A bot that looks at the game panics.
    PanicOfTheBot,
    /// A bot that looks at the game never comes back.
    HangOfTheBot,
    /// A move on the bad cell panics.
    PanicOfTheRules,
    /// Writing the game down panics, which happens at its end.
    PanicOfTheTranscript,
    /// Copying the game panics, which happens when a bot is asked to begin a game that is stored.
    PanicOfTheCopy,
}

/// The variant.
pub(crate) struct Planted(Fault);

#[derive(Debug)]
struct Round {
    inner: Box<dyn Match>,
    fault: Fault,
}

impl Planted {
    pub(crate) fn with(fault: Fault) -> &'static Planted {
        match fault {
            Fault::PanicOfTheBot => &Planted(Fault::PanicOfTheBot),
            Fault::HangOfTheBot => &Planted(Fault::HangOfTheBot),
            Fault::PanicOfTheRules => &Planted(Fault::PanicOfTheRules),
            Fault::PanicOfTheTranscript => &Planted(Fault::PanicOfTheTranscript),
            Fault::PanicOfTheCopy => &Planted(Fault::PanicOfTheCopy),
        }
    }

    pub(crate) fn catalogue(fault: Fault) -> Catalogue {
        Catalogue::new(vec![Planted::with(fault)])
    }
}

impl Variant for Planted {
    fn description(&self) -> &Description {
        TicTacToe.description()
    }

    fn start(&self) -> Box<dyn Match> {
        Box::new(Round { inner: TicTacToe.start(), fault: self.0 })
    }

    fn start_from(&self, position: &str) -> Result<Box<dyn Match>, Refusal> {
        let inner = TicTacToe.start_from(position)?;
        Ok(Box::new(Round { inner, fault: self.0 }))
    }

    fn rule_card(&self) -> String {
        TicTacToe.rule_card()
    }
}

impl Match for Round {
    fn side_to_move(&self) -> Side {
        self.inner.side_to_move()
    }

    fn board(&self) -> Vec<Option<Piece>> {
        self.inner.board()
    }

    fn legal_plays(&self) -> Vec<Play> {
        self.trip_bots();
        self.inner.legal_plays()
    }

    fn play(&mut self, wish: &Wish) -> Result<Played, Refusal> {
        assert!(self.fault != Fault::PanicOfTheRules || wish.to != BAD_CELL, "planted in the rules");
        self.inner.play(wish)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.inner.outcome()
    }

    fn position_text(&self) -> String {
        self.inner.position_text()
    }

    fn transcript(&self, heading: &Heading, result: Option<Option<Side>>) -> Option<String> {
        assert!(self.fault != Fault::PanicOfTheTranscript, "planted in the transcript");
        self.inner.transcript(heading, result)
    }

    fn boxed(&self) -> Box<dyn Match> {
        assert!(self.fault != Fault::PanicOfTheCopy, "planted in the copy");
        Box::new(Round { inner: self.inner.boxed(), fault: self.fault })
    }

    fn as_any(&self) -> &dyn Any {
        self.trip_bots();
        self
    }
}

impl Round {
    /// Does what the fault says, on a thread of bots.
    fn trip_bots(&self) {
        let thread = std::thread::current();
        if thread.name().is_some_and(|name| name.starts_with("thinker-")) {
            match self.fault {
                Fault::PanicOfTheBot => panic!("planted in the bot"),
                Fault::HangOfTheBot => loop {
                    std::thread::park();
                },
                Fault::PanicOfTheRules | Fault::PanicOfTheTranscript | Fault::PanicOfTheCopy => {}
            }
        }
    }
}
