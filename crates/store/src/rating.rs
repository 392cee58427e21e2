//! Ratings: the strength of a player in one variant.

use std::panic::catch_unwind;

use common::{Mode, Named, PlayerId, TenantId};

use crate::error::WorkError;
use crate::sql::{Database, Row, RowResult, all, change, one, params};
use crate::word::word;
use crate::{Store, StoreAnswer, StoreError};

/// The player and variant of a rating.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RatingKey {
    /// The tenant of the player.
    pub tenant: TenantId,
    /// The mode of the games.
    pub mode: Mode,
    /// The game.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// The player.
    pub player: PlayerId,
}

/// A rating with its games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// The rating.
    pub rating: f64,
    /// The rating deviation.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
    /// Rated games so far.
    pub games: u32,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// A finished game that changes ratings, which are computed in the transaction of its end.
#[derive(Debug, Clone)]
pub struct RatedGame {
    /// The ratings of both players, in seat order.
    pub keys: [RatingKey; 2],
    /// The display names, in seat order.
    pub names: [String; 2],
    /// The seat of the winner; `None` in a draw.
    pub winner: Option<usize>,
    /// Computes both new ratings from the old ones, `None` for a new player, and the winner.
    pub rate: fn([Option<Rating>; 2], Option<usize>) -> [Rating; 2],
}

/// A rating in lists.
#[derive(Debug, Clone, PartialEq)]
pub struct RatedPlayer {
    /// The player and variant.
    pub key: RatingKey,
    /// The display name.
    pub name: String,
    /// The rating.
    pub rating: Rating,
}

impl Store {
    /// All ratings of a player, latest change first.
    pub fn ratings_of(
        &self,
        tenant: &TenantId,
        mode: Mode,
        player: &PlayerId,
    ) -> StoreAnswer<Vec<RatedPlayer>> {
        let (tenant, player) = (tenant.clone(), player.clone());
        self.read(move |db| {
            let sql = select("WHERE tenant = ?1 AND mode = ?2 AND player = ?3 ORDER BY updated_ms DESC");
            all(db, &sql, params![tenant.as_str(), mode.name(), player.as_str()], read_rated)
        })
    }

    /// The strongest players of a variant.
    pub fn leaderboard(
        &self,
        tenant: &TenantId,
        mode: Mode,
        game: &str,
        variant: &str,
        limit: u32,
    ) -> StoreAnswer<Vec<RatedPlayer>> {
        let (tenant, game, variant) = (tenant.clone(), game.to_owned(), variant.to_owned());
        self.read(move |db| {
            let sql = select(
                "WHERE tenant = ?1 AND mode = ?2 AND game = ?3 AND variant = ?4
                 ORDER BY rating DESC, player LIMIT ?5",
            );
            all(db, &sql, params![tenant.as_str(), mode.name(), game, variant, limit], read_rated)
        })
    }

    /// The rating of a player; `None` without rated games.
    pub fn rating(&self, key: RatingKey) -> StoreAnswer<Option<Rating>> {
        self.read(move |db| find(db, &key))
    }
}

/// Updates the ratings of both players of a finished game.
pub(crate) fn update(db: &Database, game: &RatedGame, at_ms: i64) -> Result<(), WorkError> {
    let before = [find(db, &game.keys[0])?, find(db, &game.keys[1])?];
    // This is the caller's code, and a panic would end the only writer thread.
    let rated = catch_unwind(|| (game.rate)(before, game.winner));
    let after = rated.map_err(|_| StoreError::Invalid("computing the ratings panicked".to_owned()))?;
    for ((key, name), rating) in game.keys.iter().zip(&game.names).zip(after) {
        write(db, key, name, rating, at_ms)?;
    }
    Ok(())
}

fn find(db: &Database, key: &RatingKey) -> Result<Option<Rating>, WorkError> {
    let RatingKey { tenant, mode, game, variant, player } = key;
    let sql = select("WHERE tenant = ?1 AND mode = ?2 AND game = ?3 AND variant = ?4 AND player = ?5");
    let found =
        one(db, &sql, params![tenant.as_str(), mode.name(), game, variant, player.as_str()], read_rated)?;
    Ok(found.map(|found| found.rating))
}

fn write(db: &Database, key: &RatingKey, name: &str, rating: Rating, at_ms: i64) -> Result<(), WorkError> {
    let RatingKey { tenant, mode, game, variant, player } = key;
    let Rating { rating, deviation, volatility, games, wins, draws, losses } = rating;
    let sql = "INSERT INTO ratings (tenant, mode, game, variant, player,
                   rating, deviation, volatility, games, wins, draws, losses, updated_ms, name)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
               ON CONFLICT (tenant, mode, game, variant, player)
               DO UPDATE SET rating = ?6, deviation = ?7, volatility = ?8, games = ?9,
                   wins = ?10, draws = ?11, losses = ?12, updated_ms = ?13, name = ?14";
    #[rustfmt::skip]
    let values = params![
        tenant.as_str(), mode.name(), game, variant, player.as_str(),
        rating, deviation, volatility, games, wins, draws, losses, at_ms, name,
    ];
    change(db, sql, values)?;
    Ok(())
}

fn select(condition: &str) -> String {
    format!(
        "SELECT tenant, mode, game, variant, player, name,
             rating, deviation, volatility, games, wins, draws, losses FROM ratings {condition}"
    )
}

fn read_rated(row: &Row<'_>) -> RowResult<RatedPlayer> {
    let key = RatingKey {
        tenant: TenantId(row.get(0)?),
        mode: word(row, 1)?,
        game: row.get(2)?,
        variant: row.get(3)?,
        player: PlayerId(row.get(4)?),
    };
    let rating = Rating {
        rating: row.get(6)?,
        deviation: row.get(7)?,
        volatility: row.get(8)?,
        games: row.get(9)?,
        wins: row.get(10)?,
        draws: row.get(11)?,
        losses: row.get(12)?,
    };
    Ok(RatedPlayer { key, name: row.get(5)?, rating })
}
