//! The machine words that hold a set of squares.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A word with one bit per square.
pub trait Word:
    Copy
    + Debug
    + Eq
    + Hash
    + Ord
    + Send
    + Sync
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + 'static
{
    /// No bit.
    const EMPTY: Self;

    /// The lower bits of a wide word.
    fn of_bits(bits: u128) -> Self;

    /// The same bits in the widest word.
    fn bits(self) -> u128;

    /// Moves every bit up by this many places, or down if negative.
    fn shifted(self, places: i8) -> Self;

    /// How many bits are set.
    fn count(self) -> u32;

    /// The place of the lowest bit.
    fn lowest(self) -> u8;

    /// The highest bit alone; empty if there is no bit.
    fn only_highest(self) -> Self;

    /// The places below the lowest bit; all of them if there is no bit.
    fn below_lowest(self) -> Self;

    /// The highest bit's place and those above it; all of them if there is no bit.
    fn above_highest(self) -> Self;

    /// Whether any bit is set.
    #[inline]
    fn any(self) -> bool {
        self != Self::EMPTY
    }

    /// Whether exactly one bit is set.
    #[inline]
    fn is_single(self) -> bool {
        self.any() && !self.without_lowest().any()
    }

    /// Each bit on its own, the lowest first.
    #[inline]
    fn each(self) -> Bits<Self> {
        Bits(self)
    }

    /// The word without its lowest bit.
    fn without_lowest(self) -> Self;
}

/// The bits of a word, one by one.
#[derive(Clone, Copy, Debug)]
pub struct Bits<W>(W);

impl<W: Word> Iterator for Bits<W> {
    type Item = W;

    #[inline]
    fn next(&mut self) -> Option<W> {
        if !self.0.any() {
            return None;
        }
        let rest = self.0.without_lowest();
        let lowest = self.0 ^ rest;
        self.0 = rest;
        Some(lowest)
    }
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const EMPTY: Self = 0;

            #[inline]
            fn of_bits(bits: u128) -> Self {
                bits as $word
            }

            #[inline]
            fn bits(self) -> u128 {
                u128::from(self)
            }

            #[inline]
            fn shifted(self, places: i8) -> Self {
                if places >= 0 { self << places } else { self >> -places }
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> u8 {
                self.trailing_zeros() as u8
            }

            #[inline]
            fn only_highest(self) -> Self {
                self & self.above_highest()
            }

            #[inline]
            fn below_lowest(self) -> Self {
                !self & self.wrapping_sub(1)
            }

            #[inline]
            fn above_highest(self) -> Self {
                <$word>::MAX << (<$word>::BITS - 1 - (self | 1).leading_zeros())
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

word!(u64);
word!(u128);
