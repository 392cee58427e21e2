//! CPU cores, open files, and the kernel's figures about a process.

use std::fs;
use std::path::Path;
use std::time::Duration;

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::time::{clock_getcpuclockid, clock_gettime};
use nix::unistd::Pid;

/// One core for the load, one for the server under test.
#[derive(Clone, Copy, Debug)]
pub struct Cores {
    pub load: usize,
    pub server: usize,
}

impl Cores {
    /// Takes the first two cores available to this process, and pins it to the first.
    pub fn take() -> Result<Cores, String> {
        let ours = Pid::from_raw(0);
        let allowed =
            sched_getaffinity(ours).map_err(|error| format!("cannot read the affinity: {error}"))?;
        let mut cores = (0..CpuSet::count()).filter(|core| allowed.is_set(*core) == Ok(true));
        let (Some(load), Some(server)) = (cores.next(), cores.next()) else {
            return Err("two cores are needed: one for the load, one for the server".into());
        };
        let mut only = CpuSet::new();
        only.set(load).map_err(|error| error.to_string())?;
        sched_setaffinity(ours, &only).map_err(|error| format!("cannot stay on core {load}: {error}"))?;
        Ok(Cores { load, server })
    }
}

/// Raises the limit of open files, which servers inherit; an error if `wanted` is not allowed.
pub fn allow_open_files(wanted: u64) -> Result<(), String> {
    let (_, hard) = getrlimit(Resource::RLIMIT_NOFILE).map_err(|error| error.to_string())?;
    if hard < wanted {
        return Err(format!(
            "{wanted} open files are needed and {hard} allowed: raise the hard limit with `ulimit -Hn {wanted}` as root"
        ));
    }
    setrlimit(Resource::RLIMIT_NOFILE, hard, hard).map_err(|error| format!("cannot raise the limit: {error}"))
}

/// The CPU time of all threads of a process so far, including ended ones.
pub fn cpu_time(pid: u32) -> Result<Duration, String> {
    let clock = clock_getcpuclockid(Pid::from_raw(pid as i32)).map_err(|error| gone(pid, error))?;
    Ok(clock_gettime(clock).map_err(|error| gone(pid, error))?.into())
}

/// The CPU time of a process and of all its children so far, including ended ones; in steps of ten milliseconds.
pub fn cpu_time_with_children(pid: u32) -> Result<Duration, String> {
    let own = ticks(pid).ok_or_else(|| format!("process {pid} is gone"))?;
    let processes = fs::read_dir("/proc").map_err(|error| format!("/proc: {error}"))?;
    let numbers = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let children = numbers.filter_map(ticks).filter(|ticks| ticks.parent == pid);
    let total = own.used + own.of_ended_children + children.map(|child| child.used).sum::<u64>();
    Ok(Duration::from_millis(total * MILLISECONDS_PER_TICK))
}

/// The resident memory of a process, in bytes.
pub fn resident_memory(pid: u32) -> Result<u64, String> {
    let kilobytes = field(&format!("/proc/{pid}/status"), "VmRSS:")?;
    Ok(kilobytes * 1024)
}

/// The bytes that a process has sent to the disk so far.
pub fn written_bytes(pid: u32) -> Result<u64, String> {
    field(&format!("/proc/{pid}/io"), "write_bytes:")
}

/// The processor, the number of cores, and the version of the kernel.
pub fn describe() -> String {
    let read = |file: &str| fs::read_to_string(file).unwrap_or_default();
    let processors = read("/proc/cpuinfo");
    let named = |line: &&str| line.starts_with("model name");
    let model = processors
        .lines()
        .find(named)
        .and_then(|line| line.split_once(": "))
        .map_or("unknown", |(_, name)| name);
    let cores = processors.lines().filter(|line| line.starts_with("processor")).count();
    let release = read("/proc/sys/kernel/osrelease");
    let kernel: Vec<&str> = release.split('.').take(2).collect();
    format!("{model}, {cores} cores, Linux {}", kernel.join("."))
}

/// The CPU time of a process, in ticks of the kernel.
struct Ticks {
    parent: u32,
    used: u64,
    of_ended_children: u64,
}

/// The kernel's unit in `/proc`, the same on every Linux machine that we know.
const MILLISECONDS_PER_TICK: u64 = 10;

fn ticks(pid: u32) -> Option<Ticks> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program is in brackets and may have spaces; the fields after it are numbered from 3.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
    Some(Ticks {
        parent: number(4)?.try_into().ok()?,
        used: number(14)? + number(15)?,
        of_ended_children: number(16)? + number(17)?,
    })
}

fn gone(pid: u32, error: nix::Error) -> String {
    format!("the CPU time of process {pid} cannot be read: {error}")
}

fn field(file: &str, name: &str) -> Result<u64, String> {
    let text = fs::read_to_string(Path::new(file)).map_err(|error| format!("{file}: {error}"))?;
    let found =
        text.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse().ok());
    found.ok_or_else(|| format!("{file} has no {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_knows_this_process() {
        let ours = std::process::id();
        assert!(cpu_time(ours).unwrap() > Duration::ZERO);
        assert!(resident_memory(ours).unwrap() > 0);
        cpu_time_with_children(ours).unwrap();
        written_bytes(ours).unwrap();
    }
}
