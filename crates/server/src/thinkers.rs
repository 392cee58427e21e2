//! The threads bots think on: few, apart from the runtime, with a bounded queue.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use bots::{Analysis, Budget};
use game::{Level, Match, Play};
use tokio::sync::oneshot;
use tracing::error;

use crate::sync::lock;

/// How many questions may wait for each thread; more are answered in haste.
const WAITING_PER_THREAD: usize = 64;

/// A pool of threads that answer for bots.
pub(crate) struct Thinkers {
    questions: SyncSender<Question>,
}

enum Question {
    Move { game: Box<dyn Match>, level: Level, seed: u64, answer: oneshot::Sender<Option<Play>> },
    Opinion { game: Box<dyn Match>, budget: Budget, lines: usize, answer: oneshot::Sender<Analysis> },
}

impl Thinkers {
    pub(crate) fn start(threads: usize) -> std::io::Result<Thinkers> {
        let threads = threads.max(1);
        let (questions, waiting) = sync_channel(WAITING_PER_THREAD * threads);
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 0..threads {
            let waiting = Arc::clone(&waiting);
            thread::Builder::new().name(format!("thinker-{number}")).spawn(move || work(&waiting))?;
        }
        Ok(Thinkers { questions })
    }

    /// The bot's move; nothing when the game is over or the bot has failed.
    pub(crate) async fn answer(&self, game: Box<dyn Match>, level: Level, seed: u64) -> Option<Play> {
        let (answer, answered) = oneshot::channel();
        let question = Question::Move { game: game.clone(), level, seed, answer };
        if self.questions.try_send(question).is_ok() {
            return answered.await.ok().flatten();
        }
        metrics::counter!("parlour_bot_hasty_answers_total").increment(1);
        bots::hasty(game.as_ref(), seed)
    }

    /// What a bot thinks of a position; nothing when too many ask.
    pub(crate) async fn analyse(
        &self,
        game: Box<dyn Match>,
        budget: Budget,
        lines: usize,
    ) -> Option<Analysis> {
        let (answer, answered) = oneshot::channel();
        self.questions.try_send(Question::Opinion { game, budget, lines, answer }).ok()?;
        answered.await.ok()
    }
}

fn work(waiting: &Mutex<Receiver<Question>>) {
    loop {
        let question = lock(waiting).recv();
        let Ok(question) = question else { return };
        if catch_unwind(AssertUnwindSafe(|| think(question))).is_err() {
            metrics::counter!("parlour_bot_panics_total").increment(1);
            error!("a bot panicked; its first legal move is played when it is overdue");
        }
    }
}

/// Whoever asked may have gone meanwhile.
fn think(question: Question) {
    match question {
        Question::Move { game, level, seed, answer } => {
            answer.send(bots::answer(game.as_ref(), level, seed)).ok();
        }
        Question::Opinion { game, budget, lines, answer } => {
            answer.send(bots::analyse(game.as_ref(), budget, lines)).ok();
        }
    }
}
