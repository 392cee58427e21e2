//! Answers the requests of a page.

use game::{BotMemory, Budget, Play, Side, Wish};
use protocol::rest::VariantList;
use protocol::{
    Ack, ErrorCode, Fields, GameName, GameVisitor, Incoming, KnownGame, Named, WireRefusal, games,
};
use serde_json::{Value, json};

use crate::hint;
use crate::kept_game::{KeptGame, Replayed};
use crate::move_tree;
use crate::opening::opening;
use crate::page_request::PageRequest;
use crate::page_state::{board_of, state_of};
use crate::set_up::set_up;

/// The most lines of an analysis.
const MOST_LINES: usize = 5;
/// The most positions to search for one answer.
const MOST_NODES: u64 = 5_000_000;
/// The most moves of an opening.
const LONGEST_OPENING: usize = 8;

/// The games for one page, with what the computer remembers of the game it plays and of the positions it analyses.
pub struct PageModule {
    memory: BotMemory,
    /// The variant that the memory is about.
    remembered: Option<String>,
    /// What the analysis remembers of the positions that it has searched.
    analysis: BotMemory,
}

impl PageModule {
    /// A module that remembers nothing.
    #[must_use]
    pub const fn new() -> PageModule {
        PageModule { memory: BotMemory(None), remembered: None, analysis: BotMemory(None) }
    }

    /// Answers a request with `{ "ok": true, … }`, or with a refusal in words.
    pub fn answer(&mut self, request: &[u8]) -> String {
        let answer = match serde_json::from_slice(request) {
            Ok(request) => self.content(request),
            Err(error) => {
                Err(WireRefusal::new(ErrorCode::BadPayload, format!("the request cannot be read: {error}")))
            }
        };
        serde_json::to_string(&Ack::from(answer)).expect("an answer is plain data")
    }

    /// Lets the bots and the analysis of a variant use a file of learned weights, if nothing was searched before. Returns
    /// whether they do.
    pub fn learn(&mut self, variant: &str, file: &[u8]) -> bool {
        draughts::variants::find(variant).is_some_and(|variant| variant.learn(file))
    }

    fn content(&mut self, request: PageRequest) -> Result<Value, WireRefusal> {
        match request {
            PageRequest::Variants => Ok(variants()),
            PageRequest::State { game } => Ok(state_of(&game, &game.plays, &game.replay(|_| {})?)),
            PageRequest::Move { game, wanted } => {
                let mut replayed = game.replay(|_| {})?;
                let wish = game.game.visit(WishVisitor(&wanted))?;
                require_running(&game)?;
                play(&game, &mut replayed, &wish)
            }
            PageRequest::Bot { game, nodes, rung, seed } => self.bot_move(&game, rung, nodes, seed),
            PageRequest::Hint { game } => {
                let hint = hint::hint(game.game, game.replay(|_| {})?.now.as_ref());
                Ok(json!({ "hint": hint }))
            }
            PageRequest::Draw { game, seat } => {
                let side = if seat == 0 { Side::First } else { Side::Second };
                let now = game.replay(|_| {})?.now;
                Ok(json!({ "accepted": hint::takes_draw(now.as_ref(), game.plays.len(), side) }))
            }
            PageRequest::Boards { game } => {
                let mut boards = Vec::new();
                game.replay(|now| boards.push(board_of(&game, now)))?;
                Ok(json!({ "boards": boards }))
            }
            PageRequest::Opening { game, plies, seed } => {
                let replayed = game.replay(|_| {})?;
                let added = opening(replayed.now.as_ref(), plies.min(LONGEST_OPENING), seed);
                let game = KeptGame { plays: [game.plays.clone(), added].concat(), ..game };
                Ok(state_of(&game, &game.plays, &game.replay(|_| {})?))
            }
            PageRequest::Replay { pdn, variant } => {
                let (_, study) = games::studied();
                let variant = variant.as_deref().unwrap_or(study.default_variant());
                study.replay(&pdn, variant).map_err(unreadable)
            }
            PageRequest::Analysis { lines, nodes, position, variant } => {
                let (_, study) = games::studied();
                let position = study.position(&variant, position.as_deref()).map_err(unreadable)?;
                let budget = Budget::of_nodes(nodes.min(MOST_NODES));
                Ok(position.analysis(&position.game().analyse(budget, lines.clamp(1, MOST_LINES))))
            }
            PageRequest::Lines { game, lines, nodes } => self.lines(&game, lines, nodes),
            PageRequest::Tree { text, variant } => Ok(json!(move_tree::read(&text, &variant)?)),
            PageRequest::SetUp { board, turn, variant } => {
                Ok(json!({ "position": set_up(&variant, &board, turn)? }))
            }
        }
    }

    /// The best lines of a position. What is found is kept for the next request, so a page may ask for more step by step.
    fn lines(&mut self, game: &KeptGame, lines: usize, nodes: u64) -> Result<Value, WireRefusal> {
        let now = game.replay(|_| {})?.now;
        let (_, study) = games::studied();
        let position = study.position(&game.variant, Some(&now.position_text())).map_err(unreadable)?;
        let budget = Budget::of_nodes(nodes.min(MOST_NODES));
        let found = now.analyse_further(budget, lines.clamp(1, MOST_LINES), &mut self.analysis);
        Ok(position.analysis(&found))
    }

    fn bot_move(
        &mut self,
        game: &KeptGame,
        rung: usize,
        nodes: u64,
        seed: u64,
    ) -> Result<Value, WireRefusal> {
        require_running(game)?;
        let mut replayed = game.replay(|_| {})?;
        if self.remembered.as_ref() != Some(&game.variant) {
            self.memory = BotMemory::default();
            self.remembered = Some(game.variant.clone());
        }
        let answer = replayed.now.rung_move(rung, nodes.min(MOST_NODES), &mut self.memory, seed);
        let Some(chosen) = answer.play else { return Err(over()) };
        play(game, &mut replayed, &Wish::from(&chosen))
    }
}

impl Default for PageModule {
    fn default() -> PageModule {
        PageModule::new()
    }
}

/// The state after one more move.
fn play(kept: &KeptGame, replayed: &mut Replayed, wish: &Wish) -> Result<Value, WireRefusal> {
    let mover = replayed.now.side_to_move();
    let played = replayed.now.play(wish).map_err(|refusal| refused(kept.game, refusal))?;
    replayed.movers.push(mover);
    let plays: Vec<Play> = kept.plays.iter().cloned().chain([played.play]).collect();
    Ok(state_of(kept, &plays, replayed))
}

fn variants() -> Value {
    let games = GameName::ALL.iter().map(|game| game.object().entry()).collect();
    serde_json::to_value(VariantList { games }).expect("the catalogue is plain data")
}

fn require_running(kept: &KeptGame) -> Result<(), WireRefusal> {
    if kept.end.is_some() { Err(over()) } else { Ok(()) }
}

fn over() -> WireRefusal {
    WireRefusal::new(ErrorCode::GameOver, "the game is over")
}

fn unreadable(error: protocol::StudyError) -> WireRefusal {
    let code = match error {
        protocol::StudyError::UnknownVariant => ErrorCode::UnknownVariant,
        protocol::StudyError::Unreadable(_) => ErrorCode::BadPayload,
    };
    WireRefusal::new(code, error.to_string())
}

fn refused(name: GameName, refusal: game::Refusal) -> WireRefusal {
    let game::Refusal { candidates, code, hint, sentence } = refusal;
    let candidates = candidates.iter().map(|play| name.object().legal_move(play)).collect();
    WireRefusal { hint, candidates, ..WireRefusal::new(ErrorCode::from(code), sentence) }
}

/// Reads the move of a request as the rules represent it.
struct WishVisitor<'a>(&'a Value);

impl GameVisitor for WishVisitor<'_> {
    type Output = Result<Wish, WireRefusal>;

    fn visit<G: KnownGame>(self) -> Self::Output {
        let wanted = G::Move::read(&Fields::of(self.0)?)?;
        Ok(G::wish(&wanted))
    }
}
