//! Tic-tac-toe: the smallest game, and the one to copy when adding another.
