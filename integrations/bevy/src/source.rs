//! The asset source `rigmill://`: a folder of built content, or a pack.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bevy_asset::io::{
    AssetReader, AssetReaderError, AssetSource, AssetSourceBuilder, ErasedAssetReader, PathStream, Reader, VecReader,
};
use futures_lite::stream;
use rigmill_runtime::content::{ContentSource as _, Pack};
use tracing::error;

use crate::watch::{RigmillChild, RigmillWatch, absolute};

/// The name of the asset source.
pub(crate) const RIGMILL: &str = "rigmill";

/// How long Bevy's own watcher collects events. `rigmill` publishes each file in a single step, so a short time is enough.
const DEBOUNCE: Duration = Duration::from_millis(50);

/// The location that the asset source `rigmill://` reads. A relative path starts at the same folder as Bevy's asset paths: the
/// package's folder under `cargo run`, else the program's folder.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// A folder, such as `content/build/native`.
    Folder(PathBuf),
    /// A pack and its patches.
    Pack(Vec<PathBuf>),
}

impl Place {
    /// Creates the asset source. It reports changes that `rigmill watch` reports or, without it, that Bevy's own watcher sees.
    pub(crate) fn source(&self, watch: Option<(&RigmillWatch, &RigmillChild)>) -> AssetSourceBuilder {
        match self {
            Self::Folder(folder) => {
                let folder = folder.to_string_lossy().into_owned();
                let source = AssetSourceBuilder::new(AssetSource::get_default_reader(folder.clone()));
                match watch {
                    None => source.with_watcher(AssetSource::get_default_watcher(folder, DEBOUNCE)),
                    Some((watch, child)) => {
                        let (watch, child, folder) = (watch.clone(), child.clone(), absolute(Path::new(&folder)));
                        source.with_watcher(move |sender| child.watch(&watch, &folder, sender))
                    }
                }
            }
            Self::Pack(files) => {
                let files: Vec<PathBuf> = files.iter().map(|file| absolute(file)).collect();
                AssetSourceBuilder::new(move || -> Box<dyn ErasedAssetReader> { Box::new(PackReader::open(&files)) })
            }
        }
    }
}

/// Reads files from a pack.
struct PackReader(Result<Arc<Pack>, Arc<io::Error>>);

impl PackReader {
    fn open(files: &[PathBuf]) -> Self {
        let opened = patched(files).map(Arc::new).map_err(Arc::new);
        if let Err(error) = &opened {
            error!("no content of rigmill:// can be loaded: {error}");
        }
        Self(opened)
    }

    fn pack(&self) -> Result<&Pack, AssetReaderError> {
        self.0.as_deref().map_err(|error| AssetReaderError::Io(Arc::clone(error)))
    }

    fn bytes(&self, path: &Path) -> Result<Vec<u8>, AssetReaderError> {
        let pack = self.pack()?;
        let name = name(path);
        let read = match name.strip_suffix(".rmb") {
            Some(content) => pack.read(content),
            None => pack.file(&name),
        };
        match read {
            Ok(bytes) => Ok(bytes.to_vec()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(AssetReaderError::NotFound(path.to_owned())),
            Err(error) => Err(error.into()),
        }
    }

    /// The paths of all files.
    fn files(&self) -> Result<Vec<String>, AssetReaderError> {
        use rigmill_format::pack::PackKind;
        let entries = self.pack()?.entries()?;
        let path = |entry: &rigmill_format::pack::PackEntry<'_>| match entry.kind {
            PackKind::Content(_) => format!("{}.rmb", entry.name),
            _ => entry.name.to_owned(),
        };
        Ok(entries.values().map(path).collect())
    }
}

fn patched(files: &[PathBuf]) -> io::Result<Pack> {
    let [first, patches @ ..] = files else { return Err(io::ErrorKind::NotFound.into()) };
    let open = |file: &PathBuf| {
        Pack::open(file).map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))
    };
    patches.iter().try_fold(open(first)?, |pack, patch| pack.patched_by(open(patch)?))
}

/// A path with `/` as its separator, as used in packs.
fn name(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

impl AssetReader for PackReader {
    async fn read<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        Ok(VecReader::new(self.bytes(path)?))
    }

    async fn read_meta<'a>(&'a self, path: &'a Path) -> Result<impl Reader + 'a, AssetReaderError> {
        Err::<VecReader, _>(AssetReaderError::NotFound(path.to_owned()))
    }

    async fn read_directory<'a>(&'a self, path: &'a Path) -> Result<Box<PathStream>, AssetReaderError> {
        let files = self.files()?;
        let below = files.iter().filter_map(|file| Path::new(file).strip_prefix(path).ok());
        let mut entries: Vec<PathBuf> =
            below.filter_map(|rest| rest.components().next()).map(|first| path.join(first)).collect();
        entries.dedup();
        Ok(Box::new(stream::iter(entries)))
    }

    async fn is_directory<'a>(&'a self, path: &'a Path) -> Result<bool, AssetReaderError> {
        Ok(self.files()?.iter().any(|file| Path::new(file).starts_with(path) && Path::new(file) != path))
    }
}
