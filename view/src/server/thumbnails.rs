//! [`Thumbnails`]: small pictures of assets, drawn on demand.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::picture_folder::PictureFolder;
use crate::content::{PictureKey, Shelf};
use crate::news::News;
use crate::picture::Picture;

/// The width and height, in pixels.
const SIDE: u32 = 128;

/// The maximum number of bytes that are kept in memory.
const MAX_KEPT: usize = 16 * 1024 * 1024;

/// PNG files by asset name. Only one is drawn at a time, so a list of thousands of assets uses one core, and the memory of one
/// picture.
#[derive(Debug, Default)]
pub(super) struct Thumbnails {
    kept: Mutex<Kept>,
    drawing: Mutex<()>,
    /// The pictures of earlier runs.
    folder: Option<PictureFolder>,
}

#[derive(Debug, Default)]
struct Kept {
    files: BTreeMap<String, (PictureKey, Arc<[u8]>)>,
    bytes: usize,
}

impl Thumbnails {
    pub(super) fn new(folder: Option<PictureFolder>) -> Self {
        Self { folder, ..Self::default() }
    }

    /// Returns the current picture of an asset; `None` if it has none or cannot be drawn.
    pub(super) fn get(&self, shelf: &Shelf, news: &News, name: &str) -> Option<Arc<[u8]>> {
        if let Some(file) = self.find(name, news.picture_key(name)?) {
            return Some(file);
        }
        let _drawing = self.drawing.lock().unwrap_or_else(PoisonError::into_inner);
        // While this thread waited, another tab may have requested the picture, or a build may have changed the asset.
        let key = news.picture_key(name)?;
        if let Some(file) = self.find(name, key) {
            return Some(file);
        }
        let file: Arc<[u8]> = self.of_earlier_run(key).or_else(|| self.draw(shelf, news, name, key))?.into();
        self.keep(name, key, file.clone());
        Some(file)
    }

    fn of_earlier_run(&self, key: PictureKey) -> Option<Vec<u8>> {
        self.folder.as_ref()?.get(key)
    }

    fn draw(&self, shelf: &Shelf, news: &News, name: &str, key: PictureKey) -> Option<Vec<u8>> {
        let file = Picture::small(shelf.folder(), name, SIDE).ok()?.to_png().ok()?;
        // A build may have changed the asset while it was being drawn.
        if let Some(folder) = self.folder.as_ref().filter(|_| news.picture_key(name) == Some(key)) {
            folder.put(key, &file);
        }
        Some(file)
    }

    fn find(&self, name: &str, key: PictureKey) -> Option<Arc<[u8]>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.files.get(name).filter(|(of, _)| *of == key).map(|(_, file)| file.clone())
    }

    fn keep(&self, name: &str, key: PictureKey, file: Arc<[u8]>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.bytes + file.len() > MAX_KEPT {
            *kept = Kept::default();
        }
        kept.bytes += file.len();
        if let Some((_, old)) = kept.files.insert(name.to_owned(), (key, file)) {
            kept.bytes -= old.len();
        }
    }
}
