//! The Hub protocol, version 2: how draughts programs and their user interfaces talk, line by line.

mod line;
mod notation;

pub(crate) use line::HubLine;
pub(crate) use notation::HubNotation;
