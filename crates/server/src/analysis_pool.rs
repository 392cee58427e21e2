//! Analyses of positions: on a thread of their own, so that no bot's move waits for one. Few may wait, and few of one
//! address; an analysis begins when no bot waits for a thread.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use game::{Analysis, Budget, Match};

use crate::bot_pool::BotPool;
use crate::sync::lock;

/// How many analyses may wait.
const WAITING: usize = 16;
/// How many analyses of one address may wait or be under way.
const PER_ADDRESS: usize = 4;
/// How long bots are given precedence, and how often it is asked whether they need it.
const PRECEDENCE: Duration = Duration::from_secs(5);
const LOOK: Duration = Duration::from_millis(20);

/// Why a position is not analysed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Declined {
    /// The same address has others under way.
    TooManyOfYours,
    /// Others are under way, or bots need the time.
    Busy,
}

/// Those who analyse positions.
pub(crate) struct AnalysisPool {
    bot_pool: BotPool,
    turns: Arc<Mutex<HashMap<String, usize>>>,
}

impl AnalysisPool {
    /// Starts one thread; one that is busy with a position for longer than `patience` is replaced.
    pub(crate) fn start(patience: Duration) -> std::io::Result<AnalysisPool> {
        Ok(AnalysisPool { bot_pool: BotPool::start(1, WAITING, patience)?, turns: Arc::default() })
    }

    /// What a bot thinks of a position, after the bots that play.
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

/// One analysis of an address; it counts until this is dropped.
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

    /// AnalysisPool whose thread is busy with a position for ever, and the bots.
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
        let moved = bots.answer(tictactoe::TicTacToe.start(), Level::Hard, 1);
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
