//! What a game is: sides, pieces, moves, outcomes and refusals; no game inside.
