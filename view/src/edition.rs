//! [`Edition`]: the results of a build, as the caller passes them to the viewer.

use serde::Serialize;

/// The results of one build.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edition {
    /// All current problems, including those from earlier builds.
    pub problems: Vec<Problem>,
    /// The assets that the build checked. All other assets are unchanged.
    pub assets: Vec<AssetBuild>,
    /// Whether to list the whole folder again, because files may have changed that are not outputs of these assets.
    pub relist: bool,
}

/// The result of building one asset.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AssetBuild {
    /// The asset's name in the project, such as `Models/Grund`.
    pub asset: String,
    /// The asset's source, relative to the project's folder.
    pub source: String,
    /// The result of the build.
    pub state: AssetState,
    /// Why the asset was built; empty if it was up to date.
    pub why: Vec<String>,
    /// The stages that ran: `import`, `process`, `write`.
    pub ran: Vec<String>,
    /// The time that the asset took, in milliseconds, including waiting.
    pub ms: f64,
    /// The time that the asset's own stages took, in milliseconds.
    pub stage_ms: f64,
    /// The asset's output files, relative to the content folder, such as `Models/Grund.model.rmb`.
    pub outputs: Vec<String>,
}

/// The result of an asset's last build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AssetState {
    /// The files are those of an earlier build.
    Fresh,
    /// A stage ran and a file was written.
    Built,
    /// The files came from a cache.
    Cached,
    /// The build failed. The files, if there are any, are those of an earlier build.
    Failed,
    /// The source was removed, and the files of the asset were removed, too.
    Removed,
}

/// A diagnostic of a build, in its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The level: `error` or `warning`.
    pub level: String,
    /// The code, such as `R0012`.
    pub code: String,
    /// The file with the line and column, as far as they are known, such as `Models/Grund.fbx:3:7`.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// How to fix the problem; may be empty.
    pub help: String,
    /// The source of the asset that has the problem; empty if it is a problem of the whole project.
    pub source: String,
    /// The name of the asset that has the problem; empty if it is a problem of the whole project.
    pub asset: String,
}
