//! A variant that can be chosen at run time.

use std::fmt;
use std::marker::PhantomData;

use crate::engine::{Engine, Of};
use crate::rules::Rules;
use crate::ruleset::RuleSet;

/// A rule set behind one handle; compared by name.
pub struct Variant {
    rules: Rules,
    engine: &'static dyn Engine,
}

impl Variant {
    /// The variant of a rule set.
    #[must_use]
    pub const fn of<R: RuleSet>() -> Variant {
        Variant { rules: R::RULES, engine: &Of::<R>(PhantomData) }
    }

    /// Its rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(crate) const fn engine(&self) -> &'static dyn Engine {
        self.engine
    }

    /// Its name on the wire.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.rules.name
    }
}

impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Variant {}

impl fmt::Debug for Variant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
