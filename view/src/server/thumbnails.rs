//! [`Thumbnails`]: small pictures of assets, drawn on demand.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::picture_folder::{Form, PictureFolder};
use crate::content::{PictureKey, Shelf};
use crate::news::News;
use crate::picture::{Picture, PictureError};

/// The width and height, in pixels.
const SIDE: u32 = 128;

/// What the keys of films contain in addition to those of still pictures.
const FILM: &[u8] = b"film";

/// The maximum number of bytes that are kept in memory.
const MAX_KEPT: usize = 16 * 1024 * 1024;

/// PNG and GIF files by asset name. Only one is drawn at a time, so a list of thousands of assets uses one core, and the memory of one
/// picture.
#[derive(Debug, Default)]
pub(super) struct Thumbnails {
    kept: Mutex<Kept>,
    drawing: Mutex<()>,
    /// The pictures of earlier runs.
    folder: Option<PictureFolder>,
}

/// A file, with the key of what it shows.
type Keyed = (PictureKey, Arc<[u8]>);

#[derive(Debug, Default)]
struct Kept {
    files: BTreeMap<(String, Form), Keyed>,
    bytes: usize,
}

impl Thumbnails {
    pub(super) fn new(folder: Option<PictureFolder>) -> Self {
        Self { folder, ..Self::default() }
    }

    /// Returns the current picture of an asset; `None` if it has none or cannot be drawn. Only clips have films.
    pub(super) fn get(&self, shelf: &Shelf, news: &News, name: &str, form: Form) -> Option<Arc<[u8]>> {
        let key = || news.picture_key(name).map(|key| if form == Form::Film { key.with(FILM) } else { key });
        if let Some(file) = self.find(name, form, key()?) {
            return Some(file);
        }
        let _drawing = self.drawing.lock().unwrap_or_else(PoisonError::into_inner);
        // While this thread waited, another tab may have requested the picture, or a build may have changed the asset.
        let now = key()?;
        if let Some(file) = self.find(name, form, now) {
            return Some(file);
        }
        let earlier = self.folder.as_ref().and_then(|folder| folder.get(now, form));
        let file: Arc<[u8]> = match earlier {
            Some(file) => file.into(),
            None => {
                let is_clip = news.is_clip(name);
                let file = drawn(shelf, name, form, is_clip)?;
                // A build may have changed the asset while it was being drawn.
                if let Some(folder) = self.folder.as_ref().filter(|_| key() == Some(now)) {
                    folder.put(now, form, &file);
                }
                file.into()
            }
        };
        self.keep(name, form, now, file.clone());
        Some(file)
    }

    fn find(&self, name: &str, form: Form, key: PictureKey) -> Option<Arc<[u8]>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.files.get(&(name.to_owned(), form)).filter(|(of, _)| *of == key).map(|(_, file)| file.clone())
    }

    fn keep(&self, name: &str, form: Form, key: PictureKey, file: Arc<[u8]>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.bytes + file.len() > MAX_KEPT {
            *kept = Kept::default();
        }
        kept.bytes += file.len();
        if let Some((_, old)) = kept.files.insert((name.to_owned(), form), (key, file)) {
            kept.bytes -= old.len();
        }
    }
}

/// Draws a picture; `None` if this fails.
fn drawn(shelf: &Shelf, name: &str, form: Form, is_clip: bool) -> Option<Vec<u8>> {
    let folder = shelf.folder();
    match form {
        Form::Film => is_clip.then(|| Picture::small_film(folder, name, SIDE).ok()).flatten(),
        Form::Still => {
            let small = if is_clip { Picture::small_clip } else { Picture::small };
            small(folder, name, SIDE).and_then(|image| image.to_png().map_err(PictureError::from)).ok()
        }
    }
}
