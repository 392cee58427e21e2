//! The worker threads of bots: few, separate from the runtime, with a bounded queue. A stuck worker is
//! replaced.

mod memories;
mod pace;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use common::{RoomId, lock};
use game::{Analysis, BotAnswer, Budget, Level, Match, Play, ThinkingTime};
use tokio::sync::oneshot;
use tracing::error;

use self::memories::BotMemories;
use self::pace::MovePace;

/// How many move requests may be queued per thread; beyond that a bot plays a random move.
pub(crate) const MOVES_PER_THREAD: usize = 64;

/// The search budget of a bot that does not look at the time, in nodes, divided by the number of queued requests.
const NODES: u64 = 400_000;

/// How many times `patience` a request is waited for before a random move is played.
const ROUNDS: usize = 3;

/// The maximum number of threads replaced while the server runs; beyond that the bot has to be fixed.
const MOST_REPLACEMENTS: usize = 64;

/// A pool of threads that compute bot moves.
pub(crate) struct BotPool {
    questions: SyncSender<Question>,
    line: Arc<QuestionQueue>,
    patience: Duration,
    threads: Mutex<Vec<Arc<Worker>>>,
}

/// The queued requests.
struct QuestionQueue {
    questions: Mutex<Receiver<Question>>,
    waiting: AtomicU64,
    pace: Mutex<MovePace>,
    memories: Mutex<BotMemories>,
}

/// What a thread is doing.
#[derive(Default)]
struct Worker {
    state: Mutex<WorkerState>,
}

#[derive(Default)]
enum WorkerState {
    #[default]
    Idle,
    Since(Instant),
    /// Another thread has replaced it; it ends when it becomes responsive.
    Replaced,
}

enum Question {
    Move {
        room: RoomId,
        game: Box<dyn Match>,
        level: Level,
        seed: u64,
        /// The most time for it, if the bot has a clock.
        at_most: Option<Duration>,
        asked: Instant,
        answer: oneshot::Sender<Option<Play>>,
    },
    Opinion {
        game: Box<dyn Match>,
        budget: Budget,
        lines: usize,
        answer: oneshot::Sender<Analysis>,
        /// Held until the request is answered or dropped.
        turn: Turn,
    },
}

/// A guard that is held while a request is queued or computed.
pub(crate) type Turn = Box<dyn Send>;

impl BotPool {
    /// Starts `threads` threads with one queue of `waiting` requests per thread in total; a thread that is busy
    /// with one request for longer than `patience` is replaced.
    pub(crate) fn start(threads: usize, waiting: usize, patience: Duration) -> std::io::Result<BotPool> {
        let threads = threads.max(1);
        let (questions, waiting) = sync_channel(waiting * threads);
        let line = Arc::new(QuestionQueue {
            questions: Mutex::new(waiting),
            waiting: AtomicU64::new(0),
            pace: Mutex::new(MovePace::of_threads(threads)),
            memories: Mutex::default(),
        });
        let bot_pool = BotPool { questions, line, patience, threads: Mutex::default() };
        for number in 0..threads {
            let worker = bot_pool.spawn_worker(number)?;
            lock(&bot_pool.threads).push(worker);
        }
        Ok(bot_pool)
    }

    /// The bot's move, or a random one if it takes too long; `None` if the game is over or the bot panicked.
    pub(crate) async fn answer(
        &self,
        room: &RoomId,
        game: Box<dyn Match>,
        level: Level,
        seed: u64,
        at_most: Option<Duration>,
    ) -> Option<Play> {
        let (answer, mut answered) = oneshot::channel();
        let question = Question::Move {
            room: room.clone(),
            game: game.clone(),
            level,
            seed,
            at_most,
            asked: Instant::now(),
            answer,
        };
        if self.ask(question) {
            // The thread may have started on this request late.
            for _ in 0..ROUNDS {
                if let Ok(answer) = tokio::time::timeout(self.patience, &mut answered).await {
                    return answer.ok().flatten();
                }
                if self.replace_stuck() {
                    break;
                }
            }
        }
        metrics::counter!("parlour_bot_random_moves_total").increment(1);
        game.random_move(seed)
    }

    /// Analyses a position; `None` if the queue is full, or the analysis panics or takes too long.
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

    /// Whether a request waits for a thread.
    pub(crate) fn is_busy(&self) -> bool {
        self.line.waiting.load(Ordering::Relaxed) > 0
    }

    /// Queues a request; returns `false` if the queue is full.
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

    /// Replaces stuck threads; returns whether there were any.
    fn replace_stuck(&self) -> bool {
        let mut threads = lock(&self.threads);
        let hung = threads.iter().filter(|worker| worker.give_up(self.patience)).count();
        for _ in 0..hung {
            metrics::counter!("parlour_bot_hangs_total").increment(1);
            error!("bot worker stuck, replaced");
            let number = threads.len();
            if number > MOST_REPLACEMENTS {
                break;
            }
            match self.spawn_worker(number) {
                Ok(worker) => threads.push(worker),
                Err(problem) => error!(%problem, "bot worker not started"),
            }
        }
        hung > 0
    }
}

impl Worker {
    fn work(&self, line: &QuestionQueue) {
        loop {
            let question = lock(&line.questions).recv();
            let Ok(question) = question else { return };
            let others = line.waiting.fetch_sub(1, Ordering::Relaxed).saturating_sub(1);
            *lock(&self.state) = WorkerState::Since(Instant::now());
            if catch_unwind(AssertUnwindSafe(|| think(question, line, others))).is_err() {
                metrics::counter!("parlour_bot_panics_total").increment(1);
                error!("bot panicked, its first legal move is played when overdue");
            }
            let before = std::mem::take(&mut *lock(&self.state));
            if matches!(before, WorkerState::Replaced) {
                return;
            }
        }
    }

    /// Gives up on the worker if it has been busy for too long; returns whether it did.
    fn give_up(&self, patience: Duration) -> bool {
        let mut state = lock(&self.state);
        let hung = matches!(*state, WorkerState::Since(since) if since.elapsed() >= patience);
        if hung {
            *state = WorkerState::Replaced;
        }
        hung
    }
}

/// Computes an answer; the receiver may be gone by then.
fn think(question: Question, line: &QuestionQueue, others: u64) {
    match question {
        Question::Move { room, game, level, seed, at_most, asked, answer } => {
            game.prepare_bots();
            let begin = Instant::now();
            metrics::histogram!("parlour_bot_queue_seconds").record((begin - asked).as_secs_f64());
            let time = lock(&line.pace).time_for_move(begin, others).min(at_most.unwrap_or(Duration::MAX));
            let elapsed = || begin.elapsed();
            let time = ThinkingTime { elapsed: &elapsed, soft: time.mul_f64(SOFT_SHARE), hard: time };
            let budget = Budget::of_nodes(NODES / (1 + others));
            let mut memory = lock(&line.memories).take(&room);
            let BotAnswer { play, depth, .. } =
                game.bot_move_in_time(level, &time, budget, &mut memory, seed);
            lock(&line.memories).keep(room, memory, Instant::now());
            metrics::histogram!("parlour_bot_think_seconds").record(begin.elapsed().as_secs_f64());
            if depth > 0 {
                metrics::histogram!("parlour_bot_depth_plies").record(f64::from(depth));
            }
            answer.send(play).ok();
        }
        // The request was cancelled.
        Question::Opinion { answer, .. } if answer.is_closed() => {}
        Question::Opinion { game, budget, lines, answer, turn } => {
            answer.send(game.analyse(budget, lines)).ok();
            drop(turn);
        }
    }
}

/// The share of the time after which a bot begins no deeper search.
const SOFT_SHARE: f64 = 0.6;

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use common::RoomId;
    use game::{Budget, Level, Variant};

    use super::BotPool;
    use crate::faulty_game::{Fault, FaultyGame};

    const SOON: Duration = Duration::from_secs(3);

    fn room() -> RoomId {
        RoomId("room".to_owned())
    }

    #[tokio::test]
    async fn a_bot_that_panics_takes_no_thread_with_it() {
        let bot_pool = BotPool::start(1, 8, Duration::from_secs(60)).expect("a thread starts");
        let ill = FaultyGame::with(Fault::PanicOfTheBot);
        assert_eq!(bot_pool.answer(&room(), ill.start(), Level::Hard, 1, None).await, None);
        let well = tictactoe::TicTacToe.start();
        assert!(bot_pool.answer(&room(), well, Level::Hard, 1, None).await.is_some());
    }

    #[tokio::test]
    async fn a_bot_that_hangs_is_answered_for_and_its_thread_replaced() {
        let bot_pool = BotPool::start(1, 8, SOON).expect("a thread starts");
        let ill = FaultyGame::with(Fault::HangOfTheBot);
        assert!(bot_pool.answer(&room(), ill.start(), Level::Hard, 1, None).await.is_some());
        let opinion = bot_pool.analyse(tictactoe::TicTacToe.start(), Budget::of_nodes(1000), 1, Box::new(()));
        let opinion = tokio::time::timeout(Duration::from_secs(180), opinion).await;
        assert!(opinion.expect("somebody is there to think").is_some());
    }
}
