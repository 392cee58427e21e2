//! The draughts family: one rules engine, every variant.
