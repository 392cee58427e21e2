//! Ratings: how a finished game changes the ratings of its players (Glicko-2).

use common::Mode;
use game::Side;
use rooms::{Reason, Room, RoomEnding, Seat};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use store::{RatedGame, Rating, RatingKey};

/// The rating change of a finished game; `None` if the game does not count.
pub(crate) fn rated_game(room: &Room, ending: &RoomEnding) -> Option<RatedGame> {
    counts(room, ending).then(|| RatedGame {
        keys: room.seats().each_ref().map(|seat| key(room, seat)),
        names: room.seats().each_ref().map(|seat| seat.display_name.clone()),
        winner: ending.winner.map(Side::index),
        rate,
    })
}

fn rate(before: [Option<Rating>; 2], winner: Option<usize>) -> [Rating; 2] {
    rated(before.map(|rating| rating.unwrap_or_else(newcomer)), winner.map(|index| Side::BOTH[index]))
}

/// Whether a game counts: both players have sessions, it is not a training game, each made a move, it is not
/// void, and it did not end because both were absent.
fn counts(room: &Room, ending: &RoomEnding) -> bool {
    let known = room.seats().iter().all(|seat| seat.session.is_some());
    let nobody_came = ending.reason == Reason::Disconnect && ending.winner.is_none();
    known
        && room.scope().mode != Mode::Training
        && room.history().len() >= 2
        && !nobody_came
        && !ending.is_void()
}

fn key(room: &Room, seat: &Seat) -> RatingKey {
    let description = room.variant().description();
    RatingKey {
        tenant: room.scope().tenant.clone(),
        mode: room.scope().mode,
        game: description.game.to_owned(),
        variant: description.variant.to_owned(),
        player: seat.player.clone(),
    }
}

/// Both ratings after a game; the first belongs to the side that moved first.
fn rated(before: [Rating; 2], winner: Option<Side>) -> [Rating; 2] {
    let outcome = match winner {
        Some(Side::First) => Outcomes::WIN,
        Some(Side::Second) => Outcomes::LOSS,
        None => Outcomes::DRAW,
    };
    let [first, second] = before.map(|rating| Glicko2Rating {
        rating: rating.rating,
        deviation: rating.deviation,
        volatility: rating.volatility,
    });
    let (first, second) = glicko2(&first, &second, &outcome, &Glicko2Config::new());
    let tally = |before: Rating, after: Glicko2Rating, side: Side| Rating {
        rating: after.rating,
        deviation: after.deviation,
        volatility: after.volatility,
        games: before.games + 1,
        wins: before.wins + u32::from(winner == Some(side)),
        draws: before.draws + u32::from(winner.is_none()),
        losses: before.losses + u32::from(winner == Some(side.other())),
    };
    [tally(before[0], first, Side::First), tally(before[1], second, Side::Second)]
}

/// The rating of a new player.
fn newcomer() -> Rating {
    let unknown = Glicko2Rating::new();
    Rating {
        rating: unknown.rating,
        deviation: unknown.deviation,
        volatility: unknown.volatility,
        games: 0,
        wins: 0,
        draws: 0,
        losses: 0,
    }
}

#[cfg(test)]
mod tests {
    use game::Side;

    use super::{newcomer, rated};

    #[test]
    fn the_winner_gains_what_the_loser_loses_and_both_are_better_known() {
        let [first, second] = rated([newcomer(), newcomer()], Some(Side::First));
        assert!(first.rating > 1500.0 && second.rating < 1500.0);
        assert!((first.rating - 1500.0 - (1500.0 - second.rating)).abs() < 1e-6);
        assert!(first.deviation < newcomer().deviation && second.deviation < newcomer().deviation);
        assert_eq!((first.games, first.wins, second.losses), (1, 1, 1));
    }

    #[test]
    fn a_draw_between_equals_changes_no_rating() {
        let [first, second] = rated([newcomer(), newcomer()], None);
        assert!((first.rating - 1500.0).abs() < 1e-6 && (second.rating - 1500.0).abs() < 1e-6);
        assert_eq!((first.draws, second.draws), (1, 1));
    }
}
