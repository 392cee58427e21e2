//! A game with a deliberate fault, for tests: otherwise tic-tac-toe.

use game::{
    Analysis, Budget, Catalogue, Description, Heading, Level, Match, Outcome, Piece, Play, Played, Refusal,
    Side, Square, Variant, Wish,
};
use tictactoe::TicTacToe;

/// The cell that triggers the fault.
pub(crate) const BAD_CELL: Square = Square(8);

/// The fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A bot that reads the game panics.
    PanicOfTheBot,
    /// A bot that reads the game hangs.
    HangOfTheBot,
    /// A move on the bad cell panics.
    PanicOfTheRules,
    /// Writing the transcript panics, at the end of the game.
    PanicOfTheTranscript,
    /// Copying the game panics, when a bot is asked for its first move in a stored game.
    PanicOfTheCopy,
}

/// The variant.
pub(crate) struct FaultyGame(Fault);

#[derive(Debug)]
struct Round {
    inner: Box<dyn Match>,
    fault: Fault,
}

impl FaultyGame {
    pub(crate) fn with(fault: Fault) -> &'static FaultyGame {
        match fault {
            Fault::PanicOfTheBot => &FaultyGame(Fault::PanicOfTheBot),
            Fault::HangOfTheBot => &FaultyGame(Fault::HangOfTheBot),
            Fault::PanicOfTheRules => &FaultyGame(Fault::PanicOfTheRules),
            Fault::PanicOfTheTranscript => &FaultyGame(Fault::PanicOfTheTranscript),
            Fault::PanicOfTheCopy => &FaultyGame(Fault::PanicOfTheCopy),
        }
    }

    pub(crate) fn catalogue(fault: Fault) -> Catalogue {
        Catalogue::new(vec![FaultyGame::with(fault)])
    }
}

impl Variant for FaultyGame {
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

    fn rule_card(&self) -> game::RuleCard {
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
        assert!(self.fault != Fault::PanicOfTheRules || wish.to != BAD_CELL, "faulty on purpose: the rules");
        self.inner.play(wish)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.inner.outcome()
    }

    fn position_text(&self) -> String {
        self.inner.position_text()
    }

    fn transcript(&self, heading: &Heading, result: Option<Option<Side>>) -> Option<String> {
        assert!(self.fault != Fault::PanicOfTheTranscript, "faulty on purpose: the transcript");
        self.inner.transcript(heading, result)
    }

    fn boxed(&self) -> Box<dyn Match> {
        assert!(self.fault != Fault::PanicOfTheCopy, "faulty on purpose: the copy");
        Box::new(Round { inner: self.inner.boxed(), fault: self.fault })
    }

    fn bot_move(&self, level: Level, budget: Budget, seed: u64) -> Option<Play> {
        self.trip_bots();
        self.inner.bot_move(level, budget, seed)
    }

    fn analyse(&self, budget: Budget, lines: usize) -> Analysis {
        self.trip_bots();
        self.inner.analyse(budget, lines)
    }
}

impl Round {
    /// Triggers the fault on a bot thread.
    fn trip_bots(&self) {
        let thread = std::thread::current();
        if thread.name().is_some_and(|name| name.starts_with("bot-worker-")) {
            match self.fault {
                Fault::PanicOfTheBot => panic!("faulty on purpose: the bot"),
                Fault::HangOfTheBot => loop {
                    std::thread::park();
                },
                Fault::PanicOfTheRules | Fault::PanicOfTheTranscript | Fault::PanicOfTheCopy => {}
            }
        }
    }
}
