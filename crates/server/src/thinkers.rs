//! The threads bots think on: few, apart from the runtime, with a bounded queue.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
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

/// What a bot may look at when nobody else waits; the more wait, the less each may.
const NODES: u64 = 400_000;

/// A pool of threads that answer for bots.
pub(crate) struct Thinkers {
    questions: SyncSender<Question>,
    waiting: Arc<AtomicU64>,
}

enum Question {
    Move { game: Box<dyn Match>, level: Level, seed: u64, answer: oneshot::Sender<Option<Play>> },
    Opinion { game: Box<dyn Match>, budget: Budget, lines: usize, answer: oneshot::Sender<Analysis> },
}

impl Thinkers {
    pub(crate) fn start(threads: usize) -> std::io::Result<Thinkers> {
        let threads = threads.max(1);
        let (questions, waiting) = sync_channel(WAITING_PER_THREAD * threads);
        let (line, count) = (Arc::new(Mutex::new(waiting)), Arc::new(AtomicU64::new(0)));
        for number in 0..threads {
            let (line, count) = (Arc::clone(&line), Arc::clone(&count));
            thread::Builder::new().name(format!("thinker-{number}")).spawn(move || work(&line, &count))?;
        }
        Ok(Thinkers { questions, waiting: count })
    }

    /// The bot's move; nothing when the game is over or the bot has failed.
    pub(crate) async fn answer(&self, game: Box<dyn Match>, level: Level, seed: u64) -> Option<Play> {
        let (answer, answered) = oneshot::channel();
        let question = Question::Move { game: game.clone(), level, seed, answer };
        if self.ask(question) {
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
        if !self.ask(Question::Opinion { game, budget, lines, answer }) {
            return None;
        }
        answered.await.ok()
    }

    /// Lines a question up; `false` when too many wait.
    fn ask(&self, question: Question) -> bool {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let asked = self.questions.try_send(question).is_ok();
        if !asked {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
        }
        asked
    }
}

fn work(line: &Mutex<Receiver<Question>>, waiting: &AtomicU64) {
    loop {
        let question = lock(line).recv();
        let Ok(question) = question else { return };
        let others = waiting.fetch_sub(1, Ordering::Relaxed).saturating_sub(1);
        let share = Budget::of_nodes(NODES / (1 + others));
        if catch_unwind(AssertUnwindSafe(|| think(question, share))).is_err() {
            metrics::counter!("parlour_bot_panics_total").increment(1);
            error!("a bot panicked; its first legal move is played when it is overdue");
        }
    }
}

/// Whoever asked may have gone meanwhile.
fn think(question: Question, share: Budget) {
    match question {
        Question::Move { game, level, seed, answer } => {
            answer.send(bots::answer_with(game.as_ref(), level, seed, share)).ok();
        }
        Question::Opinion { game, budget, lines, answer } => {
            answer.send(bots::analyse(game.as_ref(), budget, lines)).ok();
        }
    }
}
