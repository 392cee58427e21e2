//! The threads bots think on: few, apart from the runtime, with a bounded queue.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

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

struct Question {
    game: Box<dyn Match>,
    level: Level,
    seed: u64,
    answer: oneshot::Sender<Option<Play>>,
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
        match self.questions.try_send(Question { game, level, seed, answer }) {
            Ok(()) => answered.await.ok().flatten(),
            Err(refused) => {
                metrics::counter!("parlour_bot_hasty_answers_total").increment(1);
                let (std::sync::mpsc::TrySendError::Full(question)
                | std::sync::mpsc::TrySendError::Disconnected(question)) = refused;
                bots::hasty(question.game.as_ref(), seed)
            }
        }
    }
}

fn work(waiting: &Mutex<Receiver<Question>>) {
    loop {
        let question = lock(waiting).recv();
        let Ok(Question { game, level, seed, answer }) = question else { return };
        let thought = catch_unwind(AssertUnwindSafe(|| bots::answer(game.as_ref(), level, seed)));
        match thought {
            // Whoever asked may have gone.
            Ok(play) => drop(answer.send(play)),
            Err(_) => {
                metrics::counter!("parlour_bot_panics_total").increment(1);
                error!(
                    position = game.position_text(),
                    "a bot panicked; its first legal move is played when it is overdue"
                );
            }
        }
    }
}
