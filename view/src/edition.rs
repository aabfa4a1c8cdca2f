//! [`Edition`]: what a build made, as the caller passes it on.

use serde::Serialize;

/// One build's results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edition {
    /// All problems that there are by now.
    pub problems: Vec<Problem>,
    /// The assets that the build looked at. All others are as they were.
    pub assets: Vec<AssetBuild>,
    /// Whether files may have changed that are no output of these assets: the whole folder is listed again.
    pub relist: bool,
}

/// What came of one asset.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AssetBuild {
    /// Its name in the project, such as `Models/Grund`.
    pub asset: String,
    /// Its source, relative to the project's folder.
    pub source: String,
    /// The result.
    pub state: AssetState,
    /// Why it was built; empty if it was up to date.
    pub why: Vec<String>,
    /// The stages that ran: `import`, `process`, `write`.
    pub ran: Vec<String>,
    /// The time that it took in milliseconds, including waiting.
    pub ms: f64,
    /// The time that its own stages took in milliseconds.
    pub stage_ms: f64,
    /// Its files, relative to the content folder, such as `Models/Grund.model.rmb`.
    pub outputs: Vec<String>,
}

/// The result of an asset's last build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AssetState {
    /// Its files are those of an earlier build.
    Fresh,
    /// A stage ran and a file was written.
    Built,
    /// Its files came from a cache.
    Cached,
    /// It could not be built; its files, if it has any, are those of an earlier build.
    Failed,
    /// Its source is gone, and so are its files.
    Removed,
}

/// Why an asset is not as its source says: a diagnostic of a build, in its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// `error` or `warning`.
    pub level: String,
    /// Such as `R0012`.
    pub code: String,
    /// The file, its line and column, as far as they are known: `Models/Grund.fbx:3:7`.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it; may be empty.
    pub help: String,
    /// The asset that has it; empty for a problem of the project as a whole.
    pub asset: String,
}
