//! [`catalog`]: which assets there are.

use std::fs;
use std::path::Path;

use rigmill_runtime::content::ContentType;
use serde::Serialize;

use crate::content::Shelf;

/// The most assets that are listed.
const MAX_ASSETS: usize = 200_000;

/// The deepest folder that is listed.
const MAX_DEPTH: usize = 64;

/// An asset of the content folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) struct Asset {
    pub(crate) name: String,
    /// The content type's name in docs/format.md.
    #[serde(rename = "type")]
    pub(crate) content_type: String,
    /// The size of its file in bytes.
    pub(crate) bytes: u64,
    #[serde(skip)]
    pub(crate) of: Option<ContentType>,
}

/// The assets, in order of their names; none while there is no folder. What cannot be read is left out.
pub(crate) fn catalog(shelf: &Shelf) -> Vec<Asset> {
    let mut assets = Vec::new();
    if shelf.content().is_ok() {
        list(shelf, shelf.folder(), "", 0, &mut assets);
    }
    assets.sort();
    assets
}

/// Adds the assets of a folder. Links are not followed.
fn list(shelf: &Shelf, folder: &Path, prefix: &str, depth: usize, assets: &mut Vec<Asset>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string()) else { continue };
        if assets.len() >= MAX_ASSETS {
            return;
        }
        if kind.is_dir() && depth < MAX_DEPTH {
            list(shelf, &entry.path(), &format!("{prefix}{name}/"), depth + 1, assets);
        } else if let Some(name) = name.strip_suffix(".rmb").filter(|_| kind.is_file()) {
            assets.extend(asset(shelf, format!("{prefix}{name}"), entry.metadata().map_or(0, |it| it.len())));
        }
    }
}

fn asset(shelf: &Shelf, name: String, bytes: u64) -> Option<Asset> {
    let of = shelf.content().ok()?.content_type(&name)?;
    Some(Asset { name, content_type: of.to_string(), bytes, of: Some(of) })
}
