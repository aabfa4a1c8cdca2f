//! [`Thumbnails`]: small pictures of assets, drawn when they are asked for.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::content::Shelf;
use crate::news::News;
use crate::picture::Picture;

/// Width and height in pixels.
const SIDE: u32 = 128;

/// The most bytes that are kept.
const MAX_KEPT: usize = 16 * 1024 * 1024;

/// PNG files by the names of their assets. One is drawn at a time, so a list of thousands takes one core and the memory of one.
#[derive(Debug, Default)]
pub(crate) struct Thumbnails {
    kept: Mutex<Kept>,
    drawing: Mutex<()>,
}

#[derive(Debug, Default)]
struct Kept {
    /// With the edition that they are of.
    files: BTreeMap<String, (u64, Arc<[u8]>)>,
    bytes: usize,
}

impl Thumbnails {
    /// The picture of an asset as it is by now; `None` if it has none, or cannot be drawn.
    pub(crate) fn get(&self, shelf: &Shelf, news: &News, name: &str) -> Option<Arc<[u8]>> {
        if let Some(file) = self.find(name, news.pictured(name)?) {
            return Some(file);
        }
        let _drawing = self.drawing.lock().unwrap_or_else(PoisonError::into_inner);
        // Another tab may have asked for it meanwhile, and a build may have changed it.
        let edition = news.pictured(name)?;
        if let Some(file) = self.find(name, edition) {
            return Some(file);
        }
        let file: Arc<[u8]> = Picture::small(shelf.folder(), name, SIDE).ok()?.to_png().ok()?.into();
        self.keep(name, edition, file.clone());
        Some(file)
    }

    fn find(&self, name: &str, edition: u64) -> Option<Arc<[u8]>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.files.get(name).filter(|(of, _)| *of == edition).map(|(_, file)| file.clone())
    }

    fn keep(&self, name: &str, edition: u64, file: Arc<[u8]>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.bytes + file.len() > MAX_KEPT {
            *kept = Kept::default();
        }
        kept.bytes += file.len();
        if let Some((_, old)) = kept.files.insert(name.to_owned(), (edition, file)) {
            kept.bytes -= old.len();
        }
    }
}
