//! A load of whole games on our server and on others, and its cost.

pub mod boardgame_io;
pub mod chart;
pub mod checkers;
pub mod cluster;
pub mod cluster_report;
pub mod contender;
pub mod fixed_rate;
pub mod frame;
pub mod idle;
pub mod interruption;
pub mod latency;
pub mod lines;
pub mod machine;
pub mod network;
pub mod packet;
pub mod pairs;
pub mod peers;
pub mod plan;
pub mod process;
pub mod protocol;
pub mod relay;
pub mod report;
pub mod restart;
pub mod results;
pub mod saturation;
pub mod wal;

/// Prints the error of a bench; returns how its process ends.
pub fn exit_code(result: Result<(), String>) -> std::process::ExitCode {
    match result {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}
