//! The games and variants on offer.

use crate::Variant;

/// The variants a server offers, in catalogue order; the first variant of a game is its default.
pub struct Catalogue {
    variants: Vec<&'static dyn Variant>,
}

impl Catalogue {
    /// A catalogue of these variants, in this order.
    #[must_use]
    pub fn new(variants: Vec<&'static dyn Variant>) -> Catalogue {
        Catalogue { variants }
    }

    /// The games on offer, each once, in catalogue order.
    #[must_use]
    pub fn games(&self) -> Vec<&'static str> {
        let mut games = Vec::new();
        for variant in &self.variants {
            let game = variant.description().game;
            if !games.contains(&game) {
                games.push(game);
            }
        }
        games
    }

    /// The variants of a game, its default first.
    pub fn variants_of<'a>(&'a self, game: &'a str) -> impl Iterator<Item = &'static dyn Variant> + 'a {
        self.variants.iter().copied().filter(move |variant| variant.description().game == game)
    }

    /// The variant of that name, or the game's default if `variant` is `None`.
    #[must_use]
    pub fn find(&self, game: &str, variant: Option<&str>) -> Option<&'static dyn Variant> {
        self.variants_of(game).find(|known| variant.is_none_or(|name| known.description().variant == name))
    }
}
