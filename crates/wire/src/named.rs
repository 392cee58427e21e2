//! Enums that are plain strings on the wire.

/// A value that is one of a few strings on the wire.
pub trait Named: Copy + PartialEq + 'static {
    /// Every value, in the order documents list them.
    const ALL: &'static [Self];

    /// The value as it is written on the wire.
    fn name(self) -> &'static str;

    /// The value of that name.
    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.name() == name)
    }
}

/// Declares an enum whose variants are strings on the wire, each string written once.
#[macro_export]
macro_rules! named {
    (
        $(#[$attribute:meta])*
        pub enum $type:ident { $( #[doc = $doc:expr] $variant:ident = $name:literal, )* }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        pub enum $type {
            $( #[doc = $doc] #[serde(rename = $name)] $variant, )*
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
