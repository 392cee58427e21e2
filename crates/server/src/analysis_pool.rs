//! Analyses of positions on a separate thread, so that bot moves do not wait for them. The queue is bounded,
//! in total and per address; an analysis starts only when no bot waits for a thread.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::lock;
use game::{Analysis, Budget, Match};

use crate::bot_pool::BotPool;

/// The maximum number of queued analyses.
const WAITING: usize = 16;
/// The maximum number of analyses per address, queued or running.
const PER_ADDRESS: usize = 4;
/// How long an analysis waits for bots to finish, and how often it checks.
const PRECEDENCE: Duration = Duration::from_secs(5);
const LOOK: Duration = Duration::from_millis(20);

/// Why an analysis was declined.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Declined {
    /// The address has too many analyses under way.
    TooManyOfYours,
    /// The queue is full, or bots need the time.
    Busy,
}

/// Analyses positions.
pub(crate) struct AnalysisPool {
    bot_pool: BotPool,
    turns: Arc<Mutex<HashMap<String, usize>>>,
}

impl AnalysisPool {
    /// Starts one thread; it is replaced if a position takes longer than `patience`.
    pub(crate) fn start(patience: Duration) -> std::io::Result<AnalysisPool> {
        Ok(AnalysisPool { bot_pool: BotPool::start(1, WAITING, patience)?, turns: Arc::default() })
    }

    /// Analyses a position once no bot waits for a thread.
    pub(crate) async fn analyse(
        &self,
        bots: &BotPool,
        address: String,
        game: Box<dyn Match>,
        budget: Budget,
        lines: usize,
    ) -> Result<Analysis, Declined> {
        let turn = self.turn(address).ok_or(Declined::TooManyOfYours)?;
        let idle = async {
            while bots.is_busy() {
                tokio::time::sleep(LOOK).await;
            }
        };
        tokio::time::timeout(PRECEDENCE, idle).await.map_err(|_| Declined::Busy)?;
        self.bot_pool.analyse(game, budget, lines, Box::new(turn)).await.ok_or(Declined::Busy)
    }

    fn turn(&self, address: String) -> Option<AddressTurn> {
        let mut turns = lock(&self.turns);
        let count = turns.entry(address.clone()).or_default();
        if *count >= PER_ADDRESS {
            return None;
        }
        *count += 1;
        Some(AddressTurn { turns: Arc::clone(&self.turns), address })
    }
}

/// One analysis of an address; it counts until it is dropped.
struct AddressTurn {
    turns: Arc<Mutex<HashMap<String, usize>>>,
    address: String,
}

impl Drop for AddressTurn {
    fn drop(&mut self) {
        let mut turns = lock(&self.turns);
        let Some(count) = turns.get_mut(&self.address) else { return };
        *count -= 1;
        if *count == 0 {
            turns.remove(&self.address);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::FutureExt;
    use futures_util::future::join_all;
    use game::Budget;
    use game::{Level, Variant};

    use super::{AnalysisPool, Declined, PER_ADDRESS, WAITING};
    use crate::bot_pool::BotPool;
    use crate::faulty_game::{Fault, FaultyGame};

    const LONG: Duration = Duration::from_secs(600);
    const BUDGET: Budget = Budget::of_nodes(1000);

    /// An analysis pool whose thread hangs in a position, and a bot pool.
    fn hung() -> (AnalysisPool, BotPool) {
        let analysis_pool = AnalysisPool::start(LONG).expect("a thread starts");
        let bots = BotPool::start(1, 8, LONG).expect("a thread starts");
        (analysis_pool, bots)
    }

    fn endless() -> Box<dyn game::Match> {
        FaultyGame::with(Fault::HangOfTheBot).start()
    }

    #[tokio::test]
    async fn a_bot_moves_while_every_analysis_hangs() {
        let (analysis_pool, bots) = hung();
        let asked = analysis_pool.analyse(&bots, "here".to_owned(), endless(), BUDGET, 1);
        let room = common::RoomId("room".to_owned());
        let moved = bots.answer(&room, tictactoe::TicTacToe.start(), Level::Hard, 1, None);
        tokio::select! {
            answer = asked => panic!("the analysis ends with {answer:?}"),
            moved = moved => assert!(moved.is_some()),
        }
    }

    #[tokio::test]
    async fn one_address_leaves_room_for_others_and_more_than_can_wait_are_declined() {
        let (analysis_pool, bots) = hung();
        let mut asked = Vec::new();
        let mut declined = Vec::new();
        for number in 0..(WAITING + 8) {
            let address = format!("address {}", number / (PER_ADDRESS + 1));
            let mut question = analysis_pool.analyse(&bots, address, endless(), BUDGET, 1).boxed();
            match (&mut question).now_or_never() {
                None => asked.push(question),
                Some(answer) => declined.push(answer.expect_err("nothing is analysed here")),
            }
        }
        assert!(declined.contains(&Declined::TooManyOfYours) && declined.contains(&Declined::Busy));
        assert!((WAITING..=WAITING + 1).contains(&asked.len()), "{} wait", asked.len());
        assert!(join_all(asked).now_or_never().is_none(), "they wait on");
    }
}
