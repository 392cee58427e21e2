//! Examples for the documents, built from the types so that they stay valid.

use common::{Mode, SessionStatus};
use serde::Serialize;
use serde_json::Value;

use super::webhook_examples::webhook_example;
use crate::rest::{
    Analysis, AnalysisLine, AnalysisRequest, ApiError, CaptureRemoval, CreateSession, GameEntry, GameRecord,
    GuestInvitation, GuestJoin, GuestSession, InvitationStatus, JoinSession, Leaderboard, LeaderboardEntry,
    MatchType, PlayerProfile, PlayerRating, Record, Replay, ReplayRequest, ReplayTag, RoomList, RoomPlayer,
    RoomSummary, Session, SessionCreated, SessionList, SessionPlayer, SessionResult, SessionValidation,
    VariantCard, VariantList, VariantSide, Variants, WantedSide, Webhook, WebhookName,
};
use crate::{
    AfkSettings, DisplayName, End, EndReason, ErrorCode, GameName, HistoryEntry, Named, PlaySettings, Player,
    TimeControl, UtcTime, WireGame,
};
use draughts::wire::{self as checkers, Checkers};
use tictactoe::TicTacToe;

/// A short game of English checkers.
pub(super) const PDN: &str = "[Event \"?\"]\n[Black \"Ann\"]\n[White \"Ben\"]\n[Result \"0-1\"]\n[GameType \"21\"]\n\n1. 11-15 22-18 2. 15x22 0-1\n";

pub(super) const NOW: UtcTime = UtcTime(1_773_565_200_000);
pub(super) const SESSION: &str = "5f0c1d6e-7c11-4a43-9d0f-0d3f1b9f2c55";
pub(super) const ROOM: &str = "room_Zk3vQ1mB7xT0aYwL5sHd9E";
const TOKEN: &str = "eyJhbGciOiJIUzI1NiJ9.…";

pub(super) fn create_session() -> Value {
    value(CreateSession {
        game: GameName::Checkers,
        variant: Some("russian".to_owned()),
        mode: None,
        match_type: Some(MatchType::Matchmaking),
        players: vec![player("user_123", "Ann")],
        player_count: None,
        play: PlaySettings {
            afk: AfkSettings {
                afk_timeout_seconds: Some(120),
                afk_warn_seconds: Some(30),
                ..AfkSettings::default()
            },
            ..PlaySettings::default()
        },
        theme: None,
        spectators: None,
        side: None,
    })
}

pub(super) fn session_created() -> Value {
    value(created(MatchType::Matchmaking, vec![player("user_123", "Ann")]))
}

pub(super) fn player_profile() -> Value {
    value(PlayerProfile {
        id: "user_123".to_owned(),
        display_name: "Ann".to_owned(),
        ratings: vec![PlayerRating {
            game: GameName::Checkers,
            variant: "russian".to_owned(),
            rating: 1624.5,
            deviation: 81.2,
            wins: 12,
            draws: 5,
            losses: 7,
        }],
    })
}

pub(super) fn leaderboard() -> Value {
    let entry = LeaderboardEntry {
        rank: 1,
        player_id: "user_123".to_owned(),
        display_name: "Ann".to_owned(),
        rating: 1624.5,
        games: 24,
    };
    value(Leaderboard { game: GameName::Checkers, variant: "russian".to_owned(), entries: vec![entry] })
}

pub(super) fn replay_request() -> Value {
    value(ReplayRequest { pdn: PDN.to_owned(), variant: None })
}

pub(super) fn replay() -> Value {
    value(Replay {
        variant: "english".to_owned(),
        tags: vec![ReplayTag { name: "Black".to_owned(), value: "Ann".to_owned() }],
        start: "B:W21-32:B1-12".to_owned(),
        board: Vec::new(),
        current_turn: 0,
        plies: Vec::new(),
        result: Some("0-1".to_owned()),
        faults: Vec::new(),
        games: 1,
    })
}

pub(super) fn analysis_request() -> Value {
    let position = Some("W:WK28:B33".to_owned());
    value(AnalysisRequest {
        variant: Some("international".to_owned()),
        position,
        depth: None,
        lines: Some(1),
    })
}

pub(super) fn analysis() -> Value {
    let line = AnalysisLine {
        score: 10_000,
        decided_in: Some(1),
        words: "White wins in 1".to_owned(),
        moves: vec![checkers::Move { from: 54, to: 76, captures: vec![65], path: vec![76] }],
        text: vec!["28x39".to_owned()],
    };
    value(Analysis {
        variant: "international".to_owned(),
        position: "W:WK28:B33".to_owned(),
        depth: 1,
        nodes: 8,
        lines: vec![line],
    })
}

pub(super) fn guest_session() -> Value {
    value(GuestSession {
        game: GameName::Checkers,
        variant: Some("russian".to_owned()),
        match_type: Some(MatchType::Private),
        display_name: player("", "Ann").display_name,
        opponent_name: None,
        play: PlaySettings {
            time_control: Some(TimeControl::Clock { base_seconds: 180, increment_seconds: 2 }),
            ..PlaySettings::default()
        },
        spectators: None,
        side: Some(WantedSide::Random),
    })
}

pub(super) fn guest_invitation() -> Value {
    value(GuestInvitation {
        room_code: "A3F9C7".to_owned(),
        status: InvitationStatus::Open,
        game: GameName::Checkers,
        variant: "russian".to_owned(),
        host: "Ann".to_owned(),
        host_waits: true,
        host_side: Some(WantedSide::Second),
        time_control: Some(TimeControl::Clock { base_seconds: 180, increment_seconds: 2 }),
        room_id: None,
    })
}

pub(super) fn guest_join() -> Value {
    value(GuestJoin {
        room_code: "A3F9C7".to_owned(),
        game: GameName::Checkers,
        display_name: player("", "Ben").display_name,
    })
}

pub(super) fn join_session() -> Value {
    value(JoinSession {
        room_code: "A3F9C7".to_owned(),
        game: GameName::Checkers,
        player: player("user_456", "Ben"),
    })
}

pub(super) fn session_joined() -> Value {
    let joined = created(MatchType::Private, vec![player("user_456", "Ben"), player("user_123", "Ann")]);
    value(SessionCreated { room_code: Some("A3F9C7".to_owned()), ..joined })
}

pub(super) fn session() -> Value {
    value(ended_session())
}

pub(super) fn session_list() -> Value {
    value(SessionList { sessions: vec![ended_session()], has_more: false, after: None })
}

pub(super) fn session_validation() -> Value {
    value(SessionValidation { status: SessionStatus::Ended, result: Some(result()) })
}

pub(super) fn room_list() -> Value {
    let person = |id: &str, name: &str| RoomPlayer { id: id.to_owned(), username: name.to_owned() };
    value(RoomList {
        rooms: vec![RoomSummary {
            room_id: ROOM.to_owned(),
            players: vec![person("user_123", "Ann"), person("user_456", "Ben")],
            move_count: 12,
            variant: "english".to_owned(),
        }],
        has_more: false,
        after: None,
    })
}

pub(super) fn game_record() -> Value {
    let seats = [("user_123", "Ann", game::Side::First), ("user_456", "Ben", game::Side::Second)];
    let seated = |(id, name, side): (&str, &str, _)| Player::<TicTacToe> {
        id: id.to_owned(),
        username: name.to_owned(),
        display_name: name.to_owned(),
        is_bot: false,
        connected: true,
        seat: TicTacToe::seat(side),
    };
    let centre =
        game::Play { from: None, to: game::Square(4), captures: vec![], path: vec![], promotes: false };
    let mut board = vec![None; 9];
    board[4] = Some(TicTacToe::side_name(game::Side::First));
    value(GameRecord::TicTacToe(Record {
        room_id: ROOM.to_owned(),
        variant: "classic".to_owned(),
        mode: Mode::Live,
        players: seats.map(seated).to_vec(),
        board,
        current_turn: 1,
        move_history: vec![HistoryEntry {
            step: TicTacToe::step(game::Side::First, &centre),
            player_id: "user_123".to_owned(),
            timestamp: NOW.0,
        }],
        started_at: NOW,
        ended_at: None,
        result: None,
    }))
}

pub(super) fn variant_list() -> Value {
    let side = |wire, name: &str| VariantSide { wire, name: name.to_owned() };
    let man = checkers::Piece { player: checkers::Color::Red, piece_type: checkers::PieceType::Man };
    let forward = game::Sentence::new("manMovesForward", "A man moves 1 square forward.").with("count", 1);
    let rule_card =
        game::RuleCard { title: "Tiny", rules: vec![game::Rule::new("men", "Men", vec![forward])] };
    let corner = VariantCard::<Checkers> {
        variant: "tiny".to_owned(),
        name: "A board of four squares, cut short for this example".to_owned(),
        default: true,
        columns: 2,
        rows: 2,
        playable: vec![1, 2],
        labels: vec![None, Some("1".to_owned()), Some("2".to_owned()), None],
        sides: [side(checkers::Color::Red, "Black"), side(checkers::Color::Black, "White")],
        start: vec![None, None, Some(man), None],
        removal: CaptureRemoval::AfterMove,
        draws_by_agreement: true,
        afk_timeout_seconds: 90,
        afk_warn_seconds: 30,
        rule_card: rule_card.into(),
    };
    let checkers = Variants { name: "Checkers".to_owned(), variants: vec![corner] };
    value(VariantList { games: vec![GameEntry::Checkers(checkers)] })
}

pub(super) fn webhook() -> Value {
    value(Webhook {
        mode: Mode::Live,
        ..webhook_example(WebhookName::from_name("checkers.capture").expect("it is in the list"))
    })
}

/// An error body with this code.
pub(super) fn error(code: ErrorCode) -> Value {
    let error = match code {
        ErrorCode::GameRequired => ApiError::game_required(),
        ErrorCode::InvalidGame => ApiError::invalid_game(),
        ErrorCode::PlayersRequired => ApiError::players_required(),
        ErrorCode::MissingAuthorization => ApiError::missing_authorization(),
        ErrorCode::InvalidApiKey => ApiError::invalid_api_key(),
        ErrorCode::TestKeyLiveSession => ApiError::test_key_live_session(),
        ErrorCode::OriginNotAllowed => ApiError::origin_not_allowed(),
        ErrorCode::NotFound => ApiError::not_found("session"),
        ErrorCode::UnknownVariant => ApiError::new(code, "there is no variant \"rusian\"")
            .param("variant")
            .hint("did you mean \"russian\"?"),
        ErrorCode::BadRequest => {
            ApiError::new(code, "afkTimeoutSeconds must be a whole number from 10 to 600, not 5")
                .param("afkTimeoutSeconds")
        }
        ErrorCode::IdempotencyConflict => {
            ApiError::new(code, "this Idempotency-Key was used with another body").param("Idempotency-Key")
        }
        ErrorCode::PayloadTooLarge => ApiError::new(code, "the body is larger than 64 KiB"),
        ErrorCode::RequestTimeout => ApiError::new(code, "the body did not arrive in time"),
        ErrorCode::UnsupportedMediaType => {
            ApiError::new(code, "the body must be JSON").hint("send Content-Type: application/json")
        }
        ErrorCode::RateLimited => {
            ApiError::new(code, "too many requests").hint("wait as long as Retry-After says")
        }
        ErrorCode::QuotaExceeded => ApiError::new(code, "the sessions of this month are used up"),
        ErrorCode::TokenInvalid => ApiError::new(code, "the session token is not valid").param("token"),
        other => ApiError::new(other, "the server cannot do this right now"),
    };
    value(error.body("req_8fJ2"))
}

fn created(match_type: MatchType, players: Vec<SessionPlayer>) -> SessionCreated {
    SessionCreated {
        session_id: SESSION.to_owned(),
        session_token: TOKEN.to_owned(),
        play_url: format!("https://games.example/game#t={TOKEN}"),
        embed_url: format!("https://games.example/embed?tenant=t_acme#t={TOKEN}"),
        expires_in: 300,
        expires_at: UtcTime(NOW.0 + 300_000),
        game: GameName::Checkers,
        variant: "russian".to_owned(),
        mode: Mode::Live,
        match_type,
        room_code: None,
        players,
        theme: None,
        webhooks_enabled: true,
        tokens: vec![],
    }
}

fn ended_session() -> Session {
    Session {
        id: SESSION.to_owned(),
        game: GameName::Checkers,
        variant: "english".to_owned(),
        mode: Mode::Live,
        match_type: MatchType::Private,
        status: SessionStatus::Ended,
        players: vec![player("user_123", "Ann"), player("user_456", "Ben")],
        room_id: Some(ROOM.to_owned()),
        result: Some(result()),
        created_at: NOW,
    }
}

pub(super) fn result() -> SessionResult {
    SessionResult {
        winner: Some("user_123".to_owned()),
        reason: EndReason::Resignation,
        duration: 342,
        move_count: 3,
        draw_rule: None,
        parts: GameName::Checkers.object().result_parts(End { transcript: Some(PDN), ..End::default() }),
    }
}

pub(super) fn player(id: &str, name: &str) -> SessionPlayer {
    let display_name = DisplayName::clean(name).expect("example names are visible");
    SessionPlayer { id: id.to_owned(), display_name }
}

fn value(example: impl Serialize) -> Value {
    serde_json::to_value(example).expect("plain types can always be written")
}
