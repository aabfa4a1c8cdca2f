//! [`Machine`]: the machine, the programs and the date of a measurement.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Serialize;

/// The machine, the programs and the date of a measurement. Unknown values are empty.
#[derive(Debug, Serialize)]
pub(crate) struct Machine {
    /// The year, month and day, in UTC.
    pub(crate) date: String,
    pub(crate) cores: usize,
    pub(crate) processor: String,
    /// The amount of memory, in bytes.
    pub(crate) memory: u64,
    pub(crate) system: String,
    pub(crate) file_system: String,
    /// The number of processes that ran or waited for the disk in the last minute.
    pub(crate) load: String,
    pub(crate) rigmill: String,
    pub(crate) ninja: Option<String>,
}

impl Machine {
    /// Examines the machine, and the file system that contains a folder.
    pub(crate) fn look(folder: &Path, rigmill: String, ninja: Option<String>) -> Self {
        let words = |path: &str| read(path).split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let release = words("/proc/sys/kernel/osrelease").concat();
        Self {
            date: date(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            processor: field("/proc/cpuinfo", "model name"),
            memory: field("/proc/meminfo", "MemTotal").trim_end_matches(" kB").parse::<u64>().unwrap_or(0) * 1024,
            system: format!("{} {release}", std::env::consts::OS).trim_end().to_owned(),
            file_system: file_system(folder),
            load: words("/proc/loadavg").into_iter().next().unwrap_or_default(),
            rigmill,
            ninja,
        }
    }

    /// Formats a one-line summary.
    pub(crate) fn line(&self) -> String {
        let gigabytes = self.memory as f64 / 1e9;
        let ninja = self.ninja.as_deref().map_or("no ninja".to_owned(), |version| format!("ninja {version}"));
        format!(
            "{}: {} cores ({}), {gigabytes:.0} GB of memory, {}, {}, load {} at the start; {}, {ninja}",
            self.date, self.cores, self.processor, self.system, self.file_system, self.load, self.rigmill
        )
    }
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// Returns the date. The standard library has a clock but no calendar.
fn date() -> String {
    let output = Command::new("date").args(["-u", "+%F"]).output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
}

/// Returns the value of the first line `name: value`.
fn field(path: &str, name: &str) -> String {
    let text = read(path);
    let line = text.lines().find(|line| line.starts_with(name));
    line.and_then(|line| line.split_once(':')).map(|(_, value)| value.trim().to_owned()).unwrap_or_default()
}

/// Returns the type of the innermost mount that contains a folder.
fn file_system(folder: &Path) -> String {
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let mounts = read("/proc/self/mounts");
    let fields = mounts.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    let holding = fields.filter(|fields| fields.len() > 2 && folder.starts_with(fields[1]));
    holding.max_by_key(|fields| fields[1].len()).map(|fields| fields[2].to_owned()).unwrap_or_default()
}
