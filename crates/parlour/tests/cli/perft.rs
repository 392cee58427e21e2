//! `parlour perft`: counts, depth by depth.

use crate::binary::run;

/// The leaves at each depth; every line has depth, leaves, seconds and leaves per second.
fn check(arguments: &[&str], leaves: &[u64]) {
    let told = run(&[&["perft"], arguments].concat());
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    let lines: Vec<Vec<f64>> =
        told.out.lines().map(|line| line.split(' ').map(|word| word.parse().unwrap()).collect()).collect();
    assert!(lines.iter().all(|line| line.len() == 4), "{}", told.out);
    let counted: Vec<(u64, u64)> = lines.iter().map(|line| (line[0] as u64, line[1] as u64)).collect();
    assert_eq!(counted, (1..).zip(leaves.iter().copied()).collect::<Vec<_>>());
}

#[test]
fn every_depth_is_counted() {
    check(&["--variant", "english", "--depth", "7"], &[7, 49, 302, 1469, 7361, 36768, 179_740]);
    check(&["--variant", "turkish", "--depth", "4"], &[8, 64, 708, 7538]);
}

#[test]
fn a_position_can_be_given() {
    let fen = "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24";
    check(&["--variant", "international", "--fen", fen, "--depth", "4"], &[14, 55, 1168, 5432]);
}

#[test]
fn keep_counts_the_ways_of_a_capture() {
    let unique = [7, 49, 302, 1469, 7482, 37986, 190_146, 929_899];
    let keep = [7, 49, 302, 1469, 7482, 37986, 190_146, 929_905];
    check(&["--variant", "russian", "--depth", "8"], &unique);
    check(&["--variant", "russian", "--depth", "8", "--keep"], &keep);
}

#[test]
fn keep_landings_counts_every_way_of_landing() {
    let landings = [8, 64, 708, 7538, 85090, 931_312, 10_782_382];
    check(&["--variant", "turkish", "--depth", "7", "--keep=landings", "--threads", "2"], &landings);
}

#[test]
fn threads_and_hash_change_nothing_but_the_time() {
    let leaves = [9, 81, 658, 4265, 27117, 167_140, 1_049_442];
    check(&["--variant", "international", "--depth", "7", "--threads", "2", "--hash", "16"], &leaves);
}

#[test]
fn divide_tells_the_leaves_below_each_move() {
    let told = run(&["perft", "--variant", "english", "--depth", "3", "--divide"]);
    let lines: Vec<&str> = told.out.lines().collect();
    let (total, moves) = lines.split_last().unwrap();
    assert!(total.starts_with("3 302 "), "{total}");
    assert_eq!(moves.len(), 7);
    assert!(moves[0].starts_with("10-14 "), "{}", moves[0]);
    let sum: u64 = moves.iter().map(|line| line.split_once(' ').unwrap().1.parse::<u64>().unwrap()).sum();
    assert_eq!(sum, 302);
}

#[test]
fn a_depth_out_of_range_is_a_usage_error() {
    for depth in ["0", "-1", "100", "deep"] {
        let told = run(&["perft", "--variant", "english", "--depth", depth]);
        assert_eq!((told.code, told.out.as_str()), (2, ""), "{depth}");
        assert!(told.err.starts_with("error: "), "{}", told.err);
    }
}
