//! The threads bots think on: few, apart from the runtime, with a bounded queue; one that hangs is replaced.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use game::{Analysis, Budget, Level, Match, Play};
use tokio::sync::oneshot;
use tracing::error;

use crate::sync::lock;

/// How many questions for bots' moves may wait for each thread; more are answered in haste.
pub(crate) const MOVES_PER_THREAD: usize = 64;

/// What a bot may look at when nobody else waits; the more wait, the less each may.
const NODES: u64 = 400_000;

/// How often a bot is given its time before its opponent is answered in haste.
const ROUNDS: usize = 3;

/// How many threads may be replaced in the life of a server; a bot that hangs this often has to be mended.
const MOST_REPLACEMENTS: usize = 64;

/// A pool of threads that answer for bots.
pub(crate) struct BotPool {
    questions: SyncSender<Question>,
    line: Arc<Line>,
    patience: Duration,
    threads: Mutex<Vec<Arc<Worker>>>,
}

/// Where questions wait.
struct Line {
    questions: Mutex<Receiver<Question>>,
    waiting: AtomicU64,
}

/// What a thread is busy with.
#[derive(Default)]
struct Worker {
    state: Mutex<State>,
}

#[derive(Default)]
enum State {
    #[default]
    Idle,
    Since(Instant),
    /// Somebody else has its place; it ends when it comes to its senses.
    Replaced,
}

enum Question {
    Move {
        game: Box<dyn Match>,
        level: Level,
        seed: u64,
        answer: oneshot::Sender<Option<Play>>,
    },
    Opinion {
        game: Box<dyn Match>,
        budget: Budget,
        lines: usize,
        answer: oneshot::Sender<Analysis>,
        /// Held until the question is answered or thrown away.
        turn: Turn,
    },
}

/// What stands for a question that waits or is thought about.
pub(crate) type Turn = Box<dyn Send>;

impl BotPool {
    /// Starts so many threads, for each of which so many questions may wait; one that is busy with a question for
    /// longer than `patience` is replaced.
    pub(crate) fn start(threads: usize, waiting: usize, patience: Duration) -> std::io::Result<BotPool> {
        let threads = threads.max(1);
        let (questions, waiting) = sync_channel(waiting * threads);
        let line = Arc::new(Line { questions: Mutex::new(waiting), waiting: AtomicU64::new(0) });
        let bot_pool = BotPool { questions, line, patience, threads: Mutex::default() };
        for number in 0..threads {
            let worker = bot_pool.spawn_worker(number)?;
            lock(&bot_pool.threads).push(worker);
        }
        Ok(bot_pool)
    }

    /// The bot's move; nothing when the game is over or the bot has failed.
    pub(crate) async fn answer(&self, game: Box<dyn Match>, level: Level, seed: u64) -> Option<Play> {
        let (answer, mut answered) = oneshot::channel();
        let question = Question::Move { game: game.clone(), level, seed, answer };
        if self.ask(question) {
            // A thread may have begun long after it was asked, and is given its time.
            for _ in 0..ROUNDS {
                if let Ok(answer) = tokio::time::timeout(self.patience, &mut answered).await {
                    return answer.ok().flatten();
                }
                if self.replace_stuck() {
                    break;
                }
            }
        }
        metrics::counter!("parlour_bot_hasty_answers_total").increment(1);
        game.random_move(seed)
    }

    /// What a bot thinks of a position; `None` if too many ask, or if no answer comes in time.
    pub(crate) async fn analyse(
        &self,
        game: Box<dyn Match>,
        budget: Budget,
        lines: usize,
        turn: Turn,
    ) -> Option<Analysis> {
        let (answer, mut answered) = oneshot::channel();
        if !self.ask(Question::Opinion { game, budget, lines, answer, turn }) {
            return None;
        }
        for _ in 0..ROUNDS {
            if let Ok(answer) = tokio::time::timeout(self.patience, &mut answered).await {
                return answer.ok();
            }
            self.replace_stuck();
        }
        None
    }

    /// Whether a question waits for a thread.
    pub(crate) fn is_busy(&self) -> bool {
        self.line.waiting.load(Ordering::Relaxed) > 0
    }

    /// Lines a question up; `false` when too many wait.
    fn ask(&self, question: Question) -> bool {
        self.line.waiting.fetch_add(1, Ordering::Relaxed);
        let asked = self.questions.try_send(question).is_ok();
        if !asked {
            self.line.waiting.fetch_sub(1, Ordering::Relaxed);
        }
        asked
    }

    fn spawn_worker(&self, number: usize) -> std::io::Result<Arc<Worker>> {
        let (worker, line) = (Arc::new(Worker::default()), Arc::clone(&self.line));
        let own = Arc::clone(&worker);
        thread::Builder::new().name(format!("bot-worker-{number}")).spawn(move || own.work(&line))?;
        Ok(worker)
    }

    /// Whether there was a thread to replace.
    fn replace_stuck(&self) -> bool {
        let mut threads = lock(&self.threads);
        let hung = threads.iter().filter(|worker| worker.give_up(self.patience)).count();
        for _ in 0..hung {
            metrics::counter!("parlour_bot_hangs_total").increment(1);
            error!("a bot does not come to an end, another thread takes its place");
            let number = threads.len();
            if number > MOST_REPLACEMENTS {
                break;
            }
            match self.spawn_worker(number) {
                Ok(worker) => threads.push(worker),
                Err(problem) => error!(%problem, "no thread can be started"),
            }
        }
        hung > 0
    }
}

impl Worker {
    fn work(&self, line: &Line) {
        loop {
            let question = lock(&line.questions).recv();
            let Ok(question) = question else { return };
            let others = line.waiting.fetch_sub(1, Ordering::Relaxed).saturating_sub(1);
            let share = Budget::of_nodes(NODES / (1 + others));
            *lock(&self.state) = State::Since(Instant::now());
            if catch_unwind(AssertUnwindSafe(|| think(question, share))).is_err() {
                metrics::counter!("parlour_bot_panics_total").increment(1);
                error!("a bot panicked; its first legal move is played when it is overdue");
            }
            let before = std::mem::take(&mut *lock(&self.state));
            if matches!(before, State::Replaced) {
                return;
            }
        }
    }

    /// Whether it has been busy for too long, and is not waited for any more.
    fn give_up(&self, patience: Duration) -> bool {
        let mut state = lock(&self.state);
        let hung = matches!(*state, State::Since(since) if since.elapsed() >= patience);
        if hung {
            *state = State::Replaced;
        }
        hung
    }
}

/// Whoever asked may have gone meanwhile.
fn think(question: Question, share: Budget) {
    match question {
        Question::Move { game, level, seed, answer } => {
            answer.send(game.bot_move(level, share, seed)).ok();
        }
        // The request was given up.
        Question::Opinion { answer, .. } if answer.is_closed() => {}
        Question::Opinion { game, budget, lines, answer, turn } => {
            answer.send(game.analyse(budget, lines)).ok();
            drop(turn);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use game::{Budget, Level, Variant};

    use super::BotPool;
    use crate::faulty_game::{Fault, FaultyGame};

    const SOON: Duration = Duration::from_secs(3);

    #[tokio::test]
    async fn a_bot_that_panics_takes_no_thread_with_it() {
        let bot_pool = BotPool::start(1, 8, Duration::from_secs(60)).expect("a thread starts");
        let ill = FaultyGame::with(Fault::PanicOfTheBot);
        assert_eq!(bot_pool.answer(ill.start(), Level::Hard, 1).await, None);
        let well = tictactoe::TicTacToe.start();
        assert!(bot_pool.answer(well, Level::Hard, 1).await.is_some());
    }

    #[tokio::test]
    async fn a_bot_that_hangs_is_answered_for_and_its_thread_replaced() {
        let bot_pool = BotPool::start(1, 8, SOON).expect("a thread starts");
        let ill = FaultyGame::with(Fault::HangOfTheBot);
        assert!(bot_pool.answer(ill.start(), Level::Hard, 1).await.is_some());
        let opinion = bot_pool.analyse(tictactoe::TicTacToe.start(), Budget::of_nodes(1000), 1, Box::new(()));
        let opinion = tokio::time::timeout(Duration::from_secs(180), opinion).await;
        assert!(opinion.expect("somebody is there to think").is_some());
    }
}
