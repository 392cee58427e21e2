//! The variants: one small file each, one line in the list.

use std::sync::LazyLock;

use crate::bot::weights::Weights;
use crate::rules::Rules;
use crate::ruleset::RuleSet;
use crate::variant::Variant;

/// The list of variants, the default first: the module, the type and the word that holds the squares of each.
/// `each_variant!(name)` calls the macro `name!` with it, so that tests can make one test for each.
#[macro_export]
macro_rules! each_variant {
    ($callback:ident) => {
        $callback! {
            english English u64,
            international International u64,
            russian Russian u64,
            brazilian Brazilian u64,
            pool Pool u64,
            czech Czech u64,
            italian Italian u64,
            spanish Spanish u64,
            portuguese Portuguese u64,
            canadian Canadian u128,
            frisian Frisian u64,
            killer Killer u64,
            turkish Turkish u64,
            thai Thai u64,
            buff_and_green BuffAndGreen u64,
            filipino Filipino u64,
        }
    };
}

macro_rules! variants {
    ($($module:ident $name:ident $word:ty),* $(,)?) => {
        $(
            pub mod $module;

            #[doc = concat!("The rule set of `variants/", stringify!($module), ".rs`.")]
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub struct $name;

            impl RuleSet for $name {
                type Word = $word;
                const RULES: Rules = Rules { weights: &built_in(&$module::RULES), ..$module::RULES };
            }

            const _: () = assert!(
                $module::RULES.weights.fit(&$module::RULES.layout),
                concat!(
                    stringify!($module),
                    ": the weights have another number of squares than the board; \
                     name those of a relative whose board has as many squares of play"
                )
            );
        )*

        static LIST: [Variant; [$(stringify!($name)),*].len()] = [$(Variant::of::<$name>()),*];
    };
}

each_variant!(variants);

/// The weights of a rule set. Learned networks are large, so a module for web pages does not have them built in: the page
/// fetches those of one variant, see [`crate::bot::Searcher::with_weights`].
const fn built_in(rules: &Rules) -> Weights {
    let learned = if cfg!(target_family = "wasm") { None } else { rules.weights.learned };
    Weights { learned, ..*rules.weights }
}

/// Every variant, the default first.
pub static ALL: &[Variant] = &LIST;

/// The variant of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Variant> {
    ALL.iter().find(|variant| variant.rules().name == name)
}

/// Every variant as servers and terminals play it, the default first.
pub fn on_offer() -> impl Iterator<Item = &'static dyn game::Variant> {
    static HANDLES: LazyLock<Vec<&'static Variant>> = LazyLock::new(|| ALL.iter().collect());
    HANDLES.iter().map(|handle| handle as &dyn game::Variant)
}
