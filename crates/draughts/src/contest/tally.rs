//! Wins, draws and losses of a match, and what they say about strength.

/// The results of the first player, game by game and opening by opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// Openings by the points of both games together, in half points: 0 to 4.
    pub pairs: [u64; 5],
}

/// A difference in Elo with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The most likely difference.
    pub difference: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// A sequential test: is the first player `high` Elo better, or only `low`?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference that is not enough.
    pub low: f64,
    /// The difference that is.
    pub high: f64,
}

/// What a sequential test says so far; each answer is wrong in at most 5 of 100 matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// The first player is better by the higher difference.
    Better,
    /// It is better by the lower difference at most.
    NotBetter,
    /// More games are needed.
    Undecided,
}

/// How many standard deviations the 95 % interval reaches.
const INTERVAL: f64 = 1.96;

impl Tally {
    /// Adds the half points of the first player in the two games of an opening: 0, 1 or 2 each.
    pub fn add_pair(&mut self, half_points: [u8; 2]) {
        for points in half_points {
            match points {
                0 => self.lost += 1,
                1 => self.drawn += 1,
                _ => self.won += 1,
            }
        }
        self.pairs[usize::from(half_points[0] + half_points[1]).min(4)] += 1;
    }

    /// Adds the games of another match.
    pub fn add(&mut self, other: &Tally) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.pairs.iter_mut().zip(other.pairs).for_each(|(pairs, more)| *pairs += more);
    }

    /// How many games were played.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The share of the points, from 0 to 1; a half without a game.
    #[must_use]
    pub fn share(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (self.won as f64 + self.drawn as f64 / 2.0) / self.games() as f64
    }

    /// The difference in Elo. A match without a loss has no upper end, one without a win no lower end.
    #[must_use]
    pub fn elo(&self) -> Elo {
        let (share, deviation) = (self.share(), self.deviation());
        Elo {
            difference: elo_of(share),
            low: elo_of(share - INTERVAL * deviation),
            high: elo_of(share + INTERVAL * deviation),
        }
    }

    /// The standard deviation of the share, from the pairs of games: those of one opening depend on each other.
    fn deviation(&self) -> f64 {
        let pairs: u64 = self.pairs.iter().sum();
        if pairs == 0 {
            return 0.5;
        }
        let share = self.share();
        let squares: f64 =
            (0..5).map(|points| self.pairs[points] as f64 * (points as f64 / 4.0 - share).powi(2)).sum();
        // Half a pair of each extreme keeps a match of equal results from looking certain.
        let doubt = 0.5 * (share.powi(2) + (1.0 - share).powi(2));
        ((squares + doubt) / (pairs as f64 + 1.0) / pairs as f64).sqrt()
    }

    /// The logarithm of how much likelier the higher difference is than the lower one.
    #[must_use]
    pub fn likelihood(&self, sprt: Sprt) -> f64 {
        if self.games() == 0 {
            return 0.0;
        }
        let [low, high] = [sprt.low, sprt.high].map(share_of);
        (high - low) * (2.0 * self.share() - low - high) / (2.0 * self.deviation().powi(2))
    }

    /// What the test says so far.
    #[must_use]
    pub fn verdict(&self, sprt: Sprt) -> SprtVerdict {
        let bound = (0.95_f64 / 0.05).ln();
        match self.likelihood(sprt) {
            likelihood if likelihood >= bound => SprtVerdict::Better,
            likelihood if likelihood <= -bound => SprtVerdict::NotBetter,
            _ => SprtVerdict::Undecided,
        }
    }
}

/// The difference in Elo that makes this share likely.
fn elo_of(share: f64) -> f64 {
    if share <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if share >= 1.0 { f64::INFINITY } else { -400.0 * (1.0 / share - 1.0).log10() }
}

fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::{Sprt, SprtVerdict, Tally};

    fn tally(pairs: &[[u8; 2]], times: usize) -> Tally {
        let mut tally = Tally::default();
        (0..times).flat_map(|_| pairs).for_each(|pair| tally.add_pair(*pair));
        tally
    }

    #[test]
    fn three_points_of_four_are_191_elo() {
        let tally = tally(&[[2, 1], [2, 1]], 50);
        assert_eq!((tally.won, tally.drawn, tally.lost), (100, 100, 0));
        assert_eq!(tally.elo().difference.round(), 191.0);
        assert!(tally.elo().low > 150.0 && tally.elo().high < 240.0, "{:?}", tally.elo());
    }

    #[test]
    fn matches_are_added_with_their_pairs() {
        let mut both = tally(&[[2, 1]], 3);
        both.add(&tally(&[[0, 0], [1, 2]], 2));
        assert_eq!(both, tally(&[[2, 1], [2, 1], [2, 1], [2, 1], [2, 1], [0, 0], [0, 0]], 1));
    }

    #[test]
    fn an_even_match_is_zero_with_an_interval_around_it() {
        let elo = tally(&[[2, 0], [1, 1], [0, 2], [2, 2], [0, 0]], 10).elo();
        assert!(elo.difference.abs() < 1e-9);
        assert!(elo.low < -10.0 && elo.high > 10.0);
        assert!((elo.low + elo.high).abs() < 1e-6);
    }

    #[test]
    fn a_test_ends_when_one_answer_is_likely_enough() {
        let sprt = Sprt { low: 0.0, high: 20.0 };
        assert_eq!(Tally::default().verdict(sprt), SprtVerdict::Undecided);
        assert_eq!(tally(&[[2, 1], [1, 1]], 2).verdict(sprt), SprtVerdict::Undecided);
        assert_eq!(tally(&[[2, 1], [1, 1]], 200).verdict(sprt), SprtVerdict::Better);
        assert_eq!(tally(&[[0, 1], [1, 1]], 200).verdict(sprt), SprtVerdict::NotBetter);
    }

    #[test]
    fn one_side_winning_everything_has_no_upper_end() {
        let elo = tally(&[[2, 2]], 10).elo();
        assert_eq!(elo.high, f64::INFINITY);
        assert!(elo.low > 100.0 && elo.low.is_finite());
    }
}
