//! The list of games: each game is one line here and a crate.

/// Calls a macro with every game: the name of a field, the name of an enum variant, the name on the wire, and
/// the type that implements its wire format.
macro_rules! game_list {
    ($define:ident) => {
        $define! {
            tictactoe TicTacToe "tictactoe" ::tictactoe::TicTacToe;
            checkers Checkers "checkers" ::draughts::wire::Checkers;
            connectfour ConnectFour "connectfour" ::connectfour::ConnectFour;
        }
    };
}

pub(crate) use game_list;
