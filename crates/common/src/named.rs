//! Enums that are plain strings on the wire.

/// A value that is one of a fixed set of strings on the wire.
pub trait Named: Copy + PartialEq + 'static {
    /// Every value, in the order used in documents.
    const ALL: &'static [Self];

    /// The string on the wire.
    fn name(self) -> &'static str;

    /// The value with this name; `None` if there is none.
    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.name() == name)
    }
}

/// Declares an enum whose variants are strings on the wire, each string written once.
#[macro_export]
macro_rules! named {
    (
        $(#[$attribute:meta])*
        pub enum $type:ident { $( $(#[$of_variant:meta])* $variant:ident = $name:literal, )* }
    ) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        $(#[$attribute])*
        pub enum $type {
            $( $(#[$of_variant])* #[serde(rename = $name)] $variant, )*
        }

        impl $crate::Named for $type {
            const ALL: &'static [Self] = &[$( Self::$variant, )*];

            fn name(self) -> &'static str {
                match self {
                    $( Self::$variant => $name, )*
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str($crate::Named::name(*self))
            }
        }
    };
}
