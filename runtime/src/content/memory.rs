//! [`Memory`]: content files in memory.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, PoisonError, RwLock};

use rigmill_format::AlignedBytes;

use super::source::ContentSource;
use crate::near::suggested_assets;

/// Content files in memory, inserted by an engine's own loader: for example from the network, or from the app package of a
/// phone.
///
/// Clones share the files. So a program can keep one clone and add files to it, while another clone is the source of its
/// [`Content`](crate::Content).
///
/// # Examples
/// ```
/// use rigmill_format::{Content as _, Skeleton};
/// use rigmill_runtime::Content;
/// use rigmill_runtime::content::{AlignedBytes, Memory};
///
/// let memory = Memory::default();
/// let content = Content::from_source(memory.clone());
/// # let bytes = Skeleton { bones: Vec::new(), root_axis: [0.0, 0.0, 0.0, 1.0] }.encode()?;
/// // `bytes` has the content of `Models/Robot.skeleton.rmb`.
/// memory.insert("Models/Robot.skeleton", AlignedBytes::from_slice(&bytes));
/// let skeleton = content.load::<rigmill_runtime::content::Skeleton>("Models/Robot.skeleton")?;
/// assert_eq!(skeleton.view().len(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Memory {
    files: Arc<RwLock<BTreeMap<String, AlignedBytes>>>,
}

impl Memory {
    /// Adds the content file of an asset, and replaces any earlier file.
    pub fn insert(&self, name: &str, file: AlignedBytes) {
        // Readers can then share it.
        let length = file.len();
        let file = AlignedBytes::shared(Arc::new(file), 0..length).unwrap_or_default();
        self.files.write().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), file);
    }

    /// Removes the content file of an asset, and returns it.
    pub fn remove(&self, name: &str) -> Option<AlignedBytes> {
        self.files.write().unwrap_or_else(PoisonError::into_inner).remove(name)
    }
}

impl ContentSource for Memory {
    fn read(&self, name: &str) -> io::Result<AlignedBytes> {
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        files.get(name).cloned().ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no such file"))
    }

    fn place(&self, name: &str) -> String {
        format!("{name} in memory")
    }

    fn suggest(&self, name: &str) -> Option<String> {
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        suggested_assets(name, files.keys().map(String::as_str))
    }
}
