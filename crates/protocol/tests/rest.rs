//! REST bodies: what is accepted, what is refused, and the sentences of the public contract.

use common::SessionStatus;
use protocol::rest::{
    ApiError, CreateSession, GameEntry, GetSession, JoinSession, ListRooms, ListSessions, ReplayWebhooks,
    RuleCard, Session, SessionClaims, SessionCreated, SessionValidation, ValidateSession, VariantCard,
    Variants,
};
use protocol::{ErrorCode, GameName, Incoming, Named, parse_body, parse_body_with_unknown, parse_query};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use tictactoe::TicTacToe;

/// Parses the JSON as that type, serializes it again, and expects the same JSON.
#[track_caller]
fn check<T: Serialize + DeserializeOwned>(body: Value) {
    let read: T = serde_json::from_value(body.clone()).expect("the contract's JSON can be read");
    assert_eq!(serde_json::to_value(&read).expect("bodies can be written"), body);
}

#[track_caller]
fn accepted<T: Incoming>(body: &Value) -> T {
    parse_body(body.to_string().as_bytes()).expect("the body is well formed")
}

#[track_caller]
fn check_refusal<T: Incoming + std::fmt::Debug>(body: &Value, code: ErrorCode, sentence: &str) {
    let error: ApiError =
        parse_body::<T>(body.to_string().as_bytes()).expect_err("the body is malformed").into();
    assert_eq!((error.code, error.error.as_str(), error.status()), (code, sentence, 400));
}

fn query<T: Incoming>(pairs: &[(&str, &str)]) -> Result<T, ApiError> {
    let pairs = pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    parse_query(pairs).map_err(ApiError::from)
}

#[test]
fn the_sentences_of_the_contract_are_byte_equal() {
    let sentences = [
        (ApiError::game_required(), 400, "game is required"),
        (ApiError::players_required(), 400, "players[] required for live and test sessions"),
        (ApiError::missing_authorization(), 401, "Missing Authorization header"),
        (ApiError::invalid_api_key(), 401, "Invalid or inactive API key"),
        (ApiError::test_key_live_session(), 403, "Test API key cannot create live sessions"),
        (ApiError::origin_not_allowed(), 403, "Origin not allowed for this API key"),
    ];
    for (error, status, sentence) in sentences {
        assert_eq!((error.status(), error.error.as_str()), (status, sentence));
    }
}

#[test]
fn an_error_body_has_a_sentence_a_code_and_the_request() {
    let body =
        serde_json::to_value(ApiError::invalid_api_key().body("req_1")).expect("errors can be written");
    assert_eq!(
        body,
        json!({ "error": "Invalid or inactive API key", "code": "invalid_api_key", "request_id": "req_1" })
    );
    let body =
        serde_json::to_value(ApiError::test_key_live_session().body("req_2")).expect("errors can be written");
    assert_eq!(body["param"], "mode");
    assert_eq!(body["hint"], "use a bg_live_ key, or mode test");
}

#[test]
fn a_session_needs_a_game_that_exists() {
    for missing in [json!({}), json!({ "game": null }), json!({ "game": "" })] {
        check_refusal::<CreateSession>(&missing, ErrorCode::GameRequired, "game is required");
    }
    for wrong in [json!({ "game": "chess" }), json!({ "game": 5 }), json!({ "game": ["checkers"] })] {
        let games: Vec<_> = GameName::ALL.iter().map(|game| game.name()).collect();
        let sentence = format!("Invalid game. Valid: {}", games.join(", "));
        check_refusal::<CreateSession>(&wrong, ErrorCode::InvalidGame, &sentence);
    }
}

#[test]
fn the_sentence_about_a_wrong_game_begins_as_the_contract_says() {
    let error = ApiError::invalid_game();
    assert_eq!(error.status(), 400);
    assert!(error.error.starts_with("Invalid game. Valid: tictactoe, checkers"), "{}", error.error);
}

#[test]
fn only_training_does_without_players() {
    let sentence = "players[] required for live and test sessions";
    for body in [json!({ "game": "checkers" }), json!({ "game": "checkers", "mode": "live", "players": [] })]
    {
        check_refusal::<CreateSession>(&body, ErrorCode::PlayersRequired, sentence);
    }
    let training = json!({ "game": "checkers", "mode": "training", "playerCount": 2 });
    assert_eq!(accepted::<CreateSession>(&training).player_count, Some(2));
}

#[test]
fn a_session_may_say_everything() {
    let body = json!({
        "game": "checkers", "variant": "russian", "mode": "live", "matchType": "private",
        "players": [{ "id": "u1", "displayName": "Ann" }, { "id": "u2", "displayName": "Ben" }],
        "botDifficulty": "hard", "afkTimeoutEnabled": false, "afkTimeoutSeconds": 60, "afkWarnSeconds": 20,
        "theme": { "primaryColor": "#ff6b00" },
    });
    let session: CreateSession = accepted(&body);
    assert_eq!(serde_json::to_value(session).expect("bodies can be written"), body);
}

#[test]
fn a_wrong_field_of_a_session_is_named_with_its_place() {
    let with =
        |field: &str, value: Value| json!({ "game": "checkers", "players": [{ "id": "u1" }], field: value });
    let bad =
        |body: &Value, sentence: &str| check_refusal::<CreateSession>(body, ErrorCode::BadRequest, sentence);
    bad(&with("players", json!([{ "displayName": "Ann" }])), "players[0].id is required");
    bad(&with("players", json!(["u1"])), "players[0] must be an object, not \"u1\"");
    bad(
        &with("players", json!([{ "id": "u" }, { "id": "u" }])),
        "players[1].id must differ from players[0].id",
    );
    bad(&with("players", json!([{}, {}, {}])), "players must be a list of at most 2, not a list of 3");
    bad(
        &with("matchType", json!("duel")),
        "matchType must be one of matchmaking, bot, private, not \"duel\"",
    );
    bad(&with("mode", json!("demo")), "mode must be one of live, test, training, not \"demo\"");
    bad(&with("playerCount", json!(3)), "playerCount must be a whole number from 1 to 2, not 3");
    bad(&with("theme", json!("dark")), "theme must be an object of at most 4096 bytes, not \"dark\"");
    bad(
        &with("theme", json!({ "x": "y".repeat(5000) })),
        "theme must be an object of at most 4096 bytes, not an object",
    );
    bad(&json!([]), "the payload must be an object, not a list of 0");
}

#[test]
fn a_body_that_is_no_json_says_where_it_breaks() {
    let error: ApiError =
        parse_body::<CreateSession>(b"{ game: 1 }").expect_err("the body is malformed").into();
    assert_eq!((error.status(), error.code), (400, ErrorCode::BadRequest));
    assert_eq!(error.error, "the body is not valid JSON: key must be a string at line 1 column 3");
}

#[test]
fn a_player_without_a_display_name_is_shown_by_id_and_names_are_cleaned() {
    let body = json!({ "game": "checkers", "players": [{ "id": "u1" }, { "id": "u2", "displayName": " B\u{202E}en " }] });
    let session: CreateSession = accepted(&body);
    let names: Vec<_> = session.players.iter().map(|player| player.display_name.as_str()).collect();
    assert_eq!(names, ["u1", "Ben"]);
}

#[test]
fn a_room_code_is_read_in_any_case() {
    let body = json!({ "roomCode": " a3f9c7 ", "game": "tictactoe", "player": { "id": "u2", "displayName": "Ben" } });
    let join: JoinSession = accepted(&body);
    assert_eq!((join.room_code.as_str(), join.game), ("A3F9C7", GameName::TicTacToe));
    check_refusal::<JoinSession>(
        &json!({ "game": "tictactoe" }),
        ErrorCode::BadRequest,
        "roomCode is required",
    );
}

#[test]
fn fields_that_nobody_reads_are_listed_with_what_was_meant() {
    let body = json!({
        "game": "checkers", "botDiffculty": "hard", "colour": 1, "theme": { "anything": true },
        "players": [{ "id": "u1", "displayname": "Ann" }, { "id": "u2", "displayName": null }],
    });
    let (_, unknown) = parse_body_with_unknown::<CreateSession>(body.to_string().as_bytes())
        .expect("the body is well formed");
    let told = unknown
        .iter()
        .map(ApiError::unknown_field)
        .map(|error| format!("{error}: {}", error.hint.as_deref().unwrap_or_default()));
    let known = "afkTimeoutEnabled, afkTimeoutSeconds, afkWarnSeconds, botDifficulty, game, matchType, mode, playerCount, \
                 players, side, spectators, theme, timeControl, variant";
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            "players[0].displayname is not a field of this request: did you mean displayName?".to_owned(),
            "botDiffculty is not a field of this request: did you mean botDifficulty?".to_owned(),
            format!("colour is not a field of this request: known are {known}"),
        ]
    );
}

#[test]
fn session_bodies_are_written_as_the_contract_says() {
    let players = json!([{ "id": "u1", "displayName": "Ann" }]);
    let mut created = json!({
        "sessionId": "s1", "sessionToken": "jwt", "playUrl": "https://g/game#t=jwt", "embedUrl": "https://g/embed#t=jwt",
        "expiresIn": 300, "expiresAt": "2026-03-15T09:05:00.000Z",
        "game": "checkers", "variant": "english", "mode": "live", "matchType": "matchmaking", "roomCode": null,
        "players": players, "theme": null, "webhooksEnabled": true,
    });
    check::<SessionCreated>(created.clone());
    created["tokens"] = json!([{
        "playerId": "u1", "sessionToken": "jwt", "playUrl": "https://g/game#t=jwt", "embedUrl": "https://g/embed#t=jwt",
    }]);
    check::<SessionCreated>(created);
    let result = json!({ "winner": null, "reason": "draw", "duration": 342, "moveCount": 38 });
    check::<SessionValidation>(json!({ "status": "active", "result": null }));
    check::<SessionValidation>(json!({ "status": "ended", "result": result }));
    check::<Session>(json!({
        "id": "s1", "game": "checkers", "variant": "english", "mode": "test", "matchType": "bot", "status": "pending",
        "players": players, "roomId": null, "result": null, "createdAt": "1970-01-01T00:00:00.000Z",
    }));
    check::<SessionClaims>(json!({
        "sid": "s1", "tid": "t1", "game": "tictactoe", "variant": "classic", "mode": "live", "matchType": "private",
        "players": players, "exp": 1_773_565_500, "iat": 1_773_565_200,
    }));
}

#[test]
fn queries_are_read_with_their_bounds() {
    let list: ListSessions = query(&[]).expect("everything is optional");
    assert_eq!((list.limit, list.after, list.game, list.status), (20, None, None, None));
    let list: ListSessions =
        query(&[("limit", "100"), ("after", "c"), ("game", "checkers"), ("status", "ended")])
            .expect("the query is well formed");
    assert_eq!((list.limit, list.status), (100, Some(SessionStatus::Ended)));
    for wrong in ["0", "101", "-1", "many"] {
        let error = query::<ListSessions>(&[("limit", wrong)]).expect_err("the limit is out of bounds");
        assert_eq!(error.error, format!("limit must be a whole number from 1 to 100, not \"{wrong}\""));
    }
    assert_eq!(
        query::<ListRooms>(&[("game", "go")]).expect_err("there is no go").code,
        ErrorCode::InvalidGame
    );
    assert_eq!(query::<GetSession>(&[]).expect("the game is optional").game, None);
    assert_eq!(query::<ValidateSession>(&[]).expect_err("no token").error, "token is required");
}

#[test]
fn webhooks_are_replayed_by_id_or_since_a_time() {
    assert_eq!(accepted::<ReplayWebhooks>(&json!({ "id": "e1" })), ReplayWebhooks::Id("e1".to_owned()));
    let since = accepted::<ReplayWebhooks>(&json!({ "since": "1970-01-01T00:00:01Z" }));
    assert_eq!(since, ReplayWebhooks::Since(protocol::UtcTime(1000)));
    check_refusal::<ReplayWebhooks>(&json!({}), ErrorCode::BadRequest, "give either id or since");
    let sentence = "since is not a time: expected a time such as 2026-03-15T09:00:00.000Z";
    check_refusal::<ReplayWebhooks>(&json!({ "since": "yesterday" }), ErrorCode::BadRequest, sentence);
}

#[test]
fn a_variant_is_described_for_a_board_on_a_screen() {
    let card = VariantCard::<TicTacToe>::of(&TicTacToe, true);
    assert_eq!(
        (card.columns, card.rows, card.playable.len(), card.labels.len(), card.start.len()),
        (3, 3, 9, 9, 9)
    );
    let entry = GameEntry::TicTacToe(Variants { name: "Tic-tac-toe".to_owned(), variants: vec![card] });
    let written = serde_json::to_value(&entry).expect("cards can be written");
    assert_eq!(written["game"], "tictactoe");
    assert_eq!(written["variants"][0]["sides"][0]["wire"], "X");
    assert_eq!(written["variants"][0]["ruleCard"]["title"], "Tic-tac-toe");
    check::<GameEntry>(written);
}

#[test]
fn a_rule_card_is_text_and_sentences_with_keys_and_values() {
    let card = game::RuleCard {
        title: "Tiny",
        rules: vec![
            game::Rule {
                key: "game",
                title: None,
                sentences: vec![game::Sentence::new("turns", "Two players.")],
            },
            game::Rule::new(
                "men",
                "Men",
                vec![
                    game::Sentence::new("forward", "One step forward."),
                    game::Sentence::new("rest", "At most two times.").with("count", 2),
                ],
            ),
        ],
    };
    let sentence = |key, text, values| json!({ "key": key, "text": text, "values": values });
    let written = serde_json::to_value(RuleCard::from(card)).expect("cards can be written");
    assert_eq!(
        written,
        json!({
            "title": "Tiny",
            "sections": [{ "title": null, "text": "Two players.\n\n- **Men.** One step forward. At most two times." }],
            "rules": [
                { "key": "game", "title": null, "sentences": [sentence("turns", "Two players.", json!({}))] },
                {
                    "key": "men",
                    "title": "Men",
                    "sentences": [
                        sentence("forward", "One step forward.", json!({})),
                        sentence("rest", "At most two times.", json!({ "count": "2" })),
                    ],
                },
            ],
        })
    );
}
