//! Rooms, seats, deadlines and matchmaking as pure functions over plain state.
