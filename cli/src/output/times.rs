//! [`TimesFile`]: the stage times of earlier builds, which are used to estimate the remaining time of a build.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use rigmill_disk::read_file;
use rigmill_graph::{AssetReport, Project, STATE_FOLDER, Status};

use super::estimate::RecordedTimes;

/// The maximum size of the file, in bytes.
const LARGEST: u64 = 256 << 20;

/// The minimum total stage time of a build whose times are recorded.
const WORTHWHILE: Duration = Duration::from_millis(500);

/// The recorded times of a target. They affect only estimates. A missing or damaged file counts as empty, and it is not an
/// error if the file cannot be written.
#[derive(Clone, Debug)]
pub(crate) struct TimesFile(PathBuf);

impl TimesFile {
    /// Returns the file of a target.
    pub(crate) fn new(project: &Project, target: &str) -> Self {
        Self(project.out().join(STATE_FOLDER).join(format!("{target}.times")))
    }

    /// Reads the recorded times.
    pub(crate) fn read(&self) -> RecordedTimes {
        let bytes = read_file(&self.0, LARGEST).unwrap_or_default();
        let times: RecordedTimes = serde_json::from_slice(&bytes).unwrap_or_default();
        times.into_iter().filter(|(_, time)| time.is_finite() && *time >= 0.0).collect()
    }

    /// Records the times of a build, unless the build was too short for an estimate to be useful.
    pub(crate) fn record(&self, assets: &[AssetReport]) {
        if assets.iter().map(|asset| asset.stage_time).sum::<Duration>() < WORTHWHILE {
            return;
        }
        let mut times = self.read();
        for asset in assets {
            if asset.status == Status::Removed {
                times.remove(&asset.source);
            } else if !asset.ran.is_empty() {
                times.insert(asset.source.clone(), (asset.stage_time.as_secs_f64() * 1e4).round() / 10.0);
            }
        }
        let _ = self.write(&times);
    }

    fn write(&self, times: &RecordedTimes) -> std::io::Result<()> {
        let folder = self.0.parent().unwrap_or(&self.0);
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(&serde_json::to_vec(times)?)?;
        file.persist(&self.0).map(drop).map_err(|error| error.error)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn times_come_back_and_a_damaged_file_has_none() {
        let folder = tempfile::tempdir().unwrap();
        let file = TimesFile(folder.path().join("native.times"));
        assert!(file.read().is_empty());
        let times = RecordedTimes::from([("a.fbx".to_owned(), 12.5), ("b.fbx".to_owned(), 0.0)]);
        file.write(&times).unwrap();
        assert_eq!(file.read(), times);
        fs::write(&file.0, r#"{"a": -1, "b": 2, "c":"#).unwrap();
        assert!(file.read().is_empty());
        fs::write(&file.0, r#"{"a": -1, "b": 2}"#).unwrap();
        assert_eq!(file.read().into_keys().collect::<Vec<_>>(), ["b"]);
        assert!(TimesFile(Path::new("/nonexistent/a.times").to_owned()).write(&times).is_err());
    }
}
