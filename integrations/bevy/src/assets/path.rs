//! Converts asset names to Bevy's asset paths.

use std::path::{Path, PathBuf};

use bevy_asset::AssetPath;

use crate::source::RIGMILL;

/// The extensions of content files.
pub(crate) const EXTENSIONS: &[&str] = &["rmb"];

/// The folder of content in Bevy's default asset source. Content of the source `rigmill://` is always at the root.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContentRoot(pub(crate) PathBuf);

impl ContentRoot {
    /// The path of the asset called `name`. It is in the same asset source as the file that refers to it, `named_by`.
    pub(crate) fn path(&self, name: &str, named_by: &AssetPath<'_>) -> AssetPath<'static> {
        let is_ours = named_by.source().as_str() == Some(RIGMILL);
        let root = if is_ours { Path::new("") } else { &self.0 };
        // Not parsed, because a name may contain `#`.
        AssetPath::from_path_buf(root.join(format!("{name}.rmb"))).with_source(named_by.source().clone_owned())
    }
}

/// The path of the file next to `path` that has this extension instead of `.rmb`.
pub(crate) fn companion(path: &AssetPath<'_>, extension: &str) -> AssetPath<'static> {
    let file = path.path().with_extension(extension);
    AssetPath::from_path_buf(file).with_source(path.source().clone_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_of_a_folder_of_the_default_source_stays_in_it() {
        let root = ContentRoot(PathBuf::from("robots"));
        let path = root.path("Models/Grund.skeleton", &AssetPath::from("robots/Hero/Grund.actions.rmb"));
        assert_eq!(path, AssetPath::from("robots/Models/Grund.skeleton.rmb"));
        let path = root.path("Models/Grund.skeleton", &AssetPath::from("rigmill://Hero/Grund.actions.rmb"));
        assert_eq!(path, AssetPath::from("rigmill://Models/Grund.skeleton.rmb"));
    }

    #[test]
    fn companions_are_beside_their_clip() {
        let path = AssetPath::from("rigmill://Motion/Low.Stroll.rmb");
        assert_eq!(companion(&path, "events.rmb"), AssetPath::from("rigmill://Motion/Low.Stroll.events.rmb"));
    }
}
